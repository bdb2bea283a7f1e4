"""Players' phones in a real browser: joining by a scan, the card while it is held, a vote, and what is left of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browsers import PHONE, needs_chromium
from phone_tables import House, page_server, until
from playwright.sync_api import Browser, BrowserContext, Page, expect
from rooms import wording
from shipped import shipped
from tables import table

from narrator.evening.app.ports.phone_texts import prints_of
from narrator.rules.core.answers import NOBODY, Choices, Kind, Seats
from narrator.rules.core.effects import Ask, Poll, Scene, Window
from narrator.rules.core.secrets import Secret
from narrator.screens.phone.messages import Greeting
from narrator.screens.phone.phone import Phone
from narrator.screens.phone.pockets import PlayersPhones
from narrator.screens.phone.seats import SeatPhones
from narrator.table.inbox.inbox import WallClock
from narrator.table.inbox.moment import Facts, Moment
from narrator.table.session.known_cards import Kept
from narrator.table.setup.circle import LONGEST_NAME

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve")
SETUP = table("voyante loup-garou cupidon villageois*2", names=NAMES, values={"phones": "yes"})
DEALT = {seat: Secret(Kept(card)) for seat, card in enumerate(SETUP.dealt()[0], start=1)}
DARK = "() => getComputedStyle(document.querySelector('#day')).visibility === 'hidden'"


class Circle:
    """Five players at one server, whose moment is the test's."""

    def __init__(self, house: House, folder: Path, browser: Browser, evening: ExitStack) -> None:
        self.house = house
        self._browser = browser
        self._evening = evening
        self.faults: list[str] = []
        self.now = Moment(facts=Facts(5))
        self.seats = SeatPhones(folder / "phones.json", self._changed, lambda _line, _seat: None)
        self.seats.begin(5)
        self.seats.offer(True)
        greeting = Greeting(shipped("thiercelieux").words["fr"], 5, NAMES)
        host = house.host
        self.public = Phone(host.send, host.admit, greeting, WallClock(), 1.0, self.now)
        self.phones = PlayersPhones(
            self.seats, prints_of(SETUP, wording(SETUP)), greeting, host.send, lambda _entry, _slot: None, self.now
        )
        host.voted = self.phones.vote
        host.seat(self.seats)

    def _changed(self) -> None:
        self.house.host.put_seats()
        if hasattr(self, "phones"):
            self.phones.show()

    def be(self, moment: Moment) -> None:
        """Let this be what everybody knows of now."""
        self.now = moment
        self.public.moment(moment)
        self.phones.moment(moment)

    def join(self, name: str) -> tuple[BrowserContext, Page]:
        """Let somebody scan the code and touch his name."""
        code = self.seats.code
        assert code is not None
        context = self._evening.enter_context(self._browser.new_context(**PHONE))
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{self.house.url}/#{code.fragment}")
        page.locator("#circle button:enabled").filter(has_text=name).tap()
        page.locator("#send").tap()
        until(lambda: NAMES.index(name) + 1 in self.seats.seated)
        return context, page

    def type(self, digits: str) -> Page:
        """Let somebody type the code that is said."""
        page = self._evening.enter_context(self._browser.new_context(**PHONE)).new_page()
        page.goto(self.house.url)
        page.locator("#code").fill(digits)
        page.locator("#pairing button").tap()
        return page

    def deal(self) -> None:
        """Deal."""
        self.seats.dealt = True
        self.phones.fill(DEALT)


@pytest.fixture
def circle(browser: Browser, tmp_path: Path) -> Iterator[Circle]:
    with page_server() as house, ExitStack() as evening:
        laid = Circle(house, tmp_path, browser, evening)
        yield laid
        assert laid.faults == []


def held(page: Page) -> str:
    """Return what stands on the card while it is held; released, the page must be dark again."""
    box = page.locator("#hold").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    shown = page.locator("#card").inner_text()
    page.mouse.move(5, 5)  # a finger that slides away holds it still
    page.mouse.up()
    expect(page.locator("#card")).to_be_hidden()
    assert page.locator("#card").text_content() == ""
    return shown


def test_the_card_is_seen_while_it_is_held_and_stands_nowhere_after(circle: Circle) -> None:
    _, page = circle.join("Ann")
    circle.deal()
    expect(page.locator("#hold")).to_be_visible()
    assert held(page).startswith("VOYANTE")
    assert "VOYANTE" not in page.inner_text("body")


def test_a_reload_and_a_second_tab_keep_the_card_and_the_back_button_leads_nowhere(circle: Circle) -> None:
    context, page = circle.join("Bob")
    circle.deal()
    page.reload()
    expect(page.locator("#hold")).to_be_visible()
    assert held(page).startswith("LOUP-GAROU")
    second = context.new_page()
    second.goto(circle.house.url)
    expect(second.locator("#hold")).to_be_visible()
    expect(page.locator("#hold")).to_be_hidden()
    assert held(second).startswith("LOUP-GAROU")
    second.go_back()
    assert circle.seats.seated == (2,)
    assert len(circle.seats.holders) == 1


def test_a_neighbour_who_opens_the_page_sees_no_card(circle: Circle, browser: Browser) -> None:
    circle.join("Ann")
    circle.deal()
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(circle.house.url)
        expect(page.locator("#circle button").first).to_be_visible()
        expect(page.locator("#hold")).to_be_hidden()


def test_at_night_the_phone_is_dark_and_shows_no_card(circle: Circle) -> None:
    _, page = circle.join("Ann")
    circle.deal()
    expect(page.locator("#hold")).to_be_visible()
    circle.be(circle.now.after(Scene(scene="night", closed=True)))
    page.wait_for_function(DARK)
    expect(page.locator("#hold")).to_be_hidden()
    circle.be(circle.now.after(Scene(scene="dawn")))
    expect(page.locator("#hold")).to_be_visible()


def test_every_phone_that_can_tells_by_pulses_which_call_of_the_night_it_is(circle: Circle) -> None:
    _, page = circle.join("Ann")
    circle.deal()
    page.evaluate("() => { navigator.vibrate = (pulses) => (window.felt ??= []).push(pulses.length / 2); }")
    for pulses in ([1, 2], [1, 2, 1, 2]):  # they begin anew each night
        circle.be(circle.now.after(Scene(scene="night", closed=True)))
        for _ in range(2):
            circle.be(circle.now.after(Window(call="seer", slots=(5.0,))))
            page.wait_for_function("() => document.querySelector('#signal').textContent")
            circle.be(circle.now.closing())
            page.wait_for_function("() => !document.querySelector('#signal').textContent")
        circle.be(circle.now.after(Scene(scene="dawn")))
        expect(page.locator("#hold")).to_be_visible()
        assert page.evaluate("() => window.felt") == pulses


def test_a_screen_reader_reads_the_card_for_a_while(circle: Circle) -> None:
    _, page = circle.join("Ann")
    circle.deal()
    page.locator("#hold").wait_for()
    page.evaluate("() => document.querySelector('#hold').click()")
    expect(page.locator("#card-read")).to_contain_text("VOYANTE. Ta carte")
    expect(page.locator("#card-read")).to_have_text("", timeout=12_000)


def test_two_vote_and_all_see_who_and_nobody_for_whom(circle: Circle) -> None:
    pages = [circle.join(name)[1] for name in ("Ann", "Bob")]
    circle.deal()
    poll = Poll(((1, 1), (2, 1)))
    ballot = Choices(kind=Kind.BALLOT, seats=(1, 2, 3, 4, 5), ties=True, words=(NOBODY,))
    circle.be(circle.now.asking(Ask(question="vote.result", choices=ballot, living=ballot.seats, poll=poll), 0.0))
    votes: list[tuple[Page, Callable[[Page], None]]] = [
        (pages[0], lambda page: page.locator("#circle button:enabled").filter(has_text="Cy").tap()),
        (pages[1], lambda page: page.locator("#options button").first.tap()),
    ]
    for page, touch in votes:
        touch(page)
        page.locator("#send").tap()
    expect(pages[0].locator("#circle .done")).to_have_count(2)
    assert circle.phones.count(poll) == {1: Seats((3,)), 2: NOBODY}


def test_who_types_the_code_types_his_name_and_is_told_who_could_read_his_card(circle: Circle) -> None:
    circle.seats.begin(5, refusal=lambda names: "Pas deux fois." if names.count("Ann") > 1 else "")
    circle.seats.offer(True, typed=True)
    assert circle.seats.digits is not None
    pages = [circle.type(circle.seats.digits) for _ in range(2)]
    for page, name in zip(pages, ("Ann", "Bob"), strict=True):
        expect(page.locator("#options input")).to_have_attribute("maxlength", str(LONGEST_NAME))
        page.locator("#options input").fill("Ann")
        page.locator("#circle button:enabled").first.tap()
        page.locator("#send").tap()
        if name == "Bob":
            expect(page.locator("#prompt")).to_contain_text("Pas deux fois.")
            page.locator("#options input").fill(name)
            page.locator("#send").tap()
        expect(page.locator("#prompt")).to_contain_text(f"{name}. Sans code visé")
    assert circle.seats.named() == ("Ann", "Bob", "", "", "")
    circle.deal()
    expect(pages[0].locator("#hold")).to_be_visible()
    assert held(pages[0]).startswith("VOYANTE")


def test_who_types_his_name_goes_on_typing_when_another_joins(circle: Circle) -> None:
    circle.seats.begin(5, refusal=lambda _names: "")
    circle.seats.offer(True, typed=True)
    assert circle.seats.digits is not None
    slow, quick = (circle.type(circle.seats.digits) for _ in range(2))
    slow.locator("#options input").press_sequentially("Ma")
    slow.locator("#circle button:enabled").last.tap()
    slow.locator("#options input").focus()
    quick.locator("#options input").fill("Bob")
    quick.locator("#circle button:enabled").first.tap()
    quick.locator("#send").tap()
    expect(slow.locator("#circle .done")).to_have_count(1)
    slow.keyboard.type("x")
    slow.locator("#send").tap()
    expect(slow.locator("#prompt")).to_contain_text("Max")


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (1024, 768)], ids=str)
def test_in_a_vote_nothing_stands_over_another_thing(circle: Circle, size: tuple[int, int]) -> None:
    _, page = circle.join("Ann")
    circle.deal()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    ballot = Choices(kind=Kind.BALLOT, seats=(1, 2, 3, 4, 5), ties=True, words=(NOBODY,))
    circle.be(
        circle.now.asking(
            Ask(question="vote.result", choices=ballot, living=ballot.seats, poll=Poll(((1, 1),))), time.monotonic()
        )
    )
    page.locator("#send:visible").wait_for()
    lowest = max(
        page.locator("#circle button, #send").evaluate_all("them => them.map(it => it.getBoundingClientRect().bottom)")
    )
    for below in page.locator("#mine:visible, #hold:visible").all():
        box = below.bounding_box()
        assert box is not None
        assert lowest <= box["y"]
