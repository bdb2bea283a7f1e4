"""What may be said to a question of the set-up, and what is none of it."""

from __future__ import annotations

import pytest

from narrator.core.answers import Choices, Kind, Number, Text
from narrator.inbox.entry import Entry, Order, Reply
from narrator.language.offered_answers import (
    Offer,
    SetupAsk,
    numbered,
    offered_grammar,
    offered_vocabulary,
    titles,
    yes_or_no,
)
from narrator.language.spelling import Known, everything
from narrator.language.spoken import Grammar
from narrator.language.table_words import TableWords
from narrator.resources import games
from narrator.story.pack import load_pack

WORDS = {language: load_pack(games()["mafia"], [language]).words[language] for language in ("fr", "en")}
TITLES = {
    language: {name: load_pack(path, [language]).words[language].title for name, path in games().items()}
    for language in ("fr", "en")
}


def asked(*offers: Offer) -> SetupAsk:
    """Return a question with these answers; which of them it takes does not matter here."""
    return SetupAsk(question="box.game", choices=Choices(kind=Kind.TEXT), offers=offers)


def said(offers: tuple[Offer, ...], language: str = "fr", known: Known = everything) -> Grammar:
    return offered_grammar(asked(*offers), TableWords.of(WORDS[language], 0), known)


def answer(text: str, offers: tuple[Offer, ...], language: str = "fr") -> str | int | Entry | None:
    """Return the name or the number that a text gives, or what else it is."""
    match said(offers, language).read(text):
        case Reply(answer=Text(text=name)):
            return name
        case Reply(answer=Number(value=number)):
            return number
        case read:
            return read


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mafia", "mafia"),
        ("mafia de cuba", "cuba"),
        ("cuba", "cuba"),
        ("euh les loups garous s'il te plaît", "thiercelieux"),
        ("loups-garous de thiercelieux", "thiercelieux"),
        ("thiercelieux", "thiercelieux"),
        ("infiltrés", "infiltres"),
        ("mafeking", "mafeking"),
    ],
)
def test_a_game_is_called_by_its_title_or_a_part_of_it_that_is_no_other_game_s(text: str, name: str) -> None:
    assert answer(text, titles(TITLES["fr"], "fr")) == name


@pytest.mark.parametrize(
    ("text", "name"), [("the werewolves", "thiercelieux"), ("the infiltrators please", "infiltres")]
)
def test_a_game_is_called_in_english(text: str, name: str) -> None:
    assert answer(text, titles(TITLES["en"], "en"), "en") == name


def test_a_part_that_two_titles_share_means_neither() -> None:
    two = titles({"one": "Le Loup de Paris", "two": "Le Loup de Rome"}, "fr")
    assert answer("loup", two) is None
    assert answer("paris", two) == "one"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_numbers_are_understood_up_to_forty(language: str) -> None:
    offers = numbered(range(5, 41), language)
    for offer in offers:
        for way in offer.ways:
            assert Reply(offer.answer) == said(offers, language).read(way)


@pytest.mark.parametrize(
    "text", ["nous sommes vingt et un", "vingt-et-un joueurs", "euh vingt et un", "vingt et une places"]
)
def test_people_say_how_many_they_are(text: str) -> None:
    assert answer(text, numbered(range(5, 41), "fr", WORDS["fr"].lines["box.players.ways"])) == 21


def test_a_number_that_is_not_offered_is_no_answer() -> None:
    assert answer("quatre", numbered(range(5, 41), "fr")) is None


@pytest.mark.parametrize(
    ("text", "order"),
    [("au revoir", Order.QUIT), ("répète", Order.REPEAT), ("annule", Order.UNDO), ("plus fort", Order.LOUDER)],
)
def test_orders_are_understood_at_any_question(text: str, order: Order) -> None:
    assert answer(text, numbered((5, 6), "fr")) is order


@pytest.mark.parametrize("text", ["cinq six", "pas cinq", "cinq mais non", "", "je crois que cinq"])
def test_whatever_is_not_one_answer_as_a_whole_is_none(text: str) -> None:
    assert answer(text, numbered((5, 6), "fr")) is None


def test_a_slip_is_told_from_talk() -> None:
    heard = said(numbered((5, 6), "fr"))
    assert heard.slips("cinq six")
    assert heard.slips("euh cinq cinq")
    assert not heard.slips("euh")
    assert not heard.slips("tu crois que cinq")
    assert not heard.slips("")


def test_an_answer_that_cannot_be_spelled_is_not_listened_for_but_its_number_is() -> None:
    offers = titles(TITLES["fr"], "fr")
    heard = said(offers, known=lambda word: word != "mafeking")
    assert "mafeking" not in heard.phrases
    assert "numéro deux" in heard.phrases
    assert "mafeking" in offered_vocabulary(asked(*offers), TableWords.of(WORDS["fr"], 0))


def test_talk_is_listened_for_where_it_sounds_like_no_answer() -> None:
    phrases = said(yes_or_no({"yes": ("oui",), "no": ("non",)})).phrases
    assert "je pense que" in phrases
    assert len(phrases) == len({*phrases})
