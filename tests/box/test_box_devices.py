"""What a box has in hand answers to whoever asks at the moment: the questions before a game, or the game."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from rooms import reader
from tables import table

from narrator.app.settings import Settings
from narrator.box.box_devices import BoxDevices, PromptPressing, counting
from narrator.core.answers import YES, Choices, Kind, Token
from narrator.core.effects import Ask
from narrator.devices.button import Length
from narrator.devices.event_files import FORM
from narrator.devices.input_events import DOWN, EV_KEY
from narrator.devices.keycaps import CAPS, ENTER
from narrator.inbox.inbox import LiveInbox, Order, Reply, WallClock
from narrator.language.offered_answers import Offer
from narrator.session.scanning.counting import Counting
from narrator.setup.abilities import PresentEquipment
from narrator.setup.prompt_inputs import LivePromptInputs, PressInput, TypedInput

KEYS = {cap: code for code, cap in reversed(CAPS.items())}
SECONDS = 30.0


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


def test_keys_go_to_the_set_up_and_then_to_the_game(box_devices: BoxDevices, pad: Path, clock: WallClock) -> None:
    prompt_inputs = LivePromptInputs(clock)
    box_devices.at_prompt(prompt_inputs, lambda: None)
    key(pad, "12")
    assert prompt_inputs.get(clock.now() + SECONDS) == TypedInput("12")

    inbox = LiveInbox(clock)
    box_devices.at_game(inbox, reader(table("villageois*7 loup-garou")), None)
    inbox.open(Ask(question="any", choices=Choices(kind=Kind.YES_NO, words=(YES, Token.NO)), living=(1,)))
    key(pad, "1")
    assert inbox.get(clock.now() + SECONDS) == Reply(YES)
    assert not prompt_inputs.waits()


def test_what_is_there_is_told(box_devices: BoxDevices) -> None:
    present = box_devices.present(sound=True, ears=False, screen=False)
    assert present == PresentEquipment(sound=True, keypad=True)


def test_other_settings_open_other_pieces_in_place_of_the_first(box_devices: BoxDevices, tmp_path: Path) -> None:
    threads = threading.active_count()
    os.mkfifo(tmp_path / "other")
    box_devices.open(Settings(keypad=str(tmp_path / "other")))
    prompt_inputs = LivePromptInputs(WallClock())
    box_devices.at_prompt(prompt_inputs, lambda: None)
    key(tmp_path / "other", "7")
    assert prompt_inputs.get(WallClock().now() + SECONDS) == TypedInput("7")
    assert threading.active_count() == threads


def test_a_pad_that_was_asked_for_and_is_not_there_is_missed(tmp_path: Path, clock: WallClock) -> None:
    settings = Settings(keypad=str(tmp_path / "nothing"))
    with ExitStack() as equipment:
        box_devices = BoxDevices(settings, clock, equipment)
        assert box_devices.reasons(settings)
        assert not box_devices.present(sound=False, ears=False, screen=False).keypad


def test_a_press_means_what_was_counted_when_it_began(clock: WallClock) -> None:
    prompt_inputs, heard = LivePromptInputs(clock), [Offer("8", "8"), Offer("9", "9")]
    pressing = PromptPressing(prompt_inputs, lambda: heard[0])
    over = pressing.begun()
    heard.pop(0)
    over(Length.SHORT)
    assert prompt_inputs.get(clock.now() + SECONDS) == PressInput(Offer("8", "8"))


@pytest.mark.parametrize(("length", "order"), [(Length.LONG, Order.UNDO), (Length.VERY_LONG, Order.QUIT)])
def test_long_presses_take_back_and_end(clock: WallClock, length: Length, order: Order) -> None:
    prompt_inputs = LivePromptInputs(clock)
    PromptPressing(prompt_inputs, lambda: None).begun()(length)
    assert prompt_inputs.get(clock.now() + SECONDS) is order


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
