"""The phone of an evening: its page's server, what the terminal says of it, and its place in the room of each game."""

from __future__ import annotations

import atexit
import shutil
import sys
from collections.abc import Callable

from narrator.core.effects import Form, Term
from narrator.inputs.attended import WatchedInbox
from narrator.inputs.inbox import Changed, LiveInbox
from narrator.remote.addresses import listen
from narrator.remote.greeting import Greeting
from narrator.remote.host import Host, check_packages
from narrator.remote.phone import Phone
from narrator.session.driver import Driver
from narrator.session.engine import TableSetup
from narrator.session.room import Room
from narrator.session.screens import ScreenOnLane, Screens, Watchers
from narrator.story.markup import Text
from narrator.story.wording import Wording
from narrator.story.words import Words


class TablePhone:
    """The phone of an evening, whatever games are played in it: its page is served as long as the program runs."""

    def __init__(self, where: str) -> None:
        """Serve the page where the command line says: at an address, or, for nothing, in the local networks.

        Raises:
            MissingPackagesError: it cannot be served.
            NoAddressError: there is no such place.
        """
        check_packages()
        self._tell: Callable[[str, str], None] = lambda _line, _code: None
        self._inbox: LiveInbox | None = None
        self._phone: Phone | None = None
        self._introduced = False
        self._host = Host(listen(where), lambda code: self._tell("phone.fresh", code), self._lose)
        atexit.register(self._host.close)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Return where the page is."""
        return tuple(self._host.addresses)

    def furnish(self, room: Room, setup: TableSetup, words: Words, wording: Wording, inbox: LiveInbox) -> None:
        """Lay the phone on the table of a game: it is told what the other screens are, and fills the same inbox.

        The address and the code are shown on the screen that is there already, and nowhere else.
        """
        local = room.screen
        greeting = Greeting(words, setup.players, setup.names)
        phone = Phone(self._host, greeting, room.clock, room.pace.factor, lambda: inbox.turn)
        room.screen = Screens(local, ScreenOnLane(phone, room.display))
        room.inbox = WatchedInbox(room.inbox, phone, room.display.post)
        room.watcher = phone if room.watcher is None else Watchers(room.watcher, phone)
        room.keeper = phone
        room.phone = lambda: self._tell("phone.code", self._host.renew())
        self._tell = lambda line, code: local.notice(_with_code(wording, line, code))
        self._inbox = inbox
        self._host.fill(inbox)
        self._phone = phone

    def attend(self, driver: Driver) -> None:
        """Let the phone look at the public facts of the game that is about to be told."""
        if self._phone is not None:
            self._phone.attend(lambda: driver.facts)

    def introduce(self, room: Room, wording: Wording, *, spoken: bool) -> None:
        """Show where the page is, and show and say its code: once in an evening, and on no page."""
        if self._introduced:
            return
        from narrator.remote.poster import poster  # the codes of a camera are drawn only where they are shown

        self._introduced = True
        addresses = self._host.addresses
        where = wording.line("phone.where", address=Term(Form.TEXT, "  ".join(addresses)))
        columns = shutil.get_terminal_size().columns
        print(poster(addresses, where, letters=sys.stdout.encoding or "ascii", columns=columns), flush=True)
        self._tell("phone.code", self._host.code)
        if spoken:
            room.mouth.speak((Text(_with_code(wording, "phone.code", self._host.code)),))

    def _lose(self) -> None:
        """Announce that the page is gone; the game goes on without it."""
        if self._inbox is not None:
            self._inbox.put(Changed("phone.lost"), self._inbox.turn)


def _with_code(wording: Wording, line: str, code: str) -> str:
    """Return a line with a code, digit by digit, in two halves."""
    half = len(code) // 2
    spelled = ", ".join((" ".join(code[:half]), " ".join(code[half:])))
    return wording.line(line, code=Term(Form.TEXT, spelled))
