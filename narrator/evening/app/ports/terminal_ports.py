"""The ports of a game on this machine: a full screen, a plain terminal or a pipe; a voice or captions alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from narrator.base.sentences import PROGRAM, sentences
from narrator.base.user_error import UserError
from narrator.base.whole_files import open_private
from narrator.devices.keyboard import KeysOfAScreen, KeyTerminal, lines_of, listen_to_lines
from narrator.devices.terminal_output import LateStream
from narrator.evening.app.game_series import GameEnd, Runner, TableHost
from narrator.evening.app.ports.common_ports import CommonPorts, at_the_terminal
from narrator.evening.app.prepared_game import PreparedGame, reader_for
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.play import Mode
from narrator.screens.full_screen.word_timing import MarkedMouth, Times, estimated
from narrator.screens.screens import PlainScreen, PrivateApart, PromptScreen
from narrator.screens.terminal import TerminalScreen
from narrator.table.games.engine import Founded, TableSetup
from narrator.table.inbox.entry import Order
from narrator.table.inbox.inbox import Clock, LiveInbox
from narrator.table.language.typed import LineSource, Reader
from narrator.table.session.driver import Driver
from narrator.table.session.ports import Ports, Screen

if TYPE_CHECKING:  # Textual is loaded only where it is looked at
    from narrator.screens.full_screen.app import TableApp
    from narrator.screens.full_screen.model import ScreenModel


COLUMNS, ROWS = 72, 20
"""The least room: with less, plain prompts are easier to read."""


def fits(terminal: KeyTerminal) -> bool:
    """Whether a terminal has enough room for a full screen, and is one that can show it."""
    if os.environ.get("TERM", "dumb") in ("dumb", "unknown") or find_spec("textual") is None:
        return False
    return terminal.width >= COLUMNS and terminal.height >= ROWS


class FullScreen:
    """The full screen of one game. `factor` is how long a second of the game lasts, 0 where nothing has a length."""

    def __init__(
        self,
        terminal: KeyTerminal,
        words: Words,
        wording: Wording,
        setup: TableSetup,
        reader: Reader,
        inbox: LiveInbox,
        clock: Clock,
        factor: float,
    ) -> None:
        from narrator.screens.full_screen.model import ScreenModel

        names = tuple(setup.names) + ("",) * (setup.players - len(setup.names))
        self.screen_model: ScreenModel = ScreenModel(words, wording, names, clock.now, factor, lambda: inbox.moment)
        self._terminal = terminal
        self._keys = KeysOfAScreen(self.screen_model, reader, inbox)
        self._inbox = inbox

    def furnish(self, ports: Ports, times: Times = estimated) -> None:
        """Have the screen's model told of what is asked, spoken and paused, besides what it is shown.

        `times` says when the words of a line are heard, where that is known.
        """
        self._inbox.followers.append(self.screen_model.moment)
        ports.opener = self.screen_model
        ports.mouth = MarkedMouth(ports.mouth, self.screen_model, times)
        ports.watchers.append(self.screen_model)

    def app(self) -> TableApp:
        from narrator.screens.full_screen.app import TableApp

        return TableApp(self.screen_model, self._keys, self._terminal.output)

    def play(self, _driver: Driver, game: Callable[[], object]) -> None:
        """Play a game behind the screen; afterwards notices are printed.

        `game` runs in a thread of its own, and so does everything that it calls. What it raises is raised here.

        Raises:
            KeyboardInterrupt: the game was put away by a key or a signal.
            TableFailedError: the screen broke down.
        """
        from narrator.screens.full_screen.app import perform

        try:
            perform(self.app(), game, lambda: self._inbox.put(Order.QUIT), self._terminal)
        finally:
            self.screen_model.retire(PromptScreen(sys.stdout, "").notice)


def refuse_without_private(prepared: PreparedGame, setup: TableSetup) -> None:
    """Refuse a game whose secrets would have nowhere to go.

    Raises:
        UserError: there is no private screen, no phone, and no file for what would stand on it.
        OSError: the file cannot be written.
    """
    if prepared.equipment.private is not None:
        place = Path(prepared.equipment.private)
        if not place.is_fifo():  # to whoever reads a pipe it would be at its end
            open_private(place).close()
    elif setup.mode is Mode.JOUEUR and prepared.phone is None and not on_terminal():
        raise UserError(prepared.wording(setup).line("session.private_needed"))


def on_terminal() -> bool:
    """Whether keys are typed and lines are read on a terminal, from which what was shown can be wiped again."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def furnished(prepared: PreparedGame, game: Founded, wording: Wording, equipment: ExitStack) -> tuple[Ports, Runner]:
    """Set up what there is: a full screen, a plain terminal or a pipe; a voice or captions alone; ears or none."""
    setup = game.setup
    common_ports = CommonPorts(prepared, game, wording, equipment, ask=at_the_terminal if on_terminal() else None)
    reader = reader_for(prepared, setup, LineSource.KEYBOARD if sys.stdin.isatty() else LineSource.FILE)
    screen: Screen
    # On a pipe it would ask the system's own streams, which may be closed.
    terminal = KeyTerminal() if on_terminal() else None
    if terminal is not None:
        equipment.callback(terminal.output.close)
    full = plain = private = None
    if prepared.equipment.private is not None:
        late = LateStream(equipment.enter_context(open_private(Path(prepared.equipment.private))))
        equipment.callback(late.close)
        private = cast(TextIO, late)
    # Behind a full screen the code for a phone's camera could not be seen.
    if terminal is not None and not prepared.equipment.plain and prepared.phone is None and fits(terminal):
        words = prepared.pack.words[prepared.language]
        full = FullScreen(
            terminal, words, wording, setup, reader, common_ports.inbox, common_ports.clock, common_ports.pace.factor
        )
        screen = full.screen_model
    elif terminal is not None:
        screen = plain = TerminalScreen(terminal, lambda: common_ports.inbox.moment)
        common_ports.inbox.followers.append(plain.moment)
        equipment.enter_context(terminal.keys())
        equipment.callback(plain.leave)
        equipment.callback(terminal.listen(plain, plain.look, reader, common_ports.inbox))
    else:
        mark = sentences(PROGRAM, prepared.language)["private"]
        screen = PlainScreen(sys.stdout, led=setup.mode is Mode.MENEUR, mark=mark)
        equipment.callback(listen_to_lines(lines_of(sys.stdin.fileno()), reader, common_ports.inbox))
    if private is not None:
        screen = PrivateApart(screen, private)
    ports = common_ports.ports(screen)
    for sentence in common_ports.told:
        ports.screen.notice(sentence)
    if plain is not None:
        return ports, partial(_play_plainly, ports, prepared, wording)
    if full is None:
        return ports, lambda _driver, game: game()
    if common_ports.ears is not None:
        common_ports.ears.shown = full.screen_model.heard
    full.furnish(ports, common_ports.times)
    return ports, full.play


def _play_plainly(
    ports: Ports, prepared: PreparedGame, wording: Wording, _driver: Driver, game: Callable[[], object]
) -> None:
    """Play on a plain terminal, once a phone that is wanted is there."""
    if prepared.phone is not None:
        prepared.phone.await_page(ports, wording)
    game()


def on_screen(ports: Ports, wording: Wording, ending: GameEnd, kept: bool) -> None:
    """Show goodbye, and how to go on another time with a game that is `kept`."""
    if ending is not GameEnd.STRANDED:
        ports.screen.notice(wording.line("goodbye"))
    if kept:
        ports.screen.notice(wording.line("session.resume_how"))


TERMINAL = TableHost(refuse_without_private, furnished, on_screen, seen=True)
"""A terminal or a pipe."""
