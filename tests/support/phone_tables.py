"""A real game with a real phone's page: driver, journal on disk, server, all as `narrator play --remote` has them.

Only the narrator is mute, and the rest of a window can be left out, so that an evening takes seconds.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rooms import pack, wording
from visits import until

from narrator.app.ports.call_names import CallNames
from narrator.core.answers import Refusal
from narrator.core.effects import Ask
from narrator.core.play import Mode
from narrator.inbox.entry import Entry, Misread, Order
from narrator.inbox.inbox import LiveInbox, WallClock, WatchedInbox
from narrator.journal.journal import Journal
from narrator.rehearsal.virtual_table import NoScreen
from narrator.session.captions_only import CaptionsOnly, instantly
from narrator.session.driver import Driver
from narrator.session.narration import Quit
from narrator.session.ports import Pace, Ports
from narrator.ui.phone.addresses import listen
from narrator.ui.phone.host import PageHost
from narrator.ui.phone.messages import Greeting
from narrator.ui.phone.phone import Phone
from narrator.ui.screens import Screens
from narrator.village.game import VillageSetup

PATIENCE = 10.0
"""Seconds after which nothing is keyed any more."""

STALE = -1
"""The turn of something that was keyed long ago: it wakes who waits, and means nothing."""


class HastyClock(WallClock):
    """The time of this machine, with a hand that can be put forward."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead = 0.0

    def now(self) -> float:
        """Return the time."""
        return super().now() + self._ahead

    def skip(self, seconds: float) -> None:
        """Put the hand forward."""
        self._ahead += seconds


class HastyInbox(LiveInbox):
    """An inbox at which nobody waits where nothing is asked, once it is `hasty`."""

    def __init__(self, clock: HastyClock) -> None:
        super().__init__(clock)
        self.hasty = False
        self.ends: float | None = None
        self._hasty = clock

    def get(self, until: float | None) -> Entry | None:
        """Return the next entry, or None at the time `until`."""
        self.ends = until
        if self.question is None and until is not None and self.hasty:
            self._hasty.skip(until - self._hasty.now())
        return super().get(until)


class Tapped(PageHost):
    """A host that remembers the last view that it sent to the table's page."""

    sent_to_the_table = b""

    def send(self, kind: str, frame: bytes) -> None:
        """Send pages a view."""
        if kind == "table":
            self.sent_to_the_table = frame
        super().send(kind, frame)


class PhoneTable:
    """One game under way in a thread of its own. `journal` is where it is kept."""

    def __init__(self, setup: VillageSetup, journal: Path, language: str) -> None:
        self.setup = setup
        self.journal = journal
        self.language = language
        self.outcome: str | None = None
        self.host = Tapped(listen("127.0.0.1"), lambda _code: None, lambda: None)
        self.clock = HastyClock()
        self.inbox = HastyInbox(self.clock)
        self.host.fill(self.inbox)
        self.greeting = Greeting(pack(setup.game).words[language], setup.players, setup.names)
        named = CallNames(setup, self.greeting.words, wording(setup, language))
        send, admit = self.host.send, self.host.admit
        self.phone = Phone(send, admit, self.greeting, self.clock, Pace.NORMAL.factor, lambda: self.inbox.turn, named)
        self.ports = Ports(
            clock=self.clock,
            inbox=WatchedInbox(self.inbox, self.phone),
            mouth=CaptionsOnly(self.clock, instantly),
            screen=Screens(NoScreen(), self.phone),
            watchers=[self.phone],
            acknowledger=self.phone,
        )
        self._thread = threading.Thread(target=self._run, name="game")

    @property
    def asked(self) -> Ask | None:
        """Return the question that is open."""
        return self.inbox.question

    @property
    def sent_to_the_table(self) -> bytes:
        """Return the last view that the table's page was sent."""
        return self.host.sent_to_the_table

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._thread.is_alive()

    def entry(self) -> Entry | None:
        """Return the next entry, where no game takes it."""
        return self.inbox.get(self.clock.now() + PATIENCE)

    def start(self) -> None:
        """Begin."""
        self.inbox.hasty = True
        self._thread.start()

    def end_slot(self) -> None:
        """Let the rest of the slot, or of the wait, pass at once, one time after another for which the game wakes."""
        asked = self.asked

        def over() -> bool:
            if self.asked is asked and self.inbox.ends is not None:
                self.clock.skip(self.inbox.ends - self.clock.now())
                self.inbox.put(Misread(Refusal.UNREADABLE), STALE)
            return self.asked is not asked

        until(over)

    def close(self) -> None:
        """Put the game away, and the server."""
        if self._thread.ident is not None:
            self.inbox.put(Order.QUIT, self.inbox.turn)
            self._thread.join(10)
        self.host.close()

    def _run(self) -> None:
        with Journal.create(self.journal, {}) as journal:
            led = self.setup.mode is Mode.MENEUR
            words = wording(self.setup, self.language)
            driver = Driver(self.setup, journal, words, self.ports, players=self.setup.players, led=led)
            self.phone.attend(lambda: driver.facts)
            with suppress(Quit):
                self.outcome = driver.run()


@contextmanager
def phone_table(setup: VillageSetup, journal: Path, language: str = "fr") -> Iterator[PhoneTable]:
    """Lay a table with a phone; the test begins when it likes."""
    laid = PhoneTable(setup, journal, language)
    try:
        yield laid
    finally:
        laid.close()
