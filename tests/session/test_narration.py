"""Calls and dawns have their motifs, which tell no more than the words do; nights grow lower and slower."""

from __future__ import annotations

from random import Random

import pytest
from tables import NIGHT_GAMES

from narrator.core.effects import Effect, Motif, News, Say, Scene, Topic
from narrator.core.play import Mode
from narrator.core.secrets import Secret
from narrator.games.registry import engine_of
from narrator.rehearsal.rehearsal import Guesser, rehearse
from narrator.rehearsal.virtual_table import VirtualClock
from narrator.resources import folder
from narrator.session.captions_only import CaptionsOnly
from narrator.session.narration import LOWEST, MOTIF, SLOWEST
from narrator.session.ports import Pace
from narrator.setup.setup_answers import SetupAnswers
from narrator.soundscape.figures import FIGURES
from narrator.story.markup import Suspense, TextPart, Utterance
from narrator.story.pack import load_pack
from narrator.story.wording import Wording


class Listener(CaptionsOnly):
    """A mouth and a watcher that keep which line was said how."""

    def __init__(self, clock: VirtualClock, wording: Wording) -> None:
        super().__init__(clock, wording.seconds)
        self.said: list[tuple[Say, Utterance]] = []
        self.scenes: list[tuple[bool, int, float]] = []
        self._line: Say
        self._dead = 0

    def speak(self, utterance: Utterance) -> None:
        """Keep what is said."""
        self.said.append((self._line, utterance))

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:  # noqa: ARG002 - one is like another
        """Keep whether eyes are closed, how many are dead, and how low it is told."""
        self.scenes.append((scene.closed, self._dead, gain))

    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - when does not matter here
        """Take in which line begins, and who died."""
        if isinstance(effect, Say):
            self._line = effect
        elif isinstance(effect, News) and effect.topic is Topic.DEATH:
            self._dead += 1

    def answered(self, ask: object, answer: object, at: float) -> None:
        """Answers do not matter here."""


def evening(game: str, seed: int, *, motifs: bool, pace: Pace = Pace.NORMAL) -> list[tuple[Say, Utterance]]:
    """Return what is said in one random game, and how."""
    return played_out(game, seed, motifs=motifs, pace=pace)[0].said


def played_out(game: str, seed: int, *, motifs: bool = False, pace: Pace = Pace.NORMAL) -> tuple[Listener, Wording]:
    """Play one random game; return who listened, and the words."""
    pack, clock = load_pack(folder("scripts") / game, ["fr"]), VirtualClock()
    wording = Wording(pack.words["fr"])
    asked = SetupAnswers(players=pack.rules.players.most, mode=Mode.JOUEUR, names=(), seed=seed, settings={})
    founded = engine_of(pack.rules.engine).plan(pack.rules, asked, wording, lambda _: None).found(Secret(bytes([seed])))
    chance, mouth = Random(seed), Listener(clock, wording)
    table = Guesser(founded.things(chance), chance)
    rehearse(founded.setup, wording, table, clock=clock, mouth=mouth, watcher=mouth, motifs=motifs, pace=pace)
    return mouth, wording


def played(utterance: Utterance) -> list[tuple[int, str, float]]:
    """Return the figures of a line with their places and their seconds."""
    return [
        (place, segment.figure, segment.seconds)
        for place, segment in enumerate(utterance)
        if isinstance(segment, Suspense) and segment.figure
    ]


def test_every_motif_can_be_played() -> None:
    assert {motif.value for motif in Motif} <= set(FIGURES)


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_a_call_begins_with_the_motif_of_its_camp_and_all_are_equally_long(game: str) -> None:
    calls = [(say, how) for say, how in evening(game, 1, motifs=True) if say.line.endswith(".wake")]
    assert {say.line for say, _ in calls} > {"wolves.wake"}
    for say, utterance in calls:
        motif = Motif.HUNTERS if say.line == "wolves.wake" else Motif.HELPERS
        ((place, figure, seconds),) = played(utterance)
        assert (place, figure) == (0, motif.value)
        assert MOTIF <= seconds <= MOTIF * SLOWEST


def test_a_dawn_ends_with_the_motif_of_its_kind_once_its_words_have_told_it() -> None:
    kinds = set()
    for seed in range(6):
        for say, utterance in evening("thiercelieux", seed, motifs=True):
            if say.line in ("dawn.dead", "dawn.nobody"):
                dead = len(dict(say.args)["seats"].value) if say.args else 0  # type: ignore[arg-type]
                kind = (Motif.SPARED, Motif.TOLL, Motif.TOLLS)[min(dead, 2)]
                assert played(utterance) == [(len(utterance) - 1, kind.value, MOTIF)]
                kinds.add(kind)
            elif not say.line.endswith(".wake"):
                assert played(utterance) == []
    assert kinds == {Motif.SPARED, Motif.TOLL, Motif.TOLLS}


def test_without_ambience_the_same_words_are_said_and_no_motif_is_played() -> None:
    bare, with_motifs = (evening("thiercelieux", 2, motifs=motifs) for motifs in (False, True))
    assert [(say, [part for part in how if not played((part,))]) for say, how in with_motifs] == [
        (say, [*how]) for say, how in bare
    ]


def test_a_motif_keeps_the_pace() -> None:
    fast = [figure for _, how in evening("mafia", 3, motifs=True, pace=Pace.FAST) for figure in played(how)]
    assert min(seconds for _, _, seconds in fast) == MOTIF * Pace.FAST.factor


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_the_more_have_died_the_lower_a_night_is_and_days_are_as_loud_as_ever(game: str) -> None:
    mouth, _ = played_out(game, 4)
    assert {gain for closed, _, gain in mouth.scenes if not closed} == {0.0}
    nights = [(dead, gain) for closed, dead, gain in mouth.scenes if closed]
    assert nights == sorted(nights, key=lambda night: (night[0], -night[1]))
    assert nights[0] == (0, 0.0)
    assert LOWEST <= nights[-1][1] < 0


def test_the_more_have_died_the_longer_the_pauses_of_a_night_are() -> None:
    mouth, wording = played_out("thiercelieux", 4)
    slower = []
    for say, utterance in mouth.said:
        told, written = pauses(utterance), pauses(wording.spoken(say))
        if say.line == "wolves.wake":
            slower.append(sum(told) / sum(written))
        elif say.line in ("dawn", "debate.open"):
            assert told == written
    assert slower == sorted(slower)
    assert slower[0] == 1.0 < slower[-1] <= SLOWEST


def pauses(utterance: Utterance) -> list[float]:
    """Return the seconds between the words of a line."""
    return [segment.seconds for segment in utterance if not isinstance(segment, TextPart)]
