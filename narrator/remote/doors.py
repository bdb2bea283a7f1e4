"""How many may be connected at a time, and for how long without saying what they want.

Counted where connections arrive, since who never finishes a request is never seen further in.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST = 192
"""Connections in all."""
MOST_OF_ONE = 32
"""Connections from one address: a browser opens six and a socket for each page."""
SECONDS_TO_ASK = 10.0
"""How long a connection may stay that is no socket: the page's files are small."""


class Crowd:
    """Who is connected. `owner` is the address of the table's page, which finds room where nobody else does."""

    def __init__(self) -> None:
        self._from: Counter[str] = Counter()
        self._inside: dict[asyncio.BaseTransport, str] = {}
        self.owner: str | None = None

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Let a connection in; False where there are too many."""
        peer = transport.get_extra_info("peername")
        if not peer:
            return False  # it is gone already
        address = str(peer[0])
        full = len(self._inside) >= MOST and address != self.owner
        if full or self._from[address] >= MOST_OF_ONE:
            return False
        self._from[address] += 1
        self._inside[transport] = address
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """See a connection off."""
        address = self._inside.pop(transport, None)
        if address is not None:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]


CROWD = Crowd()
"""The crowd of this process, which serves one table."""


class Door(H11Protocol):
    """A connection that asks for files, or to become a socket."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as its base does
        """Let it in, or cut it off."""
        super().connection_made(transport)
        if CROWD.enter(transport):
            self._late = self.loop.call_later(SECONDS_TO_ASK, transport.abort)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See it off."""
        self._forget()
        CROWD.leave(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Let it become a socket, which may stay."""
        self._forget()
        super().handle_websocket_upgrade(event)

    def _forget(self) -> None:
        if self._late is not None:
            self._late.cancel()


class SocketDoor(WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def keepalive_timeout(self) -> None:
        """Cut off who is not there any more, with what was still to be sent: it may be private and out of date."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See it off."""
        CROWD.leave(self.transport)
        super().connection_lost(exc)
