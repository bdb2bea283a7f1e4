"""Opening the full screen for one game: it replaces plain prompts where the terminal is large enough."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from narrator.app.ports.call_names import CallNames
from narrator.games.engine import TableSetup
from narrator.inbox.clock import Clock
from narrator.inbox.entry import Order
from narrator.inbox.inbox import LiveInbox
from narrator.inbox.watched import EditedInbox
from narrator.language.typed import Reader
from narrator.session.driver import Driver
from narrator.session.ports import Ports
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.ui.full_screen.word_timing import MarkedMouth, Times, estimated
from narrator.ui.typed_line import KeysOfAScreen

if TYPE_CHECKING:  # Textual is loaded only where it is looked at, blessed by whoever has a terminal
    from blessed import Terminal

    from narrator.ui.full_screen.app import TableApp
    from narrator.ui.full_screen.model import ScreenModel

COLUMNS, ROWS = 72, 20
"""The least room: with less, plain prompts are easier to read."""


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
        from narrator.ui.full_screen.model import ScreenModel

        names = tuple(setup.names) + ("",) * (setup.players - len(setup.names))
        self.screen_model: ScreenModel = ScreenModel(
            words, wording, names, clock.now, factor, CallNames(setup, words, wording)
        )
        self._terminal = terminal
        self._keys = KeysOfAScreen(self.screen_model, reader, inbox)
        self._inbox = inbox

    def furnish(self, ports: Ports, times: Times = estimated) -> None:
        """Have the screen's model told of what is asked, spoken and paused, besides what it is shown.

        `times` says when the words of a line are heard, where that is known.
        """
        ports.inbox = EditedInbox(ports.inbox, self.screen_model)
        ports.mouth = MarkedMouth(ports.mouth, self.screen_model, times)
        ports.watchers.append(self.screen_model)

    def app(self) -> TableApp:
        """Return the screen, to be run once."""
        from narrator.ui.full_screen.app import TableApp

        return TableApp(self.screen_model, self._keys)

    def play(self, driver: Driver, game: Callable[[], object]) -> None:
        """Play a game behind the screen; afterwards notices are printed.

        `game` runs in a thread of its own, and so does everything that it calls. What it raises is raised here.

        Raises:
            KeyboardInterrupt: the game was put away by a key or a signal.
            TableFailedError: the screen broke down.
        """
        from narrator.ui.full_screen.app import perform

        self.screen_model.attend(lambda: driver.facts)
        try:
            perform(self.app(), game, self._put_away, self._terminal)
        finally:
            self.screen_model.retire(print)

    def _put_away(self) -> None:
        self._inbox.put(Order.QUIT, self._inbox.turn)
