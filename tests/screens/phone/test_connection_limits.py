"""The doors: how many connections are let in, how long each may stay, and that those that leave make room."""

from __future__ import annotations

import asyncio
import base64
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from narrator.screens.phone import connected_pages
from narrator.screens.phone.connected_pages import (
    SECONDS_TO_ASK,
    SECONDS_TO_PART,
    Connection,
    Connections,
    LimitedSocket,
    PageProtocol,
)

PATIENCE = 10.0


class Agenda:
    """What is to happen later, for a test to let it happen."""

    def __init__(self) -> None:
        self.due: dict[Callable[[], None], float] = {}

    def __call__(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        self.due[act] = seconds

        def cancel() -> None:
            self.due.pop(act, None)

        return cancel

    def happen(self) -> None:
        for act in list(self.due):
            del self.due[act]
            act()


class Entrance:
    """A door on the loopback, and who comes to it."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.agenda = Agenda()
        self.connections = Connections(self.agenda)
        listening = socket.create_server(("127.0.0.1", 0))
        self.door = stack.enter_context(LimitedSocket(listening, self.connections))
        self.door.settimeout(PATIENCE)

    def knock(self, host: str = "127.0.0.1") -> socket.socket:
        there = self.door.getsockname()
        coming = self._stack.enter_context(socket.create_connection(there, PATIENCE, source_address=(host, 0)))
        coming.settimeout(PATIENCE)
        return coming

    def enter(self, host: str = "127.0.0.1") -> tuple[socket.socket, Connection]:
        coming = self.knock(host)
        accepted, _ = self.door.accept()
        assert isinstance(accepted, Connection)
        self._stack.callback(accepted.close)
        return coming, accepted

    def turned_away(self, host: str = "127.0.0.1") -> bool:
        coming = self.knock(host)
        try:
            accepted, _ = self.door.accept()
        except ConnectionAbortedError:
            return is_cut(coming)
        self._stack.callback(accepted.close)
        return False


def is_cut(end: socket.socket) -> bool:
    try:
        return end.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.fixture
def entrance(monkeypatch: pytest.MonkeyPatch) -> Iterator[Entrance]:
    monkeypatch.setattr(connected_pages, "MOST", 5)
    monkeypatch.setattr(connected_pages, "MOST_OF_ONE", 3)
    with ExitStack() as stack:
        yield Entrance(stack)


def test_one_address_finds_room_for_so_many_and_another_still_does(entrance: Entrance) -> None:
    for _ in range(3):
        entrance.enter("127.0.0.66")
    assert entrance.turned_away("127.0.0.66")
    assert not entrance.turned_away("127.0.0.1")


def test_in_all_there_is_room_for_so_many_and_for_the_tables_page_besides(entrance: Entrance) -> None:
    for host in range(5):
        entrance.enter(f"127.0.0.{50 + host}")
    assert entrance.turned_away("127.0.0.1")
    entrance.connections.owner = "127.0.0.1"
    assert not entrance.turned_away("127.0.0.1")
    assert entrance.turned_away("127.0.0.60")


def test_who_leaves_makes_room(entrance: Entrance) -> None:
    accepted = [entrance.enter("127.0.0.66")[1] for _ in range(3)]
    accepted[0].close()
    accepted[0].close()
    assert not entrance.turned_away("127.0.0.66")
    assert entrance.turned_away("127.0.0.66")


def test_who_is_silent_for_so_long_is_cut_off(entrance: Entrance) -> None:
    coming, _ = entrance.enter()
    assert list(entrance.agenda.due.values()) == [SECONDS_TO_ASK]
    entrance.agenda.happen()
    assert is_cut(coming)


def test_a_connection_that_became_a_socket_may_stay(entrance: Entrance) -> None:
    coming, accepted = entrance.enter()
    entrance.connections.stays(accepted.peer)
    assert not entrance.agenda.due
    accepted.sendall(b"still here")
    assert coming.recv(100) == b"still here"


def test_a_page_that_is_to_hear_why_it_is_closed_may_hear_it(entrance: Entrance) -> None:
    coming, accepted = entrance.enter()
    entrance.connections.stays(accepted.peer)
    entrance.connections.ends(accepted.peer, orderly=True)
    assert list(entrance.agenda.due.values()) == [SECONDS_TO_PART]
    accepted.sendall(b"elsewhere")
    assert coming.recv(100) == b"elsewhere"
    entrance.agenda.happen()
    assert is_cut(coming)


def test_a_page_that_is_not_there_is_sent_nothing_any_more(entrance: Entrance) -> None:
    coming, accepted = entrance.enter()
    entrance.connections.stays(accepted.peer)
    entrance.connections.ends(accepted.peer, orderly=False)
    assert is_cut(coming)
    with pytest.raises(BrokenPipeError):
        accepted.sendall(b"private, and out of date")


def test_what_was_ended_already_can_be_ended_again(entrance: Entrance) -> None:
    _, accepted = entrance.enter()
    accepted.close()
    entrance.connections.ends(accepted.peer, orderly=False)
    entrance.connections.ends(accepted.peer, orderly=True)
    assert not entrance.agenda.due


PING = b"\x89\xfd" + bytes(4) + b"p" * 125
PONG = b"\x8a\x7d" + b"p" * 125
Visit = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bool]]
AT_ONCE = 2_000
MANY = 400_000
"""Pings whose answers, 50 MB, fit in no buffer of the system's."""


async def _listen(socket: WebSocket) -> None:
    await socket.accept()
    await socket.receive()


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(bytes(16)).decode()
    writer.write(
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def served(visit: Visit) -> bool:
    """Serve one page that listens, let it be visited, and return what came of that."""

    async def serve() -> bool:
        config = uvicorn.Config(
            Starlette(routes=[WebSocketRoute("/", _listen)]), port=0, ws=PageProtocol, lifespan="off", log_config=None
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0)
        reader, writer = await _connected(server.servers[0].sockets[0].getsockname()[1])
        came = await visit(reader, writer)
        writer.transport.abort()
        server.should_exit = True
        await serving
        return came

    return asyncio.run(serve())


async def _reads_nothing(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    try:
        for _ in range(MANY // AT_ONCE):
            writer.write(PING * AT_ONCE)
            await writer.drain()
    except ConnectionError:
        return False
    return True


async def _reads(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    for _ in range(AT_ONCE):
        writer.write(PING)
        if await reader.readexactly(len(PONG)) != PONG:
            return False
    return True


def test_who_pings_and_reads_no_answer_is_cut_off() -> None:
    assert not served(_reads_nothing)


def test_who_reads_the_answers_may_ping_for_ever() -> None:
    assert served(_reads)
