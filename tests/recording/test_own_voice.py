"""A person's recordings are cut, judged in words, and become a voice that tells a game."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import cast

import numpy as np
import pytest
import soundfile
from booths import Booth, nothing
from sounds import uttered

from narrator.packs.markup import Style
from narrator.recording.making import Work, published_before
from narrator.recording.own_voice import (
    GOOD,
    PromptTerminal,
    Sitting,
    check_name,
    kept,
    publish,
    speech,
    take_folder,
    verdict,
)
from narrator.recording.prompts import Prompt
from narrator.sound.audio.capture import Recorder
from narrator.sound.dsp.loudness import TARGET, loudness
from narrator.sound.dsp.samples import RATE, Samples, frames
from narrator.voice.cache import Cache
from narrator.voice.performance import Phrase
from narrator.voice.profile import load_voice
from narrator.voice.recital import LineSpeaker
from narrator.voice.recordings import Spoken
from narrator.voice.voice_files import VoiceError

LOSES, ANNE = Spoken("Le village perd"), Spoken("Anne")
PROMPTS = (
    Prompt("outcome.1", LOSES, "Le village perd", serves=(LOSES,)),
    Prompt("name.anne", ANNE, "Anne", serves=(ANNE, Spoken("Anne", pace=0.82))),
    Prompt("name.anne.end", Spoken("Anne", closing=True), "Anne", serves=(Spoken("Anne", closing=True),)),
)


@pytest.fixture
def work(tmp_path: Path) -> Work:
    """Return a working file with nothing in it."""
    return Work(tmp_path / "mamie.work")


def test_the_room_at_both_ends_is_cut_and_what_was_said_is_not() -> None:
    assert speech(uttered(1.0)).size == pytest.approx(frames(1.0), abs=frames(0.15))
    assert speech(uttered(1.0, around=0.0)).size == pytest.approx(frames(1.0), abs=frames(0.05))
    assert not speech(np.zeros(RATE, np.float32)).size
    assert not speech(np.zeros(3, np.float32)).size


@pytest.mark.parametrize(
    ("said", "word"),
    [
        (uttered(1.0), GOOD),
        (uttered(1.0, level=0.008, room=0.0001), "record.soft"),
        (uttered(1.0, level=1.2), "record.loud"),
        (uttered(0.1), "record.short"),
        (uttered(0.0, room=0.0), "record.short"),
    ],
)
def test_a_recording_is_judged_in_words(said: np.ndarray, word: str) -> None:
    assert verdict(kept(said, LOSES).quality) == word


def test_a_folder_of_sound_files_becomes_a_voice_that_speaks(home: Path, work: Work, tmp_path: Path) -> None:
    folder = tmp_path / "sounds"
    folder.mkdir()
    soundfile.write(folder / "Outcome.1.flac", np.stack([uttered(1.0)] * 2, axis=1), 44100)
    soundfile.write(folder / "name.anne.wav", uttered(0.5), RATE)
    soundfile.write(folder / "name.bruno.wav", uttered(0.5), RATE)
    (folder / "notes.txt").write_text("nobody", encoding="utf-8")
    (folder / "name.anne.end.ogg").write_bytes(b"no sound")
    told: list[str] = []
    assert take_folder(folder, PROMPTS, work, told.append) == 2
    assert [sentence.partition(":")[0] for sentence in told] == ["name.anne.end.ogg", "name.bruno.wav", "notes.txt"]

    file = publish("mamie", "fr", PROMPTS, work, nothing)
    assert file == home / "voices" / "mamie.recordings"
    booth = Booth()
    speaker = LineSpeaker(load_voice("mamie"), Cache(tmp_path / "cache"), told.append, booth.engine)
    loses, slow = Phrase("Le village perd"), Phrase("Anne", Style(pace=0.82))
    closing, zoran = Phrase("Anne", closing=True), Phrase("Zoran", closing=True)
    speaker.prepare([(loses, slow), (loses, closing), (loses, zoran)], nothing)
    assert booth.asked == [("conteur", "Le village perd"), ("conteur", "Zoran")]
    said = speaker.rendered((loses, slow))
    assert loudness(said(loses)) == pytest.approx(TARGET, abs=1.0)
    assert said(slow).size > 1.1 * speaker.rendered((loses, closing))(closing).size
    speaker.close()


@pytest.fixture
def mamie(home: Path, work: Work) -> Path:
    """Return the recordings of a voice that has said a name."""
    work.put([kept(uttered(0.5), ANNE)], 1)
    file = publish("mamie", "fr", PROMPTS[1:], work, nothing)
    assert file == home / "voices" / "mamie.recordings"
    return file


@pytest.mark.parametrize("gone", [False, True])
def test_what_was_published_for_another_game_stays_also_where_what_was_spoken_is_gone(
    mamie: Path, work: Work, tmp_path: Path, gone: bool
) -> None:
    before = published_before(mamie)
    with closing(Work(tmp_path / "another.work") if gone else work) as goes_on:
        goes_on.put([kept(uttered(1.0), LOSES)], 1)
        assert publish("mamie", "fr", PROMPTS[:1], goes_on, nothing) == mamie
    now = published_before(mamie)
    assert now.keys() == {*before, LOSES}
    assert now | before == now
    assert Spoken("Anne", pace=0.82) in before


def test_what_is_spoken_anew_replaces_all_that_was_made_of_it(mamie: Path, work: Work) -> None:
    before = published_before(mamie)
    work.put([kept(uttered(0.9), ANNE)], 1)
    publish("mamie", "fr", PROMPTS[1:], work, nothing)
    now = published_before(mamie)
    assert now.keys() == before.keys()
    assert not now.items() & before.items()


def test_a_voice_that_somebody_has_changed_is_not_written_anew(home: Path, work: Work) -> None:
    described = home / "voices" / "mamie.yaml"
    described.parent.mkdir(parents=True)
    described.write_text("language: fr\nengine: recorded\nvoice: mamie\nabout: Mamie Jo\n", encoding="utf-8")
    check_name("mamie", "fr")
    work.put([kept(uttered(0.5), ANNE)], 1)
    publish("mamie", "fr", (), work, nothing)
    assert load_voice("mamie").about == "Mamie Jo"


def test_nothing_recorded_makes_no_voice(home: Path, work: Work) -> None:
    assert publish("mamie", "fr", PROMPTS, work, nothing) is None
    assert not home.exists()


@pytest.mark.parametrize("name", ["fr", "conteur", "diseuse", "../mamie", "ma mie", "", "a.b"])
def test_a_name_that_is_taken_or_no_name_is_refused(home: Path, name: str) -> None:
    assert not home.exists()
    with pytest.raises(VoiceError):
        check_name(name, "fr")


def test_a_voice_of_another_kind_is_not_overwritten(home: Path) -> None:
    (home / "voices").mkdir(parents=True)
    (home / "voices" / "mamie.yaml").write_text("language: en\nengine: recorded\nvoice: mamie\n", encoding="utf-8")
    check_name("mamie", "en")
    with pytest.raises(VoiceError, match="another kind, or of another language"):
        check_name("mamie", "fr")


NAMES = tuple(Prompt(f"name.{name}", Spoken(name), name) for name in ("anne", "bruno", "chloé"))
ENTER, KEEP = "", ""
WELL = uttered(0.6)


class Heard:
    """A microphone that hears what was put before it."""

    def __init__(self, *sounds: Samples) -> None:
        self._sounds = list(sounds)
        self._open = False

    def begin(self) -> None:
        assert not self._open
        self._open = True

    def end(self) -> Samples:
        assert self._open
        self._open = False
        return self._sounds.pop(0)


class Typed(PromptTerminal):
    """A terminal on which somebody types, and then leaves."""

    def __init__(self, *keys: str) -> None:
        self._keys = list(keys)
        self.shown: list[tuple[str, int, int]] = []
        self.told: list[str] = []
        self.asked: list[str] = []

    def show(self, prompt: Prompt, number: int, total: int) -> None:
        self.shown.append((prompt.words, number, total))

    def tell(self, sentence: str) -> None:
        self.told.append(sentence)

    def ask(self, question: str) -> str:
        self.asked.append(question)
        return self._keys.pop(0) if self._keys else "q"


def sat(work: Work, keys: Iterable[str], *sounds: Samples) -> Typed:
    terminal = Typed(*keys)
    Sitting(NAMES, work.tries(), lambda cut: work.put([cut], 1), cast(Recorder, Heard(*sounds)), terminal).run()
    return terminal


def spoken(work: Work) -> set[str]:
    return {there.text for there in work.tries()}


def test_what_is_kept_is_what_was_said_without_the_room_around_it(work: Work) -> None:
    terminal = sat(work, [ENTER, ENTER, KEEP], WELL)
    assert work.samples(Spoken("anne")).size == pytest.approx(frames(0.6), abs=frames(0.15))
    assert terminal.told == ["good (0.7 s)"]
    assert terminal.shown == [("anne", 1, 3), ("bruno", 2, 3)]


def test_again_says_it_anew_and_keeps_the_last(work: Work) -> None:
    terminal = sat(work, [ENTER, ENTER, "r", ENTER, KEEP], uttered(0.6, level=0.008, room=0.0001), WELL)
    assert terminal.told[0].startswith("too soft: come nearer")
    assert terminal.told[1].startswith("good")
    assert abs(work.samples(Spoken("anne"))).max() > 0.2


def test_what_is_skipped_is_asked_for_next_time(work: Work) -> None:
    sat(work, ["s", ENTER, ENTER, KEEP, ENTER, ENTER, "s"], WELL, WELL)
    assert spoken(work) == {"bruno"}
    assert sat(work, []).shown == [("anne", 2, 3)]


def test_stopped_it_goes_on_where_it_was(work: Work) -> None:
    sat(work, [ENTER, ENTER, KEEP, "q"], WELL)
    assert spoken(work) == {"anne"}
    terminal = sat(work, [ENTER, ENTER, KEEP, ENTER, ENTER, KEEP], WELL, WELL)
    assert spoken(work) == {"anne", "bruno", "chloé"}
    assert terminal.shown == [("bruno", 2, 3), ("chloé", 3, 3)]
    assert sat(work, []).shown == []


def test_stopped_before_it_is_kept_it_is_not_kept(work: Work) -> None:
    sat(work, [ENTER, ENTER, "q"], WELL)
    assert spoken(work) == set()


def test_nothing_said_cannot_be_kept(work: Work) -> None:
    silence = uttered(0.0, room=0.0)
    terminal = sat(work, [ENTER, ENTER, ENTER, ENTER, KEEP], silence, WELL)
    assert terminal.told[0].startswith("too short")
    assert spoken(work) == {"anne"}


def test_another_key_does_nothing(work: Work) -> None:
    sat(work, ["x", ENTER, ENTER, "yes", KEEP], WELL)
    assert spoken(work) == {"anne"}


def test_the_click_of_the_key_is_no_part_of_it(work: Work) -> None:
    click = WELL.copy()
    click[: frames(0.02)] = 0.9
    click[-frames(0.02) :] = 0.9
    sat(work, [ENTER, ENTER, KEEP], click)
    assert work.samples(Spoken("anne")).size == pytest.approx(frames(0.6), abs=frames(0.15))


def test_who_speaks_french_is_told_in_french(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    terminal = sat(work, [ENTER, ENTER, KEEP, "q"], WELL)
    assert terminal.told == ["bien (0.7 s)"]
    assert [question.partition(" ")[0] for question in terminal.asked] == ["Entrée", "Parlez.", "Entrée", "Entrée"]
