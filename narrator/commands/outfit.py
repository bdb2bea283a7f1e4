"""What a box has in hand for a whole evening, whatever is played: keypad, button, light, lines of standard input."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from narrator.inputs.button import GamePressing, Length
from narrator.inputs.devices import Devices
from narrator.inputs.evening_lines import EveningLines
from narrator.inputs.event_files import EventFiles
from narrator.inputs.givens import LiveGivens, Press, Typed
from narrator.inputs.hands import Hands
from narrator.inputs.inbox import Changed, Clock, Entry, LiveInbox, Lost, Order
from narrator.inputs.keyboard import RawLines
from narrator.inputs.keypad import Desk, GameDesk
from narrator.inputs.linux_devices import LinuxDevices
from narrator.inputs.offers import Offer
from narrator.inputs.reading import Reader
from narrator.screen.light import TableLight
from narrator.session.abilities import Kit
from narrator.session.counting import Counting, Scope
from narrator.session.pieces import AUTO, Reason, Wish, pieces
from narrator.session.settings import Settings


@dataclass(frozen=True)
class PromptDesk:
    """Gives lines to the questions before a game. Everybody may hear keys then."""

    givens: LiveGivens
    turn: int = 0
    open: bool = True

    def line(self, text: str, turn: int) -> None:  # noqa: ARG002 - what came for another question was cleared away
        """Take in a line."""
        self.givens.put(Typed(text))


@dataclass(frozen=True)
class PromptPressing:
    """Gives presses to the questions before a game; `counted` is the answer that is being heard."""

    givens: LiveGivens
    counted: Callable[[], Offer | None]

    def begun(self) -> Callable[[Length], None]:
        """Keep the answer of this moment."""
        offer = self.counted()

        def over(length: Length) -> None:
            match length:
                case Length.SHORT:
                    self.givens.put(Press(offer))
                case Length.LONG:
                    self.givens.put(Order.UNDO)
                case Length.VERY_LONG:
                    self.givens.put(Order.QUIT)

        return over


class Outfit:
    """The hands and the light of a box, open until `equipment` is put away.

    They answer to the questions before a game, or to a game's, as they are told.
    """

    def __init__(self, settings: Settings, clock: Clock, equipment: ExitStack) -> None:
        """Open what the settings name, and read the lines of standard input, where there may be any."""
        self._clock = clock
        self._put: Callable[[Entry], None] = lambda _entry: None
        hands = Hands(lambda entry: self._put(entry))
        self._lines: EveningLines | None = None
        if stdin_has_lines():
            self._lines = EveningLines(RawLines(sys.stdin.fileno()), hands)
            self._lines.start()
        self._hands = hands
        self._opened = equipment.enter_context(ExitStack())
        self.open(settings)

    def open(self, settings: Settings) -> None:
        """Open what the settings name, and any numeric pad where they name none, in place of what was open."""
        self._opened.close()
        named = settings.keypad or AUTO
        file = Path(named) if named.startswith("/") else None
        wish = Wish(AUTO if file is not None else named, settings.button, settings.light)
        self._pieces = self._opened.enter_context(pieces(wish, self._hands, self._clock, devices=_devices(file)))
        self._pieces.start()

    def reasons(self, settings: Settings) -> tuple[Reason, ...]:
        """Return why pieces are missing; a pad that nobody asked for is not missed where something else answers."""
        alone = self._pieces.button is not None or self._lines is not None
        return () if alone and not settings.keypad and not settings.light else self._pieces.reasons

    def kit(self, *, sound: bool, ears: bool, screen: bool) -> Kit:
        """Return what is there now, with what is not among these pieces."""
        keypad = self._pieces.keypad
        return Kit(
            sound=sound,
            ears=ears,
            keypad=keypad is not None and keypad.there,
            keyboard=self._lines is not None and self._lines.there,
            button=self._pieces.button is not None,
            light=self._pieces.lamp is not None,
            screen=screen,
        )

    @property
    def ended(self) -> bool:
        """Whether there were lines of standard input, and no more will come; a service never had any."""
        return self._lines is not None and not self._lines.there

    def at_prompt(self, givens: LiveGivens, counted: Callable[[], Offer | None]) -> None:
        """Let all of them answer the questions before a game."""

        def put(entry: Entry) -> None:
            if isinstance(entry, Changed | Lost):
                givens.put(entry)

        self._put = put
        self._sit_at(PromptDesk(givens))
        if self._pieces.button is not None:
            self._pieces.button.to(PromptPressing(givens, counted))
        if self._lines is not None:
            givens.awaited = self._lines.awaited

    def at_game(self, inbox: LiveInbox, reader: Reader, counting: Counting | None) -> None:
        """Let all of them answer a game's questions; a button means what is being counted."""
        self._put = lambda entry: inbox.put(entry, inbox.turn)
        self._sit_at(GameDesk(reader, inbox))
        if self._pieces.button is not None:
            self._pieces.button.to(GamePressing(inbox, lambda: None if counting is None else counting.current))
        if self._lines is not None:
            inbox.awaited = self._lines.awaited

    def light(self, kit: Kit, players: int, equipment: ExitStack) -> TableLight | None:
        """Return the light of a game; where there are keys it blinks, where all is counted it is on at an item."""
        if self._pieces.lamp is None:
            return None
        light = TableLight(self._pieces.lamp, self._clock.now, players, blinking=kit.keyed)
        equipment.callback(light.close)
        light.start()
        return light

    def _sit_at(self, desk: Desk) -> None:
        if self._pieces.keypad is not None:
            self._pieces.keypad.desk = desk
        if self._lines is not None:
            self._lines.desk = desk


def counting(kit: Kit, clock: Clock) -> Counting | None:
    """Return what counts aloud in a game: all where one button answers, or the cards that only a light shows."""
    if kit.screen:
        return None
    if kit.button and not kit.keyed:
        return Counting(clock, Scope.ALL if kit.light else Scope.CHOSEN)
    return Counting(clock, Scope.CARDS_SHOWN) if kit.light and kit.keyed else None


def stdin_has_lines() -> bool:
    """Whether somebody may type: a service has nothing there, a trial on a desk a terminal or a pipe."""
    try:
        there = os.fstat(sys.stdin.fileno())
    except (OSError, ValueError):
        return False
    return not (stat.S_ISCHR(there.st_mode) and there.st_rdev == os.stat(os.devnull).st_rdev)


def _devices(file: Path | None) -> Callable[[], Devices]:
    return LinuxDevices if file is None else lambda: EventFiles(file)
