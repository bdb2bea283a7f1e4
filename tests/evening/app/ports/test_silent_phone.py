"""The table's phone: a story waits for it, and where it falls silent by day the game stands still."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import httpx
import pytest
from phone_tables import LOOPBACK_PATIENCE, Page, until
from rooms import wording
from shipped import shipped
from sittings import Sitting
from tables import table
from terminals import PseudoTerminal
from websockets.sync.client import connect

from narrator.evening.app.ports.phone import PhoneOfTheEvening
from narrator.rules.core.effects import News, Topic
from narrator.screens.phone import host
from narrator.screens.phone.host import PAIRED, SILENT
from narrator.table.inbox.entry import Changed, Entry, Order
from narrator.table.inbox.inbox import LiveInbox, WallClock
from narrator.table.inbox.moment import Facts

if TYPE_CHECKING:
    from narrator.table.session.driver import Driver

SETUP = table("loup-garou voyante villageois*4")


class Evening:
    """The phone of an evening, and an inbox that no game empties."""

    def __init__(self) -> None:
        self.clock = WallClock()
        self.inbox = LiveInbox(self.clock)
        self.sitting = Sitting(SETUP)
        self.phone = PhoneOfTheEvening("127.0.0.1")
        words = wording(SETUP)
        self.phone.furnish(self.sitting.ports, SETUP, shipped().words["fr"], words, self.inbox)
        self.phone.introduce(self.sitting.ports, words, spoken=True)
        self.url = self.phone.addresses[0].rstrip("/")

    def code(self) -> str:
        said = [line for line in self.sitting.senses.public if "voice: Le code" in line]
        return re.sub(r"\D", "", said[-1].partition("voice")[2])

    def pair(self, code: str) -> str:
        headers = {"origin": self.url, "content-type": "application/json"}
        answer = httpx.post(f"{self.url}/pair", content=json.dumps({"code": code}), headers=headers)
        ((name, value),) = answer.cookies.items()
        return f"{name}={value}"

    @contextmanager
    def page(self, cookie: str) -> Iterator[Page]:
        origin: Any = self.url
        live = f"{self.url.replace('http', 'ws')}/live"
        with connect(live, origin=origin, additional_headers={"Cookie": cookie}, compression=None) as socket:
            page = Page(socket)
            assert page.you["role"] == "table"
            yield page

    def next(self) -> Entry | None:
        return self.inbox.get(self.clock.now() + LOOPBACK_PATIENCE)

    def leave(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """Give a page the table, which goes at once and stays away; return its cookie."""
        cookie = self.pair(self.code())
        assert self.next() == Changed(PAIRED)
        with self.page(cookie):
            monkeypatch.setattr(host, "SECONDS_GONE", 0.0)
        until(lambda: bool(self.inbox.unsaid))
        monkeypatch.undo()
        return cookie

    def falls(self, topic: Topic) -> None:
        self.inbox.change(lambda moment: moment.after(News(topic=topic, number=1)))


@pytest.fixture
def evening() -> Iterator[Evening]:
    laid = Evening()
    yield laid
    laid.phone._host.close()


def test_by_day_it_is_said_with_a_code_for_another_phone_and_the_game_stands_still(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.leave(monkeypatch)
    said = evening.next()
    assert isinstance(said, Changed)
    assert (said.line, said.aloud, evening.next()) == (SILENT, True, Order.PAUSE)
    with evening.page(evening.pair(re.sub(r"\D", "", said.advice))):
        assert evening.next() == Changed(PAIRED)


def test_after_the_game_it_is_said_and_nothing_stands_still(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    over = SimpleNamespace(facts=Facts(6, outcome="village"))
    evening.phone.attend(cast("Driver", over), str)
    evening.leave(monkeypatch)
    said = evening.next()
    assert isinstance(said, Changed)
    assert (said.line, [*evening.inbox.unsaid]) == (SILENT, [])


def test_what_fell_silent_by_night_and_is_back_by_dawn_is_not_said(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = evening.leave(monkeypatch)
    evening.falls(Topic.NIGHTFALL)
    with evening.page(cookie):
        until(lambda: not evening.inbox.unsaid)
        evening.falls(Topic.DAYBREAK)


def test_a_word_at_the_table_gives_it_to_another_phone_and_says_the_code(evening: Evening) -> None:
    cookie, first = evening.pair(evening.code()), evening.code()
    assert evening.sitting.ports.phone is not None
    evening.sitting.ports.phone()
    assert evening.code() != first
    assert evening.pair(evening.code()) != cookie


PLAY = "play thiercelieux --players 8 --mode meneur --deal cards --pace instant --no-sound --seed 1 --remote 127.0.0.1"
WAITING = "Entrée quand le téléphone est là"
BEGUN = "Installez-vous"
CORNER, ROWS = "██ ▄▄▄▄▄ █", 24
"""How the second row of a code begins, and the rows of the terminal."""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[PseudoTerminal]:
    """Yield a terminal of 24 rows at which a game with a phone waits for it."""
    waiting = PseudoTerminal(tmp_path, *PLAY.split())
    waiting.awaited(WAITING)
    yield waiting
    waiting.close()


def test_nothing_is_told_and_the_whole_code_is_seen_until_somebody_goes_on(terminal: PseudoTerminal) -> None:
    assert BEGUN not in terminal.text
    rows = terminal.paper.main.splitlines()
    second = next(place for place, row in enumerate(rows) if row.startswith(CORNER))
    assert len(rows) - second + 1 <= ROWS
    terminal.type("\r")
    terminal.awaited(BEGUN)


def test_a_phone_that_is_given_the_table_begins_the_story_and_is_announced_then(terminal: PseudoTerminal) -> None:
    url = re.findall(r"(http://\S+?)/", terminal.text)[0]
    code = "".join(re.findall(r"\d", re.findall(r"code du téléphone de la table : ([\d ,]+)", terminal.text)[0]))
    headers = {"origin": url, "content-type": "application/json"}
    assert httpx.post(f"{url}/pair", content=json.dumps({"code": code}), headers=headers).status_code == 204
    terminal.awaited("téléphone")
    assert BEGUN in terminal.text


def test_who_says_goodbye_while_a_phone_is_awaited_leaves(terminal: PseudoTerminal) -> None:
    terminal.type("quitter\r")
    assert terminal.ended() == 0
    assert BEGUN not in terminal.text
