"""The table on a full screen, for one game: where there is room for it, it takes the place of plain prompts."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from blessed import Terminal

from narrator.inputs.attended import EditedInbox
from narrator.inputs.inbox import Clock, LiveInbox, Order
from narrator.inputs.keys import KeysOfAScreen
from narrator.inputs.reading import Reader
from narrator.session.driver import Driver
from narrator.session.engine import TableSetup
from narrator.session.marked_mouth import MarkedMouth, Spans, estimated
from narrator.session.room import Room
from narrator.session.screens import Watchers
from narrator.story.markup import Utterance
from narrator.story.wording import Wording
from narrator.story.words import Words

if TYPE_CHECKING:  # Textual is loaded only where it is looked at
    from narrator.screen.table.app import TableApp
    from narrator.screen.table.board import Board

COLUMNS, ROWS = 72, 20
"""The least room: with less of it, plain prompts are easier to read."""


def fits(terminal: Terminal) -> bool:
    """Whether there is a terminal with enough room for a full screen."""
    if os.environ.get("TERM", "dumb") in ("dumb", "unknown") or find_spec("textual") is None:
        return False
    return bool(terminal.is_a_tty) and terminal.width >= COLUMNS and terminal.height >= ROWS


class FullScreen:
    """The full screen of one game. `factor` is how long a second of the game lasts, 0 where nothing has a length."""

    def __init__(
        self,
        terminal: Terminal,
        words: Words,
        wording: Wording,
        setup: TableSetup,
        reader: Reader,
        inbox: LiveInbox,
        clock: Clock,
        factor: float,
    ) -> None:
        from narrator.screen.table.board import Board

        names = tuple(setup.names) + ("",) * (setup.players - len(setup.names))
        self.board: Board = Board(words, wording, names, clock.now, factor)
        self._terminal = terminal
        self._keys = KeysOfAScreen(self.board, reader, inbox)
        self._inbox = inbox

    def furnish(self, room: Room, times: Callable[[Utterance, str], Spans] = estimated) -> None:
        """Have the board told of what is asked, spoken and paused in a room, besides its screen.

        `times` says when the words of a line are heard, where that is known.
        """
        room.inbox = EditedInbox(room.inbox, self.board)
        room.mouth = MarkedMouth(room.mouth, self.board, times)
        room.watcher = self.board if room.watcher is None else Watchers(room.watcher, self.board)

    def app(self) -> TableApp:
        """Return the screen, to be run once."""
        from narrator.screen.table.app import TableApp

        return TableApp(self.board, self._keys)

    def play(self, driver: Driver, game: Callable[[], object]) -> None:
        """Play a game behind the screen; afterwards notices are printed.

        `game` runs in a thread of its own, and so does everything that it calls. What it raises is raised here.

        Raises:
            KeyboardInterrupt: the game was put away by a key or a signal.
            TableFailedError: the screen broke down.
        """
        from narrator.screen.table.stage import perform

        self.board.attend(lambda: driver.facts)
        try:
            perform(self.app(), game, self._put_away, self._terminal)
        finally:
            self.board.retire(print)

    def _put_away(self) -> None:
        self._inbox.put(Order.QUIT, self._inbox.turn)
