"""The phone of an evening at a terminal: the story begins once the phone is there, or somebody goes on without it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from terminals import PseudoTerminal

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
