"""One press of the button is one entry, by how long it lasts, in the slot and at the item of its first moment."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pads import KEYBOARD, PAD, SPACE, FakeDevice, FakeDevices, held, looks, pressed, waiting

from narrator.devices.button import (
    LONG,
    SETTLING,
    VERY_LONG,
    Button,
    Edge,
    KeyContact,
    Length,
    PressTimer,
    inbox_pressing,
)
from narrator.devices.connection import GRACE, REST, ConnectedDevices
from narrator.devices.input_events import DOWN, EV_KEY, EV_SYN, SYN_DROPPED, UP, Event
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import seat
from narrator.table.inbox.entry import Changed, Entry, Lost, Order, Pressed
from narrator.table.inbox.inbox import LiveInbox
from narrator.table.inbox.moment import Moment


class Thumb:
    """A thumb on a button, at a table where something is counted."""

    def __init__(self, *, least: float = 0.0) -> None:
        self.clock = VirtualClock()
        self.inbox = LiveInbox(self.clock)
        self.inbox.open(None)
        self.counted: object | None = seat(1)
        self.presses = PressTimer(self.clock, least=least)
        self.presses.pressing = inbox_pressing(self.inbox, lambda: self.counted)

    def wait(self, seconds: float) -> None:
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            self.clock.sleep(min(max(self.presses.patience, 0.001), end - self.clock.now()))
            self.presses.wait()

    def press(self, seconds: float, *, item: object | None = None) -> None:
        """Press so long, at an item, and wait until nothing bounces any more."""
        self.counted = item
        self.presses.take(Edge.DOWN)
        self.wait(seconds)
        self.presses.take(Edge.UP)
        self.wait(SETTLING * 2)

    def entries(self) -> list[Entry]:
        return waiting(self.inbox, self.clock)


@pytest.fixture
def thumb() -> Thumb:
    return Thumb()


@pytest.mark.parametrize(
    ("seconds", "entry"),
    [
        (0.05, Pressed(seat(4))),
        (LONG - 0.01, Pressed(seat(4))),
        (LONG + 0.01, Order.UNDO),
        (VERY_LONG - 0.01, Order.UNDO),
        (VERY_LONG + 0.01, Order.QUIT),
        (60.0, Order.QUIT),
    ],
)
def test_a_press_means_one_thing_by_its_length(thumb: Thumb, seconds: float, entry: Entry) -> None:
    thumb.press(seconds, item=seat(4))
    assert thumb.entries() == [entry]


def test_a_very_long_press_counts_as_soon_as_it_is_that_long(thumb: Thumb) -> None:
    thumb.presses.take(Edge.DOWN)
    thumb.wait(VERY_LONG - 0.01)
    assert thumb.entries() == []
    thumb.wait(0.02)
    assert thumb.entries() == [Order.QUIT]


def test_the_item_is_that_of_the_first_moment(thumb: Thumb) -> None:
    thumb.counted = seat(3)
    thumb.presses.take(Edge.DOWN)
    thumb.wait(0.2)
    thumb.counted = seat(4)
    thumb.presses.take(Edge.UP)
    thumb.wait(0.1)
    assert thumb.entries() == [Pressed(seat(3))]


def test_a_press_where_nothing_is_counted_has_no_item(thumb: Thumb) -> None:
    thumb.press(0.1)
    assert thumb.entries() == [Pressed(None)]


@pytest.mark.parametrize("seconds", [0.1, 1.0])
def test_a_press_belongs_to_the_slot_in_which_it_began(thumb: Thumb, seconds: float) -> None:
    thumb.presses.take(Edge.DOWN)
    thumb.inbox.change(Moment.next_slot)
    thumb.wait(seconds)
    thumb.presses.take(Edge.UP)
    thumb.wait(0.1)
    assert thumb.entries() == []


def test_to_put_the_game_away_is_meant_in_any_slot(thumb: Thumb) -> None:
    thumb.presses.take(Edge.DOWN)
    thumb.inbox.change(Moment.next_slot)
    thumb.wait(VERY_LONG + 1)
    assert thumb.entries() == [Order.QUIT]


bounces = st.lists(st.floats(0.0005, SETTLING - 0.005), max_size=8).filter(lambda gaps: len(gaps) % 2 == 0)


@given(bounces, bounces, st.floats(0.1, 0.5))
def test_a_button_that_bounces_is_pressed_once(before: list[float], after: list[float], seconds: float) -> None:
    thumb = Thumb(least=0.01)
    thumb.counted = seat(2)
    thumb.presses.take(Edge.DOWN)
    for gap, edge in zip(before, [Edge.UP, Edge.DOWN] * 4, strict=False):
        thumb.wait(gap)
        thumb.presses.take(edge)
    thumb.wait(seconds)
    thumb.presses.take(Edge.UP)
    for gap, edge in zip(after, [Edge.DOWN, Edge.UP] * 4, strict=False):
        thumb.wait(gap)
        thumb.presses.take(edge)
    thumb.wait(0.2)
    assert thumb.entries() == [Pressed(seat(2))]


def test_a_disturbance_of_the_wire_is_no_press() -> None:
    thumb = Thumb(least=0.01)
    thumb.press(0.002)
    assert thumb.entries() == []
    thumb.press(0.05)
    assert thumb.entries() == [Pressed(None)]


edges = st.lists(st.tuples(st.floats(0.0, 7.0), st.sampled_from([Edge.DOWN, Edge.UP])), max_size=30)


@given(edges)
def test_no_more_entries_than_presses(steps: list[tuple[float, Edge]]) -> None:
    thumb = Thumb()
    for seconds, edge in steps:
        thumb.wait(seconds)
        thumb.presses.take(edge)
    thumb.wait(10)
    presses = sum(
        after is Edge.DOWN and before is Edge.UP for before, after in pairwise([Edge.UP, *(e for _, e in steps)])
    )
    assert len(thumb.entries()) <= presses


@given(edges)
def test_the_button_is_felt_in_time(steps: list[tuple[float, Edge]]) -> None:
    thumb = Thumb()
    for seconds, edge in steps:
        thumb.wait(seconds)
        thumb.presses.take(edge)
        assert 0 <= thumb.presses.patience <= REST


def test_nobody_is_told_of_presses_where_nobody_asks(thumb: Thumb) -> None:
    thumb.presses.pressing = None
    thumb.press(0.1)
    assert thumb.entries() == []


class Remote:
    """A key of a device, as the button of a table."""

    def __init__(
        self,
        name: str = "Shutter",
        keys: Iterable[int] = (SPACE,),
        *,
        sleeps: bool = False,
        named: str = "",
        others: bool = True,
    ) -> None:
        self.clock = VirtualClock()
        self.devices = FakeDevices()
        self.device = FakeDevice(self.clock, name, keys, sleeps=sleeps)
        self.devices.plug(self.device)
        self.told: list[Entry] = []
        connected = ConnectedDevices(self.told.append)
        if others:
            connected.has("phone")
        self.button = Button(KeyContact(self.devices, SPACE, named, connected, self.clock), self.clock)
        self.lengths: list[Length] = []
        self.button.to(lambda: self.lengths.append)
        self.there = self.button.begin()

    def wait(self, seconds: float) -> None:
        for _ in range(looks(seconds)):
            if not self.button.step():
                self.clock.sleep(REST)


@pytest.fixture
def remote() -> Remote:
    return Remote()


def test_a_key_is_the_button(remote: Remote) -> None:
    remote.device.put(pressed(SPACE))
    remote.wait(1)
    assert remote.lengths == [Length.SHORT]
    assert remote.device.grabbed


def test_a_key_that_is_held_repeats_and_is_one_long_press(remote: Remote) -> None:
    down, *repeats, up = held(SPACE, 5)
    remote.device.put([down])
    for event in repeats:
        remote.wait(REST)
        remote.device.put([event])
    remote.device.put([up])
    remote.wait(1)
    assert remote.lengths == [Length.LONG]


def test_a_key_that_is_never_let_go_ends_the_evening_once(remote: Remote) -> None:
    remote.device.put([Event(EV_KEY, SPACE, DOWN)])
    remote.wait(60)
    assert remote.lengths == [Length.VERY_LONG]


def test_other_keys_mean_nothing() -> None:
    remote = Remote(keys=PAD | {SPACE})
    remote.device.put(pressed(*PAD))
    remote.wait(1)
    assert remote.lengths == []


@pytest.mark.parametrize(("named", "grabbed"), [("", False), ("keys", True)])
def test_a_whole_keyboard_is_grabbed_only_where_it_is_named(named: str, grabbed: bool) -> None:
    remote = Remote("Big Keys", KEYBOARD, named=named)
    assert remote.there
    assert remote.device.grabbed is grabbed


def test_a_button_of_another_name_is_not_this_one() -> None:
    assert not Remote("Pedal", named="shutter").there
    assert not Remote(keys=PAD).there


def test_a_press_that_the_loss_of_the_device_cuts_off_means_nothing(remote: Remote) -> None:
    remote.device.put([Event(EV_KEY, SPACE, DOWN)])
    remote.wait(0.5)
    remote.devices.unplug(remote.device)
    remote.wait(GRACE + 10)
    remote.devices.plug(remote.device)
    remote.wait(1)
    assert remote.lengths == []
    assert remote.told == [Changed("button.lost"), Changed("button.back")]


def test_a_press_whose_end_may_be_missing_means_nothing(remote: Remote) -> None:
    remote.device.put([Event(EV_KEY, SPACE, DOWN), Event(EV_SYN, SYN_DROPPED, 0)])
    remote.wait(10)
    remote.device.put([Event(EV_KEY, SPACE, UP), *pressed(SPACE)])
    remote.wait(1)
    assert remote.lengths == [Length.SHORT]


def test_a_remote_that_sleeps_is_not_told_of() -> None:
    remote = Remote(sleeps=True)
    remote.devices.unplug(remote.device)
    remote.wait(600)
    remote.devices.plug(remote.device)
    remote.device.put(pressed(SPACE))
    remote.wait(1)
    assert remote.told == []
    assert remote.lengths == [Length.SHORT]


def test_the_loss_of_the_only_button_strands_the_game() -> None:
    remote = Remote(others=False)
    remote.devices.unplug(remote.device)
    remote.wait(GRACE + 1)
    assert remote.told == [Lost("button")]
