"""A web server on this machine, with the habits, good and bad, of those that files are fetched from; bad archives."""

from __future__ import annotations

import gc
import ssl
import struct
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

Answer = Callable[["Request"], None]


@dataclass
class Library:
    """What a server has: bytes by path, and what it does instead of sending them.

    `asked` notes the path of each request. `cut` breaks the connection after so many bytes
    of the next response; `stall` sends so many and then nothing until `release` is set.
    """

    pages: dict[str, bytes] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    lengths: bool = True
    cut: int | None = None
    stall: int | None = None
    release: threading.Event = field(default_factory=threading.Event)
    address: str = ""

    def at(self, path: str) -> str:
        return f"{self.address}/{path}"


class Request(BaseHTTPRequestHandler):
    """One request to a library."""

    library: Library
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path.lstrip("/")
        self.library.asked.append(path)
        if path in self.library.answers:
            self.library.answers[path](self)
        elif path in self.library.pages:
            self._send(self.library.pages[path])
        else:
            self.say(404)

    def say(self, status: int, *headers: tuple[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _send(self, page: bytes) -> None:
        self.send_response(200)
        if self.library.lengths:
            self.send_header("Content-Length", str(len(page)))
        else:
            self.close_connection = True
        self.end_headers()
        self._body(page)

    def _body(self, page: bytes) -> None:
        if self.library.cut is not None:
            self.wfile.write(page[: self.library.cut])
            self.library.cut, self.close_connection = None, True
        elif self.library.stall is not None:
            self.wfile.write(page[: self.library.stall])
            self.library.release.wait(60)
            self.library.stall, self.close_connection = None, True
        else:
            self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the standard library names it
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    """Lets whoever hangs up go without a word."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: tests hang up on purpose."""


@contextmanager
def serving(library: Library, certificate: Path | None = None) -> Iterator[Library]:
    """Serve a library on a free port of this machine; encrypted, as `localhost`, where there is a certificate."""
    handler = type("Handler", (Request,), {"library": library})
    with _Server(("127.0.0.1", 0), handler) as server:
        library.address = f"http://127.0.0.1:{server.server_port}"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
            library.address = f"https://localhost:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield library
        finally:
            library.release.set()
            server.shutdown()
            thread.join()
            if certificate is not None:
                _let_go()


def _let_go() -> None:
    """Part here, without a warning, with what Python leaves open of a handshake that the other side broke off."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


ENTRY, NAME_AT = 46, 28  # PKWARE's application note, 4.3.12


def _list(archive: bytes) -> tuple[int, int]:
    """Return where the list of entries begins and ends."""
    end = archive.rindex(b"PK\x05\x06")
    (begin,) = struct.unpack_from("<L", archive, end + 16)
    return begin, end


def _with_first(archive: bytes, first: bytes) -> bytes:
    """Return an archive with this in place of all its list."""
    begin, end = _list(archive)
    closing = bytearray(archive[end:])
    closing[8:16] = struct.pack("<HHL", 1, 1, len(first))
    return archive[:begin] + first + bytes(closing)


def _first(archive: bytes) -> tuple[bytearray, bytes]:
    """Return the first entry of the list without its name, and the name."""
    begin, _ = _list(archive)
    (length,) = struct.unpack_from("<H", archive, begin + NAME_AT)
    entry = bytearray(archive[begin : begin + ENTRY])
    entry[NAME_AT : NAME_AT + 6] = struct.pack("<HHH", length, 0, 0)
    return entry, archive[begin + ENTRY : begin + ENTRY + length]


def with_a_nameless_entry(archive: bytes) -> bytes:
    """Return an archive that lists one entry, which has no name."""
    entry, _ = _first(archive)
    entry[NAME_AT : NAME_AT + 2] = b"\0\0"
    return _with_first(archive, bytes(entry))


def with_an_entry_at_no_place(archive: bytes) -> bytes:
    """Return an archive that lists one entry, which lies beyond what any file can have (the 64-bit form, 4.5.3)."""
    entry, name = _first(archive)
    extra = struct.pack("<HHQ", 1, 8, 1 << 63)
    entry[30:32], entry[42:46] = struct.pack("<H", len(extra)), b"\xff" * 4
    return _with_first(archive, bytes(entry) + name + extra)


def with_a_name_of_no_letters(archive: bytes) -> bytes:
    """Return an archive that lists one entry, whose name says that it is UTF-8 and is not."""
    entry, name = _first(archive)
    entry[9] |= 0x08
    return _with_first(archive, bytes(entry) + b"\xff" * len(name))
