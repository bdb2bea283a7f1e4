"""Random games of the box: whatever is answered the game goes on and ends, and replays to the same."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from declared import assert_declared
from havana import family
from hypothesis import event, given, settings
from hypothesis import strategies as st
from tables import runs, written

from narrator.evening.rehearsal.virtual_table import among, offered
from narrator.rules.core.answers import SILENT, Answer, Leave
from narrator.rules.core.effects import Ask, Effect, News, Say, Topic, Window
from narrator.rules.core.play import Walk, choices_of, play, refusal_of
from narrator.rules.cuba.catalogue import vocabulary
from narrator.rules.cuba.game import CubaSetup
from narrator.table.games.cuba_engine import TrueBox

WORDS = vocabulary()


@st.composite
def families(draw: st.DrawFn) -> CubaSetup:
    players = draw(st.integers(5, 12), label="players")
    return family(
        players,
        jokers=draw(st.integers(0, 4), label="jokers"),
        nettoyeur=draw(st.booleans(), label="nettoyeur"),
        parrain=draw(st.integers(1, players), label="parrain"),
        mode=draw(st.sampled_from(("meneur", "joueur")), label="mode"),
        names=draw(st.sampled_from(((), tuple(f"Ana{n}" for n in range(players)))), label="names"),
        prologue=draw(st.booleans(), label="prologue"),
    )


def evening(setup: CubaSetup, seed: int, *, leaving: float, lying: float) -> tuple[list[Effect], list[Answer], Walk]:
    """Play to the end with people who leave and who lie now and then; fail where it does not end."""
    chance = Random(seed)
    box = TrueBox(setup, chance)
    walk = Walk(setup)
    effects, answers = walk.run(), list[Answer]()
    while (ask := walk.pending) is not None:
        assert len(answers) < 3000, f"the game does not end: {ask.question}"
        answers.append(_answer(ask, box, chance, leaving, lying))
        walk.answer(answers[-1])
        effects += walk.run()
    return effects, answers, walk


def _answer(ask: Ask, box: TrueBox, chance: Random, leaving: float, lying: float) -> Answer:
    choices = choices_of(ask)
    if ask.living and chance.random() < leaving:
        return Leave(chance.choice(ask.living))
    if SILENT in choices.words and chance.random() < lying:
        return SILENT
    truth = box.answer(ask)
    if truth is not None and refusal_of(ask, truth) is None and chance.random() >= lying:
        return truth
    return offered(ask) if ask.offer and chance.random() < 0.5 else among(choices, chance)


CASES = (families(), st.integers(0, 2**32), st.sampled_from((0.0, 0.03, 0.3)), st.sampled_from((0.0, 0.03, 0.2)))


@settings(max_examples=runs(5000))
@given(*CASES)
def test_every_game_of_the_box_ends(setup: CubaSetup, seed: int, leaving: float, lying: float) -> None:
    effects, _, walk = evening(setup, seed, leaving=leaving, lying=lying)
    assert walk.outcome is not None
    event("nobody wins" if walk.outcome == "nobody" else "somebody wins")
    gone = [effect.seat for effect in effects if isinstance(effect, News) and effect.topic is Topic.DEATH]
    assert len(gone) == len(set(gone)), "nobody is put out twice"
    outcomes = [e.word for e in effects if isinstance(e, News) and e.topic is Topic.OUTCOME]
    assert outcomes == [walk.outcome]


@settings(max_examples=runs(2000, tenths=0.5))
@given(*CASES)
def test_a_walk_equals_its_replay(setup: CubaSetup, seed: int, leaving: float, lying: float) -> None:
    effects, answers, walk = evening(setup, seed, leaving=leaving, lying=lying)
    again = play(setup, answers)
    assert written(again.effects) == written(effects)
    assert again.outcome == walk.outcome
    middle = len(answers) // 2
    half = play(setup, answers[:middle])
    assert written(half.effects) == written(effects[: len(half.effects)])


@settings(max_examples=runs(2000, tenths=0.5))
@given(*CASES)
def test_all_that_is_said_and_asked_is_declared(setup: CubaSetup, seed: int, leaving: float, lying: float) -> None:
    effects, _, _ = evening(setup, seed, leaving=leaving, lying=lying)
    assert_declared(setup, effects, WORDS)
    for effect in effects:
        if isinstance(effect, Window):
            assert effect.slots == setup.windows[effect.call]


@pytest.mark.parametrize("seed", range(20))
def test_true_takes_are_never_doubted(seed: int) -> None:
    effects, _, _ = evening(family(9, nettoyeur=True), seed, leaving=0.0, lying=0.0)
    lines: Sequence[str] = [effect.line for effect in effects if isinstance(effect, Say)]
    assert "reveal.again" not in lines
    assert "count.again" not in lines
