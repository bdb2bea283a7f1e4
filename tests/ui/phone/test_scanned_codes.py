"""A QR code in a real browser: one tap pairs the phone, and its secret is left nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import PHONE, Hand, needs_chromium, village
from phone_tables import PhoneTable, phone_table
from playwright.sync_api import Browser, expect

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium

EVERYTHING = """() => JSON.stringify([
  location.href, document.referrer, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state,
  document.documentElement.outerHTML,
])"""


@pytest.fixture
def scanned(browser: Browser, tmp_path: Path) -> Iterator[tuple[PhoneTable, Hand]]:
    """A phone that has scanned the code of a table, and touched nothing yet."""
    with phone_table(village(), tmp_path / "journal") as laid:
        context = browser.new_context(**PHONE)
        yield laid, Hand(context, laid, laid.host.link)
        context.close()


def take(hand: Hand) -> None:
    """Tap yes."""
    hand.page.locator("#scanned button").tap()


def refused(hand: Hand, words: str) -> None:
    """Wait until the page says why."""
    expect(hand.page.locator("#refused")).to_contain_text(words)


def test_one_tap_makes_the_phone_the_tables(scanned: tuple[PhoneTable, Hand]) -> None:
    _, hand = scanned
    take(hand)
    hand.page.wait_for_selector("#menu:visible")
    expect(hand.page.locator("#pairing")).to_be_hidden()
    assert hand.faults == []


def test_without_a_tap_nothing_is_taken(scanned: tuple[PhoneTable, Hand], browser: Browser) -> None:
    laid, hand = scanned
    expect(hand.page.locator("#scanned button")).to_be_visible()
    other = Hand(browser.new_context(**PHONE), laid)
    other.pair()
    other.context.close()


def test_the_secret_is_left_in_no_address_history_storage_or_markup(scanned: tuple[PhoneTable, Hand]) -> None:
    laid, hand = scanned
    secret = laid.host.link
    for _ in ("before it is used", "and after"):
        assert hand.page.url == laid.host.addresses[0]
        assert secret not in hand.page.evaluate(EVERYTHING)
        assert secret not in json.dumps(hand.context.cookies())
        if hand.page.locator("#scanned button").is_visible():
            take(hand)
            hand.page.wait_for_selector("#menu:visible")
    hand.page.go_back()
    assert secret not in hand.page.url


def test_the_secret_is_in_no_address_that_is_asked_for(browser: Browser, tmp_path: Path) -> None:
    with phone_table(village(), tmp_path / "journal") as laid:
        context = browser.new_context(**PHONE)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url.partition("#")[0] + str(request.headers)))
        take(Hand(context, laid, laid.host.link))
        assert asked
        assert not [address for address in asked if laid.host.link in address]
        context.close()


def test_an_old_code_is_told_as_such_and_the_six_digits_remain(scanned: tuple[PhoneTable, Hand]) -> None:
    laid, hand = scanned
    laid.host.renew()
    take(hand)
    refused(hand, "ne vaut plus")
    expect(hand.page.locator("#scanned")).to_be_hidden()
    hand.pair()


def test_a_code_that_is_scanned_while_the_page_is_open_counts_too(browser: Browser, tmp_path: Path) -> None:
    with phone_table(village(), tmp_path / "journal") as laid:
        hand = Hand(browser.new_context(**PHONE), laid)
        expect(hand.page.locator("#scanned")).to_be_hidden()
        hand.page.evaluate("(secret) => { location.hash = secret; }", laid.host.link)
        take(hand)
        hand.page.wait_for_selector("#menu:visible")
        hand.context.close()


def test_at_night_the_page_says_to_wait_for_the_day_and_then_the_same_tap_will_do(
    scanned: tuple[PhoneTable, Hand],
) -> None:
    laid, hand = scanned
    laid.host.admit(False)
    take(hand)
    refused(hand, "attendez le jour")
    hand.page.fill("#code", laid.host.code)
    hand.page.locator("#pairing [type=submit]").tap()
    refused(hand, "attendez le jour")
    laid.host.admit(True)
    take(hand)
    hand.page.wait_for_selector("#menu:visible")


def test_guessers_leave_the_tap_to_the_table(scanned: tuple[PhoneTable, Hand]) -> None:
    laid, hand = scanned
    for _ in range(4):
        hand.page.fill("#code", "000000" if laid.host.code != "000000" else "000001")
        hand.page.locator("#pairing [type=submit]").tap()
        refused(hand, "attente" if _ > 1 else "pas le code")
    take(hand)
    hand.page.wait_for_selector("#menu:visible")


def test_what_is_tapped_in_the_dark_is_large(scanned: tuple[PhoneTable, Hand]) -> None:
    _, hand = scanned
    box = hand.page.locator("#scanned button").bounding_box()
    assert box is not None
    assert box["width"] >= 44
    assert box["height"] >= 44
