"""The process that serves the page. It knows only what it was sent for pages: no card, no key, no journal.

The game writes lines to its standard input, each a frame, `{"pairing": {...}}` or `{"story": page}`; it writes lines to
its standard output: `{"say": {...}, "turn": n}` as the table's page said it, `{"there": true}` or `{"asleep": false}`
as that page comes and goes, `{"session": digest, "round": n}` when a page has named what admits it, upon which the game
decides, and `{"burnt": n}` when strangers have guessed too often and a fresh code is wanted; n is the round of pairing.

`{"seats": {...}}` tells which phones of players there are, and the code for the next; `{"pockets": {...}}` what each
of them is shown. The server tells `{"join": digest, "link": code, "before": digest}`, upon which the game decides too,
and with the `phone` that it comes from all that is told of the table's page. It ends when its input ends.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import resource
import secrets
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from narrator.base.processes.child import log_as
from narrator.screens.phone.addresses import authorities
from narrator.screens.phone.connected_pages import (
    ELSEWHERE,
    FULL,
    KINDS,
    LONGEST_MESSAGE,
    MOST_SPECTATORS,
    POCKET,
    REVOKED,
    TABLE,
    TAKEN,
    UNWANTED,
    ConnectedPage,
    Connections,
    Frames,
    LimitedSocket,
    PageProtocol,
)
from narrator.screens.phone.pairing import Admitted, Pairing, RefusalReason, Refused, digest_of, is_same
from narrator.screens.phone.static_files import STORY, HostCheck, PageFiles, told_host

Report = Callable[[dict[str, Any]], None]

COOKIE_SECONDS = 12 * 3600
LEAST_CODE_SECONDS = 60.0
"""How long a code lasts at least: guessers must not make the terminal show one code after another."""

_LONGEST_NAMED = 100  # bytes of a request that names a code or a secret
_LONGEST_LINE = 1 << 22
_OPEN_FILES = 512
_STATUS: dict[RefusalReason, int] = {"wrong": 403, "stale": 403, "locked": 429, "taken": 409, "asleep": 423}
_PING, _PONG = 4.0, 6.0  # seconds until a socket is asked for a sign of life, and until it must have come


class PageServer:
    """Where pages are let in: the frames that stand, the pairing, and who is there."""

    def __init__(self, report: Report, authorities: frozenset[str], connections: Connections | None = None) -> None:
        self._report = report
        self._connections = connections or Connections()
        self._authorities = authorities
        self._frames = Frames()
        self._files = PageFiles()
        self._pairing = Pairing(time.monotonic)
        self._round: int | None = None
        self._taken = False
        self._one = asyncio.Lock()
        self._asked: str | None = None
        self._decided = asyncio.Event()
        self._given = time.monotonic()
        self._spectators: dict[ConnectedPage, str] = {}  # and from which address
        self._table: ConnectedPage | None = None
        self._seated: str | None = None  # the session of that page
        self._wanting: asyncio.Task[None] | None = None
        self._phones: dict[str, ConnectedPage] = {}  # of players, by their sessions
        self._sessions: frozenset[str] = frozenset()
        self._link: str | None = None  # what admits the next of them
        self._digits: str | None = None  # what many of them may type
        self._typing = Pairing(time.monotonic)  # who types it, and how often it was wrong
        self._joining: str | None = None

    def app(self) -> ASGIApp:
        page_files = self._files
        routes = [
            Route("/", page_files.get),
            Route("/pair", self._pair, methods=["POST"]),
            WebSocketRoute("/live", self._live),
            Route("/{name}", page_files.get),
        ]
        return HostCheck(Starlette(routes=routes), self._authorities)

    @property
    def knows_pairing(self) -> bool:
        return self._round is not None

    # --- what the game writes -------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        kind = line[2 : line.index('"', 2)]
        if kind in KINDS:
            self._frames.put(kind, line)
            if self._table is not None:
                self._table.stir()
            if kind != TABLE:
                self._stir_spectators()
                for phone in self._phones.values():
                    phone.stir()
        elif kind == STORY:
            self._files.story = json.loads(line)[STORY]
        elif kind == "pockets":
            for session, view in json.loads(line)["pockets"].items():
                self._frames.put(f"{POCKET}-{session}", json.dumps({POCKET: view}))
            for phone in self._phones.values():
                phone.stir()
        elif kind == "seats":
            self._take_seats(json.loads(line)["seats"])
        else:
            self._take_pairing(json.loads(line)["pairing"])

    def _stir_spectators(self) -> None:
        for connected_page in self._spectators:
            connected_page.stir()

    def _take_pairing(self, given: dict[str, Any]) -> None:
        """Take in what admits pages now, and what was decided about the one that named it.

        A new round takes the table from its page, unless it is that page's; after a restart, the page keeps it. What
        was guessed stays counted as long as a round lasts, through day and night.
        """
        decided = self._asked is not None and given["decided"] == self._asked
        if given["round"] != self._round or decided:
            self._round, self._given = given["round"], time.monotonic()
            self._pairing = Pairing(time.monotonic, given["code"], given["session"], link=given["link"])
        self._pairing.closed = given["closed"]
        taken = not self._pairing.open
        if taken != self._taken:
            self._taken = taken
            self._frames.put(TAKEN, json.dumps({TAKEN: taken}))
            self._stir_spectators()
        if given["session"] != self._seated and self._table is not None:
            self._table.dismiss(REVOKED)
            self._table = None
        if decided:
            self._decided.set()

    def _take_seats(self, given: dict[str, Any]) -> None:
        """Take in which phones have joined, and what was decided about the one that asked; all others go."""
        self._link, self._sessions = given["link"], frozenset(given["sessions"])
        if given["digits"] != self._digits:
            self._digits = given["digits"]
            self._typing = Pairing(time.monotonic, self._digits)
        for session, phone in list(self._phones.items()):
            if session not in self._sessions:
                phone.dismiss(REVOKED)
        if self._joining is not None and given["decided"] == self._joining:
            self._decided.set()

    # --- pairing --------------------------------------------------------------------------------------------

    async def _pair(self, request: Request) -> Response:
        if not self._from_our_page(request.headers.get("origin"), told_host(request.headers)):
            return Response(status_code=403)
        named = await _named(request)
        if named is None:
            return Response(status_code=400)
        cookie, sender = _cookie(request), request.client.host if request.client else ""
        if not named.is_seat and self._pairing.holds(request.cookies.get(cookie, "")):
            return Response(status_code=204)
        async with self._one:
            outcome: Admitted | Refused
            if (refused := self._player(named, sender)) is None:
                cookie = _seat_cookie(request)
                outcome = await self._join(named.what, request.cookies.get(cookie, ""))
            else:
                table = not named.is_seat and self._pairing.open
                outcome = await self._heard(named, sender) if table else refused
        if isinstance(outcome, Refused):
            return JSONResponse(
                {"reason": outcome.reason, "seconds": round(outcome.seconds)}, status_code=_STATUS[outcome.reason]
            )
        answer = Response(status_code=204)
        answer.set_cookie(cookie, outcome.secret, max_age=COOKIE_SECONDS, httponly=True, samesite="strict", path="/")
        return answer

    def _player(self, named: Named, sender: str) -> Refused | None:
        """Return why what a page names makes it no player's; None where it does."""
        if self._pairing.closed:
            return Refused("asleep")
        if named.is_seat:
            return None if self._link is not None and is_same(named.what, self._link) else Refused("stale")
        if named.is_link or self._digits is None:
            return Refused("taken")
        return self._typing.check(named.what, sender)

    async def _join(self, link: str, before: str) -> Admitted | Refused:
        """Let the game decide about a player's phone that has named what is right."""
        secret = secrets.token_urlsafe(32)
        session = self._joining = digest_of(secret)
        self._decided.clear()
        self._report({"join": session, "link": link, "before": digest_of(before) if before else None})
        await self._decided.wait()
        self._joining = None
        return Admitted(secret) if session in self._sessions else self._refusal()

    async def _heard(self, named: Named, sender: str) -> Admitted | Refused:
        """Take the code or secret that a page sends; if it is right the game decides, for night may have fallen."""
        pairing, what = self._pairing, named.what
        outcome = pairing.follow(what) if named.is_link else pairing.attempt(what, sender)
        if isinstance(outcome, Refused):
            if pairing.burnt and self._wanting is None:
                self._wanting = asyncio.create_task(self._want_code())
            return outcome
        self._asked = pairing.session
        self._decided.clear()
        self._report({"session": self._asked, "round": self._round})
        await self._decided.wait()
        self._asked = None
        if self._pairing.holds(outcome.secret):
            return outcome
        return self._refusal()

    def _refusal(self) -> Refused:
        """Return why the game has let nobody in."""
        return Refused("asleep" if self._pairing.closed else "stale")

    async def _want_code(self) -> None:
        await asyncio.sleep(max(0.0, self._given + LEAST_CODE_SECONDS - time.monotonic()))
        self._wanting = None
        if self._pairing.burnt:
            self._report({"burnt": self._round})

    def _from_our_page(self, origin: str | None, host: str) -> bool:
        """Whether a request was made by a page of ours: browsers name the page's address, and cannot be made to lie."""
        return origin == f"http://{host}" and host in self._authorities

    # --- sockets --------------------------------------------------------------------------------------------

    async def _live(self, socket: WebSocket) -> None:
        connection = None if socket.client is None else (socket.client.host, socket.client.port)
        self._connections.stays(connection)
        orderly = False
        try:
            if not self._from_our_page(socket.headers.get("origin"), told_host(socket.headers)):
                await socket.close(UNWANTED)
                orderly = True
            elif self._pairing.holds(socket.cookies.get(_cookie(socket), "")):
                orderly = await self._seat(socket)
            elif (session := digest_of(socket.cookies.get(_seat_cookie(socket), ""))) in self._sessions:
                orderly = await self._hold(socket, session)
            elif not self._has_room(connection[0] if connection else ""):
                await socket.accept()  # else no page would learn why it is closed
                await socket.close(FULL)
                orderly = True
            else:
                orderly = await self._let_watch(socket, connection[0] if connection else "")
        finally:
            self._connections.ends(connection, orderly=orderly)

    def _has_room(self, host: str) -> bool:
        """Whether one more may watch: until a page has the table, the last place is kept for an address of its own."""
        kept = 0 if self._taken or host not in self._spectators.values() else 1
        return len(self._spectators) < MOST_SPECTATORS - kept

    async def _let_watch(self, socket: WebSocket, host: str) -> bool:
        connected_page = ConnectedPage(socket, self._frames, None)
        self._spectators[connected_page] = host
        try:
            return await connected_page.stay()
        finally:
            self._spectators.pop(connected_page)

    async def _seat(self, socket: WebSocket) -> bool:
        """Serve the table's page, of which there is one: an older one closes."""
        if self._table is not None:
            self._table.dismiss(ELSEWHERE)
        connected_page = self._table = ConnectedPage(
            socket, self._frames, lambda turn, say: self._report({"say": say, "turn": turn}), "table", TABLE
        )
        self._seated = self._pairing.session
        self._report({"there": True})
        self._connections.owner = socket.client.host if socket.client else None
        try:
            return await connected_page.stay()
        finally:
            if self._table is connected_page:
                self._table = None
                self._report({"asleep": connected_page.asleep})

    async def _hold(self, socket: WebSocket, session: str) -> bool:
        """Serve a player's phone, which shows one page: an older one closes."""
        if session in self._phones:
            self._phones[session].dismiss(ELSEWHERE)
        tell: Callable[..., None] = lambda **what: self._report({"phone": session, **what})  # noqa: E731 - told thrice
        page = self._phones[session] = ConnectedPage(
            socket, self._frames, lambda turn, say: tell(say=say, turn=turn), "seat", f"{POCKET}-{session}"
        )
        tell(there=True)
        try:
            return await page.stay()
        finally:
            if self._phones.get(session) is page:
                del self._phones[session]
                tell(asleep=page.asleep)


def _cookie(asked: Request | WebSocket) -> str:
    """Return the name of our cookie: cookies know no ports, and two narrators may share an address."""
    return f"table-{asked.url.port or 80}"


def _seat_cookie(asked: Request | WebSocket) -> str:
    """Return the name of the cookie of a player's phone."""
    return f"seat-{asked.url.port or 80}"


class Named(NamedTuple):
    """What a page names: the code, or the long secret of the QR code, of the table or of a seat."""

    what: str
    is_link: bool
    is_seat: bool = False


async def _named(request: Request) -> Named | None:
    """Return what a request names; None where it is no such request."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > _LONGEST_NAMED:
                return None
        named = json.loads(body)
    except (ValueError, RecursionError, ClientDisconnect):
        return None
    if request.headers.get("content-type") != "application/json":
        return None
    match named:
        case {"code": str(code), **rest} if not rest:
            return Named(code, is_link=False)
        case {"link": str(link), **rest} if not rest:
            return Named(link, is_link=True)
        case {"seat": str(link), **rest} if not rest:
            return Named(link, is_link=True, is_seat=True)
        case _:
            return None


# --- the process ------------------------------------------------------------------------------------------------


async def serve(sockets: list[socket.socket], lines: BinaryIO, report: Report) -> None:
    """Serve at these sockets until the input ends, once it is known which page is the table's."""
    connections = Connections()
    page_server = PageServer(report, authorities(sockets), connections)
    server = uvicorn.Server(
        uvicorn.Config(
            page_server.app(),
            loop="asyncio",  # it accepts connections from a `LimitedSocket` as it is
            http="h11",
            ws=PageProtocol,
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=_PING,
            ws_ping_timeout=_PONG,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=8192,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
        )
    )
    serving: asyncio.Task[None] | None = None
    reader = asyncio.StreamReader(limit=_LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), lines)
    while line := await reader.readline():
        page_server.take(line.decode().rstrip("\n"))
        if serving is None and page_server.knows_pairing:
            limited: list[socket.socket] = [LimitedSocket(listening, connections) for listening in sockets]
            serving = asyncio.create_task(server.serve(limited))
            serving.add_done_callback(lambda _: os._exit(1))  # it is started again
    os._exit(0)  # the game is over, or its process has died: nobody is to be waited for


def main() -> None:
    """Serve at the sockets whose descriptors are the arguments."""
    logging.getLogger().addHandler(logging.NullHandler())  # what uvicorn has to say is for nobody
    log_as("page")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_OPEN_FILES if most < 0 else min(_OPEN_FILES, most), most))
    sockets = [socket.socket(fileno=int(descriptor)) for descriptor in sys.argv[1:]]
    out = os.dup(1)

    def report(what: dict[str, Any]) -> None:
        os.write(out, json.dumps(what).encode() + b"\n")

    asyncio.run(serve(sockets, sys.stdin.buffer, report))


if __name__ == "__main__":
    main()
