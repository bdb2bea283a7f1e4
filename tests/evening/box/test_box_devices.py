"""What a box has in hand answers to whoever asks at the moment: the questions before a game, or the game."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import pytest
from rooms import reader
from shipped import shipped
from tables import table

from narrator.devices.input_events import CAPS, DOWN, ENTER, EV_KEY, FORM
from narrator.evening.app.settings import Settings
from narrator.evening.box.box_ports import BoxDevices, counting
from narrator.rules.core.answers import YES, YES_NO, Choices, Kind, Number
from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Changed, Entry, Lost, Reply
from narrator.table.inbox.inbox import LiveInbox, WallClock
from narrator.table.language.offered_answers import OfferReader, SetupAsk, numbered
from narrator.table.language.table_words import TableWords
from narrator.table.session.counting import Counting
from narrator.table.setup.setup_answers import PresentEquipment

KEYS = {cap: code for code, cap in reversed(CAPS.items())}
SECONDS = 30.0
WORDS = TableWords.of(shipped().words["fr"], 0)


@pytest.fixture
def clock() -> WallClock:
    return WallClock()


@pytest.fixture
def pad(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pad")
    return tmp_path / "pad"


@pytest.fixture
def box_devices(pad: Path, clock: WallClock) -> Iterator[BoxDevices]:
    with ExitStack() as equipment:
        yield BoxDevices(Settings(keypad=str(pad)), clock, equipment)


def key(pad: Path, keys: str) -> None:
    with pad.open("wb", buffering=0) as pipe:
        pipe.write(b"".join(FORM.pack(0, 0, EV_KEY, KEYS[cap], DOWN) for cap in (*keys, ENTER)))


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[BinaryIO]:
    """Return where somebody types into standard input."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin, os.fdopen(writing, "wb", buffering=0) as typing:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield typing


def five_or_six(inbox: LiveInbox) -> None:
    choices = Choices(kind=Kind.NUMBER, numbers=(5, 6))
    inbox.open(SetupAsk(question="box.players", choices=choices, offers=numbered((5, 6), "fr")))


def test_keys_go_to_the_set_up_and_then_to_the_game(box_devices: BoxDevices, pad: Path, clock: WallClock) -> None:
    before = LiveInbox(clock)
    box_devices.to(before, OfferReader(WORDS), None)
    five_or_six(before)
    key(pad, "5")
    assert before.get(clock.now() + SECONDS) == Reply(Number(5))

    inbox = LiveInbox(clock)
    box_devices.to(inbox, reader(table("villageois*7 loup-garou")), None)
    inbox.open(Ask(question="any", choices=YES_NO, living=(1,)))
    key(pad, "1")
    assert inbox.get(clock.now() + SECONDS) == Reply(YES)
    assert not before.waits()


def test_lines_go_to_the_set_up_and_then_to_the_game_and_none_is_lost_between(
    typed: BinaryIO, pad: Path, clock: WallClock
) -> None:
    with ExitStack() as equipment:
        box_devices = BoxDevices(Settings(keypad=str(pad)), clock, equipment)
        assert box_devices.present(sound=False, ears=False, screen=False).keyboard
        typed.write(b"6\noui\n")
        before = LiveInbox(clock)
        box_devices.to(before, OfferReader(WORDS), None)
        five_or_six(before)
        assert before.get(clock.now() + SECONDS) == Reply(Number(6))
        inbox = LiveInbox(clock)
        box_devices.to(inbox, reader(table("villageois*7 loup-garou")), None)
        inbox.open(Ask(question="any", choices=YES_NO, living=(1,)))
        assert inbox.get(clock.now() + SECONDS) == Reply(YES)
        assert not before.waits()


@pytest.mark.parametrize(("keypad", "told"), [(True, Changed("keyboard.lost")), (False, Lost("keyboard"))])
def test_the_end_of_the_lines_is_a_loss_where_nothing_else_answers(
    typed: BinaryIO, pad: Path, clock: WallClock, tmp_path: Path, keypad: bool, told: Entry
) -> None:
    threads = threading.active_count()
    settings = Settings(keypad=str(pad if keypad else tmp_path / "nothing"))
    with ExitStack() as equipment:
        box_devices = BoxDevices(settings, clock, equipment)
        inbox = LiveInbox(clock)
        box_devices.to(inbox, OfferReader(WORDS), None)
        assert not box_devices.ended
        typed.close()
        five_or_six(inbox)
        assert inbox.get(clock.now() + SECONDS) == told
        assert box_devices.ended
        assert not box_devices.present(sound=False, ears=False, screen=False).keyboard
        box_devices.to(LiveInbox(clock), OfferReader(WORDS), None)
    assert threading.active_count() == threads


def test_what_is_there_is_told(box_devices: BoxDevices) -> None:
    present = box_devices.present(sound=True, ears=False, screen=False)
    assert present == PresentEquipment(sound=True, keypad=True)


def test_other_settings_open_other_pieces_in_place_of_the_first(box_devices: BoxDevices, tmp_path: Path) -> None:
    threads = threading.active_count()
    os.mkfifo(tmp_path / "other")
    box_devices.open(Settings(keypad=str(tmp_path / "other")))
    inbox = LiveInbox(WallClock())
    box_devices.to(inbox, OfferReader(WORDS), None)
    five_or_six(inbox)
    key(tmp_path / "other", "6")
    assert inbox.get(WallClock().now() + SECONDS) == Reply(Number(6))
    assert threading.active_count() == threads


def test_a_pad_that_was_asked_for_and_is_not_there_is_missed(tmp_path: Path, clock: WallClock) -> None:
    settings = Settings(keypad=str(tmp_path / "nothing"))
    with ExitStack() as equipment:
        box_devices = BoxDevices(settings, clock, equipment)
        assert box_devices.reasons(settings)
        assert not box_devices.present(sound=False, ears=False, screen=False).keypad


@pytest.mark.parametrize(
    ("present", "counts"),
    [
        (PresentEquipment(button=True), True),
        (PresentEquipment(button=True, light=True), True),
        (PresentEquipment(keypad=True, light=True), True),
        (PresentEquipment(button=True, keypad=True), False),
        (PresentEquipment(keypad=True), False),
        (PresentEquipment(button=True, screen=True), False),
        (PresentEquipment(keypad=True, light=True, screen=True), False),
    ],
)
def test_nights_are_counted_where_nothing_better_answers_or_shows(
    present: PresentEquipment, counts: bool, clock: WallClock
) -> None:
    assert isinstance(counting(present, clock), Counting) == counts
