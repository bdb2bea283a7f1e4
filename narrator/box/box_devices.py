"""What a box is answered with all evening, in set-up and games: keypad, button, light, lines of standard input."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from narrator.app.settings import Settings
from narrator.devices.button import InboxPressing
from narrator.devices.connection import ConnectedDevices
from narrator.devices.input_events import EventFiles, InputDevices, LinuxDevices
from narrator.devices.input_lines import KEYBOARD, Lines, lines_of, listen_to_lines
from narrator.devices.keypad import InboxReceiver
from narrator.devices.light import TableLight
from narrator.devices.opening import AUTO, DeviceOptions, Reason, open_devices
from narrator.inbox.clock import Clock
from narrator.inbox.inbox import LiveInbox
from narrator.language.typed import LineReader
from narrator.session.counting import Counting, Scope
from narrator.setup.abilities import PresentEquipment


class BoxDevices:
    """The keypad, the button, the lines and the light of a box, open until `equipment` is put away.

    They answer the questions of one inbox after the other, as they are told: of a set-up, and of a game.
    """

    def __init__(self, settings: Settings, clock: Clock, equipment: ExitStack) -> None:
        """Open what the settings name, and read the lines of standard input, where there may be any."""
        self._clock = clock
        connected = self._connected = ConnectedDevices(lambda _entry: None)
        self._lines: Lines | None = None
        self._reading = equipment.enter_context(ExitStack())
        if stdin_has_lines():
            self._lines = lines_of(sys.stdin.fileno())
            connected.has(KEYBOARD)
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
            keyboard=self._connected.there(KEYBOARD),
            button=self._devices.button is not None,
            light=self._devices.lamp is not None,
            screen=screen,
        )

    @property
    def ended(self) -> bool:
        """Whether there were lines of standard input, and no more will come; a service never had any."""
        return self._lines is not None and not self._connected.there(KEYBOARD)

    def to(self, inbox: LiveInbox, reader: LineReader, counting: Counting | None) -> None:
        """Let all of them answer the questions of this inbox; a button means what is being counted."""
        self._connected.to(lambda entry: inbox.put(entry, inbox.turn))
        if self._devices.keypad is not None:
            self._devices.keypad.receiver = InboxReceiver(reader, inbox)
        if self._devices.button is not None:
            self._devices.button.to(InboxPressing(inbox, lambda: None if counting is None else counting.current))
        self._reading.close()
        if self._lines is not None and not self.ended:
            gone = partial(self._connected.gone, KEYBOARD)
            self._reading.callback(listen_to_lines(self._lines, reader, inbox, end=gone))

    def light(self, present: PresentEquipment, players: int, equipment: ExitStack) -> TableLight | None:
        """Return the light of a game; where there are keys it blinks, where all is counted it is on at an item."""
        if self._devices.lamp is None:
            return None
        light = TableLight(self._devices.lamp, self._clock.now, players, blinking=present.keyed)
        equipment.callback(light.close)
        light.start()
        return light


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
