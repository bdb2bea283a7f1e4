"""The Textual program: it draws what the model shows, and passes keys on to whoever turns them into entries.

The game runs in a thread of its own, and the screen in the first one: whichever ends, ends the other.
"""

from __future__ import annotations

import asyncio
import logging
import os
import select
import signal
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, ClassVar, cast

from rich.console import Console
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, Paste

from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.devices.keyboard import KeysOfAScreen, KeyTerminal
from narrator.devices.terminal_output import AT_THE_END, PATIENCE, TerminalOutput
from narrator.screens.full_screen import panes
from narrator.screens.full_screen.drawing import DAY, NIGHT
from narrator.screens.full_screen.model import ScreenModel
from narrator.screens.private_page import blanked
from narrator.screens.terminal import CLEAR_SCROLLBACK

TICK = 0.125
"""Seconds between two snapshots while nothing is told: how finely time passes on the screen."""

ORDERS = {"f1": "help", "f2": "repeat", "f3": "state", "f4": "undo", "f5": "pause", "f6": "softer", "f7": "louder"}
"""The keys of orders, by the orders' ids."""

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals by which the program is told to end."""

GRACE = 1.0
"""Seconds that a game which is put away is given to end by itself; what was answered is stored in any case."""

ENTERED = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h"
"""What Textual writes first, but for what it asks: alternate screen, no cursor, rows that are not broken, pastes."""
LEFT = "\x1b[?2004l\x1b[?7h\x1b[<u\x1b[?25h\x1b[?1004l"
"""What it writes last, on the main screen."""

_logger = logging.getLogger(__name__)


class Frame(str):
    """What Textual draws; `wipes` counts what was to be shown no more before it was drawn."""

    __slots__ = ("wipes",)

    wipes: int


class FrameFile:
    """The file to which Textual's thread writes frames: what the terminal does not take is left out, and `missed`.

    Whoever waited for the terminal would make the loop wait, which puts frames into a queue of some thirty.
    """

    def __init__(self, output: TerminalOutput) -> None:
        self.missed = False
        self.wipes = 0
        self._output = output

    def write(self, text: str) -> int:
        if not self.missed and not self._output.offer(text, PATIENCE):
            self.missed = True  # never written otherwise: another thread may just have set it
        if isinstance(text, Frame) and text.wipes < self.wipes:  # it came out of the queue too late
            self._drop_the_rest()
        return len(text)

    def flush(self) -> None:
        """Go on with what the terminal has not taken."""
        self._output.flush()

    def wipe(self) -> None:
        """Have nothing shown any more of what the terminal has not taken, nor of what was drawn before now."""
        self.wipes += 1
        self._drop_the_rest()

    def _drop_the_rest(self) -> None:
        if not self._output.flush():
            self._output.discard()
            self.missed = True

    def caught_up(self) -> bool:
        """Whether frames were missed, and the terminal takes them again from now on."""
        if not self._output.flush() or not self.missed:
            return False
        self.missed = False
        return True


class KeyDriver(LinuxDriver):
    """Draws on standard output, and reads a terminal's keys.

    Textual draws on standard error, which people keep in files: the deal would stand in one. Keys may be any bytes:
    what comes together with bytes that are no letter is lost.
    """

    def __init__(self, app: TableApp, **options: Any) -> None:
        super().__init__(app, **options)
        self._file = cast(Any, app.frames)
        self._keyboard = select.poll()
        self._keyboard.register(self.fileno, 0)
        self._stands = False

    def hung_up(self) -> bool:
        """Whether the terminal is gone: then no more keys are read, for that would never end."""
        if self.exit_event.is_set() or not self._keyboard.poll(0):
            return False
        self.exit_event.set()
        return True

    def write(self, data: str) -> None:
        frame = Frame(data)
        frame.wipes = cast(TableApp, self._app).frames.wipes
        super().write(frame)

    def draw_anew(self) -> None:
        """Draw everything again on a terminal that may have missed anything."""
        self.write(ENTERED)
        self._app.refresh(layout=True)

    def run_input_thread(self) -> None:
        while not self.exit_event.is_set():
            with suppress(UnicodeDecodeError):
                super().run_input_thread()

    def start_application_mode(self) -> None:
        self.exit_event.clear()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's has no types
        self._attributes = termios.tcgetattr(self.fileno)
        self._stands = True

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was; where it has hung up, read no more of it either."""
        self._stands = False
        try:
            super().stop_application_mode()
        finally:
            self.exit_event.set()

    # A signal may strike while the loop takes a lock that these need: so the loop does it, a moment later.

    def _sigtstp_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stand_aside)

    def _sigcont_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._come_back)

    def _stand_aside(self) -> None:
        """Leave the terminal to the shell, and stop until told to go on."""
        if self._stands:
            self.suspend_application_mode()
            os.kill(os.getpid(), signal.SIGSTOP)

    def _come_back(self) -> None:
        """Take the terminal again, also where the program was stopped before it could leave it.

        Then its keys are being read: to leave it now would throw away what was typed since.
        """
        if not self._app.is_running:
            return
        if self._stands:
            with suppress(termios.error):  # it may be gone
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._attributes)
        else:
            self.resume_application_mode()
        self.draw_anew()


class TableApp(App[None]):
    """The table's full screen.

    `begin` is called once, when the first picture stands. Afterwards `put_away` says whether the players left it, and
    `failure` where it broke down.
    """

    CSS = f"""
    Screen {{ layers: table window; background: {DAY.ground}; color: {DAY.text}; overflow: hidden; }}
    Screen.dark {{ background: {NIGHT.ground}; color: {NIGHT.text}; }}
    #table {{ layer: table; padding: 0 1; }}
    #heading {{ height: 1; }}
    #middle {{ height: 1fr; }}
    #circle {{ width: 3fr; margin: 1 0; }}
    #captions {{ width: 2fr; margin: 1 0 1 2; }}
    #question {{ height: 4; }}
    #typed, #foot {{ height: 1; }}
    #window {{ layer: window; display: none; background: {NIGHT.ground}; padding: 1 2; }}
    #window.open {{ display: block; }}
    #frame {{ border: solid {NIGHT.soft}; height: 1fr; padding: 1 2; }}
    #purpose {{ height: 2; text-align: center; }}
    #private {{ height: 1fr; }}
    #seats {{ height: auto; margin: 1 0 0 0; }}
    #keyed {{ height: 1; margin: 1 0 0 0; }}
    #advice {{ height: 3; text-align: center; }}
    Screen.-narrow #circle {{ display: none; }}
    Screen.-narrow #captions {{ width: 1fr; margin: 1 0; }}
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "put_away", priority=True),
        Binding("ctrl+d", "end", priority=True),
    ]

    def __init__(self, screen_model: ScreenModel, keys: KeysOfAScreen, output: TerminalOutput) -> None:
        self.frames = FrameFile(output)
        super().__init__(driver_class=KeyDriver)
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]
        # What Textual says of a failure shows the values of variables, and secrets with them.
        self.error_console = Console(quiet=True)
        self._screen_model = screen_model
        self._keys = keys
        self._here: asyncio.AbstractEventLoop | None = None
        self._nudged = False
        self._windows_closed = 0
        self._ended = False
        self.begin: Callable[[], None] = lambda: None
        self.put_away = False
        self.failure = ""

    def compose(self) -> ComposeResult:
        snapshot = self._screen_model.snapshot()
        words = self._screen_model.commands
        keys = [f"{key.upper()} {words[id_]}" for key, id_ in ORDERS.items()]
        keys.append(f"Ctrl-C {words['quit']}")
        with Vertical(id="table"):
            yield panes.HeadingPane(snapshot, "heading")
            with Horizontal(id="middle"):
                yield panes.CirclePane(snapshot, "circle")
                yield panes.CaptionsPane(snapshot, "captions")
            yield panes.QuestionPane(snapshot, "question")
            yield panes.TypedPane(snapshot, "typed")
            yield panes.FootPane(snapshot, "foot", keys, self._screen_model.quoted)
        with Vertical(id="window"):
            with Vertical(id="frame"):
                yield panes.PurposePane(snapshot, "purpose")
                yield panes.PrivatePane(snapshot, "private")
                yield panes.SeatsPane(snapshot, "seats")
                yield panes.KeyedPane(snapshot, "keyed")
            yield panes.AdvicePane(snapshot, "advice")

    def on_mount(self) -> None:
        self.title = self._screen_model.snapshot().title
        self._here = asyncio.get_running_loop()
        if self._ended:
            self.exit()
            return
        self._screen_model.changed = self.nudge
        self.look()
        self.set_interval(TICK, self.look)
        self.call_after_refresh(lambda: self.begin())

    def nudge(self) -> None:
        """Have a snapshot taken soon, from any thread."""
        loop = self._here
        if loop is None or self._nudged or loop.is_closed():
            return
        self._nudged = True
        try:
            loop.call_soon_threadsafe(self.look)
        except RuntimeError:  # it was closed meanwhile: nothing is to be seen any more
            self._nudged = False

    def look(self) -> None:
        self._nudged = False
        if not self.is_running or not self.screen_stack:
            return
        snapshot = self._screen_model.snapshot()
        closed, self._windows_closed = self._windows_closed, snapshot.closed
        if closed != self._windows_closed:  # another may be open already
            self.frames.wipe()
        if isinstance(self._driver, KeyDriver):
            if self._driver.hung_up():
                self._keys.end()
            elif self.frames.caught_up():
                self._driver.draw_anew()
        self.screen.set_class(snapshot.dark, "dark")
        self.query_one("#window").set_class(snapshot.panel is not None, "open")
        for pane in self.query(panes.Pane):
            pane.show(snapshot)

    def end(self) -> None:
        """Leave the screen, from any thread and from the handler of a signal; where it does not stand yet, soon."""
        self._ended = True
        loop = self._here
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.exit)

    def on_resize(self) -> None:
        """Draw everything: Textual leaves out what it has drawn, though the terminal may have been smaller since."""
        self.refresh(layout=True)

    # --- keys -------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        event.stop()
        match event.key:
            case "enter":
                self._keys.enter()
            case "backspace" | "delete":
                self._screen_model.erase()
            case "escape":
                self._screen_model.wipe()
            case "right" | "down":
                self._screen_model.turn(1)
            case "left" | "up":
                self._screen_model.turn(-1)
            case key if key in ORDERS:
                pauses = ORDERS[key] == "pause"  # which also ends a pause
                self._keys.order("resume" if pauses and self._screen_model.snapshot().paused else ORDERS[key])
            case _ if event.character is not None and event.is_printable:
                self._screen_model.type(event.character)

    def on_paste(self, event: Paste) -> None:
        """Take what is pasted as if it had been typed, its first line."""
        event.stop()
        self._screen_model.type("".join(filter(str.isprintable, event.text.partition("\n")[0])))

    def action_put_away(self) -> None:
        self.put_away = True
        self.exit()

    def action_end(self) -> None:
        self._keys.end()

    def _handle_exception(self, error: Exception) -> None:
        """Remember what broke down, and where: its text could hold anything."""
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = "" if trace is None else f", {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        self.failure = self.failure or f"{type(error).__name__}{where}"
        super()._handle_exception(error)


class TableFailedError(UserError):
    """The full screen is gone; the text says what to do."""


def perform(app: TableApp, game: Callable[[], object], hush: Callable[[], None], terminal: KeyTerminal) -> None:
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
    terminal.output.offer(scouring(terminal))
    try:
        app.begin = thread.start
        with _leaving(app) as told:
            app.run(mouse=False)
    finally:
        left = terminal.output.release() and not app.frames.missed
        terminal.output.offer(scouring(terminal) + ("" if left else LEFT))
        terminal.output.flush(AT_THE_END)
        forget_panes()
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


def forget_panes() -> None:
    """Empty the cache in which Textual keeps the panes of every game and all that they drew, a megabyte each.

    It is a slip of Textual's own: the cache is meant for colours. A version that has none keeps nothing in it.
    """
    with suppress(ImportError, AttributeError):
        from textual._styles_cache import StylesCache

        StylesCache.get_inner_outer.cache_clear()


@contextmanager
def _leaving(app: TableApp) -> Iterator[list[int]]:
    """Leave the screen when the program is told to end; gives the list of the signals that have come.

    A signal that is ignored, as under `nohup`, stays so. What stops the program and lets it go on does so as before,
    once there is no screen any more.
    """
    told: list[int] = []

    def leave(number: int, _frame: FrameType | None) -> None:
        told.append(number)
        app.end()

    before = {number: handler for number in ENDING if (handler := signal.getsignal(number)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, leave)
    before |= {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def scouring(terminal: KeyTerminal) -> str:
    """Return what leaves nothing on the screen that the full screen stands on, also what a killed narrator left."""
    enter, leave = terminal.enter_fullscreen, terminal.exit_fullscreen
    return enter + blanked(terminal) + (leave or CLEAR_SCROLLBACK) + terminal.normal
