"""The deck adviser: what is offered for each circle, what is told of it, and what is kept under a name."""

from __future__ import annotations

import odds_table
import pytest
from players import ALONE
from shipped import shipped
from tables import NIGHT_GAMES
from typed_answers import decided

from narrator.base.resources import pack_path, told_in
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Ask
from narrator.rules.village.phases.epilogue import OUTCOMES
from narrator.table.games.deck_advice import cautions, is_possible, offered_decks
from narrator.table.games.village_dialog import village_dialog
from narrator.table.games.village_engine import village_rules
from narrator.table.setup.composition import Hand, read_roles
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import DeckOdds, KnownDecks, Odds, SetupAnswers, read_odds

PATH = pack_path("thiercelieux")
PACK = shipped(PATH)
RULES = village_rules(PACK.rules)
ODDS = read_odds(PATH, RULES)


def settled(
    *cards: str, players: str = "8", decks: KnownDecks | None = None, language: str = "fr"
) -> tuple[SetupAnswers, list[str]]:
    """Settle a game whose cards are answered by these lines in turn; return what was told, too."""
    told: list[str] = []
    answers = iter(cards)

    def line(ask: Ask) -> str:
        return next(answers) if ask.question == "setup.composition" else ""

    words = PACK.words[language]
    dialog = village_dialog(
        RULES, Dialog(RULES, words), SetupAnswers(players=int(players), decks=decks or KnownDecks()), settles=True
    )
    asked = decided(dialog, words, line, told)
    assert next(answers, None) is None, "every answer is asked for"
    return asked, told


def cards_of(asked: SetupAnswers) -> dict[str, int]:
    return dict(read_roles(RULES, asked.players, asked.roles, Wording(PACK.words["fr"]).typed)[0])


LOPSIDED = {"thiercelieux": range(12, 41), "mafia": range(9, 13)}
"""Where the sheet's number of hunters, or a game of three cards, leaves one camp less than two games of five."""


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_a_circle_is_offered_decks_that_were_rehearsed_and_leave_both_camps_a_chance(game: str) -> None:
    rules = village_rules(shipped(game).rules)
    odds = read_odds(pack_path(game), rules)
    assert odds is not None, "make odds"
    assert odds.games >= 400
    for players in range(rules.players.hard_least, rules.players.hard_most + 1):
        assert is_possible(rules, players, "balanced")
        for deck in rules.decks:
            if is_possible(rules, players, deck):
                its = odds.of(deck, players)
                assert its is not None
                assert 97 <= sum(its.shares.values()) <= 103, "rounded, each by itself"
                fair = 40 <= its.shares["village"] <= 60
                assert fair or players in LOPSIDED.get(game, ()), (players, deck)


def test_decks_are_offered_first_with_what_they_mean_and_how_they_went() -> None:
    asked, told = settled("3", decks=KnownDecks(odds=ODDS))
    assert asked.roles == "wild"
    (wild,) = [place for place, text in enumerate(told) if text.startswith("3. Folle")]
    assert "Le plus de pouvoirs" in told[wild + 1]
    assert "400 parties jouées au hasard" in told[wild + 2]
    assert "% pour le village" in told[wild + 2]
    assert len([text for text in told if "qui connaît déjà le jeu" in text]) == 2, "for each card once"


def test_odds_are_told_in_english_too() -> None:
    _, told = settled("", decks=KnownDecks(odds=ODDS), language="en")
    assert [text for text in told if "400 games played at random" in text and "% for the village" in text]


def test_every_outcome_that_a_table_may_have_is_told() -> None:
    outcomes = (*OUTCOMES, *ALONE)
    odds = DeckOdds(rules="", games=400, decks={"short": {8: Odds(nights=3.0, shares=dict.fromkeys(outcomes, 12))}})
    for language in ("fr", "en"):
        (told,) = [text for text in settled("", decks=KnownDecks(odds=odds), language=language)[1] if "400" in text]
        assert told.count("12") == len(outcomes)


def test_without_a_table_nothing_is_told_of_odds() -> None:
    assert not [text for text in settled("")[1] if "au hasard" in text]


@pytest.mark.parametrize("card", ["ange", "chien-loup", "enfant-sauvage", "joueur-de-flûte", "loup-blanc"])
def test_cards_with_an_aim_of_their_own_are_for_experienced_players(card: str) -> None:
    assert ("compose.experienced", card) in [
        (fault.line, fault.terms["card"].value) for fault in cautions(RULES, 12, hand(12, f"full,-petite-fille,{card}"))
    ]


@pytest.mark.parametrize("name", ["courte", "short", "Courte"])
def test_a_deck_is_taken_by_its_name_too(name: str) -> None:
    assert cards_of(settled(name)[0]) == dict(read_roles(RULES, 8, "short", {})[0])


def test_what_is_a_deck_is_not_offered_twice() -> None:
    offered = offered_decks(RULES, SetupAnswers(players=8))
    assert len({deck.hand for deck in offered}) == len(offered)


@pytest.mark.parametrize(("language", "title"), [("fr", "Mafia classique"), ("en", "Classic Mafia")])
def test_a_card_that_another_game_has_is_told_with_its_title(language: str, title: str) -> None:
    with told_in(language):
        _, told = settled("détective", "", language=language)
    assert [text for text in told if title in text and "détective" in text]


def test_the_same_begins_from_what_is_in_play_and_is_told_at_once() -> None:
    asked, told = settled("la même, sans cupidon", decks=KnownDecks(last="2 loups-garous, petite-fille"))
    understood, _ = (text for text in told if text.startswith("En jeu"))
    assert understood == "En jeu : 2 Loups-Garous, 3 Villageois, la Voyante, le Chasseur et la Sorcière."
    assert cards_of(asked)["villageois"] == 3


def test_the_same_as_the_last_time_is_asked_for_with_another_card() -> None:
    asked, _ = settled("comme la dernière fois, avec le chasseur", decks=KnownDecks(last="simple"))
    assert cards_of(asked) == {"loup-garou": 2, "villageois": 4, "voyante": 1, "chasseur": 1}


def test_the_same_again_elects_nobody_where_nobody_was_to_be_elected() -> None:
    asked, _ = settled("comme la dernière fois, avec le chasseur", decks=KnownDecks(last="simple"))
    assert asked.settings["elect"] == ("never",)
    asked, _ = settled("la même, sans cupidon")
    assert "elect" not in asked.settings


def test_a_deck_with_more_hunters_or_cards_for_experienced_players_gets_a_warning_and_is_taken() -> None:
    asked, told = settled("3 loups-garous, petite-fille")
    assert cards_of(asked)["petite-fille"] == 1
    assert [text for text in told if "Plus de tueurs que d'habitude (2)" in text]
    assert [text for text in told if "La Petite Fille" in text and "qui connaît déjà le jeu" in text]


def hand(players: int, roles: str) -> Hand:
    return read_roles(RULES, players, roles, {})[0]


def test_usual_cards_want_no_warning() -> None:
    assert cautions(RULES, 12, hand(12, "balanced")) == []
    assert [fault.line for fault in cautions(RULES, 12, hand(12, "wild"))] == ["compose.experienced"] * 2
    assert cautions(RULES, 8, hand(8, "4 loup-garou")) == [], "the check of the cards tells it"


def test_a_deck_is_kept_under_a_name_and_offered_to_every_circle_that_it_is_possible_for() -> None:
    asked, told = settled("Vendredi : 2 loups-garous, voyante, cupidon")
    assert dict(asked.decks.own) == {"Vendredi": "loup-garou=2,voyante,cupidon"}
    assert [text for text in told if "« Vendredi »" in text]
    again, told = settled("vendredi", players="10", decks=asked.decks)
    assert [text for text in told if text.startswith("4. Vendredi")]
    assert cards_of(again) == {"loup-garou": 2, "villageois": 6, "voyante": 1, "cupidon": 1}


def test_what_is_in_play_is_kept_by_a_name_and_a_colon_alone() -> None:
    asked, _ = settled("habitude :")
    assert dict(asked.decks.own) == {"habitude": "balanced"}
    assert asked.roles is None


def test_a_name_is_given_anew() -> None:
    asked, _ = settled("été : folle", decks=KnownDecks({"ÉTÉ": "simple", "hiver": "full"}))
    assert dict(asked.decks.own) == {"hiver": "full", "été": "wild"}


@pytest.mark.parametrize("name", ["voyante", "Folle", "12", "x" * 31, "a, b", "\x1b[31m"])
def test_a_name_that_would_be_taken_for_something_else_is_refused(name: str) -> None:
    asked, told = settled(f"{name} : courte", "")
    assert asked.decks == KnownDecks()
    assert [text for text in told if "ne peut pas être le nom" in text]


def test_the_page_of_odds_is_that_of_the_packs() -> None:
    assert odds_table.PAGE.read_text(encoding="utf-8") == odds_table.drawn(), "make odds writes it anew"
