"""The seam: a game is a pure function of its set-up and its answers, and a walk is the same thing step by step."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from tables import runs, table, written

from narrator.rules.core.answers import DONE, NOBODY, YES, Answer, Leave, Number, Refusal, Seats, seat
from narrator.rules.core.effects import Ask, Effect, News, Topic
from narrator.rules.core.play import IllegalAnswerError, Play, Walk, play, refusal_of
from narrator.rules.core.table_state import TableState, ask, one_seat, public, put
from narrator.rules.village.game import VillageSetup

SMALL = table("loup-garou villageois*4", elect="never")


@settings(max_examples=runs(1000))
@given(setups(most=16), st.integers(0, 2**32), st.floats(0, 1))
def test_a_walk_stands_where_the_same_answers_would_stand(setup: VillageSetup, seed: int, part: float) -> None:
    players = Players(setup, seed, leaving=0.03)
    walk, answers, effects = Walk(setup), list[Answer](), list[Effect]()
    _, whole, _ = game(setup, Players(setup, seed, leaving=0.03))
    stop = int(part * len(whole))
    effects += walk.run()
    while walk.pending is not None and len(answers) < stop:
        answers.append(players.answer(walk.pending))
        walk.answer(answers[-1])
        effects += walk.run()
    replay = play(setup, answers)
    assert answers == whole[:stop]
    assert written(replay.effects) == written(effects)
    assert (replay.pending, replay.outcome) == (walk.pending, walk.outcome)


@settings(max_examples=runs(500))
@given(setups(most=12), st.integers(0, 2**32), st.floats(0, 1))
def test_undo_and_forward_again_is_the_identity(setup: VillageSetup, seed: int, part: float) -> None:
    effects, answers, _ = game(setup, Players(setup, seed))
    back = play(setup, answers[: int(part * len(answers))])
    assert written(effects[: len(back.effects)]) == written(back.effects)


@settings(max_examples=runs(500))
@given(setups(most=12), st.integers(0, 2**32), st.data())
def test_an_illegal_answer_leaves_the_game_where_it_stood(setup: VillageSetup, seed: int, data: st.DataObject) -> None:
    players, walk = Players(setup, seed), Walk(setup)
    walk.run()
    answers: list[Answer] = []
    wrong: list[Answer] = [Seats((99,)), Seats((1, 1)), Seats(()), Number(-1)]
    for _ in range(data.draw(st.integers(1, 30))):
        ask = walk.pending
        if ask is None:
            break
        illegal = data.draw(st.sampled_from(wrong))
        with pytest.raises(IllegalAnswerError) as refused:
            walk.answer(illegal)
        assert refused.value.refusal is refusal_of(ask, illegal)
        assert walk.pending is ask
        assert walk.step() is None
        answers.append(players.answer(ask))
        walk.answer(answers[-1])
        walk.run()
    assert walk.pending == play(setup, answers).pending


def test_a_refusal_names_the_question_and_not_its_choices() -> None:
    with pytest.raises(IllegalAnswerError, match=r"^wolves\.victim: refused\.own$") as refused:
        play(SMALL, [seat(1)])
    assert refused.value.question == "wolves.victim"
    assert refused.value.refusal is Refusal.OWN


def test_only_the_living_can_leave() -> None:
    asked = play(SMALL, [seat(2), DONE]).pending
    assert isinstance(asked, Ask)
    assert refusal_of(asked, Leave(2)) is Refusal.NOT_LIVING
    assert refusal_of(asked, Leave(6)) is Refusal.NOT_LIVING
    assert refusal_of(asked, Leave(3)) is None


def test_a_departure_of_the_dead_changes_nothing() -> None:
    # Keyed at night, a departure may reach its question after its player has died.
    before, after = play(SMALL, [seat(2), DONE]), play(SMALL, [seat(2), DONE, Leave(2)])
    assert after.pending == before.pending
    assert written(after.effects[:-1]) == written(before.effects)


def test_no_answer_is_taken_where_nothing_is_asked() -> None:
    walk = Walk(SMALL)
    with pytest.raises(RuntimeError, match="no question is pending"):
        walk.answer(NOBODY)


def test_no_answer_is_taken_after_the_end() -> None:
    whole: list[Answer] = list(game(SMALL, Players(SMALL, 1))[1])
    assert play(SMALL, whole).pending is None
    with pytest.raises(IllegalAnswerError):
        play(SMALL, [*whole, YES])


def test_the_outcome_is_known_as_soon_as_it_is_told() -> None:
    _, answers, walk = game(SMALL, Players(SMALL, 1))
    told = play(SMALL, answers[:-1])
    assert told.pending is not None
    assert told.pending.question == "again"
    assert told.outcome == walk.outcome
    assert Walk(SMALL).outcome is None


REPLAYING = """
import hashlib
from pathlib import Path
from players import Players, game, specials_of
from scene import Stage, read
from tables import NIGHT_GAMES, hunter_cards, rules_of, table, written

told = hashlib.sha256()
scenes = sorted(Path(%r).glob("*/*.scene"))
assert scenes
for path in scenes:
    stage = Stage(read(path))
    stage.play()
    told.update("\\n".join(written(stage.effects)).encode())
for name in NIGHT_GAMES:
    rules = rules_of(name)
    centre = [card for rule in rules.cards.values() for card, count in rule.adds.items() for _ in range(count)]
    cards = [*hunter_cards(name) * 3, *specials_of(name), *[rules.filler] * 3]
    for number in range(10):
        for mode in ("meneur", "joueur"):
            for deal in ("narrator", "cards"):
                laid = table(cards, centre, game=name, mode=mode, deal=deal, key=bytes([number]))
                told.update("\\n".join(written(game(laid, Players(laid, number, leaving=0.02))[0])).encode())
print(told.hexdigest())
"""


@pytest.mark.thorough
def test_every_scene_and_game_is_the_same_in_every_process() -> None:
    tests = Path(__file__).parents[2]
    folders = [tests.parent, tests / "support", tests / "transcripts"]
    script = REPLAYING % str(tests / "transcripts")
    told = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(map(str, folders))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    assert len(told) == 1


def depart(state: TableState, seat: int) -> Play[None]:
    state.living = state.others(seat)
    yield News(topic=Topic.DEATH, seat=seat)


def test_who_leaves_is_out_at_once() -> None:
    state = TableState(range(1, 4), depart)
    assert [*state.leave(2)] == [News(topic=Topic.DEATH, seat=2)]
    assert state.living == (1, 3)
    assert not state.leaving


def test_who_leaves_while_departures_wait_is_kept_once() -> None:
    state = TableState(range(1, 4), depart)
    state.departures_wait = True
    assert [*state.leave(2), *state.leave(2)] == []
    assert (state.living, state.leaving) == ((1, 2, 3), [2])


def test_who_is_out_cannot_leave() -> None:
    state = TableState((1, 3), depart)
    assert [*state.leave(2)] == []


def test_a_line_is_counted_whether_it_is_said_plainly_or_as_an_aside() -> None:
    state = TableState((), depart)
    assert [state.say("drum").occurrence, state.aside("drum").occurrence, state.say("dawn").occurrence] == [0, 1, 0]


def vote(state: TableState) -> Ask:
    return public(state, "vote", one_seat(state.others(), NOBODY))


def test_after_a_departure_the_question_is_built_again() -> None:
    state = TableState(range(1, 4), depart)
    asking = ask(state, lambda: vote(state))
    assert next(asking) == vote(state)
    assert isinstance(asking.send(Leave(2)), News)
    again = next(asking)
    assert isinstance(again, Ask)
    assert again.living == (1, 3)
    assert ended(asking, seat(3)) == seat(3)


def test_a_question_that_has_lost_its_point_is_asked_no_more() -> None:
    state = TableState((1, 2), depart)
    asking = ask(state, lambda: vote(state) if len(state.living) > 1 else None)
    next(asking)
    asking.send(Leave(2))
    assert ended(asking, None) is None


def test_a_question_that_no_departure_changes_is_put_as_it_was() -> None:
    state = TableState((1, 2), depart)
    state.departures_wait = True
    question = vote(state)
    asking = put(state, question)
    assert next(asking) is question
    assert asking.send(Leave(2)) is question
    assert ended(asking, NOBODY) is NOBODY


def ended(asking: Play[object], answer: Answer | None) -> object:
    """Give the last answer; return what came of the asking."""
    try:
        effect = asking.send(answer)
    except StopIteration as end:
        return end.value
    raise AssertionError(effect)
