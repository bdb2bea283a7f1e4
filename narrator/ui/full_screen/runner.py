"""Runs the game in a thread of its own and the full screen in the first one: whichever ends, ends the other."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

from narrator.story.sentences import to_user
from narrator.ui.terminal import CLEAR_SCROLLBACK, blanked
from narrator.user_error import UserError

if TYPE_CHECKING:  # Textual is loaded by whoever makes a screen, blessed by whoever has a terminal
    from blessed import Terminal

    from narrator.ui.full_screen.app import TableApp

ENDING = (signal.SIGTERM, signal.SIGHUP)
"""The signals by which the program is told to end."""

GRACE = 1.0
"""Seconds that a game which is put away is given to end by itself; what was answered is stored in any case."""


_logger = logging.getLogger(__name__)


class TableFailedError(UserError):
    """The full screen is gone; the text says what to do."""


def perform(app: TableApp, game: Callable[[], object], hush: Callable[[], None], terminal: Terminal) -> None:
    """Play a game behind the full screen, to the end of either; the terminal is as before.

    `game` is called in a thread, once the screen stands, and may raise: it is raised again here. `hush` is called where
    the screen goes first: it tells the game to end. A signal that ends the program takes the screen away, and then is
    raised again, for whoever handled it before.

    Raises:
        KeyboardInterrupt: the game was put away by a key or a signal.
        TableFailedError: the screen broke down.
    """
    raised: list[BaseException] = []

    def play() -> None:
        try:
            game()
        except BaseException as error:  # whatever it is, it is raised again below
            raised.append(error)
        finally:
            app.end()

    thread = threading.Thread(target=play, name="game", daemon=True)
    scour(terminal)
    try:
        app.begin = thread.start
        with _leaving(app) as told:
            app.run(mouse=False)
    finally:
        with suppress(OSError):  # the terminal may be gone
            scour(terminal)
        if thread.is_alive():
            hush()
            thread.join(GRACE)
    if told:
        signal.raise_signal(told[0])
    if app.put_away:
        raise KeyboardInterrupt
    if app.failure:
        _logger.error("the full screen broke down: %s", app.failure)
        raise TableFailedError(to_user("play.screen_failed", detail=app.failure))
    if raised:
        raise raised[0]


@contextmanager
def _leaving(app: TableApp) -> Iterator[list[int]]:
    """Leave the screen when the program is told to end; gives the list of the signals that have come.

    A signal that is ignored, as under `nohup`, stays so.
    """
    told: list[int] = []

    def leave(number: int, _frame: FrameType | None) -> None:
        told.append(number)
        app.end()

    before = {number: handler for number in ENDING if (handler := signal.getsignal(number)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, leave)
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def scour(terminal: Terminal) -> None:
    """Leave nothing on the screen that the full screen stood on, also what a killed narrator left there."""
    enter, leave = terminal.enter_fullscreen, terminal.exit_fullscreen
    terminal.stream.write(enter + blanked(terminal) + (leave or CLEAR_SCROLLBACK) + terminal.normal)
    terminal.stream.flush()
