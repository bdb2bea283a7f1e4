"""How many connections there may be at a time, and how long one may stay silent before it says what it wants.

Counted where connections arrive, at the listening sockets themselves, since who never finishes a request is never seen
further in; and ended there, whatever the server has still to send.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

MOST = 192
"""Connections in all."""
MOST_OF_ONE = 32
"""Connections from one address: a browser opens six and a socket for each page."""
SECONDS_TO_ASK = 10.0
"""How long a connection may stay that is no socket: the page's files are small."""
SECONDS_TO_PART = 5.0
"""How long a socket that we have closed may stay, until its page has heard why."""
SECONDS_UNHEARD = 10
"""How long what was sent may stay without a sign that it arrived: it may be private and out of date."""

Address = tuple[str, int]


class Timeout(Protocol):
    """What will happen later."""

    def cancel(self) -> None:
        """Let it not happen."""
        ...


Later = Callable[[float, Callable[[], None]], Timeout]
"""Does something after so many seconds."""


def later(seconds: float, act: Callable[[], None]) -> Timeout:
    """Do something on the loop that runs, after so many seconds."""
    return asyncio.get_running_loop().call_later(seconds, act)


class Connections:
    """Who is connected. `owner` is the address of the table's page, which finds room where nobody else does."""

    def __init__(self, after: Later = later) -> None:
        self._after = after
        self._from: Counter[str] = Counter()
        self._inside: dict[Address, Connection] = {}
        self._ending: dict[Address, Timeout] = {}
        self.owner: str | None = None

    def has_room(self, host: str) -> bool:
        """Whether one more may connect from there."""
        full = len(self._inside) >= MOST and host != self.owner
        return not full and self._from[host] < MOST_OF_ONE

    def enter(self, connection: Connection) -> None:
        """Let a connection in, for a while."""
        self._inside[connection.peer] = connection
        self._from[connection.peer[0]] += 1
        self._end_after(SECONDS_TO_ASK, connection.peer)

    def leave(self, connection: Connection) -> None:
        """See a connection off."""
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
        timer = self._ending.pop(peer, None)
        if timer is not None:
            timer.cancel()


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
