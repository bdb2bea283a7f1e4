"""Who comes to the page: the table's phone and spectators are served, and strangers get nothing and stop nothing."""

from __future__ import annotations

import json
import os
import reprlib
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from phone_tables import House, page_server, until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from narrator.rules.core.answers import CONFIRM, YES, Leave, seat
from narrator.rules.core.effects import Ask
from narrator.screens.phone import host
from narrator.screens.phone.addresses import local_name
from narrator.screens.phone.connected_pages import ASLEEP, AT_ONCE, LONGEST_MESSAGE, MOST_OF_ONE
from narrator.screens.phone.pairing import FREE
from narrator.table.inbox.entry import Order, Reply

SECRET = "Gus holds the witch"


@pytest.fixture(scope="module")
def standing() -> Iterator[House]:
    with page_server() as opened:
        yield opened


@pytest.fixture
def home(standing: House) -> House:
    standing.refresh()
    return standing


@pytest.fixture
def own() -> Iterator[House]:
    with page_server() as opened:
        yield opened


# --- those who belong -------------------------------------------------------------------------------------------


def test_a_spectator_is_sent_what_is_public_and_never_what_is_the_tables(home: House) -> None:
    with home.page() as page:
        assert page.you == {"role": "spectator"}
        home.show("night", SECRET)
        home.show("day")
        read = [{"you": page.you}, *page.see("public", "day")]
    assert {kind for frame in read for kind in frame} == {"you", "greeting", "public"}


def test_the_page_that_names_the_code_is_the_tables_and_is_sent_what_is_private(home: House) -> None:
    with home.page(home.secret()) as page:
        assert page.you["role"] == "table"
        home.show("night", SECRET)
        page.see("table", SECRET)


def test_a_page_that_comes_late_is_sent_how_things_stand_now_and_nothing_older(home: House) -> None:
    secret = home.secret()
    home.show("night", SECRET)
    home.show("day", "nothing")
    with home.page(secret) as first:
        first.see("public", "day")
    with home.page(secret) as page:
        assert [page.frame() for _ in range(3)] == [
            {"greeting": {"title": "Evening"}},
            {"table": "nothing"},
            {"public": "day"},
        ]


def test_what_the_tables_page_says_is_put_into_the_inbox_with_the_turn_that_it_was_keyed_for(home: House) -> None:
    with home.page(home.secret()) as page:
        page.say({"answer": {"seats": [3]}}, home.open())
        assert home.entry() == Reply(seat(3))
        page.say({"order": "undo"}, home.inbox.moment.slot)
        assert home.entry() is Order.UNDO


def test_an_answer_that_comes_too_late_answers_nothing_but_a_departure_is_never_lost(home: House) -> None:
    with home.page(home.secret()) as page:
        turn = home.open(Ask(question="ready", choices=CONFIRM, living=(1, 2, 4)))
        home.open()
        page.say({"answer": {"word": "yes"}}, turn)
        page.say({"leave": 4}, turn)
        assert home.entry() == Reply(Leave(4))


def test_the_tables_page_is_open_once(home: House) -> None:
    secret = home.secret()
    with home.page(secret) as old, home.page(secret) as new:
        assert old.closed() == 4001
        home.show("day", "still here")
        new.see("table", "still here")


def test_a_fresh_code_takes_the_table_from_its_page_and_gives_it_to_another(home: House) -> None:
    secret = home.secret()
    with home.page(secret) as old:
        home.host.renew()
        assert old.closed() == 4003
    with home.page(secret) as old:
        assert old.you["role"] == "spectator"
    with home.page(home.secret()) as new:
        assert new.you["role"] == "table"


def test_a_page_that_has_the_table_may_name_the_code_again(home: House) -> None:
    code = home.host.code
    secret = home.secret()
    assert home.pair(code, cookie=secret).status_code == 204


def test_a_server_that_dies_is_started_again_and_the_table_keeps_its_page(own: House) -> None:
    secret = own.secret()
    with own.page(secret) as page:
        own.show("night", "before")
        page.see("table", "before")
        os.kill(own.host.pid, signal.SIGKILL)
        assert page.closed() == 1006
    until(own.answers)
    with own.page(secret) as page:
        assert page.you["role"] == "table"
        page.see("table", "before")
        page.say({"answer": {"word": "yes"}}, own.open())
        assert own.entry() == Reply(YES)


def test_a_server_that_keeps_dying_is_given_up_and_the_game_goes_on(own: House) -> None:
    killed = set[int]()

    def kill_another() -> bool:
        if own.host.pid not in killed:
            killed.add(own.host.pid)
            os.kill(own.host.pid, signal.SIGKILL)
        return bool(own.given_up)

    until(kill_another)
    own.show("the game goes on", SECRET)


# --- by day and by night ----------------------------------------------------------------------------------------


def test_the_long_secret_gives_the_table_too_and_both_are_worth_nothing_then(home: House) -> None:
    code, link = home.host.code, home.host.link
    answer = home.follow()
    assert answer.status_code == 204
    ((name, value),) = answer.cookies.items()
    with home.page(f"{name}={value}") as page:
        assert page.you["role"] == "table"
    assert home.follow(link).json()["reason"] == home.pair(code).json()["reason"] == "taken"


def test_when_the_table_is_given_away_both_are_new_and_the_old_ones_worth_nothing(home: House) -> None:
    code, link = home.host.code, home.host.link
    home.secret()
    home.host.renew()
    assert {code, link}.isdisjoint({home.host.code, home.host.link})
    until(lambda: home.follow(link).json()["reason"] == "stale")
    assert home.pair(code).json()["reason"] == "wrong"
    assert home.follow().status_code == 204


def test_guessers_never_keep_the_table_from_the_long_secret(home: House) -> None:
    wrong = "000000" if home.host.code != "000000" else "000001"
    while home.pair(wrong).status_code != 429:
        pass
    assert home.pair().status_code == 429
    assert home.follow().status_code == 204


def test_the_game_is_told_when_a_page_gets_the_table_and_when_it_loses_it(home: House) -> None:
    home.host.renew()
    assert home.paired == []
    until(lambda: home.follow().status_code == 204)
    assert home.paired == [True]
    home.host.renew()
    assert home.paired == [True, False]


@pytest.fixture(params=[1006, ASLEEP], ids=["gone without a word", "asleep"])
def left(home: House, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Let the table's page fall silent, and return its cookie."""
    secret = home.secret()
    with home.page(secret) as page:
        page.see("public", "evening")
        monkeypatch.setattr(host, "SECONDS_ASLEEP" if request.param == ASLEEP else "SECONDS_GONE", 0.0)
        if request.param == ASLEEP:
            page.socket.close(ASLEEP)
    until(lambda: home.silent == [True])
    monkeypatch.undo()
    return secret


def test_another_page_takes_the_place_of_one_that_is_silent_and_that_one_has_it_no_more(home: House, left: str) -> None:
    until(lambda: home.pair().status_code == 204)
    with home.page(left) as page:
        assert page.you == {"role": "spectator"}
    assert (home.paired, home.silent) == ([True, True], [True, False])


def test_a_silent_page_that_comes_back_in_time_keeps_its_place(home: House, left: str) -> None:
    code, link = home.host.code, home.host.link
    with home.page(left) as page:
        assert page.you["role"] == "table"
        until(lambda: home.silent == [True, False])
        until(lambda: home.pair(code).json()["reason"] == "taken")
        assert home.follow(link).json()["reason"] == "taken"
    assert home.paired == [True]


@pytest.mark.usefixtures("left")
def test_at_night_nobody_takes_the_place_of_a_silent_page(home: House) -> None:
    home.host.admit(False)
    until(lambda: home.pair().json()["reason"] == "asleep")
    assert home.follow().json()["reason"] == "asleep"
    home.host.admit(True)
    until(lambda: home.follow().status_code == 204)


def test_at_night_nobody_is_given_the_table_and_in_the_morning_somebody_is(home: House) -> None:
    home.host.admit(False)
    for answer in (home.pair(), home.follow()):
        assert (answer.status_code, answer.json()["reason"]) == (423, "asleep")
        assert "set-cookie" not in answer.headers
    assert home.paired == []
    home.host.admit(True)
    until(lambda: home.follow().status_code == 204)


def test_whatever_is_on_its_way_when_night_falls_does_not_come_through(home: House) -> None:
    answers: list[int] = []
    pairing = threading.Thread(target=lambda: answers.append(home.pair().status_code))
    pairing.start()
    home.host.admit(False)
    by_then = list(home.paired)
    pairing.join()
    assert home.paired == by_then
    assert answers == [204 if by_then else 423]


def test_a_page_that_has_the_table_keeps_it_through_the_night_and_comes_back_to_it(home: House) -> None:
    secret = home.secret()
    home.host.admit(False)
    for _ in range(2):
        with home.page(secret) as page:
            assert page.you["role"] == "table"
            page.say({"answer": {"word": "yes"}}, home.open())
            assert home.entry() == Reply(YES)
    assert home.pair("000000", cookie=secret).status_code == 204


def test_a_server_that_dies_at_night_gives_the_table_to_nobody_when_it_is_started_again(own: House) -> None:
    own.host.admit(False)
    os.kill(own.host.pid, signal.SIGKILL)
    until(lambda: own.answers() and own.pair().status_code == 423)
    assert own.follow().status_code == 423


# --- those who do not -------------------------------------------------------------------------------------------


def test_a_wrong_code_admits_nobody_and_soon_is_not_even_looked_at(home: House) -> None:
    wrong = "000000" if home.host.code != "000000" else "000001"
    answers = [home.pair(wrong) for _ in range(FREE + 1)]
    assert [answer.status_code for answer in answers] == [403] * FREE + [429]
    assert [answer.json()["reason"] for answer in answers] == ["wrong"] * FREE + ["locked"]
    assert not any("set-cookie" in answer.headers for answer in answers)
    assert home.pair().status_code == 429


def test_the_table_is_not_given_twice(home: House) -> None:
    home.secret()
    assert home.pair().status_code == 409


@pytest.mark.parametrize("cookie", ["table-{port}=guess", "table-{port}=", "table=x", "a" * 4000])
def test_a_cookie_that_was_not_given_shows_what_a_spectator_sees(home: House, cookie: str) -> None:
    home.secret()
    with home.page(cookie.replace("{port}", home.authority.rpartition(":")[2])) as page:
        assert page.you["role"] == "spectator"


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1", "null", ""])
def test_a_page_from_elsewhere_gets_no_socket_even_with_the_tables_cookie(home: House, origin: str) -> None:
    secret = home.secret()
    with pytest.raises(InvalidStatus) as refused, home.page(secret, origin=origin):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_a_page_from_elsewhere_cannot_pair(home: House, origin: str) -> None:
    answer = home.pair(origin=origin)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "localhost", ""])
@pytest.mark.parametrize("path", ["/", "/page.js", "/pair", "/live"])
def test_another_name_for_this_machine_is_refused(home: House, host: str, path: str) -> None:
    answer = httpx.get(home.url + path, headers={"host": host})
    assert answer.status_code == 421


def test_the_name_of_this_machine_opens_the_page_and_its_socket(home: House) -> None:
    name = local_name()
    if name is None:
        pytest.skip("this machine has no name")
    named = f"{name}:{home.address[1]}"
    answer = httpx.get(home.url, headers={"host": named})
    assert answer.status_code == 200
    assert f"ws://{named}" in answer.headers["content-security-policy"]
    origin: Any = f"http://{named}"
    with (
        socket.create_connection(home.address) as there,
        connect(f"ws://{named}/live", sock=there, origin=origin) as page,
    ):
        assert page.recv()


def test_a_socket_under_another_name_is_refused(home: House) -> None:
    name = "evil.example"
    origin: Any = f"http://{name}"
    with socket.create_connection(home.address) as there, pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{name}/live", sock=there, origin=origin)
    assert refused.value.response.status_code == 403


def test_everything_leaves_with_strict_headers_and_is_kept_nowhere(home: House) -> None:
    for answer in (httpx.get(home.url), httpx.get(f"{home.url}/nothing"), home.pair()):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert "server" not in answer.headers
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/page/../server.py", "/%2e%2e/server.py", "/server.py", "//"])
def test_only_the_pages_own_files_are_served(home: House, path: str) -> None:
    with socket.create_connection(home.authority.split(":")) as raw:  # type: ignore[arg-type]
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {home.authority}\r\nConnection: close\r\n\r\n".encode())
        assert b" 404 " in raw.recv(4096).split(b"\r\n")[0]


HUGE = "x" * (LONGEST_MESSAGE + 1)


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        "[" * 2000,
        '{"on":"","n":1,"turn":1,"say":{"order":"next"}}',
        '{"n":1,"turn":1,"say":{"order":"next"}}',
        '{"on":ON,"n":1,"turn":1,"say":"next"}',
        '{"on":ON,"n":"1","turn":1,"say":{}}',
        '{"on":ON,"n":1,"turn":-1,"say":{}}',
        '{"on":ON,"n":1,"turn":1,"say":{},"more":1}',
        b"\x00\x01",
        HUGE,
    ],
    ids=range(13),
)
def test_malformed_and_huge_messages_close_their_socket_and_say_nothing(home: House, sent: str | bytes) -> None:
    home.open()
    secret = home.secret()
    with home.page(secret) as page:
        if isinstance(sent, str):
            sent = sent.replace("ON", json.dumps(page.you["on"]))
        page.socket.send(sent)
        assert page.closed() in (1008, 1009)
    assert home.nothing_came()
    with home.page(secret) as page:
        page.say({"order": "next"}, home.inbox.moment.slot)
        assert home.entry() is Order.NEXT


@pytest.mark.parametrize(
    "say",
    [
        {},
        {"order": "phone"},
        {"order": "next", "answer": {"word": "yes"}},
        {"answer": {"word": "silent"}},
        {"answer": {"seats": []}},
        {"answer": {"seats": [True]}},
        {"answer": {"seats": [10**6]}},
        {"answer": {"seats": list(range(65))}},
        {"answer": {"card": ""}},
        {"answer": {"text": "two\nlines"}},
        {"answer": {"text": "x" * 501}},
        {"leave": "4"},
    ],
    ids=reprlib.repr,
)
def test_what_has_not_the_shape_of_an_entry_comes_to_nothing(home: House, say: dict[str, object]) -> None:
    with home.page(home.secret()) as page:
        page.say(say, home.open())
        assert home.nothing_came()
        page.say({"order": "next"}, home.inbox.moment.slot)
        assert home.entry() is Order.NEXT


def test_a_message_for_a_question_that_is_still_to_come_is_dropped(home: House) -> None:
    with home.page(home.secret()) as page:
        page.say({"answer": {"word": "yes"}}, home.open() + 1)
        assert home.nothing_came()
        home.open()
        assert home.nothing_came()


def test_a_replayed_message_is_refused_on_its_socket_and_on_another(home: House) -> None:
    secret = home.secret()
    turn = home.open()
    with home.page(secret) as page:
        message = page.message({"order": "pause"}, turn)
        page.socket.send(message)
        assert home.entry() is Order.PAUSE
        page.socket.send(message)
        assert page.closed() == 1008
    with home.page(secret) as page:
        page.socket.send(message)
        assert page.closed() == 1008
    assert home.nothing_came()


def test_a_spectator_who_says_anything_is_shown_out(home: House) -> None:
    turn = home.open()
    with home.page() as page:
        page.say({"order": "next"}, turn)
        assert page.closed() == 1008
    assert home.nothing_came()


def test_a_flood_of_messages_closes_its_socket(home: House) -> None:
    turn = home.open()
    with home.page(home.secret()) as page:
        for _ in range(int(AT_ONCE) + 20):
            try:
                page.say({"order": "state"}, turn)
            except ConnectionClosed:
                break
        assert page.closed() == 1008


def test_many_connections_from_one_address_are_cut_off_and_later_ones_served_again(home: House) -> None:
    with ExitStack() as idle:
        connections = [idle.enter_context(socket.create_connection(home.address)) for _ in range(MOST_OF_ONE + 20)]
        for connection in connections:
            connection.settimeout(0.5)
        cut = [connection for connection in connections if _is_cut(connection)]
        assert len(cut) >= 20
    until(home.answers)


def _is_cut(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def test_a_crowd_at_one_address_leaves_the_tables_page_at_another_alone(home: House) -> None:
    with home.page(home.secret()) as page, ExitStack() as connections:
        for _ in range(MOST_OF_ONE * 2):
            connections.enter_context(socket.create_connection(home.address, source_address=("127.0.0.66", 0)))
        home.show("day", "still here")
        page.see("table", "still here")
        assert httpx.get(home.url).status_code == 200


def test_a_request_that_is_no_request_is_answered_shortly_and_the_next_served(home: House) -> None:
    for raw in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/9\r\n\r\n", b"POST /pair HTTP/1.1\r\n" + b"x: y\r\n" * 4000):
        with socket.create_connection(home.authority.split(":")) as connection:  # type: ignore[arg-type]
            connection.sendall(raw)
            connection.settimeout(5)
            assert b" 400 " in connection.recv(4096) or raw
    assert httpx.get(home.url).status_code == 200


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ('{"code":"' + "1" * 5000 + '"}', "application/json"),
        ('{"code":482913}', "application/json"),
        ('{"link":482913}', "application/json"),
        ('{"code":"482913","link":""}', "application/json"),
        ("code=482913", "application/x-www-form-urlencoded"),
        ('{"code":"482913"}', "text/plain"),
        ("[" * 90, "application/json"),
        ("", "application/json"),
    ],
    ids=range(8),
)
def test_what_is_no_pairing_is_refused_and_costs_no_try(home: House, content: str, kind: str) -> None:
    for _ in range(FREE + 1):
        answer = httpx.post(f"{home.url}/pair", content=content, headers={"origin": home.url, "content-type": kind})
        assert answer.status_code == 400
    assert home.pair().status_code == 204


def test_no_secret_is_among_the_arguments_of_the_server(home: House) -> None:
    home.show("night", SECRET)
    arguments = Path(f"/proc/{home.host.pid}/cmdline").read_bytes()
    assert b"narrator.screens.phone.server" in arguments
    assert home.host.code.encode() not in arguments
    assert home.host.link.encode() not in arguments
