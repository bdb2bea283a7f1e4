"""The pages that are connected: how many may be, what each is sent, and what the table's page may send.

Connections are counted where they arrive, at the listening sockets themselves, since who never finishes a request is
never seen further in; and ended there, whatever the server has still to send.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from narrator.base.closing import Later

_logger = logging.getLogger(__name__)

GREETING, TABLE, CIRCLE, PUBLIC = KINDS = "greeting", "table", "circle", "public"
"""The frames that stand until the next of their kind. The table's comes first: it may wipe what was private."""
POCKET = "pocket"
"""The frame of one player's phone, which stands under this name and the phone's session."""
TAKEN = "taken"
"""A frame of the server's own, for spectators: whether a page has the table, so that they are not offered it."""

BEAT = 2.0
"""Seconds after which a page that was sent nothing is sent a sign of life."""
SECONDS_TO_TAKE = 10.0
"""How long a page may take to read what it is sent: after that it counts as gone."""
MOST_SPECTATORS = 64
LONGEST_MESSAGE = 2048
"""Bytes: a text of five hundred letters fits."""
MESSAGES_A_SECOND, AT_ONCE = 20.0, 40.0

ELSEWHERE, REVOKED, UNWANTED, FULL = 4001, 4003, 1008, 1013
"""Why a socket is closed: the table's page is open elsewhere, or the table was given away; misbehaviour; no room."""
ASLEEP = 4004
"""Why a page closes its socket: nobody looks at it."""

Deliver = Callable[[int, dict[str, Any]], None]


@dataclass(frozen=True)
class StandingFrame:
    """A frame that stands, with a number that grows; `since` is when it came."""

    number: int
    frame: str
    since: float


class Frames:
    """The frames that stand now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._standing: dict[str, StandingFrame] = {}
        self._number = 0

    def put(self, kind: str, frame: str) -> None:
        self._number += 1
        self._standing[kind] = StandingFrame(self._number, frame, self._clock())

    def get(self, kind: str, beyond: int) -> StandingFrame | None:
        """Return the frame that stands where its number is greater."""
        standing = self._standing.get(kind)
        return standing if standing is not None and standing.number > beyond else None

    def age(self, standing: StandingFrame) -> str:
        """Return what tells a page that comes late how old its first view is: a countdown has gone on meanwhile."""
        return json.dumps({"age": round(self._clock() - standing.since, 1)})


class UnwantedError(Exception):
    """A page sent what no page of ours sends."""


class MessageReader:
    """Reads what one socket sends: well-formed, in order, each message once, and not too many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left, self._at = AT_ONCE, clock()
        self._last = 0
        self.on = secrets.token_urlsafe(9)
        """The socket's own name, which every message on it must bear: what was sent on another is worth nothing."""

    def read(self, text: str) -> tuple[int, dict[str, Any]]:
        """Return the turn that a message is for, and what it says.

        Raises:
            UnwantedError: it is malformed, for another socket, sent twice, or one too many.
        """
        now = self._clock()
        self._left = min(AT_ONCE, self._left + (now - self._at) * MESSAGES_A_SECOND) - 1.0
        self._at = now
        if self._left < 0:
            raise UnwantedError("too many")
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            raise UnwantedError("no JSON") from None
        match message:
            case {"on": self.on, "n": int(number), "turn": int(turn), "say": dict(say), **rest} if not rest:
                pass
            case _:
                raise UnwantedError("no message")
        if number <= self._last or turn < 0:
            raise UnwantedError("sent twice")
        self._last = number
        return turn, say


class ConnectedPage:
    """One connected page: a spectator's, unless something is to `deliver` what it says. `own` are its own frames."""

    def __init__(
        self, socket: WebSocket, frames: Frames, deliver: Deliver | None, role: str = "spectator", own: str = TAKEN
    ) -> None:
        self._socket = socket
        self._frames = frames
        self._deliver = deliver
        self._role = role
        self._sent = dict.fromkeys((GREETING, own, CIRCLE, PUBLIC), 0)
        self._news = asyncio.Event()
        self._leave: int | None = None
        self.asleep = False
        """Whether it has gone because nobody looks at it, and not without a word."""

    def stir(self) -> None:
        """Look at the frames that stand: there may be a new one."""
        self._news.set()

    def dismiss(self, code: int) -> None:
        self._leave = code
        self._news.set()

    async def stay(self) -> bool:
        """Serve the page until it goes; return whether we closed the socket, and the page is there to hear why."""
        await self._socket.accept()
        reader = MessageReader()
        role = {"role": self._role} if self._deliver is None else {"role": self._role, "on": reader.on}
        hearing = asyncio.create_task(self._hear(reader))
        try:
            await self._send(json.dumps({"you": role}))
            return await self._tell(hearing)
        except (WebSocketDisconnect, RuntimeError, TimeoutError) as error:
            _logger.info("a page is gone: %s", error)
            return False  # the page went or reads nothing, or uvicorn has closed the socket for a reason of its own
        finally:
            hearing.cancel()

    async def _tell(self, hearing: asyncio.Task[int | None]) -> bool:
        """Send what stands, whenever that changes; who reads too slowly misses views, never the last one.

        Return whether we closed the socket.
        """
        hearing.add_done_callback(lambda _: self._news.set())
        self._news.set()
        while not hearing.done():
            try:
                await asyncio.wait_for(self._news.wait(), BEAT)
            except TimeoutError:
                await self._send('{"beat":0}')
                continue
            self._news.clear()
            if self._leave is not None:
                await self._socket.close(self._leave)
                return True
            for kind, sent in self._sent.items():
                standing = self._frames.get(kind, sent)
                if standing is None:
                    continue
                self._sent[kind] = standing.number
                if kind == PUBLIC and not sent:
                    await self._send(self._frames.age(standing))
                await self._send(standing.frame)
        code = hearing.result()
        if code is None:
            return False
        await self._socket.close(code)
        return True

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(SECONDS_TO_TAKE):
            await self._socket.send_text(text)

    async def _hear(self, reader: MessageReader) -> int | None:
        """Pass on what the table's page sends; return why the socket is to be closed, or None where the page went."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                self.asleep = message.get("code") == ASLEEP
                return None
            text = message.get("text")
            if self._deliver is None or text is None:
                return UNWANTED
            try:
                self._deliver(*reader.read(text))
            except UnwantedError:
                return UNWANTED


MOST = 192
"""Connections in all."""
MOST_OF_ONE = 64
"""Connections from one address, behind which eight phones may be: a browser opens six and a socket for each page."""
SECONDS_TO_ASK = 10.0
"""How long a connection may stay that is no socket: the page's files are small."""
SECONDS_TO_PART = 5.0
"""How long a socket that we have closed may stay, until its page has heard why."""
SECONDS_UNHEARD = 10
"""How long what was sent may stay without a sign that it arrived: it may be private and out of date."""

Address = tuple[str, int]


def on_the_loop(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Do something on the loop that runs, after so many seconds."""
    return asyncio.get_running_loop().call_later(seconds, act).cancel


class Connections:
    """Who is connected. `owner` is the address of the table's page, which finds room where nobody else does."""

    def __init__(self, after: Later = on_the_loop) -> None:
        self._after = after
        self._from: Counter[str] = Counter()
        self._inside: dict[Address, Connection] = {}
        self._ending: dict[Address, Callable[[], None]] = {}
        self.owner: str | None = None

    def has_room(self, host: str) -> bool:
        full = len(self._inside) >= MOST and host != self.owner
        return not full and self._from[host] < MOST_OF_ONE

    def enter(self, connection: Connection) -> None:
        """Let a connection in, for a while."""
        self._inside[connection.peer] = connection
        self._from[connection.peer[0]] += 1
        self._end_after(SECONDS_TO_ASK, connection.peer)

    def leave(self, connection: Connection) -> None:
        if self._inside.get(connection.peer) is not connection:
            return
        del self._inside[connection.peer]
        self._stop_timer(connection.peer)
        self._from[connection.peer[0]] -= 1
        if not self._from[connection.peer[0]]:
            del self._from[connection.peer[0]]

    def stays(self, peer: Address | None) -> None:
        """Let a connection stay that has become a socket."""
        if peer is not None:
            self._stop_timer(peer)

    def ends(self, peer: Address | None, *, orderly: bool) -> None:
        """Part with a socket: soon where its page is to hear why, at once where it is not there any more."""
        if peer is None or peer not in self._inside:
            return
        if orderly:
            self._end_after(SECONDS_TO_PART, peer)
        else:
            self._inside[peer].cut()

    def _end_after(self, seconds: float, peer: Address) -> None:
        self._stop_timer(peer)
        self._ending[peer] = self._after(seconds, self._inside[peer].cut)

    def _stop_timer(self, peer: Address) -> None:
        cancel = self._ending.pop(peer, None)
        if cancel is not None:
            cancel()


class Connection(socket.socket):
    """One connection, which is counted until it is closed."""

    def __init__(self, accepted: socket.socket, peer: Address, connections: Connections) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.peer = peer
        self._connections = connections

    def cut(self) -> None:
        """End it both ways: whoever writes to it or reads from it learns that it is over."""
        with suppress(OSError):  # it is over already
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._connections.leave(self)
        super().close()


class LimitedSocket(socket.socket):
    """A listening socket that lets in only as many as there is room for."""

    def __init__(self, listening: socket.socket, connections: Connections) -> None:
        super().__init__(listening.family, listening.type, listening.proto, listening.detach())
        self._connections = connections

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept one connection that there is room for.

        Raises:
            ConnectionAbortedError: there was none: who came was turned away.
        """
        accepted, address = super().accept()
        if not self._connections.has_room(str(address[0])):
            accepted.close()
            raise ConnectionAbortedError
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SECONDS_UNHEARD)
        connection = Connection(accepted, (str(address[0]), int(address[1])), self._connections)
        self._connections.enter(connection)
        return connection, address


class PageProtocol(WebSocketsSansIOProtocol):
    """One connection. What waits to be read at its other end stays small.

    Each ping is answered at once, whether or not the answers before it were read: without a limit, any stranger could
    fill the memory with them.
    """

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()
