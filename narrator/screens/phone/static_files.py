"""The page's files and texts, and the HTTP headers of everything that is sent: nothing foreign, nothing kept."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from narrator.base.resources import languages
from narrator.base.sentences import FALLBACK, PHONE, sentences

TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
START, TEXTS = "index.html", "texts.js"
STORY = "story"
"""Where the story of the game is, once everybody knows how it ended: before, nothing is there, as at any other name."""
STORY_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content policy of the story: one file with its own style, and no script."""

_FIXED = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


_STORY_STYLE = b64encode(sha256((files("narrator.evening.recap") / "story.css").read_bytes()).digest()).decode()


def policy(authority: str) -> str:
    """Return the content policy of a page at this address: its own files and socket, and nothing written in.

    But for the style of the story, which the page keeps as it is sent.
    """
    # Older Safaris do not take 'self' for the socket of the same address.
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{_STORY_STYLE}'; img-src 'self'; "
        f"manifest-src 'self'; worker-src 'self'; connect-src 'self' ws://{authority}; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker"
    )


def texts() -> bytes:
    """Return what the page says by itself in every language there is, as a module: it opens without a game."""
    by_language = {language: sentences(PHONE, language) for language in languages()}
    told = json.dumps(by_language, ensure_ascii=False)
    return f"export const FALLBACK = {json.dumps(FALLBACK)};\nexport const TEXTS = {told};\n".encode()


class PageFiles:
    """The files of the page, in memory, and the story where there is one: any other name leads nowhere."""

    story: str | None = None

    def __init__(self) -> None:
        folder = files(__package__) / "page"
        self._files = {file.name: file.read_bytes() for file in folder.iterdir() if _kind(file.name) in TYPES}
        self._files[TEXTS] = texts()

    async def get(self, request: Request) -> Response:
        name = request.path_params.get("name", START)
        if name == STORY and self.story is not None:
            return HTMLResponse(self.story, headers={"content-security-policy": STORY_POLICY})
        if name not in self._files:
            return PlainTextResponse("Not found", 404)
        return Response(self._files[name], media_type=TYPES[_kind(name)])


def _kind(name: str) -> str:
    return name.rpartition(".")[2]


def told_host(headers: Headers) -> str:
    """Return the address that a browser named; nothing where it named none, or several."""
    named = headers.getlist("host")
    return named[0] if len(named) == 1 else ""


class HostCheck:
    """Lets in only who named one of our own addresses, which a page of another name cannot (DNS rebinding).

    What goes out carries the headers above.
    """

    def __init__(self, app: ASGIApp, authorities: frozenset[str]) -> None:
        self._app = app
        self._authorities = authorities

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = told_host(Headers(scope=scope))
        if host not in self._authorities:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse("This is not the address of a narrator", 421)(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message.get("headers", [])
                policies = {**_FIXED, "content-security-policy": policy(host)}
                written = [(name.encode(), value.encode()) for name, value in policies.items()]
                kept = {name for name, _ in own}
                message = {**message, "headers": [*own, *(header for header in written if header[0] not in kept)]}
            await send(message)

        await self._app(scope, receive, dressed)
