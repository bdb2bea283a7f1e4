"""What may be said to a question of the set-up, and what is none of it."""

from __future__ import annotations

import pytest

from narrator.inbox.inbox import Order
from narrator.language.offered_answers import Expected, Offer, expected, numbered, titles
from narrator.resources import games
from narrator.story.pack import load_pack

WORDS = {language: load_pack(games()["mafia"], [language]).words[language] for language in ("fr", "en")}
TITLES = {
    language: {name: load_pack(path, [language]).words[language].title for name, path in games().items()}
    for language in ("fr", "en")
}


def said(offers: tuple[Offer, ...], language: str = "fr") -> Expected:
    return expected(offers, language, WORDS[language].commands)


def line(text: str, offers: tuple[Offer, ...], language: str = "fr") -> str | Order | None:
    """Return the line that a text gives, or what else it is."""
    read = said(offers, language).read(text)
    return read.line if isinstance(read, Offer) else read


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
    assert line(text, titles(TITLES["fr"], "fr")) == name


@pytest.mark.parametrize(
    ("text", "name"), [("the werewolves", "thiercelieux"), ("the infiltrators please", "infiltres")]
)
def test_a_game_is_called_in_english(text: str, name: str) -> None:
    assert line(text, titles(TITLES["en"], "en"), "en") == name


def test_a_part_that_two_titles_share_means_neither() -> None:
    two = titles({"one": "Le Loup de Paris", "two": "Le Loup de Rome"}, "fr")
    assert line("loup", two) is None
    assert line("paris", two) == "one"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_numbers_are_understood_up_to_forty(language: str) -> None:
    offers = numbered(range(5, 41), language)
    for offer in offers:
        for way in offer.ways:
            assert line(way, offers, language) == offer.line


@pytest.mark.parametrize(
    "text", ["nous sommes vingt et un", "vingt-et-un joueurs", "euh vingt et un", "vingt et une places"]
)
def test_people_say_how_many_they_are(text: str) -> None:
    assert line(text, numbered(range(5, 41), "fr", WORDS["fr"].lines["box.players.ways"])) == "21"


def test_a_number_that_is_not_offered_is_no_answer() -> None:
    assert line("quatre", numbered(range(5, 41), "fr")) is None


@pytest.mark.parametrize(
    ("text", "order"),
    [("au revoir", Order.QUIT), ("répète", Order.REPEAT), ("annule", Order.UNDO), ("plus fort", Order.LOUDER)],
)
def test_orders_are_understood_at_any_question(text: str, order: Order) -> None:
    assert line(text, numbered((5, 6), "fr")) is order


@pytest.mark.parametrize("text", ["cinq six", "pas cinq", "cinq mais non", "", "je crois que cinq"])
def test_whatever_is_not_one_answer_as_a_whole_is_none(text: str) -> None:
    assert line(text, numbered((5, 6), "fr")) is None


def test_a_slip_is_told_from_talk() -> None:
    heard = said(numbered((5, 6), "fr"))
    assert heard.slips("cinq six")
    assert heard.slips("euh cinq cinq")
    assert not heard.slips("euh")
    assert not heard.slips("tu crois que cinq")
    assert not heard.slips("")


def test_an_answer_that_cannot_be_spelled_is_not_listened_for_but_its_number_is() -> None:
    heard = expected(titles(TITLES["fr"], "fr"), "fr", WORDS["fr"].commands, lambda word: word != "mafeking")
    assert "mafeking" not in heard.phrases
    assert "numéro deux" in heard.phrases
    assert "mafeking" in heard.vocabulary


def test_talk_is_listened_for_where_it_sounds_like_no_answer() -> None:
    offers = (Offer("oui", "oui", ("oui",), plain=True), Offer("non", "non", ("non",), plain=True))
    phrases = said(offers).phrases
    assert "je pense que" in phrases
    assert len(phrases) == len({*phrases})
