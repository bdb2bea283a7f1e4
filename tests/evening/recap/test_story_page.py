"""The story as a page: everything that was done is on it, well written, and it fetches nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped import shipped
from tables import GAMES, runs

from narrator.base.sentences import unbroken
from narrator.evening.recap.story_page import story_page
from narrator.evening.recap.tale import chapters, tale
from narrator.evening.rehearsal.rehearsal import Guesser
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Deed, Effect, Fact, Form, News, Say, Tells, Term, Topic
from narrator.rules.core.play import Walk
from narrator.rules.core.secrets import Secret
from narrator.table.games.registry import engine_of
from narrator.table.setup.setup_answers import SetupAnswers

VOID = {"meta"}
HOSTILE = (
    '<script src="//evil">',
    'O\'Neil & "fils"',
    "</title></svg>",
    "A\u202eB\x07",
    "&amp;",
    "{seat}",
    "-->",
    "É" * 60,
)


class Page(HTMLParser):
    """A page that was read: its text, its lists' items, its tags with their attributes; every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.items: list[str] = []
        self.headings: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], "everything is closed"

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag == "li":
            self.items.append("")
        if tag in ("h1", "h2"):
            self.headings.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, "tags are closed in their order"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "li":
            self.items[-1] += data
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings[-1] += data


@cache
def finished(game: str, seed: int) -> tuple[int, tuple[Effect, ...]]:
    """Return a random game that was played to its end: how many played, and everything that happened."""
    rules = shipped(game).rules
    words = Wording(shipped(game).words["fr"])
    players = rules.players.least + seed % 4
    plan = engine_of(rules.engine).plan(rules, SetupAnswers(players=players), words, lambda _sentence: None)
    founded = plan.found(Secret(str(seed).encode()))
    chance = Random(seed)
    people = Guesser(founded.things(chance), chance)
    walk = Walk(founded.setup)
    effects = walk.run()
    while walk.pending is not None:
        walk.answer(people.answer(walk.pending))
        effects += walk.run()
    return players, tuple(effects)


def page(game: str, seed: int, language: str = "fr", names: tuple[str, ...] = ()) -> tuple[str, list[str]]:
    """Return the page of a random game, and its tale as it is printed, with the hard spaces of a page."""
    players, effects = finished(game, seed)
    words = shipped(game).words[language]
    wording = Wording(words, names and tuple(names[seat % len(names)] for seat in range(players)))
    return story_page(effects, wording, players), [*map(unbroken, tale(effects, wording))]


def picture(text: str) -> ElementTree.Element:
    """Return the picture of a page, read as strictly as XML is."""
    return ElementTree.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=runs(40))
@given(seed=st.integers(0, 10_000), language=st.sampled_from(["fr", "en"]))
def test_everything_that_the_tale_tells_is_on_the_page_in_its_order(game: str, seed: int, language: str) -> None:
    text, told = page(game, seed, language)
    read = Page(text)
    assert read.items == [line.strip() for line in told if line.startswith("  ")]
    assert ("lang", language) in read.attributes
    titles = [line for line in told if line and not line.startswith("  ")]
    assert [heading for heading in read.headings[1:] if heading not in titles] == []


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=runs(40))
@given(seed=st.integers(0, 10_000))
def test_whoever_dies_has_his_end_in_the_picture_at_the_number_of_its_line(game: str, seed: int) -> None:
    text, told = page(game, seed)
    _, effects = finished(game, seed)
    lines = [line for chapter in chapters(effects, Wording(shipped(game).words["fr"])) for line in chapter.told]
    fallen = [unbroken(line.text) for line in lines if line.tells is Tells.END]
    drawn = picture(text)
    space = "{http://www.w3.org/2000/svg}"
    links = {link.get("href", ""): link.findtext(f"{space}title") for link in drawn.iter(f"{space}a")}
    items = [line.strip() for line in told if line.startswith("  ")]
    assert {href: items[int(href.removeprefix("#told-")) - 1] for href in links} == links
    ends = [link.findtext(f"{space}title") for link in drawn.iter(f"{space}a") if link.find(f"{space}rect") is not None]
    assert ends == fallen


@pytest.mark.parametrize("game", GAMES)
def test_the_page_fetches_nothing_and_runs_nothing(game: str) -> None:
    text, _ = page(game, 1)
    read = Page(text)
    assert not {"script", "link", "img", "iframe", "object", "form", "base"} & read.tags.keys()
    assert all(value.startswith("#told-") for name, value in read.attributes if name in ("href", "src"))
    assert not [name for name, _ in read.attributes if name.startswith("on")]
    assert "url(" not in text
    assert "@import" not in text
    assert text.replace("http://www.w3.org/2000/svg", "").count("//") == 0
    assert any("default-src 'none'" in value for _, value in read.attributes)


@pytest.mark.parametrize("game", GAMES)
def test_names_that_are_written_like_a_page_are_names(game: str) -> None:
    plain, _ = page(game, 2, names=("Alice", "Bruno"))
    hostile, told = page(game, 2, names=HOSTILE)
    read = Page(hostile)
    assert read.tags == Page(plain).tags
    assert picture(hostile) is not None
    assert "\u202e" not in hostile
    assert "\x07" not in hostile
    assert [item for item in read.items if "evil" in item] == [line.strip() for line in told if "evil" in line]


def test_the_picture_is_told_in_words_too() -> None:
    text, _ = page("thiercelieux", 3)
    drawn = picture(text)
    space = "{http://www.w3.org/2000/svg}"
    assert drawn.get("role") == "group", "its numbers are links, which a picture that is one thing may not hold"
    assert drawn.findtext(f"{space}title")
    assert (drawn.get("aria-labelledby") or "").split() == [
        element.get("id") for element in drawn if element.tag in (f"{space}title", f"{space}desc")
    ]
    assert drawn.findtext(f"{space}desc")


def test_a_game_without_a_death_has_a_picture_too() -> None:
    words = shipped("thiercelieux").words["en"]
    effects: list[Effect] = [
        Deed(
            line="story.holds",
            args=Secret((("seat", Term(Form.SEAT, 1)), ("card", Term(Form.CARD, "voyante")))),
            tells=Tells.HOLDS,
        ),
        News(topic=Topic.NIGHTFALL, number=1),
        News(topic=Topic.OUTCOME, word="village"),
    ]
    text = story_page(effects, Wording(words), 2, when="21 November 2026")
    assert "21 November 2026" in text
    assert len(list(picture(text).iter("{http://www.w3.org/2000/svg}line"))) == 2


def ending_of(effects: Sequence[Effect]) -> Say:
    """Return what was said of the outcome."""
    (said,) = [effect for effect in effects if isinstance(effect, Say) and effect.line.startswith("outcome.")]
    return said


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_outcome_is_told_in_the_words_that_were_heard(game: str, language: str) -> None:
    effects = finished(game, 4)[1]
    for seed in range(12):
        wording = Wording(shipped(game).words[language], seed=seed)
        heard = wording.caption(ending_of(effects))
        assert [*chapters(effects, wording)][-1].told[0].text == heard


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_stands_after_the_outcome_is_why_the_game_ended(game: str, language: str) -> None:
    wording = Wording(shipped(game).words[language])
    effects = finished(game, 4)[1]
    notes = ending_of(effects).notes
    assert notes
    told = [told.text for told in [*chapters(effects, wording)][-1].told]
    assert told[1 : 1 + len(notes)] == [wording.caption(note) for note in notes]


@pytest.mark.parametrize("game", GAMES)
def test_headings_go_down_one_step_at_a_time(game: str) -> None:
    read = Page(page(game, 4)[0])
    assert read.tags["h1"] == 1
    assert read.tags["h2"] >= 2
    assert not {"h3", "h4"} & read.tags.keys()


@pytest.mark.parametrize(
    ("language", "winners", "told"),
    [
        ("fr", (3,), "La victoire est pour le numéro 3."),
        ("fr", (3, 4), "La victoire est pour le numéro 3 et le numéro 4."),
        ("en", (3,), "to number 3."),
        ("en", (3, 4), "to number 3 and number 4."),
    ],
)
def test_who_wins_and_what_was_stolen_is_told_in_its_number(language: str, winners: tuple[int, ...], told: str) -> None:
    words = shipped("cuba").words[language]
    count = (("count", Term(Form.NUMBER, 1)),)
    effects: list[Effect] = [
        Deed(line="story.hidden", args=Secret(count)),
        Deed(line="story.stolen", args=Secret(count)),
        News(topic=Topic.OUTCOME, word=f"seats {','.join(map(str, winners))}"),
        Say(line="outcome.seats", args=(("seats", Fact(Form.SEAT, winners)),), notes=(Say(line="why.recovered"),)),
    ]
    text = "".join(story_page(effects, Wording(words, seed=seed), 6) for seed in range(8))
    assert told in text
    singular = {"fr": "avait caché un diamant.", "en": "had hidden one diamond."}
    assert singular[language] in text


def test_a_part_in_which_nothing_happened_has_no_title_in_the_tale_either() -> None:
    chosen = Deed(line="story.attack", args=Secret((("seat", Term(Form.SEAT, 2)),)))
    night, day = News(topic=Topic.NIGHTFALL, number=1), News(topic=Topic.DAYBREAK, number=1)
    told = [*tale([night, chosen, day, replace(night, number=2), chosen], Wording(shipped("thiercelieux").words["fr"]))]
    choice = "  Les Loups-Garous choisirent le numéro 2."
    assert told == ["Nuit 1", choice, "", "Nuit 2", choice]
