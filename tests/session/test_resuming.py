"""Resume: the same question by day, the pending call from its first word at night, nothing lost, nothing told."""

from __future__ import annotations

import pytest
from havana import family
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from rooms import PowerCut
from sittings import Script, Sitting
from tables import runs, table

from narrator.core.answers import DONE, NO, NOBODY, SILENT, YES, Leave, Number, Seats, seat
from narrator.core.effects import Ask, Holders
from narrator.inbox.entry import Order
from narrator.journal.journal import JournalError
from narrator.session.replay import replay
from narrator.village.game import VillageSetup

SETUP = table("loup-garou voyante sorcière villageois*3", values={"elect": "never"})
NIGHT: Script = {
    "seer.target": [seat(3)],
    "wolves.victim": [seat(4)],
    "witch.heal": [NO],
    "witch.poison": [NOBODY],
    "debate.end": [DONE],
    "vote.result": [],
}


def calm() -> Sitting:
    """Play the night through, to know its times."""
    sitting = Sitting(SETUP, NIGHT)
    assert sitting.play() == "vote.result"
    return sitting


def cut(at: float, script: Script = NIGHT, setup: VillageSetup = SETUP) -> Sitting:
    """Play until the power fails at this time."""
    sitting = Sitting(setup, script)
    sitting.clock.fails = at
    with pytest.raises(PowerCut):
        sitting.play()
    return sitting


# --- by day -------------------------------------------------------------------------------------------------


def test_by_day_the_same_question_stands_and_public_facts_are_said() -> None:
    sitting = calm().resume()
    assert sitting.play(resumed=True) == "vote.result"
    assert sitting.lines() == [
        "resume.hello",
        "resume.day",
        "resume.living",
        "resume.dead",
        "vote.call",
        "vote.signal",
    ]
    told = [entry for entry in sitting.senses.public if "caption" in entry]
    assert told[2].endswith("Dans le cercle : le numéro 1, le numéro 2, le numéro 3, le numéro 5 et le numéro 6.")
    assert told[3].endswith("Hors du cercle : le numéro 4.")
    assert not any("Loup-Garou" in entry for entry in told)


def test_what_was_settled_by_day_is_not_told_again() -> None:
    sitting = Sitting(SETUP, {**NIGHT, "vote.result": [seat(5)], "seer.target": [seat(3)], "witch.poison": [NOBODY]})
    assert sitting.play() == "seer.target"
    at = sitting.when("vote.dead") + 0.5
    again = cut(at, {**NIGHT, "vote.result": [seat(5)]}).resume()
    assert again.play(resumed=True) == "seer.target"
    assert again.lines()[4:8] == ["vote.dead", "dead.card", "react.innocent", "nightfall"], (
        "what the cut swallowed is told, the vote not"
    )


def test_who_has_just_left_is_not_in_the_circle_any_more() -> None:
    sitting = Sitting(SETUP, {**NIGHT, "vote.result": [Leave(5)]})
    assert sitting.play() == "vote.result"
    again = sitting.resume()
    assert again.driver.facts.living == (1, 2, 3, 6)
    assert again.play(resumed=True) == "vote.result"
    told = [entry for entry in again.senses.public if "caption" in entry]
    assert told[2].endswith("Dans le cercle : le numéro 1, le numéro 2, le numéro 3 et le numéro 6.")
    assert told[3].endswith("Hors du cercle : le numéro 4 et le numéro 5.")


def test_who_leaves_while_the_parrain_is_asked_for_an_accusation_is_gone_after_a_resume() -> None:
    box = family(6)
    sitting = Sitting(box, {"cuba.hidden": [Number(2)], "cuba.returned": [Number(4)], "cuba.accused": [Leave(5)]})
    assert sitting.play() == "cuba.pockets"
    assert 5 not in sitting.resume().driver.facts.living


def test_before_the_first_night_it_is_evening() -> None:
    setup = table("loup-garou voyante villageois*3", prologue=True)
    sitting = Sitting(setup, {"reminder.wanted": [NO], "practice.wanted": []})
    assert sitting.play() == "practice.wanted"
    again = sitting.resume({"practice.wanted": []})
    assert again.play(resumed=True) == "practice.wanted"
    assert again.lines() == ["resume.hello", "resume.before", "practice.offer"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("deal.round", ["resume.before", "deal.round", "round.seat"]),  # it tells itself to close the eyes
        ("round.seat", ["resume.night", "round.seat"]),
        ("round.end", ["resume.night", "round.seat"]),
        ("captain.election", ["resume.before", "captain.election"]),
    ],
)
def test_in_a_round_before_it_all_are_told_to_close_their_eyes_again(said: str, told: list[str]) -> None:
    setup = table("loup-garou voyante villageois*3", values={"elect": "start"})
    script: Script = {"captain.elected": []}
    whole = Sitting(setup, script)
    assert whole.play() == "captain.elected"
    again = cut(whole.when(said) + 0.5, script, setup).resume(script)
    again.play(resumed=True)
    assert again.lines()[: len(told) + 1] == ["resume.hello", *told]


# --- at night -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["seer", "wolves", "witch"])
@pytest.mark.parametrize("after", [-1.0, 0.5, 12.0, 24.0, 26.0], ids=lambda after: f"{after:g} s")
def test_at_night_the_pending_call_is_repeated_from_its_first_word_with_a_whole_window(call: str, after: float) -> None:
    before = calm()
    at = before.opened(call) + after
    sitting = cut(at).resume({**NIGHT, "witch.heal": [NO, NO], "seer.target": [seat(3), seat(3)]})
    assert sitting.play(resumed=True) == "vote.result"
    pending = [name for name in ("seer", "wolves", "witch") if before.when(f"{name}.wake") - 0.5 <= at][-1]
    lines = sitting.lines()
    assert lines[:2] == ["resume.hello", "resume.night"]
    assert next(line for line in lines if line.endswith(".wake")) == f"{pending}.wake"
    length = before.closed(pending) - before.opened(pending)
    assert sitting.closed(pending) - sitting.opened(pending) == pytest.approx(length, abs=0.01)
    assert sitting.answers == before.answers


def test_eyes_are_given_time_to_close_before_the_call() -> None:
    sitting = cut(calm().opened("wolves") + 1.0).resume(NIGHT)
    sitting.play(resumed=True)
    spoken = [float(entry.split()[0]) for entry in sitting.senses.public if "voice" in entry]
    assert spoken[2] - spoken[1] > 3.0


def test_what_was_shown_is_shown_again_to_that_role_alone() -> None:
    before = calm()
    sitting = cut(before.opened("seer") + 15.0).resume(NIGHT)
    sitting.play(resumed=True)
    assert ("seer.look", Holders("voyante")) in [(line, to) for _, line, to in sitting.shown]
    look = next(at for at, line, _ in sitting.shown if line == "seer.look")
    assert look - sitting.opened("seer") == pytest.approx(12.0)
    assert [question for _, question in sitting.asked][:1] == ["wolves.victim"], "she is not asked again"


def test_what_was_keyed_in_the_open_slot_survives() -> None:
    script: Script = {**NIGHT, "wolves.victim": [[(1.0, seat(2)), (2.0, seat(5))]]}
    sitting = cut(calm().opened("wolves") + 10.0, script).resume({**NIGHT, "wolves.victim": [[]]})
    assert sitting.play(resumed=True) == "vote.result"
    assert ("wolves.victim", seat(5)) in sitting.answers
    assert "Noté." in sitting.private("wolves")


def test_what_was_taken_back_in_the_open_slot_does_not_come_back() -> None:
    script: Script = {**NIGHT, "wolves.victim": [[(1.0, seat(5)), (2.0, Order.UNDO)]]}
    sitting = cut(calm().opened("wolves") + 10.0, script).resume({**NIGHT, "wolves.victim": [[]]})
    sitting.play(resumed=True)
    assert ("wolves.victim", SILENT) in sitting.answers


def test_a_departure_keyed_before_the_power_failed_is_heard_at_dawn() -> None:
    setup = table("loup-garou voleur villageois*4", "voyante sorcière", values={"elect": "never"})
    script: Script = {"thief.card": [SILENT], "wolves.victim": [NOBODY], "debate.end": []}
    sitting = Sitting(setup, script)
    sitting.play()
    at = sitting.opened("witch")
    failing = Sitting(setup, script)
    failing.key_twice(at + 1.0, Leave(5))
    failing.clock.fails = at + 2.0
    with pytest.raises(PowerCut):
        failing.play()
    again = failing.resume(script)
    assert again.play(resumed=True) == "debate.end"
    assert again.lines()[-4:] == ["dawn.nobody", "left.dead", "dead.card", "debate.open"]


def test_the_power_may_fail_again_and_again() -> None:
    whole = calm()
    sitting = Sitting(SETUP, NIGHT)
    for turn in range(1, 30):
        sitting.clock.fails = sitting.start + 20.0 * turn
        try:
            assert sitting.play(resumed=bool(sitting.start)) == "vote.result"
        except PowerCut:
            sitting = sitting.resume({**NIGHT, "debate.end": [[(1.0, DONE)]]})
        else:
            break
    assert sitting.answers == whole.answers


# --- replaying ----------------------------------------------------------------------------------------------


@settings(max_examples=runs(300))
@given(setups(), st.integers(0, 2**32), st.data())
def test_a_replay_stands_where_the_game_stood(setup: VillageSetup, seed: int, data: st.DataObject) -> None:
    effects, answers, _ = game(setup, Players(setup, seed, leaving=0.02))
    asked = [effect.question for effect in effects if isinstance(effect, Ask)]
    length = data.draw(st.integers(0, len(answers)))
    replayed = replay(setup, list(zip(asked, answers, strict=True))[:length])
    assert [step.effect for step in replayed.steps] == effects[: len(replayed.steps)]
    assert [step.given for step in replayed.steps if step.given is not None] == answers[:length]
    assert replayed.walk.pending == (replayed.steps[-1].effect if length < len(answers) else None)


def test_an_answer_to_another_question_is_refused_with_both_names() -> None:
    with pytest.raises(JournalError, match=r"answer 2 .* is for witch\.heal, but the game asks wolves\.victim"):
        replay(SETUP, [("seer.target", seat(3)), ("witch.heal", YES)])


def test_an_answer_that_is_not_legal_any_more_is_refused() -> None:
    with pytest.raises(JournalError, match=r"answer 1 of the journal is not legal \(seer\.target: refused\.seat\)"):
        replay(SETUP, [("seer.target", seat(2))])


def test_an_answer_after_the_end_is_refused_and_a_departure_then_means_nothing() -> None:
    whole = Sitting(SETUP, {**NIGHT, "vote.result": [seat(1)], "again": [NO]})
    assert whole.play() == "village"
    assert replay(SETUP, [*whole.answers, (None, Leave(2))]).walk.outcome == "village"
    with pytest.raises(JournalError, match="comes after the end of the game"):
        replay(SETUP, [*whole.answers, ("vote.result", Seats((2,)))])
