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

from narrator.commands.outfit import Outfit, PromptPressing, counting
from narrator.core.answers import YES, Choices, Kind, Token
from narrator.core.effects import Ask
from narrator.inputs.button import Length
from narrator.inputs.devices import DOWN, EV_KEY
from narrator.inputs.event_files import FORM
from narrator.inputs.givens import LiveGivens, Press, Typed
from narrator.inputs.inbox import LiveInbox, Order, Reply, WallClock
from narrator.inputs.keycaps import CAPS, ENTER
from narrator.inputs.offers import Offer
from narrator.session.abilities import Kit
from narrator.session.counting import Counting
from narrator.session.settings import Settings

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
def outfit(pad: Path, clock: WallClock) -> Iterator[Outfit]:
    with ExitStack() as equipment:
        yield Outfit(Settings(keypad=str(pad)), clock, equipment)


def key(pad: Path, keys: str) -> None:
    with pad.open("wb", buffering=0) as pipe:
        pipe.write(b"".join(FORM.pack(0, 0, EV_KEY, KEYS[cap], DOWN) for cap in (*keys, ENTER)))


def test_keys_go_to_the_set_up_and_then_to_the_game(outfit: Outfit, pad: Path, clock: WallClock) -> None:
    givens = LiveGivens(clock)
    outfit.at_prompt(givens, lambda: None)
    key(pad, "12")
    assert givens.get(clock.now() + SECONDS) == Typed("12")

    inbox = LiveInbox(clock)
    outfit.at_game(inbox, reader(table("villageois*7 loup-garou")), None)
    inbox.open(Ask(question="any", choices=Choices(kind=Kind.YES_NO, words=(YES, Token.NO)), living=(1,)))
    key(pad, "1")
    assert inbox.get(clock.now() + SECONDS) == Reply(YES)
    assert not givens.waits()


def test_what_is_there_is_told(outfit: Outfit) -> None:
    kit = outfit.kit(sound=True, ears=False, screen=False)
    assert kit == Kit(sound=True, keypad=True)


def test_other_settings_open_other_pieces_in_place_of_the_first(outfit: Outfit, tmp_path: Path) -> None:
    threads = threading.active_count()
    os.mkfifo(tmp_path / "other")
    outfit.open(Settings(keypad=str(tmp_path / "other")))
    givens = LiveGivens(WallClock())
    outfit.at_prompt(givens, lambda: None)
    key(tmp_path / "other", "7")
    assert givens.get(WallClock().now() + SECONDS) == Typed("7")
    assert threading.active_count() == threads


def test_a_pad_that_was_asked_for_and_is_not_there_is_missed(tmp_path: Path, clock: WallClock) -> None:
    settings = Settings(keypad=str(tmp_path / "nothing"))
    with ExitStack() as equipment:
        outfit = Outfit(settings, clock, equipment)
        assert outfit.reasons(settings)
        assert not outfit.kit(sound=False, ears=False, screen=False).keypad


def test_a_press_means_what_was_counted_when_it_began(clock: WallClock) -> None:
    givens, heard = LiveGivens(clock), [Offer("8", "8"), Offer("9", "9")]
    pressing = PromptPressing(givens, lambda: heard[0])
    over = pressing.begun()
    heard.pop(0)
    over(Length.SHORT)
    assert givens.get(clock.now() + SECONDS) == Press(Offer("8", "8"))


@pytest.mark.parametrize(("length", "order"), [(Length.LONG, Order.UNDO), (Length.VERY_LONG, Order.QUIT)])
def test_long_presses_take_back_and_end(clock: WallClock, length: Length, order: Order) -> None:
    givens = LiveGivens(clock)
    PromptPressing(givens, lambda: None).begun()(length)
    assert givens.get(clock.now() + SECONDS) is order


@pytest.mark.parametrize(
    ("kit", "counts"),
    [
        (Kit(button=True), True),
        (Kit(button=True, light=True), True),
        (Kit(keypad=True, light=True), True),
        (Kit(button=True, keypad=True), False),
        (Kit(keypad=True), False),
        (Kit(button=True, screen=True), False),
        (Kit(keypad=True, light=True, screen=True), False),
    ],
)
def test_nights_are_counted_where_nothing_better_answers_or_shows(kit: Kit, counts: bool, clock: WallClock) -> None:
    assert isinstance(counting(kit, clock), Counting) == counts
