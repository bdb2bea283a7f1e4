"""The phone of an evening on a machine that is on no network: it opens one, and shows on its screen how to join it."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from io import StringIO
from ipaddress import IPv4Address
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from network_managers import NetworkManager
from rooms import wording
from shipped import shipped
from sittings import Sitting
from tables import table

from narrator.evening.app.ports.phone import PhoneOfTheEvening
from narrator.screens.phone import addresses, hotspot
from narrator.screens.phone.hotspot import Hotspot, kept
from narrator.table.inbox.inbox import LiveInbox, WallClock

HERE = IPv4Address("127.0.0.1")
COLUMNS, ROWS, PIXELS = 80, 24, 4


class Screen(StringIO):
    """A terminal on which what is written stays."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    def codes(self) -> list[str]:
        """Return what a camera reads from all that was drawn."""
        lines = [line.ljust(2 * COLUMNS) for line in self.getvalue().splitlines() if {*line} <= {*" ▀▄█"}]
        rows = [[char in light for char in line] for line in lines for light in ("▀█", "▄█")]
        picture = np.kron(np.array(rows, dtype=np.uint8) * 255, np.ones((PIXELS, PIXELS), dtype=np.uint8))
        return [code.text for code in zxingcpp.read_barcodes(picture)]


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NetworkManager:
    manager = NetworkManager(tmp_path / "manager")
    monkeypatch.setenv("PATH", manager.path)
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(ROWS))
    monkeypatch.setattr(hotspot, "ADDRESS", HERE)
    for module in (hotspot, addresses):
        monkeypatch.setattr(module, "interfaces", partial(manager.interfaces, HERE))
    return manager


def shown(
    monkeypatch: pytest.MonkeyPatch, screen: StringIO, *, phones: bool = False
) -> tuple[PhoneOfTheEvening, Hotspot, str]:
    """Begin an evening, with one phone or one a player; return its phone, its network, and all that was written."""
    monkeypatch.setattr(sys, "stdout", screen)
    setup = table("loup-garou voyante villageois*4")
    setup = replace(setup, options=replace(setup.options, phones=phones))
    sitting, inbox = Sitting(setup), LiveInbox(WallClock())
    phone = PhoneOfTheEvening("")
    phone.furnish(sitting.ports, setup, shipped().words["fr"], wording(setup), inbox)
    if phones:
        assert sitting.ports.phone is not None
        sitting.ports.phone()
    else:
        phone.introduce(sitting.ports, wording(setup), spoken=True)
    own = kept()
    assert own is not None
    return phone, own, screen.getvalue() + "\n".join(sitting.senses.public)


def test_the_network_stands_beside_the_page_and_both_fit_a_small_terminal(
    manager: NetworkManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    phone, own, told = shown(monkeypatch, screen)
    network, page = sorted(screen.codes())
    assert network == f"WIFI:T:WPA;S:{own.name};P:{own.password};;"
    assert page.startswith(f"{phone.addresses[0]}#")
    assert f"{own.name}, password {own.password}" in told
    assert len(screen.getvalue().splitlines()) <= ROWS - 2
    assert manager.open


@pytest.mark.parametrize("columns", [80, 160])
def test_it_stands_by_each_players_code_too(
    manager: NetworkManager, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Screen()
    phone, own, told = shown(monkeypatch, screen, phones=True)
    network, page = sorted(screen.codes())
    assert network == own.code
    assert page.startswith(f"{phone.addresses[0]}#")
    assert f"{own.name}, password {own.password}" in told
    assert manager.open


def test_the_password_is_not_written_into_a_pipe_nor_said(
    manager: NetworkManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, own, told = shown(monkeypatch, StringIO())
    assert manager.open
    assert own.password not in told
