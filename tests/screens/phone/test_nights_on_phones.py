"""Nights on the players' phones in a real browser, to the end of a game: all are lit alike, and each is touched."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsers import PHONE, needs_chromium
from phone_tables import STALE, AskedPhone, HastyClock, HastyInbox, page_server, until
from playwright.sync_api import Browser, Page
from rooms import call_names, wording
from shipped import shipped
from tables import table
from test_page_light import PLACES, luminance

from narrator.evening.app.ports.phone_texts import prints_of
from narrator.rules.core.answers import DONE, NO, NOBODY, Answer, Refusal, Seats, seat
from narrator.rules.core.play import choices_of
from narrator.screens.phone.messages import Greeting
from narrator.screens.phone.pockets import PlayersPhones
from narrator.screens.phone.seats import MORE_NIGHTS, SeatPhones
from narrator.screens.screens import NoScreen, Screens
from narrator.table.inbox.entry import Entry, Misread, Order, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.journal.journal import Journal
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly, Quit, instantly
from narrator.table.session.ports import Ports

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")
TWELVE = (*NAMES, "Gus", "Ida", "Jo", "Kim", "Léa", "Max")
WOLVES, SEER = ("Ann", "Bob"), "Cy"
SLOT = 12.0
"""Seconds of a slot, in which all pages are touched."""


class Inbox(HastyInbox):
    """An inbox at which a window on phones lasts as long as it does."""

    def get(self, until: float | None) -> Entry | None:
        self.hasty = self.moment.window is None or not self.moment.window.phones
        return super().get(until)


class Night:
    """Players, of whom six have a phone each, and a game that is played by a driver in a thread of its own."""

    def __init__(
        self, browser: Browser, folder: Path, evening: ExitStack, cards: str, names: tuple[str, ...] = NAMES
    ) -> None:
        values = {"phones": "yes", "vote": "phones", "night": "phones", "ghosts": "yes"}
        values |= {"elect": "never", "debate": "0", "introduction": "none"}
        setup = table(cards, names=names, values=values)
        self.setup = replace(setup, windows={call: (SLOT,) * len(slots) for call, slots in setup.windows.items()})
        self.journal = folder / "game"
        self.outcome: str | None = None
        self.faults: list[str] = []
        self._browser, self._evening = browser, evening
        house = evening.enter_context(page_server())
        host, self.url = house.host, house.url
        clock = self.clock = HastyClock()
        self.inbox = Inbox(clock)
        greeting = Greeting(shipped("thiercelieux").words["fr"], setup.players, names)
        phone = AskedPhone(host.send, host.admit, greeting, clock, 1.0, self.inbox.moment)
        phone.inbox = self.inbox
        self.seats = SeatPhones(folder / "phones.json", self._changed, lambda _line, _seat: None)
        self.seats.nights = MORE_NIGHTS
        self.seats.begin(setup.players, names)
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
            self.outcome = Driver(self.setup, journal, words, self.ports, players=self.setup.players, led=False).run()

    def close(self) -> None:
        """End the game."""
        self.inbox.put(Order.QUIT, self.inbox.moment.slot)
        self._game.join(30)

    @property
    def over(self) -> bool:
        return not self._game.is_alive()

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

    def key(self, answer: Answer) -> None:
        """Answer the open question at the table, in secret too, and let the rest of its slot pass."""
        asked = self.inbox.asked
        self.inbox.put(Reply(answer, certain=True))

        def passed() -> bool:
            if self.inbox.asked is asked and self.inbox.secret is not None and self.inbox.ends is not None:
                self.clock.skip(self.inbox.ends - self.clock.now())
                self.inbox.put(Misread(Refusal.UNREADABLE), STALE)
            return self.inbox.asked is not asked

        until(passed)

    def all_show(self, place: str, text: str = "") -> bool:
        """Whether all phones show this."""
        return all(page.locator(place).filter(has_text=text).first.is_visible() for page in self.pages.values())


Lay = Callable[..., Night]


@pytest.fixture
def lay(browser: Browser, tmp_path: Path) -> Iterator[Lay]:
    """Return what lays a table."""
    laid: list[Night] = []
    with ExitStack() as evening:

        def lay_one(*cards: Any) -> Night:
            laid.append(Night(browser, tmp_path, evening, *cards))
            return laid[-1]

        yield lay_one
        for night in laid:
            night.close()
            assert night.faults == []


@pytest.mark.thorough
def test_a_game_is_played_to_its_end_on_six_phones(lay: Lay, browser: Browser) -> None:
    night = lay("loup-garou*2 voyante villageois*3")
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


@pytest.mark.thorough
def test_where_six_of_twelve_have_phones_their_game_is_played_to_its_end_and_its_nights_at_the_table(lay: Lay) -> None:
    night = lay("loup-garou*3 voyante sorcière villageois*7", TWELVE)
    victims, hanged = iter((12, 11, 10)), iter((1, 2, 3))
    seen = set()
    while not night.over:
        asked = night.inbox.asked
        if asked is None:
            time.sleep(0.01)
            continue
        seen.add(asked.question)
        match asked.question:
            case "deal.done":
                until(lambda: night.all_show("#hold"))
                night.key(DONE)
            case "wolves.victim":
                until(lambda: not night.all_show("#hold") and not night.all_show("#night"))
                night.key(seat(next(victims)))
            case "vote.result":
                night.key(seat(next(hanged)))
            case "seer.target":
                night.key(seat(1 if 1 in choices_of(asked).seats else 2))
            case "witch.heal" | "again":
                night.key(NO)
            case "witch.poison":
                night.key(NOBODY)
            case "debate.end":
                night.key(DONE)
    assert night.outcome == "village"
    assert {"deal.done", "seer.target", "wolves.victim", "witch.heal", "witch.poison", "vote.result"} <= seen
    with Journal.reopen(night.journal) as kept:
        lit = [answer for question, answer in kept.record().answers if question in ("deal.seated", "night.lit")]
    assert lit[0] == Seats((1, 2, 3, 4, 5, 6)) == lit[1]
    until(lambda: night.all_show("#phase", "finie"))
