"""Fixtures: a browser, and tables with a phone on them. Test modules name this file in `pytest_plugins`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from browsers import PHONE, Hand, Sit, chromium, hide, village
from phone_tables import PhoneTable, phone_table
from playwright.sync_api import Browser

from narrator.rules.village.game import VillageSetup


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def sit(browser: Browser, tmp_path: Path) -> Iterator[Sit]:
    """Lay a table, and pair a phone that lies on it."""
    with ExitStack() as evening:

        def lay(
            setup: VillageSetup | None = None, *, language: str = "fr", started: bool = True, **phone: Any
        ) -> tuple[PhoneTable, Hand]:
            laid = evening.enter_context(phone_table(setup or village(), tmp_path / "journal", language))
            context = evening.enter_context(browser.new_context(**{**PHONE, **phone}))
            hand = Hand(context, laid)
            hand.pair()
            if started:
                laid.start()
            return laid, hand

        yield lay


@pytest.fixture(scope="module")
def resting(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PhoneTable, Hand]]:
    with phone_table(village(), tmp_path_factory.mktemp("idle") / "journal") as laid:
        hand = Hand(browser.new_context(**PHONE), laid)
        hand.pair()
        yield laid, hand


@pytest.fixture
def idle(resting: tuple[PhoneTable, Hand]) -> tuple[PhoneTable, Hand]:
    """A paired phone at a table where no game runs: what it shows, and hears, is the test's."""
    laid, hand = resting
    hide(laid)
    laid.ports.inbox.open(None)
    hand.catch_up()
    return laid, hand
