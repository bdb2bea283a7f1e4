"""The private side on the phone: in a window of a card that nobody can play, the table's page is sent the same."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rooms import Key, Openers
from shipped import shipped
from sittings import Script, Sitting
from tables import runs
from test_dark_windows import CENTRE, DEAD, DEAD_BY_NIGHT, IN_THE_CENTRE, KEYS, Keyed

from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import seat
from narrator.rules.village.game import VillageSetup
from narrator.screens.phone.messages import Greeting
from narrator.screens.phone.phone import Phone
from narrator.table.inbox.moment import Moment


@dataclass
class Table:
    """Keeps what the table's page is sent, window by window, without the numbers of the turns."""

    windows: list[list[str]] = field(default_factory=list)
    _open: bool = False

    def send(self, kind: str, frame: bytes) -> None:
        if kind != "table":
            return
        view = json.loads(frame)["table"]
        if view["window"] is None:
            self._open = False
            return
        if not self._open:
            self._open = True
            self.windows.append([])
        self.windows[-1].append(json.dumps({**view, "turn": 0}))


def played(setup: VillageSetup, script: Script, keyed: list[tuple[float, Key]]) -> tuple[Sitting, Table]:
    """Play the nights of a script with a phone on the table, and key this besides."""
    table = Table()
    greeting = Greeting(shipped().words["fr"], setup.players)
    phone = Phone(table.send, lambda _willing: None, greeting, VirtualClock(), 1.0, Moment())
    sitting = Sitting(setup, script, screen=phone)
    sitting.entries.followers.append(phone.moment)
    sitting.ports.opener = Openers((sitting.entries, phone))
    sitting.ports.acknowledger = phone
    sitting.ports.watchers.append(phone)
    for at, key in keyed:
        sitting.key(at, key)
    sitting.play()
    return sitting, table


NIGHTS = {"the centre": (CENTRE, IN_THE_CENTRE), "the dead": (DEAD, DEAD_BY_NIGHT)}


@cache
def quiet(where: str) -> tuple[Sitting, Table]:
    """Play with nothing keyed but what the script says."""
    return played(*NIGHTS[where], [])


def seen(where: str, call: str, night: int, keyed: Keyed) -> tuple[list[str], list[str]]:
    """Return what a window was sent with nothing keyed in it, and with this, so many seconds after it opened."""
    sitting, table = quiet(where)
    number = [place for place, (_, opened) in enumerate(sitting.windows) if opened == call][night - 1]
    opened, _ = sitting.windows[number]
    _, other = played(*NIGHTS[where], [(opened + after, key) for after, key in keyed])
    return table.windows[number], other.windows[number]


@pytest.mark.parametrize(
    ("where", "call", "night"),
    [("the centre", "seer", 1), ("the centre", "witch", 1), ("the dead", "seer", 2), ("the dead", "witch", 2)],
)
@settings(max_examples=runs(100))
@given(keyed=st.lists(st.tuples(st.floats(0.1, 24.9), KEYS), min_size=1, max_size=6))
def test_the_page_of_who_is_not_there_does_not_answer(where: str, call: str, night: int, keyed: Keyed) -> None:
    silent, touched = seen(where, call, night, keyed)
    assert silent == touched


def test_the_page_of_who_is_there_does() -> None:
    silent, touched = seen("the dead", "wolves", 1, [(1.0, seat(4))])
    assert silent != touched
