"""A real game with a real phone's page: driver, journal on disk, server, all as `narrator play --remote` has them.

Only the narrator is mute, and the rest of a window can be left out, so that an evening takes seconds.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from rooms import call_names, wording
from shipped import shipped
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from narrator.rules.core.answers import Refusal
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Mode
from narrator.rules.village.game import VillageSetup
from narrator.screens.phone.addresses import listen
from narrator.screens.phone.host import PageHost
from narrator.screens.phone.messages import Greeting, frame
from narrator.screens.phone.phone import Phone
from narrator.screens.screens import NoScreen, Screens
from narrator.table.inbox.entry import Entry, Misread, Order
from narrator.table.inbox.inbox import LiveInbox, WallClock
from narrator.table.journal.journal import Journal
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly, Quit, instantly
from narrator.table.session.ports import Pace, Ports

LOOPBACK_PATIENCE = 10.0
"""Seconds after which what a test waits for has not happened."""


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    deadline = time.monotonic() + LOOPBACK_PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it has not happened"
        time.sleep(0.01)


class House:
    """A server with an inbox behind it, and nothing in its views but what a test puts there."""

    def __init__(self) -> None:
        self.codes: list[str] = []
        self.given_up: list[bool] = []
        self.inbox = LiveInbox(WallClock())
        self.paired: list[bool] = []
        self.silent: list[bool] = []
        given_up = lambda: self.given_up.append(True)  # noqa: E731 - one line of a table that is laid
        self.host = PageHost(listen("127.0.0.1"), self.codes.append, given_up, self.paired.append, self.silent.append)
        self.host.fill(self.inbox)
        self.host.send("greeting", frame("greeting", {"title": "Evening"}))
        self.show("evening")
        self.url = self.host.addresses[0].rstrip("/")
        self.authority = self.url.removeprefix("http://")
        self.address = ("127.0.0.1", int(self.authority.rpartition(":")[2]))

    def refresh(self) -> None:
        """Begin anew by day, with a fresh code and an empty inbox, for the next test."""
        self.host.admit(True)
        self.host.renew()
        self.paired.clear()
        self.silent.clear()
        self.inbox = LiveInbox(WallClock())
        self.host.fill(self.inbox)
        for evening in ("refreshed", "evening"):  # when the second is seen, the code has come too
            self.show(evening)
            with self.page() as page:
                page.see("public", evening)

    def answers(self) -> bool:
        try:
            return httpx.get(self.url).status_code == 200
        except httpx.TransportError:
            return False

    def show(self, public: str, table: str = "") -> None:
        """Show something to all, and something to the table's page."""
        self.host.send("public", frame("public", public))
        self.host.send("table", frame("table", table))

    def open(self, ask: Ask | None = None) -> int:
        self.inbox.open(ask)
        return self.inbox.moment.slot

    def entry(self) -> Entry | None:
        return self.inbox.get(time.monotonic() + LOOPBACK_PATIENCE)

    def nothing_came(self) -> bool:
        return self.inbox.get(time.monotonic() + 0.3) is None

    def pair(self, code: str | None = None, **headers: str) -> httpx.Response:
        return self.name({"code": self.host.code if code is None else code}, **headers)

    def follow(self, link: str | None = None, **headers: str) -> httpx.Response:
        return self.name({"link": self.host.link if link is None else link}, **headers)

    def name(self, what: dict[str, str], **headers: str) -> httpx.Response:
        named = {"origin": self.url, "content-type": "application/json", **headers}
        return httpx.post(f"{self.url}/pair", content=json.dumps(what), headers=named)

    def secret(self) -> str:
        answer = self.pair()
        assert answer.status_code == 204, answer.text
        ((name, value),) = answer.cookies.items()
        return f"{name}={value}"

    @contextmanager
    def page(self, cookie: str = "", origin: str | None = None) -> Iterator[Page]:
        headers = {"Cookie": cookie} if cookie else {}
        address = f"ws://{self.authority}/live"
        named: Any = self.url if origin is None else origin or None
        with connect(address, origin=named, additional_headers=headers, compression=None) as socket:
            yield Page(socket)


class Page:
    """A page that is connected."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.you = self.frame()["you"]
        self.n = 0

    def frame(self) -> dict[str, Any]:
        """Return the next frame, signs of life and of age left out."""
        while True:
            read: dict[str, Any] = json.loads(self.socket.recv(LOOPBACK_PATIENCE))
            if not {"beat", "age"} & read.keys():
                return read

    def see(self, kind: str, wanted: object) -> list[dict[str, Any]]:
        """Read on until a frame says this; return all that was read."""
        read = [self.frame()]
        while read[-1].get(kind) != wanted:
            read.append(self.frame())
        return read

    def message(self, say: dict[str, Any], turn: int) -> str:
        self.n += 1
        return json.dumps({"on": self.you.get("on"), "n": self.n, "turn": turn, "say": say})

    def say(self, say: dict[str, Any], turn: int) -> None:
        self.socket.send(self.message(say, turn))

    def closed(self) -> int:
        try:
            while True:
                self.socket.recv(LOOPBACK_PATIENCE)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code


@contextmanager
def page_server() -> Iterator[House]:
    opened = House()
    try:
        yield opened
    finally:
        opened.host.close()


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
        return super().now() + self._ahead

    def skip(self, seconds: float) -> None:
        self._ahead += seconds


class HastyInbox(LiveInbox):
    """An inbox at which nobody waits where nothing is asked, once it is `hasty`."""

    def __init__(self, clock: HastyClock) -> None:
        super().__init__(clock)
        self.hasty = False
        self.secret: Ask | None = None
        """The secret question that is open."""
        self.ends: float | None = None
        self._hasty = clock

    @property
    def asked(self) -> Ask | None:
        """Return the question that is open, to everybody or to one."""
        return self.moment.asked or self.secret

    def get(self, until: float | None) -> Entry | None:
        """Return the next entry, or None at the time `until`."""
        self.ends = until
        if self.asked is None and until is not None and self.hasty:
            self._hasty.skip(until - self._hasty.now())
        return super().get(until)


class AskedPhone(Phone):
    """A phone that tells its inbox which secret question is open."""

    inbox: HastyInbox

    def ask(self, ask: Ask | None) -> None:
        self.inbox.secret = ask
        super().ask(ask)

    def close_window(self) -> None:
        self.inbox.secret = None
        super().close_window()


class Tapped(PageHost):
    """A host that remembers the last view that it sent to the table's page."""

    sent_to_the_table = b""

    def send(self, kind: str, frame: bytes) -> None:
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
        self.greeting = Greeting(shipped(setup.game).words[language], setup.players, setup.names)
        send, admit, now = self.host.send, self.host.admit, self.inbox.moment
        self.phone = AskedPhone(send, admit, self.greeting, self.clock, Pace.NORMAL.factor, now)
        self.phone.inbox = self.inbox
        self.inbox.followers.append(self.phone.moment)
        self.ports = Ports(
            clock=self.clock,
            inbox=self.inbox,
            mouth=CaptionsOnly(self.clock, instantly),
            screen=Screens(NoScreen(), self.phone),
            watchers=[self.phone],
            acknowledger=self.phone,
            opener=self.phone,
            named=call_names(setup, language),
        )
        self._thread = threading.Thread(target=self._run, name="game")

    @property
    def asked(self) -> Ask | None:
        return self.inbox.asked

    @property
    def sent_to_the_table(self) -> bytes:
        """Return the last view that the table's page was sent."""
        return self.host.sent_to_the_table

    @property
    def over(self) -> bool:
        return not self._thread.is_alive()

    def entry(self) -> Entry | None:
        return self.inbox.get(self.clock.now() + PATIENCE)

    def start(self) -> None:
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
        if self._thread.ident is not None:
            self.inbox.put(Order.QUIT, self.inbox.moment.slot)
            self._thread.join(10)
        self.host.close()

    def _run(self) -> None:
        with Journal.create(self.journal, {}) as journal:
            led = self.setup.mode is Mode.MENEUR
            words = wording(self.setup, self.language)
            driver = Driver(self.setup, journal, words, self.ports, players=self.setup.players, led=led)
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


class TablesPhone:
    """The phone that holds the table of a narrator in another process: it has typed the code that was `said` last.

    Its address was said, too. It is connected until the end of the `evening`.
    """

    def __init__(self, said: str, evening: ExitStack) -> None:
        self.url = re.findall(r"(http://[\d.:]+)/", said)[-1]
        self._shown: dict[str, Any] = {}
        self._page = evening.enter_context(self.opened(re.findall(r"\d(?:[ ,]+\d){5}", said)[-1]))

    def admitted(self, said: str) -> str:
        """Type the code that is in what was said; return the cookie that it gave."""
        content = json.dumps({"code": re.sub(r"\D", "", said)})
        answer = httpx.post(
            f"{self.url}/pair", content=content, headers={"origin": self.url, "content-type": "application/json"}
        )
        ((name, value),) = answer.cookies.items()
        return f"{name}={value}"

    @contextmanager
    def opened(self, said: str) -> Iterator[Page]:
        """Open the page of a phone that types the code that is in what was said."""
        live: Any = self.url.replace("http", "ws") + "/live"
        named: Any = self.url
        cookie = {"Cookie": self.admitted(said)}
        with connect(live, origin=named, additional_headers=cookie, compression=None) as socket:
            yield Page(socket)

    def asked(self, words: str) -> dict[str, Any]:
        """Return what may be answered to a question, once it stands on the page."""
        while words not in (self._shown.get("public", {}).get("prompt") or "") or not self._shown["table"]["ask"]:
            self._shown |= self._page.frame()
        self._shown["public"] = {}
        ask: dict[str, Any] = self._shown["table"]["ask"]
        return ask

    def answer(self, words: str, answer: dict[str, object]) -> None:
        """Answer a question once it stands on the page."""
        self.say(words, {"answer": answer})

    def say(self, words: str, said: dict[str, object]) -> None:
        """Say something once a question stands on the page."""
        self.asked(words)
        self._page.say(said, self._shown["table"]["turn"])
