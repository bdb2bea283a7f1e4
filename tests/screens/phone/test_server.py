"""The server's own cares, without its process: guessers burn a code, a late page learns how old its view is."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.screens.phone import connected_pages, pairing, server
from narrator.screens.phone.connected_pages import (
    AT_ONCE,
    FULL,
    MESSAGES_A_SECOND,
    Frames,
    MessageReader,
    UnwantedError,
)
from narrator.screens.phone.server import PageServer

ADDRESS = "192.168.1.20:8642"
LINK = "Xk3_9-vQd0aBcDeFgHiJkL"
GUESSES = ("1", "2", "482913")
"""Two wrong codes, and then the right one."""


def pairing_line(**given: object) -> str:
    whole = {"round": 1, "code": "482913", "link": LINK, "session": None, "closed": False, "decided": None, **given}
    return json.dumps({"pairing": whole}, separators=(",", ":"))


def test_a_code_that_was_guessed_at_too_often_is_burnt_and_a_fresh_one_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "LEAST_CODE_SECONDS", 0.0)
    monkeypatch.setattr(pairing, "BURNS", 2)
    reports: list[dict[str, Any]] = []
    page_server = PageServer(reports.append, frozenset({ADDRESS}))
    page_server.take(pairing_line())

    async def guess() -> list[int]:
        async with stranger(page_server) as page:
            statuses = [(await page.post("/pair", json={"code": code})).status_code for code in GUESSES]
            await asyncio.sleep(0)  # let the report be made
            return statuses

    statuses = asyncio.run(guess())
    assert statuses == [403, 403, 429]
    assert reports == [{"burnt": 1}]


def stranger(page_server: PageServer) -> httpx.AsyncClient:
    """Come to the house from another address, with our page."""
    transport = httpx.ASGITransport(app=page_server.app(), client=("192.168.1.66", 50000))
    headers = {"origin": f"http://{ADDRESS}"}
    return httpx.AsyncClient(transport=transport, base_url=f"http://{ADDRESS}", headers=headers)


class Game:
    """The game's end, which decides as it is told to: it gives the table away, or refuses since night has fallen."""

    def __init__(self, *, gives: bool) -> None:
        self.asked: list[dict[str, Any]] = []
        self._gives = gives
        self.page_server = PageServer(self._decide, frozenset({ADDRESS}))
        self.page_server.take(pairing_line())

    def _decide(self, report: dict[str, Any]) -> None:
        self.asked.append(report)
        digest = report["session"]
        if self._gives:
            line = pairing_line(round=2, code=None, link=None, session=digest, decided=digest)
        else:
            line = pairing_line(closed=True, decided=digest)
        asyncio.get_running_loop().call_soon(self.page_server.take, line)


NAMED = ({"code": "482913"}, {"link": LINK})


@pytest.mark.parametrize("named", NAMED, ids=["code", "secret"])
def test_a_page_has_the_table_only_once_the_game_has_said_so(named: dict[str, str]) -> None:
    async def pair(game: Game) -> httpx.Response:
        async with stranger(game.page_server) as page:
            return await page.post("/pair", json=named)

    given, refused = Game(gives=True), Game(gives=False)
    answer = asyncio.run(pair(given))
    assert answer.status_code == 204
    assert "set-cookie" in answer.headers
    assert [report["round"] for report in given.asked] == [1]
    answer = asyncio.run(pair(refused))
    assert (answer.status_code, answer.json()["reason"]) == (423, "asleep")
    assert "set-cookie" not in answer.headers


async def comes(page_server: PageServer, host: str) -> tuple[list[dict[str, Any]], asyncio.Task[None]]:
    """Let a page come from an address, and stay; return what it is sent."""
    sent: list[dict[str, Any]] = []
    coming = [{"type": "websocket.connect"}]

    async def receive() -> dict[str, Any]:
        return coming.pop() if coming else await asyncio.Future()

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", ADDRESS.encode()), (b"origin", f"http://{ADDRESS}".encode())]
    scope = {"type": "websocket", "path": "/live", "headers": headers, "client": (host, 1), "query_string": b""}

    async def stay() -> None:
        await page_server.app()({**scope, "scheme": "ws"}, receive, send)

    staying = asyncio.create_task(stay())
    for _ in range(20):
        await asyncio.sleep(0)
    return sent, staying


@pytest.mark.parametrize(("paired", "let_in"), [(False, "yes yes yes no yes no"), (True, "yes yes yes yes no no")])
def test_until_a_page_has_the_table_two_addresses_leave_a_place_for_it(
    monkeypatch: pytest.MonkeyPatch, paired: bool, let_in: str
) -> None:
    monkeypatch.setattr(server, "MOST_SPECTATORS", 4)
    page_server = PageServer(lambda _report: None, frozenset({ADDRESS}))
    page_server.take(pairing_line(session="somebody's", code=None, link=None) if paired else pairing_line())

    async def come() -> list[list[dict[str, Any]]]:
        pages = [await comes(page_server, host) for host in ("one", "one", "two", "two", "three", "four")]
        for _, staying in pages:
            staying.cancel()
        return [sent for sent, _ in pages]

    pages = asyncio.run(come())
    assert {sent[0]["type"] for sent in pages} == {"websocket.accept"}, "else no page learns why it was closed"
    full = [sent[1].get("code") == FULL for sent in pages]
    assert full == [answer == "no" for answer in let_in.split()]


def test_what_was_guessed_stays_counted_through_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "BURNS", 4)
    page_server = PageServer(lambda _report: None, frozenset({ADDRESS}))

    async def guess() -> list[int]:
        statuses = []
        async with stranger(page_server) as page:
            for closed in (False, True, False, True, False):
                page_server.take(pairing_line(closed=closed))
                statuses.append((await page.post("/pair", json={"code": "1"})).status_code)
            statuses.append((await page.post("/pair", json={"code": "2"})).status_code)
        return statuses

    assert asyncio.run(guess()) == [403, 423, 403, 423, 403, 429]


def test_a_page_that_comes_late_is_told_how_old_the_public_view_is() -> None:
    clock = VirtualClock()
    frames = Frames(clock.now)
    frames.put("public", "{}")
    clock.advance(12.34)
    standing = frames.get("public", 0)
    assert standing is not None
    assert json.loads(frames.age(standing)) == {"age": 12.3}
    assert frames.get("public", standing.number) is None


def said(reader: MessageReader, number: int) -> str:
    return json.dumps({"on": reader.on, "n": number, "turn": 1, "say": {}})


def test_a_socket_may_say_so_much_at_once_and_later_more() -> None:
    clock = VirtualClock()
    reader = MessageReader(clock.now)
    for number in range(1, int(AT_ONCE) + 1):
        reader.read(said(reader, number))
    with pytest.raises(UnwantedError):
        reader.read(said(reader, 100))
    clock.advance(2.0 / MESSAGES_A_SECOND + 0.001)
    reader.read(said(reader, 101))


@given(st.floats(0.0, 1e6))
def test_however_long_a_socket_was_silent_it_may_say_no_more_at_once_than_at_first(silent: float) -> None:
    clock = VirtualClock()
    reader = MessageReader(clock.now)
    reader.read(said(reader, 1))
    clock.advance(silent)
    assert at_once(reader, 2) <= AT_ONCE


def at_once(reader: MessageReader, first: int) -> int:
    """Say twice as many messages as may be, from this number on; return how many were heard before one too many."""
    for heard in range(2 * int(AT_ONCE)):
        try:
            reader.read(said(reader, first + heard))
        except UnwantedError:
            return heard
    return 2 * int(AT_ONCE)


class Stuck:
    """A socket of a page that is there no more: it takes the first words, and then nothing."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    async def accept(self) -> None:
        """Accept it."""

    async def send_text(self, text: str) -> None:
        """Take the first words, and block for ever at the next."""
        if self.taken:
            await asyncio.Event().wait()
        self.taken.append(text)

    async def receive(self) -> dict[str, str]:
        await asyncio.Event().wait()
        raise AssertionError


def test_a_page_that_takes_nothing_any_more_is_seen_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connected_pages, "SECONDS_TO_TAKE", 0.01)
    frames = Frames()
    frames.put("public", "{}")
    socket: Any = Stuck()
    assert asyncio.run(connected_pages.ConnectedPage(socket, frames, None).stay()) is False
    assert socket.taken == ['{"you": {"role": "spectator"}}']


async def read(page_server: PageServer, name: str) -> httpx.Response:
    async with stranger(page_server) as page:
        return await page.get(f"/{name}")


def test_a_story_is_served_while_it_is_told_and_leaves_no_trace_before_and_afterwards() -> None:
    page_server = PageServer(lambda _report: None, frozenset({ADDRESS}))
    nothing = asyncio.run(read(page_server, "nothing"))
    for told in (False, True, False):
        page_server.take(json.dumps({"story": "<!doctype html><p>Il était une fois" if told else None}))
        answer = asyncio.run(read(page_server, "story"))
        assert answer.status_code == (200 if told else 404)
        assert told or (answer.content, answer.headers) == (nothing.content, nothing.headers)
        assert ("script-src" in answer.headers["content-security-policy"]) != told
