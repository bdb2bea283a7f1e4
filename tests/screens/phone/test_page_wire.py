"""The page's socket: it numbers what it says, notices silence, and comes back by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from page_scripts import PageScripts

from narrator.screens.phone.connected_pages import ASLEEP, ELSEWHERE, FULL, REVOKED


@pytest.fixture
def scripts() -> PageScripts:
    scripts = PageScripts("wire")
    scripts.run("globalThis.heard = []; globalThis.turned = []; return 0")
    scripts.run("globalThis.over = false; globalThis.line = new wire.Wire("
                "(frame) => heard.push(frame), (link) => turned.push(link), () => over); return 0")  # fmt: skip
    return scripts


def sockets(scripts: PageScripts) -> int:
    return int(scripts.run("WebSocket.made.length"))


def hear(scripts: PageScripts, frame: dict[str, Any]) -> None:
    scripts.run(f"WebSocket.made.at(-1).hear({json.dumps(frame)}); return 0")


def end(scripts: PageScripts, code: int) -> None:
    scripts.run(f"WebSocket.made.at(-1).end({code}); return 0")


def test_it_opens_where_the_page_came_from_and_every_frame_is_heard(scripts: PageScripts) -> None:
    assert scripts.run("WebSocket.made.map(({ address }) => address)") == ["ws://narrator.test:80/live"]
    hear(scripts, {"you": {"role": "table", "on": "k"}})
    hear(scripts, {"beat": 1})
    assert scripts.run("heard") == [{"you": {"role": "table", "on": "k"}}, {"beat": 1}]
    assert scripts.run("turned") == ["open"]


def test_what_is_said_carries_the_connection_s_name_its_number_and_the_turn(scripts: PageScripts) -> None:
    hear(scripts, {"you": {"on": "k"}})
    assert scripts.call("line.send", 7, {"order": "next"})
    assert scripts.call("line.send", 8, {"leave": 2})
    assert scripts.run("WebSocket.made[0].sent") == [
        {"on": "k", "n": 1, "turn": 7, "say": {"order": "next"}},
        {"on": "k", "n": 2, "turn": 8, "say": {"leave": 2}},
    ]


def test_a_spectator_and_a_page_that_is_cut_off_can_say_nothing(scripts: PageScripts) -> None:
    assert not scripts.call("line.send", 1, {"order": "next"})
    hear(scripts, {"you": {"role": "spectator"}})
    assert not scripts.call("line.send", 1, {"order": "next"})
    hear(scripts, {"you": {"on": "k"}})
    end(scripts, 1006)
    assert not scripts.call("line.send", 1, {"order": "next"})
    assert scripts.run("WebSocket.made[0].sent") == []


def test_after_a_loss_it_tries_again_less_and_less_often_until_it_is_heard(scripts: PageScripts) -> None:
    for wait in (0.3, 0.6, 1.2, 2.4, 3.0, 3.0):
        end(scripts, 1006)
        before = sockets(scripts)
        scripts.go_on(wait - 0.001)
        assert sockets(scripts) == before
        scripts.go_on(0.001)
        assert sockets(scripts) == before + 1
    hear(scripts, {"you": {"on": "k"}})
    end(scripts, 1006)
    before = sockets(scripts)
    scripts.go_on(0.3)
    assert sockets(scripts) == before + 1


def test_after_the_game_it_gives_up_until_somebody_calls_the_narrator_back(scripts: PageScripts) -> None:
    hear(scripts, {"you": {"on": "k"}})
    scripts.run("over = true; return 0")
    for _ in range(20):
        end(scripts, 1006)
        scripts.go_on(3)
    assert (scripts.run("turned.at(-1)"), sockets(scripts)) == ("ended", 7)
    scripts.run("line.open(); return 0")
    assert sockets(scripts) == 8


def test_while_nobody_looks_nothing_is_heard_and_whoever_looks_again_begins_anew(scripts: PageScripts) -> None:
    hear(scripts, {"you": {"on": "k"}})
    scripts.run("document.hidden = true; document.dispatch('visibilitychange'); return 0")
    scripts.run("dispatch('online'); return 0")
    scripts.go_on(60)
    assert (scripts.run("turned.at(-1)"), sockets(scripts)) == ("lost", 1)
    assert scripts.run("WebSocket.made[0].code") == ASLEEP
    scripts.run("document.hidden = false; document.dispatch('visibilitychange'); return 0")
    assert sockets(scripts) == 2


def test_silence_of_seven_seconds_is_a_loss_and_any_frame_is_a_sign_of_life(scripts: PageScripts) -> None:
    for _ in range(3):
        scripts.go_on(6.9)
        hear(scripts, {"beat": 1})
    assert sockets(scripts) == 1
    scripts.go_on(7.0)
    assert scripts.run("turned.at(-1)") == "lost"
    scripts.go_on(0.3)
    assert sockets(scripts) == 2


def test_a_page_that_was_opened_elsewhere_waits_to_be_asked_back(scripts: PageScripts) -> None:
    hear(scripts, {"you": {"on": "k"}})
    end(scripts, ELSEWHERE)
    scripts.run("dispatch('online'); return 0")
    scripts.go_on(60)
    assert (scripts.run("turned.at(-1)"), sockets(scripts)) == ("elsewhere", 1)
    scripts.run("line.open(); return 0")
    hear(scripts, {"you": {"on": "l"}})
    assert (scripts.run("turned.at(-1)"), sockets(scripts)) == ("open", 2)


def test_a_role_that_is_taken_away_is_asked_for_anew_at_once_and_a_full_house_is_said(scripts: PageScripts) -> None:
    end(scripts, REVOKED)
    scripts.go_on(0)
    assert sockets(scripts) == 2
    end(scripts, FULL)
    assert scripts.run("turned") == ["lost", "full"]


def test_what_an_old_socket_still_says_is_not_heard(scripts: PageScripts) -> None:
    scripts.run("line.renew(); return 0")
    scripts.run("WebSocket.made[0].hear({ view: 1 }); return 0")
    assert scripts.run("heard") == []
    hear(scripts, {"view": 2})
    assert scripts.run("heard") == [{"view": 2}]


def test_a_network_that_is_back_is_tried_at_once(scripts: PageScripts) -> None:
    end(scripts, 1006)
    scripts.run("dispatch('online'); return 0")
    assert sockets(scripts) == 2
