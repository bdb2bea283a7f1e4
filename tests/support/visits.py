"""A real server on the loopback, and those who come to it: a phone that behaves, and strangers who do not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from narrator.core.effects import Ask
from narrator.inbox.entry import Entry
from narrator.inbox.inbox import LiveInbox, WallClock
from narrator.ui.phone.addresses import listen
from narrator.ui.phone.host import PageHost
from narrator.ui.phone.messages import frame

PATIENCE = 10.0
"""Seconds after which what a test waits for has not happened."""


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    deadline = time.monotonic() + PATIENCE
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
        given_up = lambda: self.given_up.append(True)  # noqa: E731 - one line of a table that is laid
        self.host = PageHost(listen("127.0.0.1"), self.codes.append, given_up, self.paired.append)
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
        self.inbox = LiveInbox(WallClock())
        self.host.fill(self.inbox)
        for evening in ("refreshed", "evening"):  # when the second is seen, the code has come too
            self.show(evening)
            with self.page() as page:
                page.see("public", evening)

    def answers(self) -> bool:
        """Whether the page can be opened."""
        try:
            return httpx.get(self.url).status_code == 200
        except httpx.TransportError:
            return False

    def show(self, public: str, table: str = "") -> None:
        """Show something to all, and something to the table's page."""
        self.host.send("public", frame("public", public))
        self.host.send("table", frame("table", table))

    def open(self, ask: Ask | None = None) -> int:
        """Open a question, or a wait; return its turn."""
        self.inbox.open(ask)
        return self.inbox.turn

    def entry(self) -> Entry | None:
        """Return the next entry of the inbox."""
        return self.inbox.get(time.monotonic() + PATIENCE)

    def nothing_came(self) -> bool:
        """Whether the inbox stays empty for a while."""
        return self.inbox.get(time.monotonic() + 0.3) is None

    def pair(self, code: str | None = None, **headers: str) -> httpx.Response:
        """Name a code as our page does."""
        return self.name({"code": self.host.code if code is None else code}, **headers)

    def follow(self, link: str | None = None, **headers: str) -> httpx.Response:
        """Name the long secret as our page does."""
        return self.name({"link": self.host.link if link is None else link}, **headers)

    def name(self, what: dict[str, str], **headers: str) -> httpx.Response:
        """Name what admits a page."""
        named = {"origin": self.url, "content-type": "application/json", **headers}
        return httpx.post(f"{self.url}/pair", content=json.dumps(what), headers=named)

    def secret(self) -> str:
        """Pair, and return the cookie of the table's page."""
        answer = self.pair()
        assert answer.status_code == 204, answer.text
        ((name, value),) = answer.cookies.items()
        return f"{name}={value}"

    @contextmanager
    def page(self, cookie: str = "", origin: str | None = None) -> Iterator[Page]:
        """Open a socket as our page does."""
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
            read: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            if not {"beat", "age"} & read.keys():
                return read

    def see(self, kind: str, wanted: object) -> list[dict[str, Any]]:
        """Read on until a frame says this; return all that was read."""
        read = [self.frame()]
        while read[-1].get(kind) != wanted:
            read.append(self.frame())
        return read

    def message(self, say: dict[str, Any], turn: int) -> str:
        """Write the next message."""
        self.n += 1
        return json.dumps({"on": self.you.get("on"), "n": self.n, "turn": turn, "say": say})

    def say(self, say: dict[str, Any], turn: int) -> None:
        """Send something to the game."""
        self.socket.send(self.message(say, turn))

    def closed(self) -> int:
        """Read until the socket is closed; return why."""
        try:
            while True:
                self.socket.recv(PATIENCE)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code


@contextmanager
def page_server() -> Iterator[House]:
    """Open a house for one test."""
    opened = House()
    try:
        yield opened
    finally:
        opened.host.close()
