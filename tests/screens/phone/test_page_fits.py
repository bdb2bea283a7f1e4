"""In a real browser: whatever is asked, all that is touched stands on the screen of a phone that is held upright."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import LONGEST_CARD, LYING, PHONE, Hand, Sit, asking, hide, needs_chromium, show
from papers import happen
from phone_tables import PhoneTable, phone_table
from playwright.sync_api import Browser, expect
from tables import table

from narrator.base.sentences import QuestionText
from narrator.rules.core.answers import ACQUITTED, DONE, GUILTY, NO, NOBODY, YES, Choices, Kind
from narrator.rules.core.effects import Ask, Say, Scene, Timer
from narrator.table.inbox.moment import Facts

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gus", "Hélène", "Jean-Baptiste", "Inès", "Karim", "Léa")
LARGE, SMALL = (12, {"width": 390, "height": 844}), (8, {"width": 320, "height": 568})
CARDS = ("loup-garou", "sorcière", "voyante", "chasseur", "villageois", "voleur", "cupidon", "petite-fille")
FINGER = 44

OUT_OF_REACH = """(finger) => {
  const small = (box) => Math.min(box.width, box.height) < finger - 0.5;
  const outside = (box) => box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
  const touched = [...document.querySelectorAll("button, input, summary, textarea")].filter(
    (one) => one.checkVisibility() && !one.closest("[inert]"));
  const boxes = touched.map((one) => [one.innerText || one.id, one.getBoundingClientRect()]);
  return [touched.length, boxes.filter(([, box]) => small(box) || outside(box)).map(([name]) => name)];
}"""

OVER_ANOTHER = """() => {
  const touched = [...document.querySelectorAll("button, summary")].filter((one) => one.checkVisibility());
  const boxes = touched.map((one) => [one.innerText, one.getBoundingClientRect()]);
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap(([name, box], at) =>
    boxes.slice(at + 1).filter(([, other]) => over(box, other)).map(([other]) => `${name}: ${other}`));
}"""
"""What is touched where something else is touched too."""

CUT = """() => [...document.querySelectorAll("#options button")].filter((button) => {
  button.style.overflowWrap = "normal";
  button.style.hyphens = "none";
  return button.scrollWidth > button.clientWidth;
}).map((button) => button.innerText)"""
"""Which buttons have words that do not stand on them whole."""

IN_SIGHT = """() => [...document.querySelectorAll("#lines p, #heading")].map((line) => {
  const [box, room] = [line.getBoundingClientRect(), line.parentElement.getBoundingClientRect()];
  return line.scrollWidth <= line.clientWidth && box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
})"""

WHOLE = """() => [...document.querySelectorAll("#help p")].map((line) => {
  const [box, room] = [line.getBoundingClientRect(), line.parentElement.getBoundingClientRect()];
  return box.height > 0 && box.top >= Math.max(0, room.top - 1) && box.bottom <= room.bottom + 1;
})"""
"""Which lines of help stand on the screen whole."""

QUESTIONS = {
    "ballot": (
        "Qui a le plus de voix ? Quelqu'un, ou personne.",
        {"kind": Kind.BALLOT, "ties": True, "count": (1, 2), "words": (NOBODY,)},
    ),
    "verdict": (
        "Le cercle a entendu Jean-Baptiste. Est-il coupable, ou acquitté ?",
        {"kind": Kind.YES_NO, "words": (GUILTY, ACQUITTED)},
    ),
    "yes or no": ("Jean-Baptiste, ouvres-tu le feu avant de tomber ?", {"kind": Kind.YES_NO, "words": (YES, NO)}),
    "debate": ("Le débat est ouvert.", {"kind": Kind.CONFIRM, "words": (DONE,)}),
    "card": ("Quelle carte Jean-Baptiste avait-il ?", {"kind": Kind.CARD, "cards": CARDS}),
    "box": ("Que prends-tu ?", {"kind": Kind.TAKE, "numbers": (0, 8), "cards": CARDS[:5], "words": (NOBODY,)}),
    "number": ("Combien ?", {"kind": Kind.NUMBER, "numbers": (0, 15)}),
}


@pytest.fixture(scope="module", params=[LARGE, SMALL], ids=["12 seats, 390x844", "8 seats, 320x568"])
def laid(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[PhoneTable, Hand]]:
    """A paired phone of this size at a table of so many, on the second day; somebody is dead."""
    players, viewport = request.param
    village = table(f"loup-garou loup-garou voyante sorcière chasseur villageois*{players - 5}", names=NAMES[:players])
    with phone_table(village, tmp_path_factory.mktemp("table") / "journal") as made:
        hand = Hand(browser.new_context(**{**PHONE, "viewport": viewport}), made)
        within_reach(hand)
        hand.pair()
        facts = Facts(players, night=2, day=2, dead={3: "loup-garou"})
        made.inbox.change(lambda moment: moment.standing(facts, ()))
        for _ in range(3):
            made.phone.caption("Il faut trancher. Que chaque voix choisisse une place, sans la dire.")
        yield made, hand


def within_reach(hand: Hand) -> None:
    """See that all that may be touched stands on the screen, and is as large as a finger."""
    touched, beyond = hand.page.evaluate(OUT_OF_REACH, FINGER)
    assert touched
    assert beyond == []


@pytest.fixture(params=QUESTIONS)
def asked(laid: tuple[PhoneTable, Hand], request: pytest.FixtureRequest) -> Iterator[Hand]:
    """Yield a hand at a page by day, on which one of the questions is open."""
    made, hand = laid
    prompt, choices = QUESTIONS[request.param]
    made.phone.prompt(QuestionText.alike(prompt))
    made.ports.inbox.open(by_day(made.setup.players, choices))
    hand.catch_up()
    yield hand
    made.ports.inbox.close()


def test_by_day_nothing_that_is_touched_is_out_of_sight(asked: Hand) -> None:
    within_reach(asked)
    for _ in range(2):
        asked.page.locator("#menu summary").tap()
        within_reach(asked)


@pytest.mark.parametrize("asked", ["ballot", "verdict", "yes or no", "debate"], indirect=True)
def test_on_a_phone_that_lies_nothing_that_is_touched_lies_over_another(asked: Hand) -> None:
    upright = asked.page.viewport_size
    assert upright is not None
    asked.page.set_viewport_size({"width": LYING["width"], "height": LYING["height"]})
    expect(asked.page.locator("#menu summary")).to_be_in_viewport(ratio=1)
    over = asked.page.evaluate(OVER_ANOTHER)
    asked.page.locator("#menu summary").tap()
    within_reach(asked)
    asked.page.locator("#menu summary").tap()
    asked.page.set_viewport_size(upright)
    assert over == []


def test_help_is_read_by_day_without_scrolling(asked: Hand) -> None:
    asked.page.locator("#menu summary").tap()
    asked.touch("#menu", "Aide")
    within_reach(asked)
    assert set(asked.page.evaluate(WHOLE)) == {True}
    asked.page.locator("#menu summary").tap()
    expect(asked.page.locator("#help")).to_be_hidden()


@pytest.mark.parametrize("asked", ["card", "box"], indirect=True)
def test_no_card_that_is_touched_has_its_name_cut(asked: Hand) -> None:
    assert asked.page.evaluate(CUT) == []


def by_day(players: int, choices: dict[str, Any]) -> Ask:
    living = tuple(seat for seat in range(1, players + 1) if seat != 3)
    seats = living if choices["kind"] is Kind.BALLOT else ()
    timer = Timer(seconds=300, warning=60) if choices["kind"] is Kind.CONFIRM else None
    return Ask(question="any", choices=Choices(seats=seats, **choices), living=living, timer=timer)


def test_who_leaves_is_touched_without_a_search(laid: tuple[PhoneTable, Hand]) -> None:
    _, hand = laid
    hand.page.locator("#menu summary").tap()
    hand.touch("#menu", "Départ")
    within_reach(hand)
    hand.touch("#options", "Retour")


def test_in_a_window_nothing_that_is_touched_is_out_of_sight(laid: tuple[PhoneTable, Hand]) -> None:
    made, hand = laid
    show(made, ["Quelle proie ? Quelqu'un, ou personne."], asking(Kind.SEATS, seats=(1, 2), words=(NOBODY,)), None)
    hand.catch_up()
    within_reach(hand)
    hide(made)


@pytest.fixture(params=[(320, 568), (390, 844), (844, 390), (1024, 768)], ids="{0[0]}x{0[1]}".format)
def crowded(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[tuple[PhoneTable, Hand]]:
    """A paired page of this size at a table of thirty."""
    width, height = request.param
    names = ("Isabelle", *(name for name in NAMES if "-" not in name)) * 3
    with phone_table(table("loup-garou*5 voyante villageois*24", names=names[:30]), tmp_path / "journal") as made:
        hand = Hand(browser.new_context(**{**PHONE, "viewport": {"width": width, "height": height}}), made)
        hand.pair()
        yield made, hand
        hand.context.close()


def test_thirty_have_keys_as_large_as_a_finger_and_names_that_can_be_read(crowded: tuple[PhoneTable, Hand]) -> None:
    made, hand = crowded
    cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"
    made.ports.inbox.open(by_day(30, {"kind": Kind.BALLOT}))
    hand.catch_up()
    assert hand.page.locator("#circle .name").evaluate_all(cut) == []
    whole = "(names) => names.every((name) => name.offsetHeight < 1.5 * parseFloat(getComputedStyle(name).fontSize))"
    assert hand.page.locator("#circle .name").evaluate_all(whole), "a name is broken in two"
    made.ports.inbox.close()
    show(made, ["Quelle proie ?"], asking(Kind.SEATS, seats=(1, 2)), None)
    hand.catch_up()
    within_reach(hand)
    small = "(texts) => Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize)))"
    assert hand.page.locator("#keys button:enabled span").evaluate_all(small) >= 12
    hide(made)


def test_on_a_tablet_a_metre_away_everything_is_written_larger(crowded: tuple[PhoneTable, Hand]) -> None:
    _, hand = crowded
    size = hand.page.locator("#phase").evaluate("(text) => parseFloat(getComputedStyle(text).fontSize)")
    assert (size > 26) == hand.page.evaluate("() => Math.min(innerWidth, innerHeight) > 700")


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1024, 768)], ids="{0[0]}x{0[1]}".format)
def test_who_has_won_stands_over_nothing_while_another_game_is_offered(sit: Sit, size: tuple[int, int]) -> None:
    made, hand = sit(started=False, viewport={"width": size[0], "height": size[1]})
    dead = dict.fromkeys((1, 2, 3, 4, 5), "villageois")
    made.inbox.change(lambda moment: moment.standing(Facts(8, dead=dead, day=2, outcome="village"), ()))
    for said in ("Le soir tombe. Les Loups-Garous ont gagné.", "Il n'y a plus de secret à garder.", *NAMES):
        made.phone.caption(said)
    made.phone.offer_story(True)
    made.phone.prompt(QuestionText.alike("Une autre partie ? oui, non, ou ce qui change : sans Gwen, plus Zoé, à 9"))
    made.ports.inbox.open(by_day(8, {"kind": Kind.YES_NO, "words": (YES, NO)}))
    hand.catch_up()
    column = "#story, #won, #question, #answer"
    ends = hand.page.locator(column).evaluate_all(
        "(parts) => parts.map((part) => part.getBoundingClientRect()).flatMap((box) => [box.top, box.bottom])"
    )
    assert [*ends, size[1]] == sorted([*ends, size[1]])
    fits = "(won) => won.scrollHeight <= won.clientHeight + 1"
    assert hand.page.locator("#won").evaluate(fits)


def test_on_a_tablet_the_names_in_a_window_are_written_larger_too(sit: Sit) -> None:
    made, hand = sit(started=False, viewport={"width": 1024, "height": 768})
    show(made, ["Quelle proie ?"], asking(Kind.SEATS, seats=(1, 2)), None)
    hand.catch_up()
    sizes = "(texts) => texts.map((text) => parseFloat(getComputedStyle(text).fontSize))"
    assert min(hand.page.locator("#keys button:enabled span").evaluate_all(sizes)) > 26
    hide(made)


def test_the_longest_card_is_read_without_scrolling_its_name_first_and_largest(laid: tuple[PhoneTable, Hand]) -> None:
    made, hand = laid
    happen(made.inbox, Scene(scene="night", closed=True))
    happen(made.inbox, Say(line="wolves.wake"), called="Loup-Garou")
    show(made, LONGEST_CARD, None, None)
    hand.catch_up()
    assert hand.page.evaluate(IN_SIGHT) == [True, True, True]
    name, rest = hand.page.locator("#lines p").all()
    size = "(line) => parseFloat(getComputedStyle(line).fontSize)"
    assert name.inner_text() == LONGEST_CARD[0]
    assert name.evaluate(size) > 1.3 * rest.evaluate(size)
    glow = hand.page.locator("#night").evaluate("(night) => night.style.getPropertyValue('--glow')")
    assert 0 < float(glow) < 1, "such a window is brighter or darker than others"
    hide(made)
