"""A real browser in which the page is touched as a hand would touch it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from papers import happen
from phone_tables import PhoneTable
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as NotSeenError
from rooms import wording
from tables import table

from narrator.base import sentences
from narrator.rules.core.answers import Answer, Choices, Kind
from narrator.rules.core.effects import Ask, Everyone, Window
from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.moment import Moment

CHROMIUM = os.environ.get("NARRATOR_CHROMIUM", "")
AXE = os.environ.get("NARRATOR_AXE", "")

needs_chromium = pytest.mark.skipif(
    not CHROMIUM, reason="NARRATOR_CHROMIUM names no Chromium to open the page with: .ci/run installs one"
)
needs_axe = pytest.mark.skipif(
    not (CHROMIUM and AXE), reason="NARRATOR_AXE names no axe.min.js of axe-core: .ci/run installs one"
)

STORED = "●"
"""Marks a key whose answer is on disk."""

KEYS_OF_THE_DAY = ":is(#circle, #options)"
"""Where an answer is touched by day."""

TRIES = 10

UPRIGHT, LYING = {"width": 390, "height": 780}, {"width": 844, "height": 390}

PHONE: dict[str, Any] = {
    "viewport": UPRIGHT,
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "fr-FR",
}
"""A telephone held upright."""


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gus", "Hélène")

LONGEST_CARD = [  # of all games
    "CABINET MINISTER",
    "Your card: the Cabinet Minister. Each night the Cabinet Minister learns whom the Infiltrators have picked. One "
    "telephone call protects that player, even the Minister; another sends anybody to prison. Each works once, "
    "both in one night if need be.",
]


def village(
    cards: str = "loup-garou loup-garou voyante sorcière chasseur villageois*3", **options: str
) -> VillageSetup:
    """Lay the table of all these tests: eight players with names."""
    return table(cards, names=NAMES, values={"elect": "start", **options})


class Hand:
    """A hand at one page, whose address ends in `#fragment` where a QR code was scanned."""

    def __init__(self, context: BrowserContext, table: PhoneTable, fragment: str = "") -> None:
        self.context = context
        self.table = table
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.received: list[str] = []
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._receive))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda message: self.faults.append(message.text) if "Content Security" in message.text else None,
        )
        self.page.goto(f"{table.host.addresses[0]}{fragment and '#'}{fragment}")
        self.page.wait_for_selector("#pairing:visible, #menu:visible, #phase:not(:empty)")

    def _receive(self, frame: str | bytes) -> None:
        self.received.append(frame if isinstance(frame, str) else frame.decode())

    def catch_up(self) -> None:
        """Wait until the page shows the last view that the game has sent to the table."""
        sent = self.table.sent_to_the_table.decode()
        for _ in range(200):
            if sent in self.received[-3:]:
                break
            self.page.wait_for_timeout(20)
        else:
            raise AssertionError("the page lags behind")
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def pair(self) -> None:
        self.page.fill("#code", self.table.host.code)
        self.page.locator("#pairing [type=submit]").tap()
        self.page.wait_for_selector("#menu:visible, #night:visible")

    def touch(self, place: str, label: str) -> None:
        self.page.locator(f"{place} button:visible").filter(has_text=label).first.tap()

    def asked(self) -> None:
        """Wait until the page stands at the open question.

        It names its own button where a keyboard has a key, and by day no examples of what would be typed. A space
        may be one at which no line breaks.
        """
        ask = self.table.asked
        assert ask is not None
        prompt = wording(self.table.setup, self.table.language).prompt(ask, typed=not ask.public)
        # When a window opens, the day's question may stand behind it for a moment: what counts is in front, and last.
        key = sentences.sentences(sentences.PHONE, self.table.language)["enter"]
        named = re.compile(r"\w+".join(r"\s".join(map(re.escape, part.split(" "))) for part in prompt.split(key)))
        expect(self.page.locator("#prompt:visible, #lines:visible").last).to_contain_text(named)

    def choose(self, *labels: str) -> None:
        """Choose by day, and confirm where that is asked for."""
        self.asked()
        for label in labels:
            self.touch(KEYS_OF_THE_DAY, label)
        if self.page.locator("#send").is_visible():
            self.page.locator("#send").tap()

    def key(self, label: str) -> None:
        """Key in a window until it is noted; who is quicker than the question touches again."""
        self.asked()
        noted = self.page.locator("#night button:visible").filter(has_text=STORED).filter(has_text=label)
        for _ in range(TRIES):
            self.touch("#night", label)
            with suppress(NotSeenError):
                noted.wait_for(timeout=1000)
                return
        raise AssertionError(f"{label} is not noted")

    def stored(self) -> None:
        """Wait until what was keyed in this window is marked as stored."""
        self.page.locator("#night button:visible").filter(has_text=STORED).first.wait_for()

    def lines(self) -> list[str]:
        return self.page.locator("#lines p").all_inner_texts()


Sit = Callable[..., tuple[PhoneTable, Hand]]
"""Lays a table, and pairs a phone that lies on it."""


def asking(kind: Kind, **more: Any) -> Ask:
    return Ask(question="any", choices=Secret(Choices(kind=kind, **more)), living=range(1, 9), slot=0)  # type: ignore[arg-type]


def by_day(kind: Kind, **more: Any) -> Ask:
    return Ask(question="any", choices=Choices(kind=kind, **more), living=tuple(range(1, 9)))


def show(laid: PhoneTable, lines: list[str], ask: Ask | None, answer: Answer | None) -> None:
    """Open a window in which this is shown, asked and stored."""
    laid.phone.open_window("Pour tes yeux seuls. Pas un bruit.")
    happen(laid.inbox, Window(call="any", slots=(40.0,)))
    laid.inbox.open(None)
    for line in lines:
        laid.phone.private(Everyone(), line)
    laid.phone.ask(ask)
    if ask is not None:
        laid.phone.kept(ask, answer)


def hide(laid: PhoneTable) -> None:
    laid.inbox.close()
    laid.phone.close_window()
    laid.inbox.change(Moment.closing)
