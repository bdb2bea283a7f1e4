"""What may be typed before a game: beginnings of words, and names as a keyboard gives them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from shipped import shipped
from tables import NIGHT_GAMES
from typed_answers import decided, in_turn

from narrator.evening.app.choosing.game_list import games_in
from narrator.packs.wording import Wording
from narrator.rules.core.play import Mode
from narrator.table.games.village_engine import village_rules
from narrator.table.language.offered_answers import titles
from narrator.table.setup.circle import Circle
from narrator.table.setup.composition import read_roles, suggested
from narrator.table.setup.dialog import Dialog

PACK = shipped("thiercelieux")
CUBA = shipped("cuba")
GAMES = {name: name for name in ("mafeking", "mafia", "thiercelieux")}


def choose(*typed: str) -> str:
    """Type these lines to the question which of some games is to be played."""
    return named(GAMES, *typed)


def named(titles_by_name: Mapping[str, str], *typed: str) -> str:
    """Type these lines to the question which of these games is to be played."""
    words = PACK.words["fr"]
    offers = dict(zip(titles_by_name, titles(titles_by_name, "fr"), strict=True))
    asked = Dialog(PACK.rules, words).which(offers, "Mafia", "En jeu : rien.", ("lead", "settle"))
    return decided(asked, words, in_turn(*typed))[0]


def mode_of(typed: str, language: str = "fr") -> Mode:
    """Type this to the question who leads."""
    words = shipped("thiercelieux").words[language]
    return decided(Dialog(PACK.rules, words).mode(Mode.JOUEUR), words, in_turn(typed))


def test_a_beginning_that_fits_one_word_means_that_word() -> None:
    assert choose("Thier") == "thiercelieux"
    assert mode_of("m") is Mode.MENEUR


def test_a_beginning_that_fits_two_words_is_asked_again() -> None:
    assert choose("ma", "maf", "mafi") == "mafia"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_cards_and_compositions_are_typed_in_the_language_of_the_game(game: str, language: str) -> None:
    pack = shipped(game)
    rules, words = village_rules(pack.rules), pack.words[language]
    typed = Wording(words).typed
    players = rules.players.most
    for id_ in rules.compositions:
        called = words.compositions.get(id_, id_)
        assert read_roles(rules, players, called, typed)[0] == suggested(rules, players, id_)
        assert read_roles(rules, players, id_, typed) == read_roles(rules, players, called.upper(), typed)
    for card in rules.cards:
        by_id = read_roles(rules, players, f"{rules.hunters.card}=2,{card}", {})
        for name in (words.cards[card].bare, words.cards[card].many.lower()):
            assert read_roles(rules, players, f"{rules.hunters.card}=2,{name}", typed) == by_id


@pytest.mark.parametrize(("word", "language"), [("moi", "fr"), ("Moi !", "fr"), ("une meneuse.", "fr"), ("me", "en")])
def test_who_leads_says_so(word: str, language: str) -> None:
    assert mode_of(word, language) is Mode.MENEUR


@pytest.mark.parametrize(
    ("typed", "seat"),
    [("le 3", 3), ("trois", 3), ("numéro 3.", 3), ("Chloé", 3), ("c'est chlo", 3), ("la Chloé", 3), ("", 2), ("9", 1)],
)
def test_a_seat_is_named_by_its_number_or_who_sits_there(typed: str, seat: int) -> None:
    words = CUBA.words["fr"]
    asked = Dialog(CUBA.rules, words).seat("setup.parrain", 4, ("Alice", "Bruno", "Chloé", "Six"), 2)
    assert decided(asked, words, in_turn(typed, "alice")) == seat


def test_where_nobody_has_a_name_a_seat_is_its_number() -> None:
    words = CUBA.words["fr"]
    assert decided(Dialog(CUBA.rules, words).seat("setup.parrain", 6, (), 1), words, in_turn("le six")) == 6


@pytest.mark.parametrize(("word", "mode"), [("nobody", Mode.JOUEUR), ("lead", Mode.MENEUR), ("joueur", Mode.JOUEUR)])
def test_who_leads_is_typed_in_english_in_an_english_game(word: str, mode: Mode) -> None:
    assert mode_of(word, "en") is mode


@pytest.mark.parametrize("typed", ["1", "loups garous", "loups-garous", "Les Loups-Garous de Thiercelieux", "thier"])
def test_a_game_is_typed_by_its_number_its_title_or_a_part_of_it(typed: str) -> None:
    assert which(typed) == "thiercelieux"


def test_a_misspelt_game_is_suggested_and_enter_takes_it() -> None:
    assert which("lous garou", "") == "thiercelieux"
    assert which("mafiosa", "non", "5") == "mafia"


@pytest.mark.parametrize(
    ("typed", "game"), [(("2",), "cuba"), (("mafekin", ""), "mafeking"), (("infiltrés",), "infiltres")]
)
def test_where_a_game_is_suggested_another_one_may_be_named_at_once(typed: tuple[str, ...], game: str) -> None:
    assert which("mafiosa", *typed) == game


def which(*typed: str) -> str:
    """Type these lines to the question which of the installed games is to be played."""
    return named({name: words.title for name, words in games_in("fr").items()}, *typed)


def test_an_empty_line_is_told_that_it_must_be_known_who_plays() -> None:
    words, told = PACK.words["fr"], list[str]()
    assert decided(Dialog(PACK.rules, words).players(), words, in_turn("", "8"), told) == Circle(8)
    assert told[0] == Wording(words).line("setup.names.wanted")
