"""The ports of a game on a box, without a screen: captions into the log, a voice, ears, and the devices of the box.

The devices answer all evening, in set-up and games: keypad, button, light, lines of standard input.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.base.processes.liveness import Pulses
from narrator.base.user_error import UserError
from narrator.devices.button import inbox_pressing
from narrator.devices.connection import ConnectedDevices
from narrator.devices.input_events import EventFiles, InputDevices, LinuxDevices
from narrator.devices.keyboard import KEYBOARD, RawLines, lines_of, listen_to_lines, unechoed
from narrator.devices.keypad import inbox_receiver
from narrator.devices.light import TableLight
from narrator.devices.opening import AUTO, DeviceOptions, Reason, open_devices, remembered_keyboard
from narrator.evening.app.game_series import GameEnd, Runner, TableHost
from narrator.evening.app.ports.common_ports import CommonPorts
from narrator.evening.app.prepared_game import PreparedGame, reader_for
from narrator.evening.app.settings import Settings, log
from narrator.evening.box.game_storage import Keeping
from narrator.packs.markup import caption
from narrator.packs.wording import Wording
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.table import Deal
from narrator.screens.screens import PlainScreen, SpokenScreen
from narrator.table.games.engine import Founded, TableSetup
from narrator.table.inbox.inbox import Clock, LiveInbox
from narrator.table.language.typed import LineReader, LineSource
from narrator.table.session.counting import Counting, Scope
from narrator.table.session.ports import Ports
from narrator.table.setup.setup_answers import PresentEquipment, abilities_of
from narrator.voice.table_sound import Progress

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.sound.dsp.samples import Samples


class BoxDevices:
    """The keypad, the button, the lines and the light of a box, open until `equipment` is put away.

    They answer the questions of one inbox after the other, as they are told: of a set-up, and of a game.
    """

    def __init__(self, settings: Settings, clock: Clock, equipment: ExitStack) -> None:
        """Open what the settings name, and read the lines of standard input, where there may be any."""
        self._clock = clock
        connected = self._connected = ConnectedDevices(lambda _entry: None)
        self._lines: RawLines | None = None
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
        pad = AUTO if file is not None else named
        typed, remembered = self._lines is not None, remembered_keyboard()
        options = DeviceOptions(pad, settings.button, settings.light, typed=typed, remembered=remembered)
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

    def to(self, inbox: LiveInbox, reader: LineReader, counting: Counting | None, *, skips: bool = False) -> None:
        """Let all of them answer the questions of this inbox; a button means what is being counted.

        `skips` tells that a game is played: lines that are typed skip what is said between questions, as keys do, and
        a terminal shows none of them.
        """
        self._connected.to(inbox.put)
        if self._devices.keypad is not None:
            self._devices.keypad.receiver = inbox_receiver(reader, inbox)
        if self._devices.button is not None:
            self._devices.button.to(inbox_pressing(inbox, lambda: None if counting is None else counting.current))
        self._reading.close()
        if self._lines is not None and not self.ended:
            gone = partial(self._connected.gone, KEYBOARD)
            typed = skips and sys.stdin.isatty()
            if typed:
                self._reading.enter_context(unechoed(sys.stdin.fileno()))
            self._reading.callback(listen_to_lines(self._lines, reader, inbox, end=gone, skips=typed))

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


STILL = 15.0
"""Seconds after which a voice that is still being made ready says so."""


@dataclass
class BoxTable:
    """The table of a box, for one game after another, as its equipment is when each of them was decided.

    `still` is the sound of a line that says that more time is needed. `failed` is the line that says why a game was
    refused.
    """

    pulses: Pulses
    keeping: Keeping
    box_devices: BoxDevices | None = None
    present: PresentEquipment = field(default_factory=PresentEquipment)
    still: Samples | None = None
    failed: str = ""

    def host(self) -> TableHost:
        return TableHost(self.check, self.furnish, self.put_away)

    def check(self, prepared: PreparedGame, setup: TableSetup) -> None:
        """Refuse an old game that this equipment cannot play; a new one would not have been offered.

        Raises:
            UserError: the text says why.
        """
        can = abilities_of(self.present)
        deal = setup.deal if isinstance(setup, VillageSetup) else Deal.CARDS
        why = can.modes[setup.mode] or can.dealt[deal]
        if why:
            self.failed = why
            raise UserError(prepared.wording(setup).line(why))

    def furnish(
        self, prepared: PreparedGame, game: Founded, wording: Wording, equipment: ExitStack
    ) -> tuple[Ports, Runner]:
        """Make the ports of a game: captions into the log, a voice, ears, and the devices of the box."""
        common_ports = CommonPorts(prepared, game, wording, equipment, pulses=self.pulses, late=True)
        captions = PlainScreen(sys.stdout)
        screen = SpokenScreen(captions, common_ports.say if common_ports.sounds else None)
        counted = common_ports.counting = counting(self.present, common_ports.clock)
        if self.box_devices is not None:
            reader = reader_for(prepared, game.setup, LineSource.PAD)
            self.box_devices.to(common_ports.inbox, reader, counted, skips=True)
        ports = common_ports.ports(screen, progress=self._patience(common_ports), code_spoken=False)
        common_ports.inbox.followers.append(screen.moment)
        ports.keyed = lambda: self.present.keyed or self.present.screen
        if self.box_devices is not None:
            light = self.box_devices.light(self.present, game.setup.players, equipment)
            if light is not None:
                ports.light = light
                common_ports.inbox.followers.append(light.moment)
        for sentence in common_ports.told:
            log(sentence)
        return ports, lambda _driver, play: play()

    def _patience(self, common_ports: CommonPorts) -> Progress:
        """Return what is told how far the voice is: from time to time it says that it is still there."""
        last = common_ports.clock.now()

        def progress(_done: int, _all: int) -> None:
            nonlocal last
            self.pulses.engine.beat()
            if self.still is not None and common_ports.clock.now() >= last + STILL:
                common_ports.begin(self.still)
                last = common_ports.clock.now()

        return progress

    def put_away(self, ports: Ports, wording: Wording, ending: GameEnd, kept: bool) -> None:
        """Say that the game is `kept`, and answer a goodbye; whoever stops the service hears nothing."""
        if ending is GameEnd.INTERRUPTED:
            return
        lines = ["goodbye"] if ending is GameEnd.PUT_AWAY else []
        if kept:
            tonight = self.keeping.away and not self.keeping.returns
            lines.insert(0, "box.kept.tonight" if tonight else "box.kept")
        for line in lines:
            utterance = wording.utterance(line)
            ports.screen.caption(caption(utterance))
            ports.mouth.speak(utterance)
