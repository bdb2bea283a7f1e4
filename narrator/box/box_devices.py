"""What a box has in hand for a whole evening, whatever is played: keypad, button, light, lines of standard input."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from narrator.app.settings import Settings
from narrator.devices.button import GamePressing, Length
from narrator.devices.connected import ConnectedDevices
from narrator.devices.evdev_devices import LinuxDevices
from narrator.devices.event_files import EventFiles
from narrator.devices.input_events import InputDevices
from narrator.devices.keyboard import RawLines
from narrator.devices.keypad import GameReceiver, LineReceiver
from narrator.devices.light import TableLight
from narrator.devices.opening import AUTO, DeviceOptions, Reason, open_devices
from narrator.devices.standard_input import EveningLines
from narrator.inbox.inbox import Changed, Clock, Entry, LiveInbox, Lost, Order
from narrator.language.offered_answers import Offer
from narrator.language.typed import Reader
from narrator.session.scanning.counting import Counting, Scope
from narrator.setup.abilities import PresentEquipment
from narrator.setup.prompt_inputs import LivePromptInputs, PressInput, TypedInput


@dataclass(frozen=True)
class PromptReceiver:
    """Gives lines to the questions before a game. Everybody may hear keys then."""

    prompt_inputs: LivePromptInputs
    turn: int = 0
    open: bool = True

    def line(self, text: str, turn: int) -> None:  # noqa: ARG002 - what came for another question was cleared away
        """Take in a line."""
        self.prompt_inputs.put(TypedInput(text))


@dataclass(frozen=True)
class PromptPressing:
    """Gives presses to the questions before a game; `counted` is the answer that is being heard."""

    prompt_inputs: LivePromptInputs
    counted: Callable[[], Offer | None]

    def begun(self) -> Callable[[Length], None]:
        """Keep the answer of this moment."""
        offer = self.counted()

        def over(length: Length) -> None:
            match length:
                case Length.SHORT:
                    self.prompt_inputs.put(PressInput(offer))
                case Length.LONG:
                    self.prompt_inputs.put(Order.UNDO)
                case Length.VERY_LONG:
                    self.prompt_inputs.put(Order.QUIT)

        return over


class BoxDevices:
    """The keypad, the button, the lines and the light of a box, open until `equipment` is put away.

    They answer to the questions before a game, or to a game's, as they are told.
    """

    def __init__(self, settings: Settings, clock: Clock, equipment: ExitStack) -> None:
        """Open what the settings name, and read the lines of standard input, where there may be any."""
        self._clock = clock
        self._put: Callable[[Entry], None] = lambda _entry: None
        connected = ConnectedDevices(lambda entry: self._put(entry))
        self._lines: EveningLines | None = None
        if stdin_has_lines():
            self._lines = EveningLines(RawLines(sys.stdin.fileno()), connected)
            self._lines.start()
        self._connected = connected
        self._opened = equipment.enter_context(ExitStack())
        self.open(settings)

    def open(self, settings: Settings) -> None:
        """Open what the settings name, and any numeric pad where they name none, in place of what was open."""
        self._opened.close()
        named = settings.keypad or AUTO
        file = Path(named) if named.startswith("/") else None
        options = DeviceOptions(AUTO if file is not None else named, settings.button, settings.light)
        self._devices = self._opened.enter_context(
            open_devices(options, self._connected, self._clock, devices=_devices(file))
        )
        self._devices.start()

    def reasons(self, settings: Settings) -> tuple[Reason, ...]:
        """Return why pieces are missing; a pad that nobody asked for is not missed where something else answers."""
        alone = self._devices.button is not None or self._lines is not None
        return () if alone and not settings.keypad and not settings.light else self._devices.reasons

    def present(self, *, sound: bool, ears: bool, screen: bool) -> PresentEquipment:
        """Return what is there now, with what is not among these pieces."""
        keypad = self._devices.keypad
        return PresentEquipment(
            sound=sound,
            ears=ears,
            keypad=keypad is not None and keypad.there,
            keyboard=self._lines is not None and self._lines.there,
            button=self._devices.button is not None,
            light=self._devices.lamp is not None,
            screen=screen,
        )

    @property
    def ended(self) -> bool:
        """Whether there were lines of standard input, and no more will come; a service never had any."""
        return self._lines is not None and not self._lines.there

    def at_prompt(self, prompt_inputs: LivePromptInputs, counted: Callable[[], Offer | None]) -> None:
        """Let all of them answer the questions before a game."""

        def put(entry: Entry) -> None:
            if isinstance(entry, Changed | Lost):
                prompt_inputs.put(entry)

        self._put = put
        self._sit_at(PromptReceiver(prompt_inputs))
        if self._devices.button is not None:
            self._devices.button.to(PromptPressing(prompt_inputs, counted))
        if self._lines is not None:
            prompt_inputs.awaited = self._lines.awaited

    def at_game(self, inbox: LiveInbox, reader: Reader, counting: Counting | None) -> None:
        """Let all of them answer a game's questions; a button means what is being counted."""
        self._put = lambda entry: inbox.put(entry, inbox.turn)
        self._sit_at(GameReceiver(reader, inbox))
        if self._devices.button is not None:
            self._devices.button.to(GamePressing(inbox, lambda: None if counting is None else counting.current))
        if self._lines is not None:
            inbox.awaited = self._lines.awaited

    def light(self, present: PresentEquipment, players: int, equipment: ExitStack) -> TableLight | None:
        """Return the light of a game; where there are keys it blinks, where all is counted it is on at an item."""
        if self._devices.lamp is None:
            return None
        light = TableLight(self._devices.lamp, self._clock.now, players, blinking=present.keyed)
        equipment.callback(light.close)
        light.start()
        return light

    def _sit_at(self, receiver: LineReceiver) -> None:
        if self._devices.keypad is not None:
            self._devices.keypad.receiver = receiver
        if self._lines is not None:
            self._lines.receiver = receiver


def counting(present: PresentEquipment, clock: Clock) -> Counting | None:
    """Return what counts aloud in a game: all where one button answers, or the cards that only a light shows."""
    if present.screen:
        return None
    if present.button and not present.keyed:
        return Counting(clock, Scope.ALL if present.light else Scope.CHOSEN)
    return Counting(clock, Scope.CARDS_SHOWN) if present.light and present.keyed else None


def stdin_has_lines() -> bool:
    """Whether somebody may type: a service has nothing there, a trial on a desk a terminal or a pipe."""
    try:
        there = os.fstat(sys.stdin.fileno())
    except (OSError, ValueError):
        return False
    return not (stat.S_ISCHR(there.st_mode) and there.st_rdev == os.stat(os.devnull).st_rdev)


def _devices(file: Path | None) -> Callable[[], InputDevices]:
    return LinuxDevices if file is None else lambda: EventFiles(file)
