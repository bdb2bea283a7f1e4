"""The WebSocket protocol of a page: uvicorn's, but for who sends pings and does not read what answers them."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class PageProtocol(WebSocketsSansIOProtocol):
    """One connection. What waits to be read at its other end stays small.

    Each ping is answered at once, whether or not the answers before it were read: without a limit, any stranger could
    fill the memory with them.
    """

    def handle_ping(self) -> None:
        """Answer a ping; end the connection at once where the page has yet to read too much."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()
