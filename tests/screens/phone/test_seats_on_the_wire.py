"""A player's phone at the real server: its code, its cookie, its tabs, and what a listener sees."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from phone_tables import LOOPBACK_PATIENCE, House, page_server, until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from narrator.screens.phone.connected_pages import ELSEWHERE, REVOKED, UNWANTED
from narrator.screens.phone.seats import SeatPhones
from narrator.table.inbox.entry import Order


class Round:
    """A server, and the phones of five players."""

    def __init__(self, house: House, folder: Path) -> None:
        self.house = house
        self.tabs = ExitStack()
        self.told: list[tuple[str, int]] = []
        self.seats = SeatPhones(
            folder / "phones.json", house.host.put_seats, lambda line, seat: self.told.append((line, seat))
        )
        self.seats.begin(5)
        self.seats.offer(True)
        house.host.seat(self.seats)
        house.host.send("circle", b'{"circle":{"with":[]}}')

    @property
    def link(self) -> str:
        """Return what admits the next phone."""
        assert self.seats.code is not None
        return self.seats.code.link

    def scan(self, link: str, cookies: dict[str, str] | None = None, **headers: str) -> httpx.Response:
        """Name a code as a page does that has scanned it."""
        told = {"origin": self.house.url, "content-type": "application/json", **headers}
        content = json.dumps({"seat": link})
        return httpx.post(
            f"{self.house.url}/pair", content=content, headers=told, cookies=cookies, timeout=LOOPBACK_PATIENCE
        )

    def admit(self) -> httpx.Response:
        """Scan the code until the server knows it; return its answer."""
        link, answers = self.link, list[httpx.Response]()

        def admitted() -> bool:
            answers.append(self.scan(link))
            return answers[-1].status_code == 204

        until(admitted)
        return answers[-1]

    def join(self) -> dict[str, str]:
        """Let a phone in; return its cookies."""
        return dict(self.admit().cookies)

    def open(self, cookies: dict[str, str]) -> Tab:
        """Open the page in a browser with these cookies."""
        return Tab(self.house, cookies, self.tabs)


class Tab:
    """A page that is open."""

    def __init__(self, house: House, cookies: dict[str, str], tabs: ExitStack) -> None:
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        address = f"ws://{house.authority}/live"
        named: Any = house.url
        self.socket = tabs.enter_context(connect(address, origin=named, additional_headers=headers, compression=None))
        self.you = json.loads(self.socket.recv(LOOPBACK_PATIENCE))["you"]
        self.number = 0

    def say(self, say: dict[str, Any], turn: int = 0) -> None:
        """Say something as the page does."""
        self.number += 1
        self.socket.send(json.dumps({"on": self.you.get("on"), "n": self.number, "turn": turn, "say": say}))

    def closed(self) -> int:
        """Read until it is closed; return why."""
        try:
            while True:
                self.socket.recv(LOOPBACK_PATIENCE)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code

    def until(self, kind: str) -> Any:
        """Read up to a frame of this kind."""
        while kind not in (frame := json.loads(self.socket.recv(LOOPBACK_PATIENCE))):
            pass
        return frame[kind]


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[Round]:
    with page_server() as house:
        laid = Round(house, tmp_path)
        with laid.tabs:
            yield laid


def test_a_phone_that_scanned_has_a_page_of_its_own_and_keeps_it_through_a_reload(laid: Round) -> None:
    cookies = laid.join()
    tab = laid.open(cookies)
    assert tab.you["role"] == "seat"
    tab.say({"sit": 3})
    until(lambda: laid.seats.seated == (3,))
    tab.socket.close()
    assert laid.open(cookies).you["role"] == "seat"
    assert laid.told == [("seats.taken", 3)]


def test_a_code_that_a_neighbour_has_photographed_is_worth_nothing_once_it_was_used(laid: Round) -> None:
    seen = laid.link
    laid.join()
    answer = laid.scan(seen)
    assert (answer.status_code, answer.json()["reason"]) == (403, "stale")
    assert not answer.cookies


def test_the_cookie_is_for_the_server_alone_and_no_other_is_a_phone_s(laid: Round) -> None:
    answer = laid.admit()
    header = answer.headers["set-cookie"].lower()
    assert all(word in header for word in ("httponly", "samesite=strict", "path=/"))
    (name,) = answer.cookies
    assert laid.open({name: "guessed"}).you["role"] == "spectator"
    kept = laid.seats._kept.read_text()
    assert answer.cookies[name] not in kept


def test_a_page_from_elsewhere_cannot_scan(laid: Round) -> None:
    assert laid.scan(laid.link, origin="http://evil.example").status_code == 403
    assert laid.seats.holders == []


def test_a_second_tab_takes_the_page_and_the_first_one_closes(laid: Round) -> None:
    cookies = laid.join()
    first = laid.open(cookies)
    second = laid.open(cookies)
    assert first.closed() == ELSEWHERE
    second.say({"sit": 1})
    until(lambda: laid.seats.seated == (1,))


def test_by_night_no_phone_joins_and_none_gets_a_seat(laid: Round) -> None:
    tab = laid.open(laid.join())
    laid.house.host.admit(False)
    until(lambda: laid.scan(laid.link).status_code == 423)
    tab.say({"sit": 2})
    tab.say({"vote": [0, 0]})
    until(lambda: laid.scan(laid.link).status_code == 423)
    assert laid.seats.seated == ()
    assert len(laid.seats.holders) == 1


def test_a_phone_whose_seat_is_given_to_another_is_shown_the_door(laid: Round) -> None:
    first = laid.join()
    tab = laid.open(first)
    tab.say({"sit": 1})
    until(lambda: laid.seats.seated == (1,))
    answer = laid.scan(laid.link, first)  # the same browser scans again
    assert answer.status_code == 204
    assert tab.closed() == REVOKED
    second = laid.open(dict(answer.cookies))
    assert second.you["role"] == "seat"
    assert laid.seats.seated == (1,)
    assert laid.open(first).you["role"] == "spectator"


@pytest.mark.parametrize(
    "say",
    [
        *(
            {"sit": "1"},
            {"sit": 1, "more": 2},
            {"sit": 1, "name": 2},
            {"sit": None},
            {"vote": [0]},
            {"vote": [0, 256]},
            {"vote": [0, -1]},
        ),
        *({"order": "quit"}, {"order": "phone"}, {"answer": {"word": "yes"}}, {"leave": 3}, {}),
    ],
    ids=str,
)
def test_what_no_page_of_a_player_says_comes_to_nothing(laid: Round, say: dict[str, Any]) -> None:
    tab = laid.open(laid.join())
    laid.house.inbox.open(None)
    tab.say(say)
    tab.say({"sit": 5})
    until(lambda: laid.seats.seated == (5,))
    assert laid.house.inbox.get(laid.house.inbox._clock.now()) is None  # no phone of a player moves the game


def test_a_message_that_is_sent_twice_closes_the_page(laid: Round) -> None:
    tab = laid.open(laid.join())
    tab.say({"sit": 1})
    tab.number -= 1
    tab.say({"sit": 1})
    assert tab.closed() == UNWANTED


def test_only_its_own_frames_reach_a_phone(laid: Round) -> None:
    tabs = [laid.open(laid.join()) for _ in range(2)]
    views = {one.session: {"seat": number, "card": [0, "AAAA"]} for number, one in enumerate(laid.seats.holders)}
    laid.house.host.send("pockets", json.dumps({"pockets": views}).encode())
    assert sorted(tab.until("pocket")["seat"] for tab in tabs) == [0, 1]
    assert laid.open({}).you["role"] == "spectator"


def test_the_server_is_started_again_and_every_phone_comes_back(laid: Round) -> None:
    cookies = laid.join()
    tab = laid.open(cookies)
    tab.say({"sit": 2})
    until(lambda: laid.seats.seated == (2,))
    pid = laid.house.host.pid
    os.kill(pid, signal.SIGKILL)
    until(lambda: laid.house.host.pid != pid)
    until(lambda: laid.open(cookies).you["role"] == "seat")
    assert laid.seats.seated == (2,)


def test_who_types_the_code_of_players_has_a_phone_s_page_and_who_types_the_table_s_has_the_table(laid: Round) -> None:
    laid.seats.offer(True, typed=True)
    digits = laid.seats.digits
    assert digits is not None
    until(lambda: laid.house.pair(digits).status_code == 204)
    roles = [laid.open(dict(laid.house.pair(code).cookies)).you["role"] for code in (digits, laid.house.host.code)]
    assert roles == ["seat", "table"]
    assert laid.open(dict(laid.house.pair(digits).cookies)).you["role"] == "seat"


def test_who_guesses_at_the_code_of_players_is_locked_out_of_it(laid: Round) -> None:
    laid.seats.offer(True, typed=True)
    digits = laid.seats.digits
    laid.house.host.renew()
    assert digits is not None
    until(lambda: laid.house.pair("000001").status_code == 429)
    assert laid.house.pair(digits).status_code == 429
    assert laid.seats.holders == []


def test_the_table_s_page_may_ask_for_another_phone_only_where_players_have_phones(laid: Round) -> None:
    tab = laid.open(dict(laid.house.pair().cookies))
    tab.say({"order": "phone"})
    tab.say({"order": "state"})
    assert laid.house.entry() is Order.STATE
    laid.house.host.seating = True
    tab.say({"order": "phone"})
    assert laid.house.entry() is Order.PHONE
