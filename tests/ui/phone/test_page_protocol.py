"""A page's connection: who pings and reads no answer is cut off, and whoever reads is answered."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from narrator.ui.phone.page_protocol import PageProtocol

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
