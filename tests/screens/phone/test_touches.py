"""What is touched in a real browser, by night and by day; most kinds of answers are touched without one."""

from __future__ import annotations

import pytest
from browsers import KEYS_OF_THE_DAY, Hand, asking, by_day, needs_chromium, show
from phone_tables import PhoneTable
from playwright.sync_api import expect

from narrator.base.sentences import QuestionText
from narrator.rules.core.answers import (
    DONE,
    NO,
    NOBODY,
    YES,
    Card,
    Diamonds,
    Kind,
    Leave,
    Number,
    Seats,
    Tie,
    Token,
    seat,
)
from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Entry, Order, Reply

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium


BY_NIGHT: dict[str, tuple[Ask, tuple[str, ...], Entry]] = {
    "a seat that may not be named": (asking(Kind.SEATS, seats=(1, 2)), ("Gus",), Reply(seat(7))),
    "up to two seats": (asking(Kind.SEATS, seats=(1, 2, 3), count=(1, 2)), ("Chloé", "Suite"), Reply(seat(3))),
    "the song": (asking(Kind.SEATS, seats=(1, 2), words=(Token.HYMN,)), ("Cantique",), Reply(Token.HYMN)),
    "one's own card": (asking(Kind.CARD, cards=("sorcière",), words=(Token.KEEP,)), ("Garder",), Reply(Token.KEEP)),
    "a number": (asking(Kind.NUMBER, numbers=(0, 5)), ("4",), Reply(Number(4))),
    "a number of many": (asking(Kind.NUMBER, numbers=(10, 35)), ("autres", "autres", "33"), Reply(Number(33))),
    "diamonds": (asking(Kind.TAKE, numbers=(0, 5), cards=("voleur",)), ("3 ♦",), Reply(Diamonds(3))),
}


@pytest.mark.parametrize(("ask", "touched", "entry"), BY_NIGHT.values(), ids=BY_NIGHT)
def test_every_kind_of_answer_can_be_touched_in_a_window(
    idle: tuple[PhoneTable, Hand], ask: Ask, touched: tuple[str, ...], entry: Entry
) -> None:
    laid, hand = idle
    show(laid, ["?"], ask, None)
    hand.catch_up()
    for label in touched:
        hand.touch("#night", label)
    assert laid.entry() == entry


def test_a_touch_where_nothing_is_asked_is_marked_and_comes_to_nothing(idle: tuple[PhoneTable, Hand]) -> None:
    laid, hand = idle
    show(laid, [], None, None)
    hand.catch_up()
    hand.touch("#night", "Gus")
    assert hand.page.locator("#night button[aria-pressed=true]").all_inner_texts() == ["○ 7\nGus"]
    hand.touch("#night", "Suite")
    assert laid.entry() is Order.NEXT


TABLE = tuple(range(1, 9))
BY_DAY: dict[str, tuple[Ask, tuple[str, ...], Reply | Order]] = {
    "several seats": (by_day(Kind.SEATS, seats=TABLE, count=(1, 8)), ("Alice", "Emma"), Reply(Seats((1, 5)))),
    "a ballot": (by_day(Kind.BALLOT, seats=TABLE, ties=True, words=(NOBODY,)), ("Emma",), Reply(seat(5))),
    "a tie behind one": (
        by_day(Kind.BALLOT, seats=TABLE, ties=True, count=(1, 2)),
        ("Égalité", "Emma", "Bruno", "Gus", "Gus"),
        Reply(Tie((2, 5), 7)),
    ),
    "a card": (by_day(Kind.CARD, cards=("sorcière", "voleur")), ("Sorcière",), Reply(Card("sorcière"))),
    "a number": (by_day(Kind.NUMBER, numbers=(0, 8)), ("6",), Reply(Number(6))),
    "diamonds": (by_day(Kind.TAKE, numbers=(0, 5), cards=("voleur",)), ("2 ♦",), Reply(Diamonds(2))),
}


@pytest.mark.parametrize(("ask", "touched", "entry"), BY_DAY.values(), ids=BY_DAY)
def test_every_kind_of_answer_can_be_touched_by_day_and_is_confirmed(
    idle: tuple[PhoneTable, Hand], ask: Ask, touched: tuple[str, ...], entry: Reply | Order
) -> None:
    laid, hand = idle
    laid.phone.prompt(QuestionText.alike("?"))
    laid.ports.inbox.open(ask)
    hand.catch_up()
    for label in touched:
        hand.touch(KEYS_OF_THE_DAY, label)
    assert laid.inbox.get(laid.clock.now() + 0.1) is None, "nothing is sent before it is confirmed"
    hand.page.locator("#send").tap()
    assert laid.entry() == entry
    assert isinstance(entry, Order) or hand.page.inner_text("#noted") == "Envoyé…"
    laid.phone.answered(ask, DONE if isinstance(entry, Order) else entry.answer, 0.0)
    hand.page.locator("#noted").filter(has_text="Noté").wait_for()


def test_no_is_said_by_one_touch(idle: tuple[PhoneTable, Hand]) -> None:
    laid, hand = idle
    laid.phone.prompt(QuestionText.alike("?"))
    laid.ports.inbox.open(by_day(Kind.YES_NO, words=(YES, NO)))
    hand.catch_up()
    expect(hand.page.locator("#send")).to_be_hidden()
    hand.touch("#options", "Non")
    assert laid.entry() == Reply(NO)


def test_a_departure_and_orders_can_be_touched_at_any_time(idle: tuple[PhoneTable, Hand]) -> None:
    laid, hand = idle
    for label, entry in (("Répète", Order.REPEAT), ("Pause", Order.PAUSE), ("Annule", Order.UNDO)):
        hand.page.locator("#menu summary").tap()
        hand.touch("#menu", label)
        assert laid.entry() is entry
    hand.page.locator("#menu summary").tap()
    hand.page.locator("#said").tap()
    expect(hand.page.locator("#menu .sheet")).to_be_hidden()
    hand.page.locator("#menu summary").tap()
    hand.touch("#menu", "Départ")
    hand.touch("#circle", "Gus")
    hand.page.locator("#send").tap()
    assert laid.entry() == Reply(Leave(7))
