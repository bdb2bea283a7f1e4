"""The page's cares, in a real browser: nothing private stays, nothing foreign is fetched, everybody can use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browsers import AXE, LYING, PHONE, Hand, Sit, asking, by_day, hide, needs_axe, needs_chromium, show, village
from papers import happen
from phone_tables import PhoneTable, phone_table, until
from playwright.sync_api import Browser, expect
from rooms import wording

from narrator.base.sentences import QuestionText
from narrator.evening.recap.story_page import story_page
from narrator.rules.core.answers import DONE, NO, NOBODY, YES, Kind, seat
from narrator.rules.core.effects import Everyone, Say, Scene
from narrator.screens.phone import host
from narrator.table.inbox.entry import Reply

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium

SECRET = "Farid est la Sorcière"
QUESTION = asking(Kind.SEATS, seats=(1, 2, 3), words=(NOBODY,))
BALLOT = by_day(Kind.BALLOT, seats=(1, 2, 3), ties=True, words=(NOBODY,))
PARTY = village()
PAGE = Path(__file__).parents[3] / "narrator" / "screens" / "phone" / "page"
EVERYTHING_KEPT = """async () => {
  const names = await caches.keys();
  const kept = [];
  for (const name of names) {
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
  }
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, kept.sort()]);
}"""


def everything(hand: Hand) -> str:
    """Return all that the page holds: its markup, and what its scripts would find."""
    return str(hand.page.content()) + str(hand.page.evaluate("() => document.body.innerText"))


def test_nothing_private_is_left_once_a_window_is_over(idle: tuple[PhoneTable, Hand]) -> None:
    laid, hand = idle
    show(laid, [SECRET], QUESTION, seat(2))
    hand.catch_up()
    assert SECRET in everything(hand)
    hide(laid)
    hand.catch_up()
    assert SECRET not in everything(hand)
    assert "●" not in everything(hand)


def test_nothing_private_stands_while_nobody_looks_and_it_comes_back(idle: tuple[PhoneTable, Hand]) -> None:
    laid, hand = idle
    show(laid, [SECRET], QUESTION, None)
    hand.catch_up()
    hide = "Object.defineProperty(document, 'hidden', { value: HIDDEN, configurable: true });"
    look = "document.dispatchEvent(new Event('visibilitychange'))"
    hand.page.evaluate(f"() => {{ {hide.replace('HIDDEN', 'true')} {look} }}")
    assert SECRET not in everything(hand)
    laid.phone.private(Everyone(), "Chut")
    woken = f"() => {{ {hide.replace('HIDDEN', 'false')} {look}; return document.body.innerText; }}"
    assert SECRET not in hand.page.evaluate(woken), "what stood before it slept may be out of date"
    hand.page.locator("#lines p").nth(1).wait_for()
    assert hand.lines() == [SECRET, "Chut"]


def test_the_story_is_kept_by_the_page_for_the_narrator_goes_before_it_is_read(sit: Sit) -> None:
    laid, hand = sit(started=False)
    laid.host.tell_story(story_page([], wording(laid.setup), laid.setup.players))
    laid.phone.offer_story(True)
    hand.page.locator("#story[href^=blob]").wait_for()
    laid.host.close()
    with hand.context.expect_page() as opened:
        hand.page.locator("#story").tap()
    expect(opened.value.locator("h1")).to_be_visible()
    assert opened.value.evaluate("() => getComputedStyle(document.body).fontFamily").startswith("Georgia")
    assert hand.faults == []


def test_a_browser_without_scripts_is_told_that_it_needs_them(browser: Browser, idle: tuple[PhoneTable, Hand]) -> None:
    page = browser.new_context(**{**PHONE, "java_script_enabled": False}).new_page()
    page.goto(idle[0].host.addresses[0])
    assert "JavaScript" in page.inner_text("body")
    page.context.close()


def test_nothing_of_a_game_is_kept_by_the_browser_but_the_pages_own_files(sit: Sit) -> None:
    laid, hand = sit(started=False)
    hand.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    show(laid, [SECRET], QUESTION, seat(2))
    hand.catch_up()
    local, session, cookies, kept = json.loads(hand.page.evaluate(EVERYTHING_KEPT))
    assert (local, session, cookies) == ({}, {}, "")
    own = {f"/{file.name}" for file in PAGE.iterdir() if file.name not in ("index.html", "service_worker.js")}
    assert set(kept) == own | {"/", "/texts.js"}
    assert SECRET not in hand.page.url
    (cookie,) = hand.context.cookies()
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Strict"


def test_the_page_opens_without_the_narrator_and_says_that_it_is_not_there(sit: Sit) -> None:
    laid, hand = sit(started=False)
    hand.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    laid.host.close()
    hand.page.reload()
    hand.page.locator("#link").filter(has_text="Connexion").wait_for()


def test_nothing_is_fetched_from_anywhere_else(browser: Browser, tmp_path: Path) -> None:
    with phone_table(PARTY, tmp_path / "journal") as laid:
        context = browser.new_context(**PHONE)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        hand = Hand(context, laid)
        hand.pair()
        assert asked
        assert [url for url in asked if not url.startswith(laid.host.addresses[0])] == []
        assert hand.faults == []
        context.close()


def test_a_page_that_was_given_away_shows_nothing_private_any_more(idle: tuple[PhoneTable, Hand]) -> None:
    laid, hand = idle
    show(laid, [SECRET], QUESTION, None)
    hand.catch_up()
    laid.host.renew()
    hand.page.locator("#pairing").wait_for()
    assert SECRET not in everything(hand)
    hide(laid)
    hand.pair()


def test_a_second_page_of_the_same_phone_takes_over_and_the_first_can_take_back(sit: Sit) -> None:
    laid, hand = sit(started=False)
    second = hand.context.new_page()
    second.goto(laid.host.addresses[0])
    second.wait_for_selector("#menu:visible")
    hand.page.locator("#come").tap()
    hand.page.wait_for_selector("#menu:visible")
    second.wait_for_selector("#come:visible")


def test_a_page_that_is_closed_is_gone_and_does_not_sleep(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    laid, hand = sit(started=False)
    monkeypatch.setattr(host, "SECONDS_GONE", 0.0)
    assert not laid.host.free
    hand.page.close(run_before_unload=True)
    until(lambda: laid.host.free)


def test_a_wrong_code_is_told_and_the_right_one_admits(browser: Browser, tmp_path: Path) -> None:
    with phone_table(PARTY, tmp_path / "journal") as laid:
        hand = Hand(browser.new_context(**PHONE), laid)
        hand.page.fill("#code", "000000" if laid.host.code != "000000" else "000001")
        hand.page.locator("#pairing [type=submit]").tap()
        hand.page.locator("#refused").filter(has_text="pas le code").wait_for()
        hand.pair()
        hand.context.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_speaks_the_language_of_the_game(sit: Sit, language: str) -> None:
    _, hand = sit(language=language, started=False, locale="de-DE")
    assert hand.page.locator("html").get_attribute("lang") == language
    summary = hand.page.locator("#menu summary").inner_text()
    assert summary == {"fr": "Plus", "en": "More"}[language]


def test_a_game_can_be_played_with_a_keyboard_alone(idle: tuple[PhoneTable, Hand]) -> None:
    laid, hand = idle
    keyboard = hand.page.keyboard
    show(laid, ["?"], QUESTION, None)
    hand.catch_up()
    reach(hand, "2\nBruno")
    keyboard.press("Enter")
    assert laid.entry() == Reply(seat(2))
    hide(laid)
    laid.phone.prompt(QuestionText.alike("?"))
    laid.ports.inbox.open(BALLOT)
    hand.catch_up()
    reach(hand, "3\nChloé")
    keyboard.press("Space")
    reach(hand, "Valider")
    keyboard.press("Enter")
    assert laid.entry() == Reply(seat(3))


def reach(hand: Hand, label: str) -> None:
    for _ in range(60):
        if hand.page.evaluate("() => document.activeElement.innerText") == label:
            return
        hand.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {label!r}")


def test_a_window_is_silent_to_screen_readers_until_they_are_led_to_it(idle: tuple[PhoneTable, Hand]) -> None:
    laid, hand = idle
    show(laid, [SECRET], QUESTION, None)
    hand.catch_up()
    spoken = hand.page.locator("#night [aria-live], #night [role=status], #night [role=log], #night [role=alert]")
    assert spoken.count() == 0
    assert hand.page.locator("#day").evaluate("(day) => day.inert")


TARGET = 44
"""Pixels that a target for a finger has at least, either way."""


@pytest.mark.parametrize("viewport", [PHONE["viewport"], LYING], ids=["upright", "lying"])
def test_what_is_touched_in_the_dark_is_large(sit: Sit, viewport: dict[str, int]) -> None:
    laid, hand = sit(started=False, viewport=viewport)
    show(laid, ["?"], QUESTION, None)
    hand.catch_up()
    boxes = [button.bounding_box() for button in hand.page.locator("#night button").all()]
    assert len(boxes) == laid.greeting.cells + 5
    assert all(box is not None and box["width"] >= TARGET and box["height"] >= TARGET for box in boxes)


VIEWS = ("spectator", "pairing refused", "ballot", "yes or no", "orders", "call", "window", "nobody there", "story")


@needs_axe
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious(browser: Browser, tmp_path: Path, view: str) -> None:
    with phone_table(PARTY, tmp_path / "journal") as laid:
        context = browser.new_context(**PHONE)
        hand = Hand(context, laid)
        laid.phone.caption("Le jour se lève.")
        lay(laid, hand, view)
        hand.page.evaluate(Path(AXE).read_text(encoding="utf-8"))
        found: dict[str, Any] = hand.page.evaluate("async () => await axe.run()")
        assert found["passes"]
        serious = [fault for fault in found["violations"] if fault["impact"] in ("serious", "critical")]
        assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in serious] == []
        context.close()


def lay(laid: PhoneTable, hand: Hand, view: str) -> None:
    if view == "pairing refused":
        hand.page.fill("#code", "1")
        hand.page.locator("#pairing [type=submit]").tap()
        hand.page.locator("#refused").filter(has_text="pas le code").wait_for()
    if view in ("spectator", "pairing refused"):
        return
    hand.pair()
    match view:
        case "ballot":
            laid.phone.prompt(QuestionText.alike("Qui a le plus de voix ?"))
            laid.ports.inbox.open(BALLOT)
        case "yes or no":
            laid.phone.prompt(QuestionText.alike("Le chasseur tire-t-il ?"))
            laid.ports.inbox.open(by_day(Kind.YES_NO, words=(YES, NO)))
        case "call":
            happen(laid.inbox, Scene(scene="night", closed=True))
            happen(laid.inbox, Say(line="seer.wake"), called="Voyante")
            laid.phone.caption("La Voyante s'éveille.")
            hand.page.locator("#signal").filter(has_text="Voyante").wait_for()
            return
        case "story":
            laid.phone.offer_story(True)
            hand.page.locator("#story").wait_for()
            return
        case "orders":
            laid.ports.inbox.open(by_day(Kind.CONFIRM, words=(DONE,)))
        case "window":
            show(laid, [SECRET], QUESTION, seat(2))
        case _:
            show(laid, [], None, None)
    hand.catch_up()
    if view == "orders":
        hand.page.locator("#menu summary").tap()
