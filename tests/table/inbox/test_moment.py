"""The public moment: who is called, what is asked, pauses and countdowns, and who may still be given the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rooms import call_names
from tables import table

from narrator.evening.app.ports.common_ports import CallNames
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import CONFIRM
from narrator.rules.core.effects import Ask, Effect, Fact, Form, Motif, News, Say, Scene, Timer, Topic, Window
from narrator.table.inbox.inbox import Inbox
from narrator.table.inbox.moment import Countdown, Facts, Moment

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid")
NAMED = call_names(table("loup-garou cupidon voyante villageois*3", names=NAMES))
NIGHT, DAY = Scene(scene="night", closed=True), Scene(scene="dawn")
NIGHTFALL, DAYBREAK = (News(topic=topic, number=1) for topic in (Topic.NIGHTFALL, Topic.DAYBREAK))
SEER, WOLVES = (Say(line=line, before=Motif.HELPERS) for line in ("seer.wake", "wolves.wake"))
BRUNO, CHLOE = (Say(line="round.seat", args=(("seat", Fact(Form.SEAT, seat)),)) for seat in (2, 3))
WINDOW = Window(call="seer", slots=(8.0,))
READY = Ask(question="ready", choices=CONFIRM, living=(1, 2))
DEBATE = Ask(question="debate.end", choices=CONFIRM, living=(1, 2), timer=Timer(seconds=300.0, warning=30.0))
CLOSING = "the window is over"


BEGINNING = Moment(facts=Facts(6))


def moments(*told: Effect | str, named: CallNames = NAMED, since: Moment = BEGINNING) -> Iterator[Moment]:
    """Yield the moments that effects of a game lead to, and the ends of windows."""
    for effect in told:
        if isinstance(effect, str):
            since = since.closing()
        else:
            since = since.after(effect, named(effect) if isinstance(effect, Say) else None)
        yield since


def last(*told: Effect | str, since: Moment = BEGINNING) -> Moment:
    return [since, *moments(*told, since=since)][-1]


# --- who is called, and when eyes are closed ----------------------------------------------------------------------


def test_a_call_is_known_from_its_first_word_to_the_end_of_its_window() -> None:
    told = [moment.call for moment in moments(NIGHT, SEER, WINDOW, CLOSING, NIGHT, BRUNO, DAY, BRUNO)]
    assert told == ["", "Voyante", "Voyante", "", "", "2 Bruno", "", ""]


def test_in_the_round_of_the_deal_one_seat_after_another_is_called_with_eyes_closed_throughout() -> None:
    *round_, opened, asked = moments(
        NIGHT, BRUNO, WINDOW, CLOSING, CHLOE, WINDOW, CLOSING, Scene(scene="election"), READY
    )
    assert [moment.call for moment in round_] == ["", *["2 Bruno"] * 2, "", *["3 Chloé"] * 2, ""]
    assert all(moment.eyes_closed and moment.in_round and not moment.asleep for moment in round_)
    assert not any(moment.echoed for moment in round_)
    assert not opened.eyes_closed
    assert not asked.in_round


def test_a_question_to_all_ends_a_round_without_a_scene_but_one_that_nobody_says_does_not() -> None:
    practised = last(NIGHT, BRUNO, WINDOW, CLOSING)
    assert practised.in_round
    assert practised.after(replace(READY, tacit=True)).in_round
    assert practised.after(replace(READY, slot=0)).in_round
    assert not practised.after(READY).in_round


def test_the_victim_whom_all_are_told_of_is_not_called_in_place_of_the_witch() -> None:
    named = call_names(table("loup-garou sorcière villageois*4", names=NAMES))
    victim = Say(line="victim.heard", args=(("seat", Fact(Form.SEAT, 2)),))
    told = moments(NIGHT, Say(line="witch.wake", before=Motif.HELPERS), victim, WINDOW, named=named)
    assert [moment.call for moment in told] == ["", *["Sorcière"] * 3]


def test_by_day_it_is_a_window_that_calls_whom_the_line_before_it_named() -> None:
    named, opened, over = moments(BRUNO, WINDOW, CLOSING, since=last(DAY))
    assert (named.call, named.calling, named.secret) == ("", False, False)
    assert (opened.call, opened.calling, opened.secret) == ("2 Bruno", False, True)
    assert (over.call, over.secret) == ("", False)


def test_whom_an_earlier_scene_named_no_window_calls() -> None:
    assert last(BRUNO, DAY, WINDOW, since=last(DAY)).call == ""


def test_a_call_and_its_window_are_one_slot_and_everything_else_begins_another() -> None:
    slots = [moment.slot for moment in moments(NIGHTFALL, NIGHT, SEER, WINDOW, CLOSING, NIGHT, DAYBREAK, DAY, WINDOW)]
    assert slots == [1, 2, 3, 3, 4, 5, 6, 7, 8]


def test_a_call_is_secret_from_its_name_on_and_what_lies_between_two_is_not() -> None:
    told = [moment.secret for moment in moments(NIGHTFALL, NIGHT, SEER, WINDOW, CLOSING, NIGHT)]
    assert told == [False, False, True, True, False, False]


def test_by_night_nothing_is_echoed_until_something_is_asked_of_all() -> None:
    asleep = last(NIGHTFALL, NIGHT, WOLVES, WINDOW, CLOSING)
    assert not asleep.echoed
    morning = last(DAYBREAK, since=asleep)
    assert morning.echoed
    deal = last(NIGHT, BRUNO, WINDOW, CLOSING, DAY)
    assert not deal.echoed, "it may have been meant for a window"
    assert deal.asking(READY, 0.0).echoed


# --- what is asked, pauses and countdowns -------------------------------------------------------------------------


def test_a_question_that_is_still_being_said_is_open_and_the_same_once_it_was_said() -> None:
    early = Moment().asking(READY, 0.0, early=True)
    said = early.asking(READY, 1.0)
    assert (early.open, early.asked, early.early) == (True, READY, True)
    assert said == replace(early, early=False)
    assert said.asking(READY, 2.0) is said


def test_another_question_begins_a_slot_and_so_does_the_end_of_one_but_a_wait_does_not() -> None:
    asked = Moment().asking(READY, 0.0)
    assert asked.asking(DEBATE, 0.0).slot == asked.waiting(True).slot == asked.waiting(False).slot == asked.slot + 1
    waits = Moment().waiting(True)
    assert (waits.open, waits.asked, waits.slot) == (True, None, Moment().slot)
    assert waits.waiting(True) is waits
    assert waits.waiting(False).slot == waits.slot


def test_a_debate_is_counted_in_seconds_as_long_as_they_last_here() -> None:
    asked = Moment().asking(DEBATE, 0.0)
    countdown = asked.countdown(70.0, 0.5)
    assert countdown == Countdown(150.0, 70.0)
    assert countdown.clock == "1:20"
    assert asked.waiting(False).countdown(70.0, 0.5) is None


def test_a_countdown_of_a_turn_is_that_of_its_own_time_or_of_what_is_left_of_the_debate() -> None:
    assert DEBATE.timer is not None
    for turn, seconds in ((60.0, 60.0), (1000.0, DEBATE.timer.seconds)):
        asked = Moment().asking(replace(DEBATE, timer=replace(DEBATE.timer, turn=turn)), 0.0)
        assert asked.countdown(0.0, 1.0) == Countdown(seconds, 0.0)


def test_where_nothing_has_a_length_or_no_timer_runs_there_is_no_countdown() -> None:
    assert Moment().asking(DEBATE, 0.0).countdown(1.0, 0.0) is None
    assert Moment().asking(READY, 0.0).countdown(1.0, 1.0) is None


STEPS = st.lists(st.tuples(st.integers(0, 100), st.sampled_from(("pause", "resume", "scene", "early"))), max_size=12)


@given(STEPS)
def test_a_countdown_goes_on_as_long_as_the_game_does(steps: list[tuple[int, str]]) -> None:
    time = played = 0
    moment = Moment().asking(DEBATE, 0.0, early=True)
    for seconds, step in steps:
        time += seconds
        played += 0 if moment.paused else seconds
        match step:
            case "pause" if not moment.paused:
                moment = moment.pausing(time)
            case "resume" if moment.paused:
                moment = moment.resuming(time)
            case "scene":
                moment = moment.after(DAY)
            case _:
                moment = moment.asking(DEBATE, time)  # it was said to its end
        assert moment.countdown(time, 1.0) == Countdown(300.0, played)


def test_what_is_asked_in_a_pause_begins_to_count_where_the_game_goes_on() -> None:
    asked = Moment().pausing(10.0).asking(DEBATE, 15.0)
    assert asked.countdown(20.0, 1.0) == Countdown(300.0, 0.0)
    assert asked.resuming(30.0).countdown(35.0, 1.0) == Countdown(300.0, 5.0)


@pytest.mark.parametrize("asked", [None, READY, DEBATE], ids=["nothing", "ready", "debate"])
def test_a_pause_changes_the_slot_at_both_ends_and_nothing_else(asked: Ask | None) -> None:
    for before in (last(NIGHTFALL, NIGHT, SEER), last(NIGHT, SEER, WINDOW), last(DAY)):
        here = before if asked is None else before.asking(asked, 0.0)
        paused = here.pausing(5.0)
        resumed = paused.resuming(5.0)
        assert (paused.paused, resumed.paused) == (True, False)
        assert (paused.slot, resumed.slot) == (here.slot + 1, here.slot + 2)
        assert (paused.call, paused.window, paused.asked) == (here.call, here.window, here.asked)
        assert replace(resumed, slot=here.slot, _unseen=here._unseen) == here


# --- after a resume, and after an undo ----------------------------------------------------------------------------


def test_a_program_that_is_started_again_admits_a_page_until_the_first_window_or_until_eyes_open() -> None:
    told = (NIGHTFALL, NIGHT, WOLVES, WINDOW, NIGHT, SEER)
    resumed = Moment().standing(Facts(6), told)
    assert resumed.asleep
    assert resumed.eyes_closed
    assert resumed.admits
    assert not resumed.call, "nobody is called before the call is said again"
    assert last(NIGHT, SEER, since=resumed).admits
    opened, over = moments(WINDOW, CLOSING, since=resumed)
    assert not opened.admits
    assert not over.admits
    assert last(DAYBREAK, DAY, since=over).admits
    assert not last(DAY, NIGHTFALL, since=resumed).admits


def test_an_undo_in_the_same_program_does_not_make_a_night_fresh_again() -> None:
    told = (NIGHTFALL, NIGHT)
    back = last(*told, WOLVES, WINDOW, CLOSING, DAYBREAK, DAY).standing(Facts(6), told)
    assert back.asleep
    assert not back.admits


def test_what_stands_is_what_was_told_and_its_slot_is_new() -> None:
    before = last(NIGHTFALL, NIGHT, SEER, WINDOW, CLOSING, DAYBREAK, DAY).asking(READY, 0.0)
    death = (News(topic=Topic.DEATH, seat=3), News(topic=Topic.CARD, seat=3, card="voyante"))
    stands = before.standing(Facts(6), (NIGHTFALL, NIGHT, WINDOW, DAYBREAK, DAY, *death))
    assert stands.slot > before.slot
    assert stands.facts == Facts(6, night=1, day=1, dead={3: "voyante"})
    assert (stands.open, stands.asked, stands.window, stands.paused) == (False, None, None, False)


EFFECTS: tuple[Effect | str, ...] = (NIGHT, DAY, NIGHTFALL, DAYBREAK, SEER, WOLVES, BRUNO, WINDOW, CLOSING, READY)


@given(st.lists(st.sampled_from(EFFECTS), max_size=20), st.lists(st.sampled_from(EFFECTS), max_size=6))
def test_no_page_is_admitted_with_eyes_closed_once_a_window_was_open_or_eyes_were(
    before: list[Effect | str], after: list[Effect | str]
) -> None:
    moment = last(*before, WINDOW)
    for effect in (CLOSING, *after):
        (moment,) = moments(effect, since=moment)
        assert moment.admits == (not moment.eyes_closed)


@given(st.lists(st.sampled_from(EFFECTS), max_size=20))
def test_whoever_is_called_is_called_with_eyes_closed_and_every_moment_adds_up(told: list[Effect | str]) -> None:
    slot = -1
    for moment in moments(*told):
        assert not moment.call or moment.eyes_closed
        assert not moment.secret or not moment.echoed
        assert moment.calling == (moment.secret and moment.window is None)
        assert moment.in_round <= moment.eyes_closed
        assert moment.slot >= slot
        slot = moment.slot


# --- the inbox that holds it --------------------------------------------------------------------------------------


def test_followers_are_told_every_moment_in_order_and_none_where_nothing_changes() -> None:
    clock = VirtualClock()
    inbox, told = Inbox(clock), list[Moment]()
    inbox.followers.append(told.append)
    inbox.open_early(DEBATE)
    clock.advance(2.0)
    inbox.open(DEBATE)
    inbox.open(DEBATE)
    inbox.pause()
    inbox.resume()
    inbox.close()
    inbox.close()
    asked = Moment().asking(DEBATE, 0.0, early=True)
    said = asked.asking(DEBATE, 2.0)
    paused = said.pausing(2.0)
    assert told == [asked, said, paused, paused.resuming(2.0), paused.resuming(2.0).waiting(False)]
    assert inbox.moment is told[-1]


# --- the public facts ---------------------------------------------------------------------------------------------


def test_facts_follow_the_news_and_who_shows_a_card_and_lives_is_none_of_the_dead() -> None:
    news = (
        News(topic=Topic.NIGHTFALL, number=2),
        News(topic=Topic.DAYBREAK, number=2),
        News(topic=Topic.CARD, seat=5, card="idiot"),
        News(topic=Topic.DEATH, seat=3),
        News(topic=Topic.CARD, seat=3, card="voyante"),
        News(topic=Topic.OFFICE, seat=2),
        News(topic=Topic.OUTCOME, word="village"),
    )
    facts = reduce(Facts.after, news, Facts(5))
    assert facts == Facts(5, night=2, day=2, dead={3: "voyante"}, office=2, outcome="village")
    assert facts.living == (1, 2, 4, 5)


def test_news_of_a_death_without_a_seat_are_an_error() -> None:
    with pytest.raises(ValueError, match="without a seat"):
        Facts(5).after(News(topic=Topic.DEATH))


@given(st.floats(0.0, 1e4), st.floats(0.0, 1e4))
def test_the_time_that_is_left_is_never_less_than_none(lasts: float, gone: float) -> None:
    minutes, seconds = Countdown(lasts, gone).clock.split(":")
    assert int(minutes) >= 0
    assert len(seconds) == 2
    assert abs(60 * int(minutes) + int(seconds) - max(0.0, lasts - gone)) <= 0.5
