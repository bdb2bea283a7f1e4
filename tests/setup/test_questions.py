"""What may be typed before a game: beginnings of words, and names as a keyboard gives them."""

from __future__ import annotations

import re

import pytest
from tables import NIGHT_GAMES
from typed_answers import decided, in_turn

from narrator.core.modes import Mode
from narrator.games.engine import SetupAnswers
from narrator.games.village_engine import VillageEngine, village_rules
from narrator.resources import pack_path
from narrator.setup.composition import CompositionError, suggested
from narrator.setup.questions import Dialog, composition, read_names, read_respellings
from narrator.story.pack import load_pack
from narrator.story.wording import Wording

PACK = load_pack(pack_path("thiercelieux"), ["fr"])
GAMES = {name: name for name in ("mafeking", "mafia", "thiercelieux")}


def choose(usual: str, *typed: str) -> str:
    """Type these lines to the question which game is to be played."""
    words = PACK.words["fr"]
    return decided(Dialog(PACK.rules, words).choose("setup.game", GAMES, usual), words, in_turn(*typed))


def mode_of(typed: str, language: str = "fr") -> Mode:
    """Type this to the question who leads."""
    words = load_pack(pack_path("thiercelieux"), [language]).words[language]
    return decided(Dialog(PACK.rules, words).mode(), words, in_turn(typed))


def test_a_beginning_that_fits_one_word_means_that_word() -> None:
    assert choose("mafia", "Thier") == "thiercelieux"
    assert mode_of("m") is Mode.MENEUR


def test_a_beginning_that_fits_two_words_is_asked_again() -> None:
    assert choose("thiercelieux", "ma", "maf", "mafi") == "mafia"


def test_names_lose_what_cannot_be_printed() -> None:
    assert read_names("Ann\x1b[A, Chlo\udcc3\udca9,\x07, Ben ") == ("Ann[A", "Chlo", "Ben")


def test_a_name_may_tell_how_it_is_said() -> None:
    typed = "Alice, Chloé=Clo-é , =, Zoë= ,\x1b[Bob"
    assert read_names(typed) == ("Alice", "Chloé", "Zoë", "[Bob")
    assert read_respellings(typed) == {"Chloé": "Clo-é"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_cards_and_compositions_are_typed_in_the_language_of_the_game(game: str, language: str) -> None:
    pack = load_pack(pack_path(game), [language])
    rules, words = village_rules(pack.rules), pack.words[language]
    typed = Wording(words).typed
    players = rules.players.most
    for id_ in rules.compositions:
        called = words.compositions.get(id_, id_)
        assert composition(rules, players, called, typed)[0] == suggested(rules, players, id_)
        assert composition(rules, players, id_, typed) == composition(rules, players, called.upper(), typed)
    for card in rules.cards:
        by_id = composition(rules, players, f"{rules.hunters.card}=2,{card}", {})
        for name in (words.cards[card].bare, words.cards[card].many.lower()):
            assert composition(rules, players, f"{rules.hunters.card}=2,{name}", typed) == by_id


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_the_question_for_a_composition_names_what_is_typed_in_its_own_language(game: str, language: str) -> None:
    pack = load_pack(pack_path(game), [language])
    rules, words = village_rules(pack.rules), pack.words[language]
    (question,) = words.lines["setup.composition"]
    own = {words.compositions.get(id_, id_) for id_ in rules.compositions}
    assert own <= set(re.findall(r"[\w-]+", question))
    foreign = {*rules.compositions, *rules.cards} - own if language == "en" else set(rules.compositions) - own
    spoken_alike = {card for card in rules.cards if card in {words.cards[card].bare.lower() for card in rules.cards}}
    assert not (foreign - spoken_alike) & set(re.findall(r"[\w-]+", question))


def test_a_card_that_does_not_exist_is_told_in_the_language_of_the_game() -> None:
    told: list[str] = []
    words = PACK.words["fr"]
    asked = VillageEngine().dialog(PACK.rules, Dialog(PACK.rules, words), 1)
    decided(asked, words, in_turn("8", "", "", "", "dragon", "complète", ""), told)
    assert "« dragon »" in told[0]
    with pytest.raises(CompositionError, match="there is no card 'dragon'"):
        VillageEngine().plan(PACK.rules, SetupAnswers(players=8, roles="dragon"), Wording(words), told.append)


@pytest.mark.parametrize(("word", "mode"), [("nobody", Mode.JOUEUR), ("lead", Mode.MENEUR), ("joueur", Mode.JOUEUR)])
def test_who_leads_is_typed_in_english_in_an_english_game(word: str, mode: Mode) -> None:
    assert mode_of(word, "en") is mode
