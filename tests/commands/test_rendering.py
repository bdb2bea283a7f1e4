"""`narrator render`: a rehearsed game as a sound file, exact to the sample, with its chapters and its words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile
from booths import Booth
from click.testing import CliRunner, Result
from mutagen.flac import FLAC
from numpy.typing import NDArray

from narrator.cli import main
from narrator.commands.rehearsing import RehearsalOptions, rehearsal
from narrator.evening.rehearsal.rehearsal import rehearse
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import Silence, Suspense, Utterance, caption, runs
from narrator.rules.core.effects import Scene
from narrator.sound.dsp.samples import RATE, Samples, frames, to_pcm
from narrator.table.session.narration import CaptionsOnly
from narrator.table.session.ports import Pace
from narrator.voice.cache import Cache
from narrator.voice.performance import Phrase, phrases, script
from narrator.voice.profile import by_night, load_voice
from narrator.voice.recital import LineSpeaker

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma", "Farid", "Gaëlle", "Hugo")
CARDS = "loup-garou,loup-garou,voyante,sorciere,chasseur,cupidon,villageois,villageois"
OTHER_CARDS = "villageois,cupidon,sorciere,villageois,loup-garou,voyante,loup-garou,chasseur"
ANSWERS = ("--seed", "6", "--pace", "fast")
"""A short game: some ten minutes, at whatever cards are dealt here."""


def render(home: Path, output: Path, *more: str, game: str = "thiercelieux") -> Result:
    words = ["render", game, "--players", "8", *ANSWERS, "-o", str(output), "--lang", "fr", *more]
    return CliRunner().invoke(main, words, env={"NARRATOR_HOME": str(home)})


@dataclass(frozen=True)
class Rendered:
    """What a rendering has left."""

    printed: str
    file: Path

    @property
    def samples(self) -> NDArray[np.int16]:
        samples, rate = soundfile.read(self.file, dtype="int16")
        assert (rate, samples.ndim) == (RATE, 1)
        return np.asarray(samples, np.int16)

    @property
    def subtitles(self) -> list[tuple[float, float, str]]:
        head, *cues = self.file.with_suffix(".vtt").read_text(encoding="utf-8").strip().split("\n\n")
        assert head == "WEBVTT"
        return [self._cue(*cue.split("\n")) for cue in cues]

    @property
    def chapters(self) -> list[tuple[float, str]]:
        """Return where they begin, in seconds, and their titles."""
        tags = FLAC(self.file)
        numbers = [f"CHAPTER{number:03}" for number in range(1, 100) if f"CHAPTER{number:03}" in tags]
        return [(seconds(tags[number][0]), tags[f"{number}NAME"][0]) for number in numbers]

    def until(self, title: str) -> NDArray[np.int16]:
        (begin,) = (begin for begin, name in self.chapters if name == title)
        return self.samples[: int(begin * RATE)]

    @staticmethod
    def _cue(times: str, words: str) -> tuple[float, float, str]:
        begin, end = map(seconds, times.split(" --> "))
        return begin, end, words


def seconds(clock: str) -> float:
    hours, minutes, rest = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of what is rendered here."""
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="module")
def dry(spoken_home: Path, studio: Path) -> Rendered:
    file = studio / "dry.flac"
    result = render(spoken_home, file, "--no-ambience", "--names", ",".join(NAMES), "--cards", CARDS)
    assert result.exit_code == 0, result.output
    return Rendered(result.stdout, file)


class Listener(CaptionsOnly):
    """A mouth that keeps what it said, and whether by night."""

    def __init__(self) -> None:
        super().__init__(VirtualClock(), lambda _: 0.0)
        self.said: list[tuple[Utterance, bool]] = []
        self._by_night = False

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:  # noqa: ARG002 - one is like another
        self._by_night = scene.closed

    def speak(self, utterance: Utterance) -> None:
        self.said.append((utterance, self._by_night))


@pytest.fixture(scope="module")
def said() -> list[tuple[Utterance, bool]]:
    """Return all that is said in the game that `dry` holds, from a silent rehearsal."""
    plan = RehearsalOptions(
        game="thiercelieux",
        players=8,
        cards=CARDS,
        center=None,
        roles=None,
        mode="joueur",
        deal="narrator",
        settings=(),
        answers="random",
        seed=6,
        language="fr",
    )
    planned, listener = rehearsal(plan, ",".join(NAMES)), Listener()
    rehearse(planned.game.setup, planned.wording, planned.table, mouth=listener, pace=Pace.FAST)
    return listener.said


# --- what is in the file ------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_it_says_what_it_has_written_and_how_the_game_ended(dry: Rendered) -> None:
    written, outcome = dry.printed.splitlines()
    length = written.removeprefix(f"{dry.file} : ").split(",")[0]
    assert seconds(length) == pytest.approx(len(dry.samples) / RATE, abs=0.001)
    assert written.endswith(
        f"les sous-titres dans {dry.file.with_suffix('.vtt')}, l'histoire dans {dry.file.with_suffix('.html')}"
    )
    assert re.fullmatch("Qui a gagné : (le village|les Loups-Garous|les amoureux|personne)", outcome)


@pytest.mark.thorough
def test_its_story_stands_beside_it_with_a_picture_of_the_same_chapters(dry: Rendered) -> None:
    page = dry.file.with_suffix(".html").read_text(encoding="utf-8")
    assert "<svg" in page
    for _, title in dry.chapters[1:]:
        assert f">{title}</text>" in page.replace("\N{NO-BREAK SPACE}", " ")


def test_every_night_and_every_day_is_a_chapter(dry: Rendered) -> None:
    begins, titles = zip(*dry.chapters, strict=True)
    nights = (len(titles) - 1 + 1) // 2
    told = [title for number in range(1, nights + 1) for title in (f"Nuit {number}", f"Jour {number}")]
    assert [*titles] == ["Les Loups-Garous de Thiercelieux", *told][: len(titles)]
    assert len(titles) >= 3
    assert begins[0] == 0
    assert list(begins) == sorted(set(begins))
    assert begins[-1] < len(dry.samples) / RATE


def test_all_that_is_said_stands_in_the_subtitles_in_order(dry: Rendered, said: list[tuple[Utterance, bool]]) -> None:
    words = [caption(run) for line, _ in said for run in runs(line) if isinstance(run, tuple)]
    assert [text for _, _, text in dry.subtitles] == words
    times = [time for begin, end, _ in dry.subtitles for time in (begin, end)]
    assert times == sorted(times)
    assert times[-1] < len(dry.samples) / RATE


def test_words_are_heard_while_they_are_subtitled_and_nothing_but_drums_between(
    dry: Rendered, said: list[tuple[Utterance, bool]]
) -> None:
    samples, margin = dry.samples, frames(0.002)  # a subtitle is exact to the millisecond
    cues = [(frames(begin), frames(end)) for begin, end, _ in dry.subtitles]
    assert all(samples[begin:end].any() for begin, end in cues)
    between = [(0, cues[0][0]), *((end, begin) for (_, end), (begin, _) in pairwise(cues)), (cues[-1][1], len(samples))]
    sounding = sum(bool(samples[begin + margin : max(begin + margin, end - margin)].any()) for begin, end in between)
    assert sounding == sum(isinstance(segment, Suspense) for line, _ in said for segment in line) > 0


RAISED = 12
"""Frames that a silence is shorter where words between pauses are raised: samples below the smallest step show then."""


@pytest.mark.thorough
def test_every_written_pause_is_silent_for_its_very_length(
    dry: Rendered, said: list[tuple[Utterance, bool]], spoken_home: Path
) -> None:
    """A pause lasts from the last sample of the words before it to the first one of the words behind it."""
    sounding = np.flatnonzero(dry.samples)
    silences = iter(np.diff(sounding) - 1)
    pauses = [*written_pauses(said, spoken_home)]
    assert len(pauses) >= 40
    for length, between in pauses:
        found = next((silence for silence in silences if abs(silence - length) <= RAISED), None)
        assert found is not None, f"no silence of {length} frames between {between}"


def steps(samples: Samples) -> NDArray[np.int16]:
    """Return samples as a file has them: what is softer than its smallest step is silence there."""
    return np.frombuffer(to_pcm(samples), dtype="<i2")


def written_pauses(said: list[tuple[Utterance, bool]], home: Path) -> Iterator[tuple[int, str]]:
    """Yield how many frames of silence there are for each pause between words, and which words these are.

    A phrase may begin and end with samples that are zero: they belong to the silence that is found.
    """
    voice = load_voice("fr")
    cache = Cache(home / "cache")
    day, night = (LineSpeaker(who, cache, pytest.fail) for who in (voice, by_night(voice)[0]))
    for line, is_night in said:
        rendered = (night if is_night else day).rendered(phrases(script(line)))
        segments = [*runs(line)]
        for before, pause, after in zip(segments, segments[1:], segments[2:], strict=False):
            if isinstance(before, tuple) and isinstance(pause, Silence) and isinstance(after, tuple):
                last, first = script(before)[-1], script(after, opening=False)[0]
                assert isinstance(last, Phrase)
                assert isinstance(first, Phrase)
                heard = np.flatnonzero(steps(rendered(last)))[-1] + 1
                tail = len(rendered(last)) - heard
                head = np.flatnonzero(steps(rendered(first)))[0]
                yield int(tail + frames(pause.seconds) + head), f"{last.text!r} and {first.text!r}"
    day.close()
    night.close()


# --- the same, and not the same -----------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_same_seed_and_cache_give_the_same_samples(dry: Rendered, spoken_home: Path, studio: Path) -> None:
    again = Rendered("", studio / "again.flac")
    options = ("--no-ambience", "--names", ",".join(NAMES), "--cards", CARDS)
    assert render(spoken_home, again.file, *options).exit_code == 0
    assert np.array_equal(dry.samples, again.samples)
    assert dry.subtitles == again.subtitles


@pytest.mark.thorough
@pytest.mark.parametrize(
    "ambience",
    [
        "--no-ambience",
        pytest.param(
            None, marks=pytest.mark.skipif(not os.environ.get("NARRATOR_FULL"), reason="NARRATOR_FULL takes its time")
        ),
    ],
)
def test_other_secrets_sound_the_same_until_the_morning(spoken_home: Path, studio: Path, ambience: str | None) -> None:
    one, other = (Rendered("", studio / f"{name}{ambience}.flac") for name in ("one", "other"))
    for rendered, cards in ((one, CARDS), (other, OTHER_CARDS)):
        options = ("--names", ",".join(NAMES), "--cards", cards, *([ambience] if ambience else []))
        result = render(spoken_home, rendered.file, *options)
        assert result.exit_code == 0, result.output
    evening, night = one.until("Nuit 1"), one.until("Jour 1")
    assert len(night) > len(evening) + 60 * RATE
    assert np.array_equal(night, other.until("Jour 1"))
    assert not np.array_equal(one.samples, other.samples)


# --- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "more", "told"),
    [
        ("night.flac", ("--names", "Anne,Bruno"), "--names donne 2 prénoms pour 8 joueurs"),
        ("night.flac", ("--voice", "personne"), "aucune voix ne s'appelle « personne » : les voix sont"),
        ("nowhere/night.flac", (), "nowhere/night.flac : il n'y a pas de tel fichier, ou pas de tel dossier"),
        (
            "night.wav",
            (),
            "night.wav : un enregistrement est un fichier .flac ou .opus : choisissez un nom comme night.flac",
        ),
        ("night.flac", ("--cards", "loup-garou,voyante"), "--cards nomme 2 cartes pour 8 joueurs"),
        ("night.flac", ("--answers", "nowhere.yaml"), "nowhere.yaml : les réponses ne se lisent pas"),
    ],
)
def test_what_cannot_be_rendered_is_refused_in_a_sentence_and_leaves_no_file(
    tmp_path: Path, spoken_home: Path, output: str, more: tuple[str, ...], told: str
) -> None:
    result = render(spoken_home, tmp_path / output, *more)
    assert result.exit_code == 2
    assert result.stdout == ""
    (sentence,) = result.stderr.splitlines()
    assert told in sentence
    assert [*tmp_path.iterdir()] == []


def test_a_game_that_nobody_knows_is_refused(tmp_path: Path, spoken_home: Path) -> None:
    result = render(spoken_home, tmp_path / "night.flac", game="chess")
    assert result.exit_code == 2
    assert "aucun jeu ne s'appelle « chess »" in result.stderr


def test_without_a_voice_that_speaks_nothing_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.voice.synthesisers.espeak.Espeak", Booth(broken=True).engine)
    result = render(tmp_path / "home", tmp_path / "night.flac", "--voice", "conteur")
    assert result.exit_code == 2
    assert "the booth is dark" in result.stderr
    assert "night.flac : rien n'a été enregistré, car aucune voix ne parle" in result.stderr
    assert not (tmp_path / "night.flac").exists()
