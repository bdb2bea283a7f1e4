"""The tables of the rule sheets, row by row: how many hunters, and the suggested compositions, in our own figures."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from players import Players, game
from tables import NIGHT_GAMES, rules_of

from narrator.rules.core.secrets import Secret
from narrator.rules.village.phases.epilogue import OUTCOMES
from narrator.table.games.founding import found
from narrator.table.setup.composition import (
    CompositionError,
    Hand,
    default_composition,
    fitting_compositions,
    hand_faults,
    read_roles,
    suggested,
    table_faults,
)
from narrator.table.setup.setup_answers import SetupAnswers

HUNTERS: Mapping[str, tuple[tuple[range, int], ...]] = {
    "thiercelieux": ((range(5, 7), 1), (range(7, 12), 2), (range(12, 19), 3), (range(19, 41), 4)),
    "mafeking": (
        (range(5, 10), 1),
        (range(10, 14), 2),
        (range(14, 18), 3),
        (range(18, 25), 4),
        (range(25, 41), 5),
    ),
    "infiltres": ((range(7, 12), 2), (range(12, 17), 3), (range(17, 21), 4)),
    "mafia": ((range(6, 8), 2), (range(8, 11), 3), (range(11, 14), 4), (range(14, 17), 5)),
    "mafia-classique": ((range(5, 8), 1), (range(8, 21), 2)),
}
HUNTER = {
    "thiercelieux": "loup-garou",
    "mafeking": "boer",
    "infiltres": "infiltré",
    "mafia": "mafioso",
    "mafia-classique": "mafioso",
}
ROWS = [
    (name, players, hunters) for name, rows in HUNTERS.items() for span, hunters in rows for players in span
]  # every number of players of every row


@pytest.mark.parametrize("name", NIGHT_GAMES)
def test_every_game_has_its_rows_here(name: str) -> None:
    spans = [span for span, _ in HUNTERS[name]]
    limits = rules_of(name).players
    assert {limits.least, limits.most} <= {players for span in spans for players in span}


@pytest.mark.parametrize(("name", "players", "hunters"), ROWS, ids=lambda value: str(value))
def test_each_row_has_its_hunters_and_is_played_to_its_end(name: str, players: int, hunters: int) -> None:
    rules = rules_of(name)
    hand = suggested(rules, players, fitting_compositions(rules, players)[0])
    cards = dict(hand)
    assert cards[HUNTER[name]] == hunters
    assert sum(cards.values()) == players
    assert not [fault for fault in hand_faults(rules, players, hand) if fault.error]
    setup = found(rules, SetupAnswers(players=players), hand, Secret(bytes([players])))
    _, _, walk = game(setup, Players(setup, players))
    assert walk.outcome in OUTCOMES


SUGGESTED: Mapping[tuple[str, str, int], str] = {
    ("thiercelieux", "simple", 8): "loup-garou*2 villageois*5 voyante",
    ("thiercelieux", "simple", 18): "loup-garou*3 villageois*14 voyante",
    ("thiercelieux", "full", 5): "loup-garou villageois*2 voyante sorcière",
    ("thiercelieux", "full", 6): "loup-garou villageois*2 voyante sorcière chasseur",
    ("thiercelieux", "full", 8): "loup-garou*2 villageois*2 voyante chasseur cupidon sorcière",
    ("thiercelieux", "full", 9): "loup-garou*2 villageois*2 voyante chasseur cupidon sorcière petite-fille",
    ("thiercelieux", "full", 12): "loup-garou*3 villageois*4 voyante chasseur cupidon sorcière petite-fille",
    ("thiercelieux", "full", 18): "loup-garou*3 villageois*10 voyante chasseur cupidon sorcière petite-fille",
    ("mafeking", "small", 5): "boer fusilier*2 sergent-major médecin",
    ("mafeking", "small", 9): "boer fusilier*6 sergent-major médecin",
    ("mafeking", "base", 10): "boer*2 fusilier*5 sergent-major médecin scout",
    ("mafeking", "base", 13): "boer*2 fusilier*8 sergent-major médecin scout",
    ("mafeking", "base", 14): "boer*3 fusilier*8 sergent-major médecin scout",
    ("mafeking", "base", 24): "boer*4 fusilier*17 sergent-major médecin scout",
    ("mafeking", "base", 25): "boer*5 fusilier*17 sergent-major médecin scout",
    ("infiltres", "full", 7): "infiltré*2 croyant*2 hackeuse ministre pasteur",
    ("infiltres", "full", 11): "infiltré*2 croyant*6 hackeuse ministre pasteur",
    ("infiltres", "twelve", 12): "infiltré*3 croyant*4 hackeuse ministre pasteur leader-louange lanceuse-d-alerte",
    ("infiltres", "twelve", 16): "infiltré*3 croyant*8 hackeuse ministre pasteur leader-louange lanceuse-d-alerte",
    (
        "infiltres",
        "seventeen",
        17,
    ): "infiltré*4 croyant*7 hackeuse ministre pasteur leader-louange lanceuse-d-alerte guetteuse",
    (
        "infiltres",
        "seventeen",
        20,
    ): "infiltré*4 croyant*10 hackeuse ministre pasteur leader-louange lanceuse-d-alerte guetteuse",
    ("mafia", "full", 6): "mafioso*2 villageois*3 ange-gardien",
    ("mafia", "full", 7): "mafioso*2 villageois*4 ange-gardien",
    ("mafia", "full", 8): "mafioso*3 villageois*4 ange-gardien",
    ("mafia", "full", 10): "mafioso*3 villageois*6 ange-gardien",
    ("mafia", "full", 11): "mafioso*4 villageois*6 ange-gardien",
    ("mafia", "full", 13): "mafioso*4 villageois*8 ange-gardien",
    ("mafia", "full", 14): "mafioso*5 villageois*8 ange-gardien",
    ("mafia", "full", 16): "mafioso*5 villageois*10 ange-gardien",
    ("mafia-classique", "simple", 8): "mafioso*2 villageois*4 docteur détective",
    ("mafia-classique", "balanced", 8): "mafioso*2 villageois*2 docteur détective garde-du-corps justicier",
}


@pytest.mark.parametrize(("name", "composition", "players"), SUGGESTED, ids=lambda value: str(value))
def test_the_suggested_tables_are_those_of_the_sheets(name: str, composition: str, players: int) -> None:
    assert spelled(suggested(rules_of(name), players, composition)) == sorted(
        SUGGESTED[name, composition, players].split()
    )


RICHEST = {
    ("thiercelieux", 5): "full",
    ("thiercelieux", 18): "full",
    ("mafeking", 5): "small",
    ("mafeking", 9): "small",
    ("mafeking", 10): "full",
    ("infiltres", 7): "full",
    ("infiltres", 11): "full",
    ("infiltres", 12): "twelve",
    ("infiltres", 16): "twelve",
    ("infiltres", 17): "seventeen",
    ("infiltres", 20): "seventeen",
    ("mafia", 6): "full",
}


@pytest.mark.parametrize(("name", "players"), RICHEST, ids=lambda value: str(value))
def test_the_suggested_table_suits_the_number_of_players(name: str, players: int) -> None:
    assert fitting_compositions(rules_of(name), players)[0] == RICHEST[name, players]


@pytest.mark.parametrize("name", NIGHT_GAMES)
def test_what_is_dealt_unless_somebody_settles_it_is_balanced_and_for_everybody(name: str) -> None:
    rules = rules_of(name)
    for players in range(rules.players.hard_least, rules.players.hard_most + 1):
        assert default_composition(rules, players) == "balanced"
        cards = dict(suggested(rules, players, "balanced"))
        assert not [card for card in cards if rules.cards[card].experienced]


def test_a_pack_without_a_balanced_deck_for_so_many_deals_its_richest_composition() -> None:
    rows = (THIERCELIEUX.decks["balanced"][0].model_copy(update={"players": (8, 40)}),)
    rules = THIERCELIEUX.model_copy(update={"decks": {"balanced": rows}})
    assert [default_composition(rules, players) for players in (7, 8)] == ["full", "balanced"]
    with pytest.raises(CompositionError):
        suggested(rules, 7, "balanced")


def test_a_deck_has_its_own_number_of_hunters_where_it_says_so() -> None:
    row = THIERCELIEUX.compositions["simple"].model_copy(update={"hunters": 3})
    rules = THIERCELIEUX.model_copy(update={"decks": {"short": (row,)}})
    assert dict(suggested(rules, 8, "short")) == {"loup-garou": 3, "villageois": 4, "voyante": 1}


def test_mafekings_full_table_has_every_optional_card() -> None:
    hand = dict(suggested(rules_of("mafeking"), 14, "full"))
    optional = ["officier-de-cavalerie", "père", "messager", "sentinelle", "vétéran"]
    assert [hand[card] for card in optional] == [1] * 5
    assert hand["fusilier"] == 3


@pytest.mark.parametrize(
    ("name", "card", "filler", "players"),
    [("thiercelieux", "voleur", "villageois", 10), ("infiltres", "agent-double", "croyant", 12)],
)
def test_who_takes_an_undealt_card_brings_two_more_into_play(name: str, card: str, filler: str, players: int) -> None:
    rules = rules_of(name)
    plain = dict(suggested(rules, players, default_composition(rules, players)))
    more = dict(suggested(rules, players, default_composition(rules, players), extra=[card]))
    assert sum(more.values()) == players + 2
    assert more[card] == 1
    assert more[filler] + sum(more[other] for other in more if other not in (card, filler)) == players + 1
    assert more[HUNTER[name]] == plain[HUNTER[name]]


def spelled(hand: Hand) -> list[str]:
    """Spell a hand as the table above does, sorted."""
    return sorted(card if count == 1 else f"{card}*{count}" for card, count in hand)


@pytest.mark.parametrize(
    ("game", "players"),
    [("mafeking", 5), ("mafeking", 9), ("thiercelieux", 5), ("thiercelieux", 7), ("thiercelieux", 8), ("infiltres", 6)],
)
def test_a_circle_for_which_a_game_has_cards_of_its_own_is_not_called_unusual(game: str, players: int) -> None:
    assert table_faults(rules_of(game), players) == []


@pytest.mark.parametrize(("game", "players"), [("thiercelieux", 19), ("infiltres", 21)])
def test_a_circle_beyond_what_a_game_says_of_itself_is_called_unusual(game: str, players: int) -> None:
    (fault,) = table_faults(rules_of(game), players)
    assert (fault.line, fault.error) == ("compose.players_unusual", False)


THIERCELIEUX = rules_of("thiercelieux")
CALLED = {"grand-mechant-loup": "grand-méchant-loup", "soeur": "deux-sœurs"}
"""What cards are called besides, as a pack's words tell it."""


@pytest.mark.parametrize(
    ("written", "cards"),
    [
        ("full,salvateur", {"salvateur": 1, "loup-garou": 2}),
        ("full,2 deux-sœurs", {"deux-sœurs": 2}),
        ("full,2 soeur", {"deux-sœurs": 2}),
        ("full,Montreur d'ours", {"montreur-d-ours": 1}),
        ("full,joueur de flute", {"joueur-de-flûte": 1}),
        ("loup-garou=2,trois-freres=3", {"trois-frères": 3, "loup-garou": 2}),
        ("full,Grand Méchant Loup", {"grand-méchant-loup": 1, "loup-garou": 1}),
        ("full,loup-blanc,infect père des loups", {"loup-blanc": 1, "infect-père-des-loups": 1, "loup-garou": 0}),
    ],
)
def test_a_card_of_an_extension_is_in_play_where_it_is_named(written: str, cards: dict[str, int]) -> None:
    hand = dict(read_roles(THIERCELIEUX, 11, written, CALLED)[0])
    assert {card: hand.get(card, 0) for card in cards} == cards
    assert sum(hand.values()) == 11
    assert not [fault for fault in hand_faults(THIERCELIEUX, 11, tuple(hand.items())) if fault.error]


@pytest.mark.parametrize("players", range(5, 41))
@pytest.mark.parametrize("name", ["simple", "full"])
def test_no_suggested_composition_has_a_card_of_an_extension(name: str, players: int) -> None:
    assert not [card for card, _ in suggested(THIERCELIEUX, players, name) if THIERCELIEUX.cards[card].extension]


@pytest.mark.parametrize(
    ("written", "sisters", "brothers"),
    [
        ("loup-garou=2,deux-sœurs", 2, 0),
        ("loup-garou=2,2 deux-soeurs", 2, 0),
        ("loup-garou=2,deux-sœurs=2,trois-frères", 2, 3),
        ("loup-garou=2,deux-sœurs,deux-sœurs", 2, 0),
        ("full,deux-sœurs", 2, 0),
        ("full,trois-frères,trois-frères,trois-frères", 0, 3),
        ("full,deux-sœurs,trois-frères,-deux-sœurs", 0, 3),
    ],
)
def test_who_belongs_together_is_named_once(written: str, sisters: int, brothers: int) -> None:
    hand, _ = read_roles(THIERCELIEUX, 11, written, CALLED)
    assert (dict(hand).get("deux-sœurs", 0), dict(hand).get("trois-frères", 0)) == (sisters, brothers)
    assert sum(count for _, count in hand) == 11
    assert not [fault for fault in hand_faults(THIERCELIEUX, 11, hand) if fault.error]


def test_a_number_that_parts_who_belongs_together_is_refused() -> None:
    hand, _ = read_roles(THIERCELIEUX, 11, "loup-garou=2,deux-sœurs=1", CALLED)
    assert [fault.line for fault in hand_faults(THIERCELIEUX, 11, hand) if fault.error] == ["compose.together"]


def test_a_deck_that_lists_the_sisters_has_both_or_none() -> None:
    deck = THIERCELIEUX.compositions["full"].model_copy(update={"adds": ["deux-sœurs"], "keep": 3})
    rules = THIERCELIEUX.model_copy(update={"compositions": {"sisters": deck}})
    seats = {players: dict(suggested(rules, players, "sisters")).get("deux-sœurs", 0) for players in (5, 6)}
    assert seats == {5: 0, 6: 2}
