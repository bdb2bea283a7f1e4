"""The mouth of a real table: a voice where there is sound, captions where there is none, and each change told once."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from booths import Booth, words

from narrator.base.processes.liveness import Pulse, Pulses
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import TextPart, Utterance
from narrator.packs.naming import Cast
from narrator.rules.core.effects import Scene
from narrator.rules.core.vocabulary import Eyes, Line
from narrator.sound.audio.playback import NoSoundError
from narrator.sound.audio.sound import Sound
from narrator.sound.dsp.samples import QUIET, VOLUME_STEP, Samples, frames
from narrator.table.games.repertoire import Repertoire
from narrator.table.inbox.entry import Changed
from narrator.table.session.narration import CaptionsOnly
from narrator.table.session.ports import Mouth
from narrator.voice.recital import BREATH
from narrator.voice.table_sound import Speaking, check_voice, mouth, open_sound
from narrator.voice.voice_files import VoiceError

LINE: Utterance = (TextPart("Fermez les yeux."),)
GONE = NoSoundError("lost", "the cable was pulled")
NO_DEVICE = NoSoundError("device", "no card")
NO_PORTAUDIO = NoSoundError("portaudio", "no library")


NIGHT = Scene(scene="night", closed=True)


class Loudspeaker(Sound):
    """A loudspeaker without a cable, in place of the audio process: it keeps what it is told, and may be lost."""

    lacking: ClassVar[NoSoundError | None]
    """What all of them lack from the beginning."""
    plugged_in: ClassVar[list[Loudspeaker]]

    def __init__(
        self,
        output: str | None = None,
        *,
        sounds: Path | None = None,
        on_change: Callable[[str, str], object] = lambda kind, detail: None,  # noqa: ARG005 - as it is called
        playing: Callable[[], object] = lambda: None,
        waiting: Callable[[], object] = lambda: None,
    ) -> None:
        self.playing, self.waiting = playing, waiting
        self.asked_for = (output, sounds)
        self.change = on_change
        self.interrupted = lambda: False
        self.spoken: list[Samples] = []
        self.orders: list[tuple[object, ...]] = []
        self.missing, self.device = self.lacking, "HDMI: vc4 (hw:2,0)"
        self.pulled_in_mid_line = False
        self.closed = False
        self.plugged_in.append(self)
        self.change(*(("open", "the table") if self.missing is None else (self.missing.kind, str(self.missing))))

    @property
    def underruns(self) -> int:
        return 0

    def speak_parts(self, parts: Iterable[Samples]) -> None:
        if self.pulled_in_mid_line:
            self.pull()
        if self.missing is not None:
            raise self.missing
        self.spoken.append(np.concatenate([*parts]))

    def pull(self) -> None:
        if self.missing is None:
            self.missing = GONE
            self.change("lost", str(GONE))

    def plug(self) -> None:
        self.missing, self.pulled_in_mid_line = None, False
        self.change("open", "the table")

    def scene(self, name: str, seed: int, take: int) -> None:
        self.orders.append(("scene", name, seed, take))

    def ambience(self, on: bool) -> None:
        self.orders.append(("ambience", on))

    def cover(self, on: bool) -> None:
        self.orders.append(("cover", on))

    def level(self, gain: float) -> None:
        self.orders.append(("level", gain))

    def close(self) -> None:
        self.closed = True


class Table:
    """A real table, but for its loudspeaker and its engines."""

    def __init__(self) -> None:
        self.booth = Booth()
        self.clock = VirtualClock()
        self.told: list[str] = []
        self.changed: list[Changed] = []
        self.progress: list[tuple[int, int]] = []
        self.pulled_in_preparation = False
        self.equipment = ExitStack()

    @property
    def sound(self) -> Loudspeaker:
        return Loudspeaker.plugged_in[-1]

    def mouth(self, speaking: Speaking | None = None) -> Mouth:
        speaking = speaking or Speaking("conteur")
        silent = CaptionsOnly(self.clock, words().seconds)
        opened = open_sound(speaking, self.equipment, self.changed.append).voiced(self.told.append)
        if opened is None:
            return silent
        return mouth(
            opened,
            Repertoire(
                (Line("nightfall", eyes=Eyes.CLOSED), Line("seer.wake", eyes=Eyes.CLOSED), Line("dawn")), Cast(2)
            ),
            words(seed=11),
            silent,
            self._prepared,
        )

    def _prepared(self, done: int, total: int) -> None:
        self.progress.append((done, total))
        if self.pulled_in_preparation:
            self.sound.pull()

    def voices(self) -> list[str]:
        return [voice for voice, _ in self.booth.newly_asked()]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def table(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table()
    monkeypatch.setenv("NARRATOR_HOME", str(kept))
    monkeypatch.setattr("narrator.sound.audio.sound.Sound", Loudspeaker)
    monkeypatch.setattr("narrator.voice.synthesisers.espeak.Espeak", table.booth.engine)
    monkeypatch.setattr(Loudspeaker, "lacking", None, raising=False)
    monkeypatch.setattr(Loudspeaker, "plugged_in", [], raising=False)
    with table.equipment:
        yield table


# --- before the first word ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lacking", "sentence"), [(NO_DEVICE, "aucun haut-parleur ne s'ouvre"), (NO_PORTAUDIO, "apt install libportaudio2")]
)
def test_without_sound_there_are_captions_and_one_sentence(
    table: Table, monkeypatch: pytest.MonkeyPatch, lacking: NoSoundError, sentence: str
) -> None:
    monkeypatch.setattr(Loudspeaker, "lacking", lacking)
    speaking = table.mouth()
    (told,) = table.told
    assert sentence in told
    speaking.speak(LINE)
    assert table.clock.now() == words().seconds(LINE) > 0
    assert not speaking.volume(1)
    assert table.booth.asked == []
    assert table.changed == []


def test_without_an_engine_there_are_captions_and_one_sentence(table: Table) -> None:
    table.booth.broken = True
    table.mouth().speak(LINE)
    (told,) = table.told
    assert "the booth is dark" in told
    assert table.clock.now() > 0
    assert table.sound.spoken == []


@pytest.mark.parametrize("name", ["personne", "de"])
def test_a_voice_that_there_is_not_is_refused_before_anything_is_opened(table: Table, name: str) -> None:
    for refusing in (lambda: check_voice(name), lambda: table.mouth(Speaking(name))):
        with pytest.raises(VoiceError, match=f"there is no voice '{name}': the voices are .*conteur"):
            refusing()
    assert Loudspeaker.plugged_in == []


def test_the_devices_and_the_sounds_are_those_of_the_settings(table: Table) -> None:
    sounds = Path("/somewhere/sounds")
    table.mouth(Speaking("fr", output="Jabra", input="Samson", ambience=False, sounds=sounds))
    assert table.sound.asked_for == ("Jabra", sounds)
    assert table.sound.orders == [("ambience", False)]


def test_all_is_at_hand_before_the_first_word_and_in_the_next_game(table: Table, home: Path) -> None:
    assert not home.exists()
    speaking = table.mouth()
    assert table.progress[-1][0] == table.progress[-1][1] > 0
    assert set(table.voices()) == {"conteur", "veilleur"}
    for text in words().phrases([Line("nightfall"), Line("seer.wake")], Cast(2)):
        speaking.scene(NIGHT, 1)
        speaking.speak((text,))
    table.mouth()
    assert table.booth.asked == []
    assert table.told == []


def test_sound_that_is_lost_while_lines_are_prepared_is_told_once(table: Table) -> None:
    table.pulled_in_preparation = True
    table.mouth().speak(LINE)
    (told,) = table.told
    assert "Le son est perdu ; la partie continue en texte" in told
    assert table.changed == []
    table.sound.plug()
    assert table.changed == [Changed("sound.back")]


# --- while a game is played ---------------------------------------------------------------------------------


def test_what_is_said_is_heard_and_takes_its_own_time(table: Table) -> None:
    table.mouth().speak(LINE)
    (heard,) = table.sound.spoken
    assert len(heard) > 1000
    assert table.clock.now() == 0


def lasts(table: Table, speaking: Mouth, utterance: Utterance) -> int:
    """Return how many frames are said where this is to be said."""
    speaking.speak(utterance)
    return len(table.sound.spoken.pop())


def test_by_day_a_line_ends_with_its_last_word_and_at_night_with_its_breath(table: Table) -> None:
    speaking = table.mouth()
    speaking.scene(NIGHT, 1)
    speaking.speak(LINE)
    speaking.scene(Scene(scene="dawn"), 2)
    speaking.speak(LINE)
    by_night, by_day = table.sound.spoken
    assert np.abs(by_night[-frames(BREATH) :]).max() <= QUIET
    assert np.abs(by_day[-frames(BREATH) :]).max() > QUIET


def test_a_line_that_follows_another_at_once_waits_for_its_breath(table: Table) -> None:
    speaking = table.mouth()
    alone = lasts(table, speaking, LINE)
    after = lasts(table, speaking, LINE)
    assert frames(BREATH) / 2 < after - alone <= frames(BREATH)


def test_who_interrupts_a_line_hears_what_follows_at_once(table: Table) -> None:
    speaking = table.mouth()
    table.sound.interrupted = lambda: True
    alone = lasts(table, speaking, LINE)
    assert lasts(table, speaking, LINE) == alone


def test_a_line_that_is_cut_off_is_captioned_and_told_once(table: Table) -> None:
    speaking = table.mouth()
    table.sound.pulled_in_mid_line = True
    speaking.speak(LINE)
    once = table.clock.now()
    speaking.speak(LINE)
    assert table.clock.now() == 2 * once == 2 * words().seconds(LINE)
    (lost,) = table.changed
    assert lost.line == "sound.lost"
    assert "la partie continue en texte" in lost.advice
    table.sound.plug()
    speaking.speak(LINE)
    assert table.changed == [lost, Changed("sound.back")]
    assert len(table.sound.spoken) == 1
    assert table.clock.now() == 2 * once


def test_by_night_the_watchman_speaks_and_by_day_the_storyteller(table: Table) -> None:
    speaking = table.mouth()
    table.voices()
    heard = []
    for number, scene in enumerate(
        (Scene(scene="evening"), NIGHT, Scene(scene="dawn"), Scene(scene="wolves", closed=True))
    ):
        speaking.scene(scene, number)
        speaking.speak((TextPart(f"Personne ne l'a jamais dit {number}."),))
        heard += table.voices()
    assert heard == ["conteur", "veilleur", "conteur", "veilleur"]


def test_scenes_and_windows_are_passed_on_with_the_public_seed(table: Table) -> None:
    speaking = table.mouth()
    speaking.scene(NIGHT, 3)
    speaking.cover(True)
    speaking.cover(False)
    assert table.sound.orders == [("ambience", True), ("scene", "night", 11, 3), ("cover", True), ("cover", False)]


def test_a_night_is_told_lower_whatever_was_chosen_and_what_covers_is_as_loud_as_ever(table: Table) -> None:
    speaking = table.mouth()
    speaking.volume(-1)
    speaking.scene(Scene(scene="night", closed=True), 1, -3.0)
    speaking.cover(True)
    speaking.cover(False)
    speaking.scene(Scene(scene="dawn"), 2)
    lower = (1 - VOLUME_STEP) * 10 ** (-3 / 20)
    levels = [order[1] for order in table.sound.orders if order[0] == "level"]
    assert levels == pytest.approx([1 - VOLUME_STEP, lower, 1 - VOLUME_STEP, lower, 1 - VOLUME_STEP])


def test_the_volume_is_set_while_there_is_sound_and_stays_where_it_was_while_there_is_none(table: Table) -> None:
    speaking = table.mouth()
    assert speaking.volume(-1)
    table.sound.pull()
    assert not speaking.volume(-1)
    table.sound.plug()
    assert speaking.volume(-1)
    levels = [gain for kind, gain in table.sound.orders if kind == "level"]
    assert levels == pytest.approx([1 - VOLUME_STEP, 1 - 2 * VOLUME_STEP])


def test_everything_is_put_away_with_the_equipment(table: Table) -> None:
    table.mouth()
    assert set(table.booth.open) == {"conteur", "veilleur"}
    assert not table.sound.closed
    table.equipment.close()
    assert table.booth.open == []
    assert table.sound.closed


# --- changes ------------------------------------------------------------------------------------------------

LOST, BACK = "sound.lost", "sound.back"


def test_what_plays_and_who_speaks_give_signs_of_life_until_the_sound_is_put_away(table: Table) -> None:
    clock = VirtualClock()
    pulses = Pulses(Pulse("engine", 30.0, now=clock.now), Pulse("sound", 10.0, resting=True, now=clock.now))
    open_sound(Speaking("fr"), table.equipment, print, pulses=pulses)
    clock.sleep(31.0)
    table.sound.waiting()
    assert pulses.engine.fresh
    table.sound.playing()
    clock.sleep(11.0)
    assert not pulses.sound.fresh
    table.equipment.close()
    assert pulses.sound.fresh


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("", []),
        ("hdmi", []),
        ("hw:2,0", ["hw:2,0 is the number of a card, and is HDMI: vc4 (hw:2,0) now"]),
        ("USB", ["USB is kept as the loudspeaker and is not here; HDMI: vc4 (hw:2,0) plays in its place"]),
    ],
)
def test_a_kept_loudspeaker_that_is_another_now_is_told(output: str, told: list[str], table: Table) -> None:
    open_sound(Speaking("fr", output), table.equipment, table.changed.append).voiced(table.told.append)
    assert [sentence.partition(", which")[0].rstrip(".") for sentence in table.told] == told


def test_a_loudspeaker_that_comes_late_is_told_and_speaks(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Loudspeaker, "lacking", NO_DEVICE)
    opened = open_sound(Speaking("fr"), table.equipment, table.changed.append).voiced(table.told.append, late=True)
    assert opened is not None
    assert len(table.told) == 1
    opened.changes.begin(opened.voice.advice)
    table.sound.plug()
    assert [entry.line for entry in table.changed] == [BACK]


@pytest.mark.parametrize(("lacking", "late"), [(NO_PORTAUDIO, True), (NO_DEVICE, False)])
def test_what_cannot_come_is_not_waited_for(
    lacking: NoSoundError, late: bool, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loudspeaker, "lacking", lacking)
    opened = open_sound(Speaking("fr"), table.equipment, table.changed.append)
    assert opened.voiced(table.told.append, late=late) is None


# --- through PortAudio --------------------------------------------------------------------------------------

SINK = os.environ.get("NARRATOR_SINK", "")


@pytest.mark.skipif(
    not SINK or shutil.which("pactl") is None,
    reason="NARRATOR_SINK names no PulseAudio sink that may be taken away: .ci/run makes one",
)
def test_a_sink_that_is_taken_away_in_mid_sentence_costs_no_line(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.sound.audio.sound.Sound", Sound)
    speaking = table.mouth()
    speaking.speak(LINE)
    assert table.clock.now() == 0
    subprocess.run(["pactl", "unload-module", "module-null-sink"], check=True)
    try:
        speaking.speak(LINE)
        assert table.clock.now() == words().seconds(LINE)
    finally:
        sink = ["module-null-sink", f"sink_name={SINK}", "rate=22050", "channels=1", "format=s16le"]
        subprocess.run(["pactl", "load-module", *sink], check=True)
    assert [entry.line for entry in table.changed] == [LOST]
