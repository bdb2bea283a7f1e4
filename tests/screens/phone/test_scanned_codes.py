"""A QR code in a real browser: it pairs the phone by itself, and its secret is left nowhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
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
def laid(tmp_path: Path) -> Iterator[PhoneTable]:
    with phone_table(village(), tmp_path / "journal") as made:
        yield made


@pytest.fixture
def scan(browser: Browser, laid: PhoneTable) -> Iterator[Callable[[], Hand]]:
    with ExitStack() as phones:
        yield lambda: Hand(phones.enter_context(browser.new_context(**PHONE)), laid, laid.host.link)


def is_the_tables(hand: Hand) -> None:
    hand.page.wait_for_selector("#menu:visible")


def refused(hand: Hand, words: str) -> None:
    expect(hand.page.locator("#refused")).to_contain_text(words)


def test_a_code_that_was_scanned_once_is_worth_nothing_to_the_next(scan: Callable[[], Hand], laid: PhoneTable) -> None:
    stolen = laid.host.link
    is_the_tables(scan())
    late = scan()
    refused(late, "Un autre téléphone")
    expect(late.page.locator("#pairing")).to_be_hidden()
    laid.host.renew()
    expect(late.page.locator("#pairing")).to_be_visible()  # the server has heard of it
    late.page.evaluate("(secret) => { location.hash = secret; }", stolen)
    refused(late, "a expiré")


def test_the_secret_is_left_in_no_address_history_storage_or_markup(scan: Callable[[], Hand], laid: PhoneTable) -> None:
    laid.host.admit(False)
    secret, hand = laid.host.link, scan()
    refused(hand, "attendez le jour")
    nowhere(hand, secret)
    laid.host.admit(True)
    laid.phone.caption("Le jour se lève.")
    is_the_tables(hand)
    nowhere(hand, secret)
    hand.page.go_back()
    assert secret not in hand.page.url


def nowhere(hand: Hand, secret: str) -> None:
    """See that a secret stands nowhere in a page, nor where it was."""
    assert hand.page.url == hand.table.host.addresses[0]
    assert secret not in hand.page.evaluate(EVERYTHING)
    assert secret not in json.dumps(hand.context.cookies())


def test_the_secret_is_in_no_address_that_is_asked_for(browser: Browser, laid: PhoneTable) -> None:
    context = browser.new_context(**PHONE)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url.partition("#")[0] + str(request.headers)))
    is_the_tables(Hand(context, laid, laid.host.link))
    assert asked
    assert not [address for address in asked if laid.host.link in address]
    context.close()


def test_an_old_code_is_told_as_such_and_the_six_digits_remain(scan: Callable[[], Hand], laid: PhoneTable) -> None:
    laid.host.admit(False)
    hand = scan()
    refused(hand, "attendez le jour")
    laid.host.renew()
    laid.host.admit(True)
    laid.phone.caption("Le jour se lève.")
    refused(hand, "a expiré")
    hand.pair()


def test_where_the_code_is_typed_stands_first_and_is_large(browser: Browser, laid: PhoneTable) -> None:
    hand = Hand(browser.new_context(**PHONE), laid)
    boxes = [hand.page.locator(place).bounding_box() for place in ("#code", "#pairing button", "#circle")]
    code, button, circle = [box for box in boxes if box is not None]
    assert max(code["y"] + code["height"], button["y"] + button["height"]) <= circle["y"]
    assert min(code["height"], button["width"], button["height"]) >= 44
    hand.context.close()
