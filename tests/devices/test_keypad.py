"""A numeric pad by its keys: lines in the slot of their first key, orders at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pads import KEYBOARD, KP, NAVIGATION, NUMLOCK, PAD, SIGNS, FakeDevice, FakeDevices, held, keyed, pressed, waiting
from rooms import reader
from tables import table

from narrator.devices.connection import ConnectedDevices
from narrator.devices.input_events import DOWN, EV_KEY, EV_SYN, SYN_DROPPED, UP, Event
from narrator.devices.keypad import Keypad, inbox_receiver
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import CONFIRM, NOBODY, Answer, Choices, Kind, Seats, Tie, seat
from narrator.rules.core.effects import Ask, Window
from narrator.rules.core.secrets import Secret
from narrator.table.inbox.entry import HESITATION, Entry, Misread, Order, Reply, Unread
from narrator.table.inbox.inbox import LiveInbox
from narrator.table.inbox.moment import Moment

SEATS = tuple(range(1, 13))
BALLOT = Ask(question="vote", choices=Choices(kind=Kind.BALLOT, seats=SEATS, ties=True, words=(NOBODY,)), living=SEATS)
READY = Ask(question="ready", choices=CONFIRM, living=SEATS)
SECRET = Ask(question="seer.target", choices=Secret(Choices(kind=Kind.SEATS, seats=SEATS)), living=SEATS, slot=0)

caps = st.sampled_from([*KP.values(), *SIGNS.values(), *NAVIGATION.values(), NUMLOCK])


class Table:
    """A pad at a table where a question is open, and what came of it."""

    def __init__(self, ask: Ask | None = BALLOT, keys: frozenset[int] = PAD) -> None:
        self.clock = VirtualClock()
        self.inbox = LiveInbox(self.clock)
        self.inbox.open(ask)
        self.devices = FakeDevices()
        self.device = FakeDevice(self.clock, keys=keys)
        self.devices.plug(self.device)
        self.pad = Keypad(self.devices, "", ConnectedDevices(self._put), self.clock, keyboards=True)
        self.pad.receiver = inbox_receiver(reader(table("loup-garou*2 villageois*10")), self.inbox)
        assert self.pad.begin()

    def _put(self, entry: Entry) -> None:
        self.inbox.put(entry, self.inbox.moment.slot)

    def press(self, events: list[Event]) -> None:
        self.device.put(events)
        self.pad.step()

    def entries(self) -> list[Entry]:
        return waiting(self.inbox, self.clock)


@pytest.fixture
def at() -> Table:
    return Table()


@pytest.mark.parametrize(
    ("keys", "entries"),
    [
        pytest.param("12\n", [Reply(seat(12))], id="digits and Enter are a seat"),
        pytest.param("2.11\n", [Reply(Tie((2, 11)))], id="a point separates seats"),
        pytest.param("2+11\n", [Reply(Tie((2, 11)))], id="a plus separates seats"),
        pytest.param("12\b\n", [Reply(seat(1))], id="Backspace erases one digit"),
        pytest.param("34-5\n", [Reply(seat(5))], id="a minus erases all digits"),
        pytest.param("1*2/\n", [Order.REPEAT, Order.HELP, Reply(seat(12))], id="repeat and help keep the digits"),
        pytest.param("+", [Order.NEXT], id="next needs no Enter"),
        pytest.param("-", [Order.UNDO], id="undo needs no Enter"),
        pytest.param("*", [Order.REPEAT], id="repeat needs no Enter"),
        pytest.param("/", [Order.HELP], id="help needs no Enter"),
    ],
)
def test_keys_are_answers_and_orders(at: Table, keys: str, entries: list[Entry]) -> None:
    at.press(keyed(keys))
    assert at.entries() == entries


@pytest.mark.parametrize(("keys", "answer"), [("3", seat(3)), (".", NOBODY)], ids=["a seat", "the point is nobody"])
def test_nothing_is_an_answer_before_enter(at: Table, keys: str, answer: Answer) -> None:
    at.press(keyed(keys))
    assert at.entries() == []
    at.press(keyed("\n"))
    assert at.entries() == [Reply(answer)]


@pytest.mark.parametrize("events", [pressed(*NAVIGATION.values()), pressed(*KP.values())], ids=["off", "on"])
def test_the_digits_are_the_same_with_numlock_and_without(events: list[Event]) -> None:
    at = Table(Ask(question="n", choices=Choices(kind=Kind.TEXT, length=20), living=SEATS))
    at.press([*events, *keyed("\n")])
    ((reply,)) = at.entries()
    assert isinstance(reply, Reply)
    assert repr(reply.answer) == "Text(text='0123456789')"


def test_numlock_that_a_pad_presses_by_itself_means_nothing(at: Table) -> None:
    phantom = Event(EV_KEY, NUMLOCK, 1), Event(EV_KEY, NUMLOCK, 0)
    at.press([*phantom, *pressed(KP["7"]), *phantom, *phantom, *keyed("\n"), *phantom])
    assert at.entries() == [Reply(seat(7))]


def down(*codes: int) -> list[Event]:
    return [Event(EV_KEY, code, DOWN) for code in codes]


def up(*codes: int) -> list[Event]:
    return [Event(EV_KEY, code, UP) for code in codes]


SYN = Event(EV_SYN, 0, 0)
ALT, SHIFT, EIGHT = 56, 42, 9


def under_alt(digits: str) -> list[Event]:
    return [*down(ALT), *pressed(*(KP[digit] for digit in digits)), *up(ALT)]


@pytest.mark.parametrize(
    ("number", "entries"),
    [
        ("61", []),  # =
        ("9", []),  # Tab
        ("40", []),  # (
        ("0042", [Order.REPEAT]),
        ("43", [Order.NEXT]),
        ("99999999999999", []),
        ("", []),
    ],
)
def test_digits_under_alt_are_a_character_and_no_answer(at: Table, number: str, entries: list[Entry]) -> None:
    at.press([*under_alt(number), *keyed("3")])
    assert at.entries() == entries
    at.press(keyed("\n"))
    assert at.entries() == [Reply(seat(3))]


def test_what_alt_keys_is_a_digit_where_its_number_is_that_of_one(at: Table) -> None:
    at.press([*under_alt("53"), *under_alt("13")])
    assert at.entries() == [Reply(seat(5))]


def test_an_alt_that_was_let_go_unseen_takes_no_digit(at: Table) -> None:
    at.press([*down(ALT), *keyed("6"), Event(EV_SYN, SYN_DROPPED, 0), *keyed("3\n")])
    assert at.entries() == [Reply(seat(3))]


@pytest.mark.parametrize(
    ("keys", "events", "entries"),
    [
        (PAD, [*down(SHIFT, EIGHT), SYN, *up(EIGHT, SHIFT), SYN], [Order.REPEAT]),
        (PAD, [*down(SHIFT), SYN, *down(EIGHT), SYN, *up(EIGHT), SYN, *up(SHIFT), SYN], [Order.REPEAT]),
        (KEYBOARD, [*down(SHIFT, EIGHT), SYN, *up(EIGHT, SHIFT), SYN], [Order.REPEAT]),
        (KEYBOARD, [*down(SHIFT), SYN, *down(EIGHT), SYN, *up(EIGHT), SYN, *up(SHIFT), *keyed("\n")], [Reply(seat(8))]),
    ],
    ids=["a pad", "a pad, one after the other", "at once", "as on a French keyboard"],
)
def test_an_eight_under_shift_is_a_star_but_where_somebody_holds_shift_to_type_digits(
    keys: frozenset[int], events: list[Event], entries: list[Entry]
) -> None:
    at = Table(keys=keys)
    at.press(events)
    assert at.entries() == entries


def test_a_key_that_is_held_is_pressed_once(at: Table) -> None:
    at.press([*held(KP["1"]), *held(SIGNS["\n"])])
    assert at.entries() == [Reply(seat(1))]


@pytest.mark.parametrize("code", [96, 28], ids=["pad", "letters"])
def test_both_enters_end_a_line(at: Table, code: int) -> None:
    at.press([*keyed("4"), *pressed(code)])
    assert at.entries() == [Reply(seat(4))]


def test_enter_alone_goes_on() -> None:
    at = Table(READY)
    at.press(keyed("\n"))
    assert at.entries() == [Order.NEXT]


@pytest.mark.parametrize(("later", "entries"), [(0.3, []), (HESITATION, [Reply(seat(2))])])
def test_digits_of_an_earlier_question_are_forgotten_with_what_follows_them_at_once(
    at: Table, later: float, entries: list[Entry]
) -> None:
    at.press(keyed("1"))
    at.inbox.close()
    at.inbox.open(BALLOT)
    at.clock.sleep(later)
    at.press(keyed("2\n"))
    assert at.entries() == entries


def test_an_enter_that_comes_too_late_answers_nothing(at: Table) -> None:
    at.press(keyed("1"))
    at.inbox.open(READY)
    at.press(keyed("\n"))
    assert at.entries() == []
    at.press(keyed("\n"))
    assert at.entries() == [Order.NEXT]


def test_what_cannot_be_read_is_told_to_the_inbox(at: Table) -> None:
    at.press(keyed("99\n"))
    ((misread,)) = at.entries()
    assert isinstance(misread, Misread)


def test_other_events_mean_nothing(at: Table) -> None:
    at.press([Event(EV_SYN, 0, 0), Event(4, 4, 458841), Event(EV_KEY, 30, 1), *keyed("5\n")])
    assert at.entries() == [Reply(seat(5))]


@given(st.lists(caps, max_size=200))
def test_no_keys_break_the_pad(codes: list[int]) -> None:
    at = Table(None)
    at.inbox.change(lambda moment: moment.after(Window(call="seer", slots=(8.0, 8.0))))
    at.press(pressed(*codes))
    at.inbox.change(Moment.next_slot)
    at.press(keyed("6\n"))
    last = at.entries()[-1]
    assert isinstance(last, Unread)
    assert last.read(SECRET) == Reply(seat(6))


def test_nothing_is_read_where_nobody_asks(at: Table) -> None:
    at.pad.receiver = None
    at.press(keyed("5\n"))
    assert at.entries() == []


def test_digits_that_were_keyed_for_another_desk_are_forgotten() -> None:
    at = Table(READY)
    at.press(keyed("12"))
    at.pad.receiver = inbox_receiver(reader(table("loup-garou*2 villageois*10")), at.inbox)
    at.press(keyed("\n"))
    assert at.entries() == [Order.NEXT]


def test_several_seats_for_a_question_of_two() -> None:
    two = Ask(question="two", choices=Choices(kind=Kind.SEATS, seats=SEATS, count=(2, 2)), living=SEATS)
    at = Table(two)
    at.press(keyed("3.4\n"))
    assert at.entries() == [Reply(Seats((3, 4)))]
