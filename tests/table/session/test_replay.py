"""Going back and going on: an undo at night, by day and by a leader; a game that is resumed wherever it was left."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import inf
from random import Random

import pytest
from havana import family
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from rooms import Keyed, PowerCut
from shipped import shipped
from sittings import Keying, Script, Sitting
from tables import runs, table, written

from narrator.evening.rehearsal.rehearsal import Guesser
from narrator.packs.wording import Wording
from narrator.rules.core.answers import DONE, NO, NOBODY, SILENT, YES, Answer, Card, Leave, Number, Seats, seat
from narrator.rules.core.effects import Ask, Holders, Window
from narrator.rules.core.play import Mode, Walk
from narrator.rules.core.secrets import Secret
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.table import Deal
from narrator.table.games.registry import engine_of
from narrator.table.inbox.entry import Order, Reply
from narrator.table.journal.journal import Journal, JournalContent, JournalError
from narrator.table.session.open_window import LATE
from narrator.table.session.ports import Pace
from narrator.table.session.replay import Target, replay, to_public_place, undo_in_window
from narrator.table.setup.setup_answers import SetupAnswers

CARDS = "loup-garou voyante sorcière villageois*3"
SETUP = table(CARDS)
LED = table(CARDS, mode="meneur")
NIGHT: Script = {
    "seer.target": [seat(3)],
    "wolves.victim": [seat(4)],
    "witch.heal": [NO],
    "witch.poison": [NOBODY],
    "captain.elected": [seat(2)],
    "debate.end": [DONE],
    "vote.result": [],
}
TWICE = {question: [*keyings, *keyings] for question, keyings in NIGHT.items()}
BACK: Keying = Order.UNDO


def sat(setup: VillageSetup, script: Script, waits: str) -> Sitting:
    """Play a script to the question at which it ends."""
    sitting = Sitting(setup, script)
    assert sitting.play() == waits
    return sitting


def given_to(sitting: Sitting, question: str) -> list[Answer]:
    return [answer for asked, answer in sitting.answers if asked == question]


# --- by day, where nobody leads -----------------------------------------------------------------------------


def test_by_day_the_last_answer_is_taken_back_aloud_and_its_question_put_again() -> None:
    script: Script = {**TWICE, "debate.end": [BACK, DONE], "captain.elected": [seat(2), seat(5)]}
    sitting = sat(SETUP, script, "vote.result")
    assert given_to(sitting, "captain.elected") == [seat(5)]
    lines = sitting.lines()
    after = lines[lines.index("undo.day") :]
    assert after[:5] == ["undo.day", "captain.election", "vote.signal", "vote.most", "captain.elected"]


def test_by_day_an_undo_reaches_back_to_dawn() -> None:
    setup = table("loup-garou chasseur sorcière villageois*3")
    night: Script = {"wolves.victim": [seat(2)], "witch.heal": [NO], "witch.poison": [NOBODY]}
    day: Script = {
        "hunter.target": [seat(4), seat(5)],
        "captain.elected": [seat(3), BACK, seat(3)],
        "debate.end": [BACK],
    }
    sitting = sat(setup, {**night, **day}, "debate.end")
    assert given_to(sitting, "hunter.target") == [seat(5)]
    assert sitting.lines().count("undo.day") == 2
    assert sitting.lines().count("nightfall") == 1, "the night stands"
    assert sitting.driver.facts.living == (1, 3, 4, 6), "the first shot was never fired"


def test_beyond_dawn_the_whole_night_is_asked_for_twice_said_aloud_and_played_again() -> None:
    twice: list[Keyed] = [(2.0, Order.UNDO), (20.0, Order.UNDO)]
    script: Script = {**TWICE, "wolves.victim": [seat(4), seat(5)], "captain.elected": [twice, seat(2)]}
    sitting = sat(SETUP, script, "vote.result")
    assert given_to(sitting, "wolves.victim") == [seat(5)]
    lines = sitting.lines()
    assert lines[lines.index("undo.ask_night") :][:3] == ["undo.ask_night", "undo.night", "nightfall"]
    assert lines.count("dawn") == 2


def test_one_wish_alone_does_not_take_a_night_back() -> None:
    keyed: list[Keyed] = [(2.0, Order.UNDO), (20.0, seat(99)), (30.0, Order.UNDO), (50.0, seat(2))]
    sitting = sat(SETUP, {**NIGHT, "captain.elected": [keyed]}, "vote.result")
    assert sitting.lines().count("undo.ask_night") == 2
    assert "undo.night" not in sitting.lines()


def test_nothing_before_the_first_question_can_be_taken_back() -> None:
    setup = table(CARDS, prologue=True)
    sitting = Sitting(setup, {"reminder.wanted": [[(2.0, Order.UNDO), (9.0, Order.QUIT)]]})
    sitting.put_away()
    assert sitting.senses.public[-1].endswith("notice: Il n'y a rien à effacer.")


def test_the_secret_round_of_the_deal_cannot_be_taken_back_card_by_card() -> None:
    setup = table(CARDS, deal="cards", elect="start")
    cards: Script = {"deal.card": [Card(card) for card in setup.dealt()[0]]}
    sitting = Sitting(setup, {**cards, "captain.elected": [[(2.0, Order.UNDO), (9.0, Order.QUIT)]]})
    sitting.put_away()
    assert sitting.senses.public[-1].endswith("notice: Il n'y a rien à effacer.")
    assert len(given_to(sitting, "deal.card")) == 6


@pytest.mark.parametrize(
    ("reveal", "question"), [("role", "death.card"), ("camp", "seer.seat"), ("nothing", "seer.seat")]
)
def test_a_leader_takes_back_the_card_that_all_saw_and_with_one_that_none_saw_the_night(
    reveal: str, question: str
) -> None:
    setup = table(CARDS, mode="meneur", deal="cards", values={"elect": "never", "reveal": reveal})
    known: Script = {
        "seer.seat": [seat(2)],
        "seer.target": [SILENT],
        "wolves.seats": [seat(1)],
        "witch.seat": [seat(3)],
    }
    night: Script = {**known, "wolves.victim": [seat(6)], "witch.heal": [NO], "witch.poison": [NOBODY]}
    wishes: list[Keyed] = [(2.0, Order.UNDO), (30.0, Order.UNDO)]
    sitting = Sitting(setup, {**night, "death.card": [Card("villageois")], "debate.end": [wishes]})
    assert sitting.play() == question


def test_a_departure_by_day_can_be_taken_back() -> None:
    sitting = sat(SETUP, {**NIGHT, "debate.end": [Leave(5), BACK, DONE]}, "vote.result")
    assert sitting.driver.facts.living == (1, 2, 3, 5, 6)


def test_an_undo_at_the_very_end_reopens_the_game() -> None:
    script: Script = {**NIGHT, "vote.result": [seat(1), seat(5)], "again": [BACK]}
    sitting = Sitting(SETUP, {**script, "seer.target": [seat(3)]})
    assert sitting.play() == "seer.target"
    assert sitting.journal.record().outcome is None


def test_an_undo_survives_the_failure_of_power_that_follows_it() -> None:
    script: Script = {**TWICE, "debate.end": [BACK], "captain.elected": [seat(2), seat(5)]}
    calm = sat(SETUP, {**script, "captain.elected": [seat(2)]}, "captain.elected")
    for after in (0.1, 1.0, 8.0, 20.0):
        failing = Sitting(SETUP, script)
        failing.clock.fails = calm.when("undo.day") + after
        with pytest.raises(PowerCut):
            failing.play()
        again = failing.resume({"captain.elected": []})
        assert again.play(resumed=True) == "captain.elected"
        assert "resume.day" in again.lines()
        assert again.lines()[-3:] == ["captain.election", "vote.signal", "vote.most"]


def test_a_night_that_was_taken_back_is_still_taken_back_after_a_failure_of_power() -> None:
    twice: list[Keyed] = [(2.0, Order.UNDO), (20.0, Order.UNDO)]
    script: Script = {**NIGHT, "captain.elected": [twice]}
    calm = Sitting(SETUP, script)
    assert calm.play() == "seer.target"
    for after in (0.1, 1.0, 6.0, 12.0):
        failing = Sitting(SETUP, script)
        failing.clock.fails = calm.when("undo.night") + after
        with pytest.raises(PowerCut):
            failing.play()
        again = failing.resume({"seer.target": []})
        assert again.play(resumed=True) == "seer.target"
        assert again.lines()[:4] == ["resume.hello", "resume.night", "nightfall", "drum"]


def test_an_undo_reaches_across_a_resume() -> None:
    sitting = sat(SETUP, NIGHT, "vote.result").resume({"vote.result": [BACK], "debate.end": [BACK]})
    assert sitting.play(resumed=True) == "captain.elected"
    assert given_to(sitting, "captain.elected") == []
    assert given_to(sitting, "wolves.victim") == [seat(4)]


# --- a leader -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [1.0, 9.0], ids=["before he confirms", "with the window still open"])
def test_a_leader_corrects_himself_in_the_open_window_without_a_sound(after: float) -> None:
    script: Script = {**NIGHT, "witch.heal": [NO, YES], "witch.poison": [[(after, Order.UNDO)], NOBODY]}
    sitting = sat(LED, script, "vote.result")
    assert given_to(sitting, "witch.heal") == [YES]
    assert sitting.hushed("witch")
    assert not [line for line in sitting.lines() if line.startswith("undo.")]


def test_a_leader_who_has_answered_everything_may_still_correct_himself_without_a_sound() -> None:
    calm = sat(LED, NIGHT, "vote.result")
    sitting = Sitting(LED, {**NIGHT, "wolves.victim": [seat(4), seat(5)], "witch.heal": [NO]})
    sitting.key(calm.opened("wolves") + 12.0, Order.UNDO)
    assert sitting.play() == "vote.result"
    assert given_to(sitting, "wolves.victim") == [seat(5)]
    assert sitting.hushed("wolves")
    assert sitting.closed("wolves") == calm.closed("wolves")
    assert sitting.lines()[: len(calm.lines()) - 9] == calm.lines()[:-9]


TWO_BACK: Keying = [(2.0, Order.UNDO), (4.0, Order.UNDO)]


def test_a_leader_who_goes_back_behind_a_call_is_warned_and_goes_to_nightfall_for_all_to_hear() -> None:
    script: Script = {**TWICE, "seer.target": [seat(3), seat(4)], "wolves.victim": [TWO_BACK, seat(4)]}
    sitting = sat(LED, script, "vote.result")
    assert given_to(sitting, "seer.target") == [seat(4)]
    lines = sitting.lines()
    assert lines[lines.index("undo.dusk") :][:2] == ["undo.dusk", "nightfall"]
    assert lines.count("seer.wake") == 2
    assert sum("depuis la tombée de la nuit" in text for text in sitting.private("wolves")) == 1


@pytest.mark.parametrize("dead", [False, True], ids=["the witch lives", "the witch lies in the centre"])
def test_one_undo_in_a_call_without_an_answer_is_never_heard(dead: bool) -> None:
    cards = (
        ("loup-garou voleur villageois*3", "sorcière villageois") if dead else ("loup-garou sorcière villageois*3", "")
    )
    setup = table(*cards, mode="meneur", values={"elect": "never"})
    script: Script = {"thief.card": [SILENT], "wolves.victim": [seat(4)], "debate.end": []}
    script = {**script, "witch.heal": [[]], "witch.poison": [[]]}
    sitting, calm = Sitting(setup, script), Sitting(setup, script)
    assert calm.play() == "debate.end"
    sitting.key(calm.opened("witch") + 3.0, Order.UNDO)
    assert sitting.play() == "debate.end"
    assert sitting.senses.public == calm.senses.public
    assert sitting.answers == calm.answers


def test_a_leader_goes_back_to_the_same_place_whoever_answered_before() -> None:
    script: Script = {**TWICE, "wolves.victim": [seat(4), seat(4)], "witch.heal": [TWO_BACK, NO]}
    sitting = sat(LED, script, "vote.result")
    lines = sitting.lines()
    assert lines[lines.index("undo.dusk") :][:2] == ["undo.dusk", "nightfall"]


def test_before_the_first_night_a_leader_goes_back_to_the_last_public_answer() -> None:
    setup = table(CARDS, mode="meneur", deal="narrator", prologue=True)
    replayed = replay(setup, [])
    assert to_public_place(replayed) == Target(0, 0)
    asked = replayed.walk.pending
    assert asked is not None
    assert asked.slot is None
    one = replay(setup, [(asked.question, NO)])
    place = to_public_place(one)
    assert (place.answers, place.night) == (0, False)
    assert place.step <= one.steps.index(next(step for step in one.steps if step.effect == asked))


def test_a_leader_may_take_back_the_whole_evening() -> None:
    script: Script = {
        **TWICE,
        "seer.target": [seat(3), []],
        "vote.result": [BACK],
        "debate.end": [DONE, BACK],
        "captain.elected": [seat(2), TWO_BACK],
    }
    sitting = Sitting(LED, {**script, "seer.target": [seat(3)]})
    assert sitting.play() == "seer.target"
    assert [answer for question, answer in sitting.answers if question == "seer.target"] == []
    assert sitting.lines().count("undo.night") == 1


def test_a_departure_that_no_question_has_taken_in_yet_is_taken_back_first() -> None:
    setup = table("loup-garou voleur villageois*4", "voyante sorcière", mode="meneur", values={"elect": "never"})
    script: Script = {"thief.card": [SILENT], "wolves.victim": [NOBODY], "debate.end": []}
    calm = sat(setup, script, "debate.end")
    sitting = Sitting(setup, script)
    sitting.key_twice(calm.opened("seer") + 1.0, Leave(5))
    sitting.key(calm.opened("seer") + 3.0, Order.UNDO)
    assert sitting.play() == "debate.end"
    assert sitting.answers == calm.answers
    assert sitting.lines() == calm.lines()


def test_a_dead_player_who_leads_may_take_back_what_he_entered_without_a_sound() -> None:
    setup = table(CARDS + " villageois*2", values={"relay": "yes", "elect": "never"})
    back: Keying = [(2.0, seat(7)), (4.0, Order.UNDO)]
    script: Script = {
        **NIGHT,
        "seer.target": [seat(3), back, seat(5)],
        "wolves.victim": [seat(4), seat(2)],
        "relay.wanted": [YES],
        "vote.result": [NOBODY],
    }
    sitting = sat(setup, script, "witch.heal")
    assert given_to(sitting, "seer.target") == [seat(3), seat(5)]
    assert "undo.ask_night" not in sitting.lines()


# --- everywhere ---------------------------------------------------------------------------------------------


@settings(max_examples=runs(300))
@given(setups(most=12), st.integers(0, 2**32))
def test_undo_leads_to_every_earlier_answer_and_forward_again(setup: VillageSetup, seed: int) -> None:
    effects, answers, _ = game(setup, Players(setup, seed, leaving=0.02))
    asked = [effect for effect in effects if isinstance(effect, Ask)]
    rows = [(ask.question, answer) for ask, answer in zip(asked, answers, strict=True)]
    reached = [len(rows)]
    while (target := undo_in_window(replay(setup, rows[: reached[-1]]), len(effects), -1)) is not None:
        back = replay(setup, rows[: target.answers])
        assert [step.effect for step in back.steps] == effects[: len(back.steps)]
        assert target.step < len(back.steps)
        reached.append(target.answers)
    given_by_people = [
        number
        for number, (ask, answer) in enumerate(zip(asked, answers, strict=True))
        if not (ask.tacit and answer is DONE)
    ]
    assert reached[:0:-1] == given_by_people
    assert written(step.effect for step in replay(setup, rows).steps) == written(effects)


class Wavering(Sitting):
    """Plays a game that is known, goes back some times at one of its questions, and on again as before."""

    def wavers(self, known: list[Answer], at: int, times: int) -> Sitting:
        """Say what is known, where it is gone back from, and how often."""
        self._known, self._turns_at, self._turns = known, at, times
        return self

    def _table(self, ask: Ask) -> list[Keyed]:
        self.entries.forget()
        number = len(self.driver._answers.given)
        known = Reply(self._known[number], certain=True)
        if self._turns and number >= self._turns_at:
            self._turns_at, self._turns = 0, self._turns - 1
            return [(1.0, Order.UNDO), *([(30.0, Order.UNDO)] if ask.slot is None else []), (60.0, known)]
        return [(1.0, known)]


@settings(max_examples=runs(300))
@given(setups(most=9), st.integers(0, 2**32), st.data())
def test_going_back_at_a_table_and_on_again_changes_nothing(
    setup: VillageSetup, seed: int, data: st.DataObject
) -> None:
    _, answers, walk = game(setup, Players(setup, seed))
    at = data.draw(st.integers(0, len(answers) - 1), label="gone back from")
    times = data.draw(st.integers(1, len(answers)), label="times")
    sitting = Wavering(setup, pace=Pace.INSTANT).wavers(answers, at, times)
    assert sitting.play() == walk.outcome
    assert [answer for _, answer in sitting.answers] == answers


RESUMED = table("loup-garou voyante sorcière villageois*3", values={"elect": "never"})


def calm() -> Sitting:
    """Play the night through, to know its times."""
    return sat(RESUMED, NIGHT, "vote.result")


def cut(at: float, script: Script = NIGHT, setup: VillageSetup = RESUMED) -> Sitting:
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
        "vote.most",
    ]
    told = [entry for entry in sitting.senses.public if "caption" in entry]
    assert told[2].endswith("Dans le cercle : le numéro 1, le numéro 2, le numéro 3, le numéro 5 et le numéro 6.")
    assert told[3].endswith("Hors du cercle : le numéro 4.")
    assert not any("Loup-Garou" in entry for entry in told)


def test_what_was_settled_by_day_is_not_told_again() -> None:
    sitting = Sitting(RESUMED, {**NIGHT, "vote.result": [seat(5)], "seer.target": [seat(3)], "witch.poison": [NOBODY]})
    assert sitting.play() == "seer.target"
    at = sitting.when("vote.dead") + 0.5
    again = cut(at, {**NIGHT, "vote.result": [seat(5)]}).resume()
    assert again.play(resumed=True) == "seer.target"
    assert again.lines()[4:8] == ["vote.dead", "dead.card", "react.innocent", "nightfall"], (
        "what the cut swallowed is told, the vote not"
    )


def test_who_has_just_left_is_not_in_the_circle_any_more() -> None:
    sitting = Sitting(RESUMED, {**NIGHT, "vote.result": [Leave(5)]})
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
        ("round.seat", ["resume.before", "deal.round", "round.seat"]),  # of the first seat: nothing is over
        ("round.end", ["resume.before", "captain.election"]),
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


def test_a_round_goes_on_with_the_seat_whose_turn_it_was() -> None:
    setup = table("loup-garou voyante villageois*3", values={"elect": "start"})
    script: Script = {"captain.elected": []}
    whole = Sitting(setup, script)
    assert whole.play() == "captain.elected"
    calls = [at for at, line in whole.said if line == "round.seat"]
    for turn, at in enumerate(calls[1:], 1):
        for after in (0.5, 4.0):  # while the seat is named, and in its window
            again = cut(at + after, script, setup).resume(script)
            assert again.play(resumed=True) == "captain.elected"
            assert again.lines()[:3] == ["resume.hello", "resume.night", "round.seat"]
            assert len(again.windows) == len(calls) - turn
            assert [to for _, _, to in again.shown] == [to for _, _, to in whole.shown][turn:]


# --- at night -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["seer", "wolves", "witch"])
@pytest.mark.parametrize("after", [-1.0, 0.5, 12.0, 24.0, 26.0], ids=lambda after: f"{after:g} s")
def test_at_night_the_pending_call_is_repeated_from_its_first_word_with_a_whole_window(call: str, after: float) -> None:
    before = calm()
    at = before.opened(call) + after
    sitting = cut(at).resume(NIGHT)
    assert sitting.play(resumed=True) == "vote.result"
    pending = [name for name in ("seer", "wolves", "witch") if before.closed(name) - LATE > at]
    lines = sitting.lines()
    assert lines[:2] == ["resume.hello", "resume.night"]
    if pending:
        told = ["nightfall", "drum"] if pending[0] == "seer" else []  # nothing of the night is over
        assert lines[2:][: len(told) + 1] == [*told, f"{pending[0]}.wake"]
    else:
        assert lines[2:4] == ["witch.sleep", "dawn"]
    assert [name for _, name in sitting.windows] == pending
    for name in pending:
        length = before.closed(name) - before.opened(name)
        assert sitting.closed(name) - sitting.opened(name) == pytest.approx(length, abs=0.01)
    assert sitting.answers == before.answers


def test_eyes_are_given_time_to_close_before_the_call() -> None:
    sitting = cut(calm().opened("wolves") + 1.0).resume(NIGHT)
    sitting.play(resumed=True)
    spoken = [float(entry.split()[0]) for entry in sitting.senses.public if "voice" in entry]
    assert spoken[2] - spoken[1] > 3.0


def test_what_was_shown_is_shown_again_to_that_role_alone() -> None:
    before = calm()
    sitting = cut(before.opened("seer") + 18.0).resume(NIGHT)
    sitting.play(resumed=True)
    assert ("seer.look", Holders("voyante")) in [(line, to) for _, line, to in sitting.shown]
    look = next(at for at, line, _ in sitting.shown if line == "seer.look")
    assert look - sitting.opened("seer") == pytest.approx(15.0)
    assert [question for _, question in sitting.asked][:1] == ["wolves.victim"], "she is not asked again"


def test_what_was_only_keyed_in_the_open_slot_is_lost_and_asked_again() -> None:
    script: Script = {**NIGHT, "wolves.victim": [[(1.0, seat(2)), (2.0, seat(5))]]}
    failed = cut(calm().opened("wolves") + 10.0, script)
    assert failed.answers == [("seer.target", seat(3))]
    sitting = failed.resume({**NIGHT, "wolves.victim": [[]]})
    assert sitting.play(resumed=True) == "vote.result"
    assert [question for _, question in sitting.asked][:1] == ["wolves.victim"]
    assert ("wolves.victim", SILENT) in sitting.answers
    assert "Noté." not in sitting.private("wolves")


@pytest.mark.parametrize(("fails", "heard"), [(2.0, False), (13.0, True)], ids=["in its slot", "in the next slot"])
def test_a_departure_is_heard_at_dawn_once_the_slot_in_which_it_was_keyed_is_over(fails: float, heard: bool) -> None:
    setup = table("loup-garou voleur villageois*4", "voyante sorcière", values={"elect": "never"})
    script: Script = {"thief.card": [SILENT], "wolves.victim": [NOBODY], "debate.end": []}
    sitting = Sitting(setup, script)
    sitting.play()
    at = sitting.opened("witch")
    failing = Sitting(setup, script)
    failing.key_twice(at + 1.0, Leave(5))
    failing.clock.fails = at + fails
    with pytest.raises(PowerCut):
        failing.play()
    again = failing.resume(script)
    assert again.play(resumed=True) == "debate.end"
    assert ("left.dead" in again.lines()) is heard
    assert ((None, Leave(5)) in again.answers) is heard


class Knowing(Sitting):
    """Plays a game that is known on, from wherever its journal ends."""

    known: list[Answer]

    def on(self, known: list[Answer], rows: int | None = None) -> Knowing:
        """Say what is known. Of the journal so many rows are there, as after a power cut; return the sitting then."""
        kept = JournalContent({}, tuple(self.journal._rows[:rows]))
        other = Knowing(self.setup, {}, Journal(None, kept, None), self.pace, self.start)
        other.known = known
        return other

    def _table(self, _ask: Ask) -> list[Keyed]:
        self.entries.forget()
        return [(1.0, Reply(self.known[len(self.driver._answers.given)], certain=True))]


def slots_over(rows: Sequence[str]) -> int:
    """Return how many slots are over according to these rows: one that a leader answers is so once he has confirmed."""
    over, place = 0, (0, 0)
    for kind, _, value in map(json.loads, rows):
        if kind == "cue":
            place = value, 0
        elif kind == "slot":
            over += value["slots"] - (place[1] if value["cue"] == place[0] else 0)
            place = value["cue"], value["slots"]
    return over


def cut_behind_each_row(setup: VillageSetup | CubaSetup, known: list[Answer], rows: Iterable[int] | None = None) -> int:
    """Play a game that is known to its end, and again from behind each of its rows; return how many slots it had.

    The first call then is the first whose slots are not all over, and all goes on as it went.
    """
    whole = Knowing(setup).on(known)
    outcome = whole.play()
    kept = whole.journal._rows
    windows = [step.effect for step in replay(setup, whole.answers).steps if isinstance(step.effect, Window)]
    ends = list(accumulate(len(window.slots) for window in windows))
    assert slots_over(kept) == sum(len(window.slots) for window in windows), "each has its row, whoever lives"
    for row in range(len(kept)) if rows is None else rows:
        again = whole.on(known, row % len(kept))
        over = slots_over(kept[: row % len(kept)])
        assert again.play(resumed=True) == outcome
        assert again.answers == whole.answers
        begun = sum(end <= over for end in ends)
        assert [call for _, call in again.windows] == [window.call for window in windows[begun:]], (row, over)
        seats = [ask for ask in whole.shown if ask[0] >= (whole.windows[begun][0] if begun < len(windows) else inf)]
        assert [to for _, _, to in again.shown] == [to for _, _, to in seats]
    return slots_over(kept)


def test_a_power_cut_behind_any_row_of_a_night_loses_no_slot_that_was_over_and_repeats_no_call_that_was() -> None:
    whole = sat(RESUMED, {**NIGHT, "vote.result": [seat(1)], "again": [NO]}, "village")
    assert cut_behind_each_row(RESUMED, [answer for _, answer in whole.answers]) > 6


@pytest.mark.parametrize("mode", Mode)
def test_a_power_cut_behind_any_row_of_the_way_of_the_box_goes_on_with_the_right_seat(mode: Mode) -> None:
    pack, chance = shipped("cuba"), Random(4)
    asked = SetupAnswers(players=6, mode=mode, deal=Deal.CARDS)
    engine = engine_of(pack.rules.engine)
    founded = engine.plan(pack.rules, asked, Wording(pack.words["fr"]), lambda _: None).found(Secret(b"key"))
    people = Guesser(founded.things(chance), chance)
    walk, known = Walk(founded.setup), list[Answer]()
    walk.run()
    while walk.pending is not None:
        known.append(people.answer(walk.pending))
        walk.answer(known[-1])
        walk.run()
    assert isinstance(founded.setup, CubaSetup)
    slots = cut_behind_each_row(founded.setup, known)
    assert slots == (7 if mode is Mode.MENEUR else 2), "without a leader, two counts"


@settings(max_examples=runs(100))
@given(setups(most=9, extensions=True), st.integers(0, 2**32), st.lists(st.integers(0, 10_000), min_size=3, max_size=3))
def test_a_power_cut_behind_any_row_of_any_game_changes_nothing(
    setup: VillageSetup, seed: int, rows: list[int]
) -> None:
    _, answers, _ = game(setup, Players(setup, seed))
    cut_behind_each_row(setup, answers, rows)


def test_the_power_may_fail_again_and_again() -> None:
    whole = calm()
    sitting = Sitting(RESUMED, NIGHT)
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
        replay(RESUMED, [("seer.target", seat(3)), ("witch.heal", YES)])


def test_an_answer_that_is_not_legal_any_more_is_refused() -> None:
    with pytest.raises(JournalError, match=r"answer 1 of the journal is not legal \(seer\.target: refused\.yourself\)"):
        replay(RESUMED, [("seer.target", seat(2))])


def test_an_answer_after_the_end_is_refused_and_a_departure_then_means_nothing() -> None:
    whole = Sitting(RESUMED, {**NIGHT, "vote.result": [seat(1)], "again": [NO]})
    assert whole.play() == "village"
    assert replay(RESUMED, [*whole.answers, (None, Leave(2))]).walk.outcome == "village"
    with pytest.raises(JournalError, match="comes after the end of the game"):
        replay(RESUMED, [*whole.answers, ("vote.result", Seats((2,)))])
