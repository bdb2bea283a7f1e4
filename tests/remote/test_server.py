"""The server's own cares, without its process: guessers burn a code, a late page learns how old its view is."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from narrator.remote import pairing, server
from narrator.remote.server import House
from narrator.remote.visitors import AT_ONCE, MESSAGES_A_SECOND, Frames, Intake, UnwantedError

ADDRESS = "192.168.1.20:8642"
GUESSES = ("1", "2", "482913")
"""Two wrong codes, and then the right one."""


class Watch:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def test_a_code_that_was_guessed_at_too_often_is_burnt_and_a_fresh_one_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "LEAST_CODE_SECONDS", 0.0)
    monkeypatch.setattr(pairing, "BURNS", 2)
    reports: list[dict[str, Any]] = []
    house = House(reports.append, frozenset({ADDRESS}))
    house.take(json.dumps({"code": {"code": "482913", "session": None}}, separators=(",", ":")))

    async def guess() -> list[int]:
        transport = httpx.ASGITransport(app=house.app(), client=("192.168.1.66", 50000))
        headers = {"origin": f"http://{ADDRESS}"}
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{ADDRESS}", headers=headers) as stranger:
            statuses = [(await stranger.post("/pair", json={"code": code})).status_code for code in GUESSES]
            await asyncio.sleep(0)  # let the report be made
            return statuses

    statuses = asyncio.run(guess())
    assert statuses == [403, 403, 429]
    assert reports == [{"burnt": True}]


def test_a_page_that_comes_late_is_told_how_old_the_public_view_is() -> None:
    clock = Watch()
    frames = Frames(clock)
    frames.put("public", "{}")
    clock.now = 12.34
    standing = frames.get("public", 0)
    assert standing is not None
    assert json.loads(frames.age(standing)) == {"age": 12.3}
    assert frames.get("public", standing.number) is None


def said(intake: Intake, number: int) -> str:
    return json.dumps({"on": intake.on, "n": number, "turn": 1, "say": {}})


def test_a_socket_may_say_so_much_at_once_and_later_more() -> None:
    clock = Watch()
    intake = Intake(clock)
    for number in range(1, int(AT_ONCE) + 1):
        intake.read(said(intake, number))
    with pytest.raises(UnwantedError):
        intake.read(said(intake, 100))
    clock.now = 2.0 / MESSAGES_A_SECOND + 0.001
    intake.read(said(intake, 101))
