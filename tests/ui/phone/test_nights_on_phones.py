"""Nights on the players' phones in a real browser, to the end of a game: all are lit alike, and each is touched."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from browsers import PHONE, needs_chromium
from phone_tables import HastyClock, HastyInbox, page_server, until
from playwright.sync_api import Browser, Page
from rooms import call_names, wording
from shipped import shipped
from tables import table
from test_page_light import PLACES, luminance

from narrator.app.ports.phone import prints_of
from narrator.core.answers import NO, Answer, Seats, seat
from narrator.inbox.entry import Entry, Order, Reply
from narrator.inbox.moment import Moment
from narrator.journal.journal import Journal
from narrator.rehearsal.virtual_table import NoScreen
from narrator.session.driver import Driver
from narrator.session.narration import CaptionsOnly, Quit, instantly
from narrator.session.ports import Ports
from narrator.ui.phone.messages import Greeting
from narrator.ui.phone.phone import Phone
from narrator.ui.phone.pockets import PlayersPhones
from narrator.ui.phone.seats import MORE_NIGHTS, SeatPhones
from narrator.ui.screens import Screens

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")
WOLVES, SEER = ("Ann", "Bob"), "Cy"
SLOT = 12.0
"""Seconds of a slot, in which all pages are touched."""


class Inbox(HastyInbox):
    """An inbox at which a window on phones lasts as long as it does."""

    def get(self, until: float | None) -> Entry | None:
        self.hasty = self.moment.window is None
        return super().get(until)


class Night:
    """Six players with a phone each, and a game that is played on them by a driver in a thread of its own."""

    def __init__(self, browser: Browser, folder: Path, evening: ExitStack) -> None:
        values = {"phones": "yes", "vote": "phones", "night": "phones", "ghosts": "yes"}
        values |= {"elect": "never", "debate": "0", "introduction": "none"}
        setup = table("loup-garou*2 voyante villageois*3", names=NAMES, values=values)
        self.setup = replace(setup, windows={call: (SLOT,) * len(slots) for call, slots in setup.windows.items()})
        self.journal = folder / "game"
        self.outcome: str | None = None
        self.faults: list[str] = []
        self._browser, self._evening = browser, evening
        house = evening.enter_context(page_server())
        host, self.url = house.host, house.url
        clock = HastyClock()
        self.inbox = Inbox(clock)
        greeting = Greeting(shipped("thiercelieux").words["fr"], 6, NAMES)
        phone = Phone(host.send, host.admit, greeting, clock, 1.0, self.inbox.moment)
        self.seats = SeatPhones(folder / "phones.json", self._changed, lambda _line, _seat: None)
        self.seats.nights = MORE_NIGHTS
        self.seats.begin(6)
        self.seats.offer(True)
        prints = prints_of(self.setup, wording(self.setup))
        self.phones = PlayersPhones(
            self.seats, prints, greeting, host.send, self.inbox.put, self.inbox.moment, ghosts=True
        )
        self.host = host
        host.voted, host.touched = self.phones.vote, self.phones.touch
        host.seat(self.seats)
        self.inbox.followers += [phone.moment, self.phones.moment]
        screen = Screens(NoScreen(), phone)
        mouth = CaptionsOnly(clock, instantly)
        self.ports = Ports(clock, self.inbox, mouth, screen, watchers=[phone], opener=phone, pockets=self.phones)
        self.ports.named = call_names(self.setup)
        self.pages = {name: self.join(name) for name in NAMES}
        self._game = threading.Thread(target=self._run)
        self._game.start()

    def _changed(self) -> None:
        if hasattr(self, "host"):
            self.host.put_seats()
            self.phones.show()

    def join(self, name: str) -> Page:
        """Let somebody scan the code and touch his name."""
        until(lambda: self.seats.code is not None)
        assert self.seats.code is not None
        context = self._evening.enter_context(self._browser.new_context(**PHONE))
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{self.url}/#{self.seats.code.fragment}")
        page.locator("#circle button:enabled").filter(has_text=name).tap()
        page.locator("#send").tap()
        until(lambda: NAMES.index(name) + 1 in self.seats.seated)
        return page

    def _run(self) -> None:
        with Journal.create(self.journal, {}) as journal, suppress(Quit):
            words = wording(self.setup)
            self.outcome = Driver(self.setup, journal, words, self.ports, players=6, led=False).run()

    def close(self) -> None:
        """End the game."""
        self.inbox.put(Order.QUIT, self.inbox.moment.slot)
        self._game.join(30)

    # --- what all do ----------------------------------------------------------------------------------------------

    def called(self, call: str) -> None:
        """Wait until this call's window is open on all phones."""
        while (window := self.inbox.moment.window) is None or window.call != call:
            time.sleep(0.05)
            assert self._game.is_alive()
        until(lambda: all(page.locator("#night").is_visible() for page in self.pages.values()))

    def touch(self, wanted: dict[str, str]) -> None:
        """Touch every phone once, what its owner wants, or his own name; wait until the slot is over."""
        moment = self.inbox.moment
        for name, page in self.pages.items():
            page.locator("#night #keys button").filter(has_text=wanted.get(name, name)).first.tap()
        self.rest(moment)

    def rest(self, moment: Moment | None = None) -> None:
        """Wait until the slot of a moment is over."""
        slot = (moment or self.inbox.moment).slot
        while self.inbox.moment.slot == slot and self._game.is_alive():
            time.sleep(0.05)

    def lines(self, name: str) -> str:
        """Return what is told on a phone."""
        return self.pages[name].locator("#lines").inner_text()

    def vote(self, name: str, *voters: str) -> None:
        """Vote somebody out."""
        for voter in voters:
            page = self.pages[voter]
            page.locator("#circle button:enabled").filter(has_text=name).tap()
            page.locator("#send").tap()

    def answer(self, question: str, answer: Answer | None = None) -> None:
        """Answer a question at the table's keyboard; None goes on."""
        until(lambda: self.inbox.moment.asked is not None and self.inbox.moment.asked.question == question)
        slot = self.inbox.moment.slot
        self.inbox.put(Order.NEXT if answer is None else Reply(answer, certain=True), slot)
        until(lambda: self.inbox.moment.slot != slot)


@pytest.fixture
def night(browser: Browser, tmp_path: Path) -> Iterator[Night]:
    with ExitStack() as evening:
        laid = Night(browser, tmp_path, evening)
        try:
            yield laid
        finally:
            laid.close()
        assert laid.faults == []


@pytest.mark.thorough
def test_a_game_is_played_to_its_end_on_six_phones(night: Night, browser: Browser) -> None:
    night.answer("deal.done")
    night.called("seer")
    until(lambda: "percer" in night.lines(SEER))
    assert {night.lines(name) for name in NAMES if name != SEER} == {"Touchez un nom : comme tout le monde."}
    night.touch({SEER: "Ann"})
    until(lambda: "Loup-Garou" in night.lines(SEER))
    assert len({str(page.evaluate(PLACES)) for page in night.pages.values()}) == 1
    seen = {name: page.screenshot() for name, page in night.pages.items()}
    night.rest()
    night.called("wolves")
    until(lambda: "Bob" in night.lines("Ann"))
    night.touch(dict.fromkeys(WOLVES, "Di"))
    night.answer("debate.end")
    until(lambda: night.inbox.moment.asked is not None)
    night.vote("Ann", "Ann", "Bob", SEER, "Eve", "Flo")
    night.called("seer")
    assert "Vous voyez tout" in night.lines("Di")
    night.touch({SEER: "Bob"})
    until(lambda: "Bob" in night.lines("Di") and "Voyante" in night.lines("Di"))
    night.rest()
    night.called("wolves")
    night.touch({"Bob": "Eve", "Di": "Flo"})  # a ghost enters nothing
    night.answer("debate.end")
    until(lambda: night.inbox.moment.asked is not None)
    night.vote("Bob", "Bob", SEER, "Flo")
    night.answer("again", NO)
    until(lambda: night.outcome is not None)
    assert night.outcome == "village"
    with Journal.reopen(night.journal) as kept:
        told = [entry for entry in kept.record().answers if entry[0] in ("night.lit", "seer.target", "wolves.victim")]
    assert told == [
        *(("night.lit", Seats((1, 2, 3, 4, 5, 6))), ("seer.target", seat(1)), ("wolves.victim", seat(4))),
        *(("night.lit", Seats((2, 3, 5, 6))), ("seer.target", seat(2)), ("wolves.victim", seat(5))),
    ]
    lights = {name: luminance(browser, png) for name, png in seen.items()}
    assert lights == pytest.approx(dict.fromkeys(NAMES, lights[SEER]), rel=0.02)
