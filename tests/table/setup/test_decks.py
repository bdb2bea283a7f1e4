"""Decks as people ask for them: the same again with another card, and names for one's own."""

from __future__ import annotations

import pytest
from shipped import shipped

from narrator.packs.wording import Wording
from narrator.table.games.village_engine import village_rules
from narrator.table.setup.composition import CompositionError, read_roles
from narrator.table.setup.setup_answers import KnownDecks, canonical, same_again

PACK = shipped("thiercelieux")
RULES = village_rules(PACK.rules)
NAMES = {language: Wording(words).typed for language, words in PACK.words.items()}

SIMPLE = read_roles(RULES, 8, "simple", {})[0]


def hand(text: str, players: int = 8, *, base: str = "simple", language: str = "fr") -> dict[str, int]:
    """Return the cards of an answer that asks for the same again with others."""
    cards, _ = read_roles(RULES, players, base, NAMES[language])
    roles = same_again(RULES, cards, text, NAMES[language], language)
    assert roles is not None
    return dict(read_roles(RULES, players, roles, {})[0])


@pytest.mark.parametrize(
    "text",
    [
        "la même, avec le chasseur",
        "La même avec le Chasseur",
        "pareil, avec chasseur",
        "avec un chasseur",
        "Comme la dernière fois, plus chasseur.",
    ],
)
def test_the_same_again_with_another_card_takes_the_place_of_a_filler(text: str) -> None:
    assert hand(text) == {"loup-garou": 2, "villageois": 4, "voyante": 1, "chasseur": 1}


@pytest.mark.parametrize("text", ["the same, with the hunter", "same again, with a hunter", "with the hunter"])
def test_the_same_again_is_asked_for_in_english_too(text: str) -> None:
    assert hand(text, language="en") == hand("la même, avec le chasseur")


@pytest.mark.parametrize("wolves", ["3 loups-garous", "les 3 loups-garous", "loup-garou=3", "loup-garou x3"])
def test_cards_come_and_go_in_one_answer_and_numbers_say_how_many_there_are_to_be(wolves: str) -> None:
    asked = hand(f"la même, sans la voyante et avec cupidon, la sorcière, {wolves}")
    assert asked == {"loup-garou": 3, "villageois": 3, "cupidon": 1, "sorcière": 1}


def test_the_sisters_come_both_and_never_one_of_them() -> None:
    assert hand("la même, avec une sœur")["deux-sœurs"] == 2
    assert hand("la même, avec 2 sœurs")["deux-sœurs"] == 2
    assert hand("la même, avec 3 sœurs")["deux-sœurs"] == 3


def test_the_same_again_alone_changes_nothing() -> None:
    assert hand("la même", base="full") == dict(read_roles(RULES, 8, "full", {})[0])


@pytest.mark.parametrize("text", ["la même, sans cupidon", "la même, avec le chasseur, sans cupidon"])
def test_a_filler_takes_the_place_of_a_card_that_is_left_out_and_no_other_card_comes(text: str) -> None:
    shown = dict(read_roles(RULES, 8, "full", {})[0])
    left = {card: count for card, count in shown.items() if card != "cupidon"}
    assert hand(text, base="full") == {**left, "villageois": shown["villageois"] + 1}


def test_a_card_that_comes_takes_the_place_of_a_filler_and_of_no_other_card() -> None:
    shown = dict(read_roles(RULES, 8, "full", {})[0])
    asked = hand("la même, avec la petite fille", base="full")
    assert asked == {**shown, "petite-fille": 1, "villageois": shown["villageois"] - 1}


@pytest.mark.parametrize("text", ["avec le chasseur", "avec un loup-garou", "avec un villageois"])
def test_a_card_that_is_there_already_changes_nothing(text: str) -> None:
    assert hand(text, base="full") == hand("la même", base="full")


def test_for_a_larger_circle_the_same_list_is_filled_up() -> None:
    assert hand("la même", 10, base="2 loups-garous, voyante, 5 villageois") == {
        "loup-garou": 2,
        "villageois": 7,
        "voyante": 1,
    }


def test_a_card_can_be_left_out_and_taken_again() -> None:
    once = same_again(RULES, read_roles(RULES, 8, "full", {})[0], "sans chasseur", NAMES["fr"], "fr")
    assert once is not None
    assert "chasseur" not in hand("la même", base=once)
    assert hand("avec chasseur", base=once)["chasseur"] == 1


@pytest.mark.parametrize("text", ["chasseur, voyante", "2", "complète", "la même chasseur", "avecques chasseur"])
def test_what_says_neither_with_nor_without_is_no_such_answer(text: str) -> None:
    assert same_again(RULES, SIMPLE, text, NAMES["fr"], "fr") is None


def test_a_card_that_nobody_knows_is_refused_by_its_name() -> None:
    with pytest.raises(CompositionError, match="dragon"):
        same_again(RULES, SIMPLE, "la même, avec le dragon", NAMES["fr"], "fr")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("2 werewolves, seer, 5 villagers", "loup-garou=2,voyante"),
        ("full, thief", "full,voleur"),
        ("wild,-thief", "wild,-voleur"),
    ],
)
def test_a_deck_is_kept_by_its_ids_which_every_language_reads(text: str, ids: str) -> None:
    assert canonical(RULES, text, NAMES["en"]) == ids


def test_a_deck_of_ones_own_is_found_whatever_its_case_and_accents() -> None:
    known = KnownDecks({"Soirée d'été": "full"})
    assert known.owned(" soiree d'ete ") == "full"
    assert known.owned("soirée") is None
