"""The inbox of a real table: whatever is keyed belongs to the question that was open when it was keyed."""

from __future__ import annotations

from functools import partial

import pytest

from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import CONFIRM, DONE, NO, YES, Choices, Kind, Leave, Refusal, seat
from narrator.rules.core.effects import Ask, Effect, News, Scene, Topic, Window
from narrator.table.inbox.entry import (
    Changed,
    Doubted,
    Entry,
    Farewell,
    Lost,
    Misheard,
    Misread,
    Order,
    Pressed,
    Reminder,
    Reply,
    SeatAsked,
    belongs,
)
from narrator.table.inbox.inbox import NEWS, LiveInbox, WallClock
from narrator.table.inbox.moment import Moment

ASK = Ask(question="any", choices=Choices(kind=Kind.SEATS, seats=(1, 2, 3)), living=(1, 2, 3))
READY = Ask(question="ready", choices=CONFIRM, living=(1, 2, 3))


def opened() -> LiveInbox:
    """Return an inbox whose clock stands still, with an open question."""
    inbox = LiveInbox(VirtualClock())
    inbox.open(ASK)
    return inbox


def test_entries_come_in_the_order_in_which_they_were_keyed() -> None:
    inbox = opened()
    inbox.put(Reply(seat(2)))
    inbox.put(Order.UNDO)
    assert [inbox.get(None), inbox.get(None)] == [Reply(seat(2)), Order.UNDO]


@pytest.mark.parametrize("entry", [Reply(seat(2)), Misread(Refusal.UNREADABLE), Order.NEXT, Order.UNDO], ids=repr)
def test_what_was_keyed_for_an_earlier_question_is_dropped(entry: Reply | Misread | Order) -> None:
    inbox = opened()
    inbox.put(entry)
    inbox.close()
    inbox.open(READY)
    inbox.put(Reply(DONE))
    assert inbox.get(None) == Reply(DONE)


@pytest.mark.parametrize("entry", [Reply(Leave(3)), Order.PAUSE, Order.QUIT, Order.HELP, Lost("keyboard")], ids=repr)
def test_what_means_something_at_any_time_is_never_dropped(entry: Reply | Order | Lost) -> None:
    inbox = opened()
    inbox.put(entry)
    inbox.close()
    inbox.open(READY)
    assert inbox.get(None) == entry


def test_a_pause_is_taken_before_what_was_given_earlier_and_once() -> None:
    inbox = opened()
    inbox.put(Reply(Leave(3)))
    assert not inbox.breaking()
    assert not inbox.take_pause()
    inbox.put(Order.PAUSE)
    assert inbox.breaking()
    assert inbox.take_pause()
    assert not inbox.breaking()
    assert not inbox.take_pause()
    assert inbox.get(None) == Reply(Leave(3))


def test_a_goodbye_is_taken_once_but_no_answer_that_was_given_before_it_is_lost() -> None:
    inbox = opened()
    inbox.put(Order.HELP)
    inbox.put(Order.QUIT)
    assert inbox.breaking()
    assert inbox.take_quit()
    assert not inbox.take_quit()
    inbox.put(Reply(Leave(3)))
    inbox.put(Order.QUIT)
    assert not inbox.take_quit()
    assert [inbox.get(None), inbox.get(None), inbox.get(None)] == [Order.HELP, Reply(Leave(3)), Order.QUIT]


def test_an_answer_waits_until_it_is_taken_and_a_stale_one_never_does() -> None:
    inbox = opened()
    assert not inbox.answered()
    inbox.put(Reply(seat(2)))
    assert inbox.answered()
    inbox.get(None)
    assert not inbox.answered()
    inbox.put(Reply(seat(2)), inbox.moment.slot - 1)
    inbox.put(Changed("keypad.lost"))
    assert not inbox.waits(), "nobody gave what becomes of the equipment"


def test_while_nothing_is_asked_nothing_is_answered_though_something_waits() -> None:
    inbox = opened()
    inbox.close()
    inbox.put(Order.LOUDER)
    assert inbox.waits()
    assert not inbox.answered()


def test_what_answers_a_question_that_is_still_being_said_is_its_answer() -> None:
    inbox = LiveInbox(VirtualClock())
    inbox.open_early(ASK)
    assert not inbox.interrupting()
    inbox.put(Reply(seat(2)))
    assert inbox.interrupting()
    inbox.open(ASK)
    assert inbox.get(None) == Reply(seat(2))


def test_whatever_is_said_breaks_off_for_a_pause() -> None:
    inbox = LiveInbox(VirtualClock())
    inbox.put(Order.PAUSE)
    assert inbox.interrupting()


@pytest.mark.parametrize("entry", [Order.NEXT, Pressed(None)])
def test_who_goes_on_by_day_skips_what_is_said_and_nothing_else(entry: Entry) -> None:
    inbox = LiveInbox(VirtualClock())
    inbox.put(entry)
    assert inbox.interrupting()
    inbox.take_skips()
    assert not inbox.interrupting()
    inbox.put(entry)
    inbox.open(ASK)
    assert inbox.get(1.0) is None, "it answers no question that comes after it"


@pytest.mark.parametrize(
    "effects",
    [
        [Scene(scene="wolves", closed=True)],
        [News(topic=Topic.NIGHTFALL, number=1)],
        [Scene(scene="deal", closed=True), Scene(scene="dawn")],
        [Window(call="wolves", slots=(1.0,))],
    ],
    ids=["eyes are closed", "it is night", "it may have been meant for a window", "a window is open"],
)
def test_nothing_is_skipped_where_eyes_are_closed_or_were(effects: list[Effect]) -> None:
    inbox = LiveInbox(VirtualClock())
    for effect in effects:
        inbox.change(partial(Moment.after, effect=effect))
    inbox.put(Order.NEXT)
    assert not inbox.interrupting()


def test_a_flood_of_entries_does_not_make_a_wait_longer() -> None:
    clock = VirtualClock()
    inbox = LiveInbox(clock)
    inbox.open(ASK)
    for _ in range(3):
        inbox.put(Reply(seat(2)))
    assert inbox.get(10.0) == Reply(seat(2))
    clock.advance(10.0)
    assert inbox.get(10.0) is None


def test_who_waits_for_an_entry_gives_signs_of_life_until_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.table.inbox.inbox.BEAT", 0.01)
    beats: list[int] = []

    def beat() -> None:
        beats.append(len(beats))
        if len(beats) == 4:
            inbox.put(Order.PAUSE)

    inbox = LiveInbox(VirtualClock(), beat)
    inbox.open(ASK)
    assert inbox.get(None) is Order.PAUSE
    assert len(beats) == 4
    assert inbox.get(0.05) is None, "a wait with an end comes to it all the same"


def test_a_wait_is_over_at_its_time_however_late_a_busy_machine_wakes_who_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("narrator.table.inbox.inbox.BEAT", 0.001)
    clock, looks = VirtualClock(), list[float]()

    def late() -> None:
        looks.append(clock.now())
        clock.sleep(0.01)  # ten times what was asked for

    assert LiveInbox(clock, late).get(0.035) is None
    assert looks == pytest.approx([0.0, 0.01, 0.02, 0.03])


@pytest.mark.parametrize(
    ("entry", "early"),
    [
        (Reply(YES), 1),
        (Misread(Refusal.UNREADABLE), 1),
        (Order.UNDO, 1),
        (Reply(YES, spoken=True), 0),
        (Reply(Leave(3)), 0),
        (Order.NEXT, 0),
        (Order.PAUSE, 0),
        (Lost("keyboard"), 0),
    ],
    ids=repr,
)
def test_what_is_typed_before_a_question_is_told_to_be_early_and_nothing_else_is(entry: Entry, early: int) -> None:
    inbox, told = LiveInbox(VirtualClock()), list[None]()
    inbox.early = lambda: told.append(None)
    inbox.put(entry)
    assert len(told) == early
    inbox.open(None)
    inbox.put(entry)
    assert len(told) == 2 * early
    inbox.open(ASK)
    inbox.put(entry)
    assert len(told) == 2 * early


def test_of_two_who_answer_at_once_the_second_is_not_told_to_be_early() -> None:
    inbox, told = LiveInbox(VirtualClock()), list[None]()
    inbox.early = lambda: told.append(None)
    inbox.open(ASK)
    asked = inbox.moment.slot
    inbox.put(Reply(YES), asked)
    assert inbox.get(None) == Reply(YES)
    inbox.close()
    inbox.put(Reply(NO), asked)  # touched while the question stood
    assert not told
    assert not inbox.waits()


TO_ONE_QUESTION: list[Entry] = [
    *(Reply(YES), Reply(YES, spoken=True), Pressed(None), Misread(Refusal.WORD), Misheard(), Doubted((YES,))),
    *(Farewell(), Order.NEXT, Order.UNDO),
]
AT_ANY_TIME: list[Entry] = [
    *(Reply(Leave(3)), Reminder("voyante"), Lost("keyboard"), Changed("sound.lost")),
    *(order for order in Order if order not in TO_ONE_QUESTION),
]


@pytest.mark.parametrize("entry", TO_ONE_QUESTION, ids=repr)
def test_what_answers_a_question_belongs_to_it_alone(entry: Entry) -> None:
    assert belongs(entry)


@pytest.mark.parametrize("entry", AT_ANY_TIME, ids=repr)
def test_departures_orders_and_equipment_belong_to_no_question(entry: Entry) -> None:
    assert not belongs(entry)


def test_who_lets_time_pass_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.table.inbox.inbox.BEAT", 0.01)
    beats: list[str] = []
    WallClock(lambda: beats.append("alive")).sleep(0.03)
    assert len(beats) >= 2


def test_a_seat_that_is_asked_for_waits_until_a_question_is_open() -> None:
    inbox, asked = LiveInbox(VirtualClock()), SeatAsked(2, lambda _given: None)
    inbox.unsaid.append(asked)
    for _ in range(2):
        inbox.put(NEWS)
        inbox.put(Order.HELP)
    assert inbox.get(None) is Order.HELP
    inbox.open(READY)
    assert inbox.get(None) is asked
