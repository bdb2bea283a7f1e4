"""The room of a game on this machine: a terminal or a pipe, a voice or captions alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

from blessed import Terminal

from narrator.commands.evening import Evening, RefusedError, reader_for
from narrator.commands.full_screen import FullScreen, fits
from narrator.commands.laying import Laying
from narrator.commands.listening import at_the_terminal
from narrator.core.modes import Mode
from narrator.inputs.attended import EditedInbox
from narrator.inputs.keyboard import lines_of, listen_to_keys, listen_to_lines
from narrator.screen.plain import PlainScreen, open_private
from narrator.screen.terminal import TerminalScreen
from narrator.session.driver import Driver
from narrator.session.engine import Founded, TableSetup
from narrator.session.room import Room, Screen
from narrator.session.screens import ScreenOnLane, Watchers
from narrator.story.wording import Wording


def refuse_without_private(evening: Evening, setup: TableSetup) -> None:
    """Refuse a game whose secrets would have nowhere to go.

    Raises:
        RefusedError: there is no private screen, no phone, and no file for what would stand on it.
        OSError: the file cannot be written.
    """
    if on_terminal():
        return
    if evening.equipment.private is not None:
        open_private(Path(evening.equipment.private)).close()
    elif setup.mode is Mode.JOUEUR and evening.phone is None:
        raise RefusedError(evening.wording(setup).line("session.private_needed"))


def on_terminal() -> bool:
    """Whether keys are typed and lines are read on a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


Stage: TypeAlias = Callable[[Driver, Callable[[], object]], object]
"""Where a game is played: it is called with the game's driver, and with what plays the game to its end."""


def furnished(evening: Evening, game: Founded, wording: Wording, equipment: ExitStack) -> tuple[Room, Stage]:
    """Set up what there is: a full screen, a plain terminal or a pipe; a voice or captions alone; ears or none."""
    setup = game.setup
    laying = Laying(evening, game, wording, equipment, ask=at_the_terminal if on_terminal() else None)
    reader = reader_for(evening, setup)
    screen: Screen
    terminal = Terminal()
    full = plain = None
    # Behind a full screen the code for a phone's camera could not be seen.
    if on_terminal() and not evening.equipment.plain and evening.phone is None and fits(terminal):
        words = evening.pack.words[evening.language]
        full = FullScreen(terminal, words, wording, setup, reader, laying.inbox, laying.clock, laying.pace.factor)
        screen = full.board
    elif on_terminal():
        plain = TerminalScreen(terminal)
        screen = ScreenOnLane(plain, laying.display)
        equipment.enter_context(terminal.cbreak())
        equipment.callback(plain.close_window)
        equipment.callback(listen_to_keys(terminal, plain, reader, laying.inbox))
        equipment.callback(laying.display.settle)  # before the terminal is left, all is drawn
    else:
        private = None
        if evening.equipment.private is not None:
            private = equipment.enter_context(open_private(Path(evening.equipment.private)))
        screen = PlainScreen(sys.stdout, private, led=setup.mode is Mode.MENEUR)
        equipment.callback(listen_to_lines(lines_of(sys.stdin.fileno()), reader, laying.inbox))
    room = laying.room(screen)
    for sentence in laying.told:
        room.screen.notice(sentence)
    if plain is not None:
        return room, _plainly(plain, room)
    if full is None:
        return room, lambda _driver, game: game()
    if laying.ears is not None:
        laying.ears.shown = full.board.heard
    full.furnish(room, laying.times)
    return room, full.play


def _plainly(screen: TerminalScreen, room: Room) -> Stage:
    """Have a plain terminal told of questions and nights, besides its screen; return it as a stage."""
    room.inbox = EditedInbox(room.inbox, screen)
    room.watcher = screen if room.watcher is None else Watchers(room.watcher, screen)

    def play(driver: Driver, game: Callable[[], object]) -> None:
        screen.attend(lambda: driver.facts.asleep)
        game()

    return play
