"""Playing cards that stand in for the cards of a game: out of one pack of 32, each for one card."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from players import hands
from shipped import shipped
from tables import NIGHT_GAMES, hunter_cards, rules_of, runs, table

from narrator.commands.packs import list_cards, show_stand_ins
from narrator.rules.core.effects import Say
from narrator.rules.core.play import Walk
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.dealing import TooManyCardsError, stand_ins

PACK = {rank + suit for rank in ("7", "8", "9", "10", "J", "Q", "K", "A") for suit in "SHDC"}
BLACK_COURT = {"KS", "KC", "QS", "QC", "JS", "JC"}
RED_COURT = {"KH", "KD", "QH", "QD", "JH", "JD"}
LOW = PACK - BLACK_COURT - RED_COURT


@st.composite
def small_tables(draw: st.DrawFn, game: str) -> VillageSetup:
    """Draw a table whose cards, the undealt ones included, are no more than a pack has."""
    cards, players = draw(hands(game, most=32))
    assume(len(cards) <= len(PACK))
    return table(cards[:players], cards[players:], game=game)


@pytest.mark.parametrize("name", NIGHT_GAMES)
def test_each_card_of_a_game_has_playing_cards_of_its_own(name: str) -> None:
    @settings(max_examples=runs(1000))
    @given(small_tables(name))
    def one_to_one(setup: VillageSetup) -> None:
        means = stand_ins(setup)
        assert [(card, len(playing)) for card, playing in means] == list(setup.hand)
        taken = [playing for _, cards in means for playing in cards]
        assert len(taken) == len(set(taken)), "no playing card means two things"
        assert set(taken) <= PACK

    one_to_one()


@pytest.mark.parametrize("name", NIGHT_GAMES)
def test_hunters_are_black_court_cards_powers_red_ones_and_all_others_low(name: str) -> None:
    @settings(max_examples=runs(1000))
    @given(small_tables(name))
    def by_rank(setup: VillageSetup) -> None:
        rules = rules_of(name)
        hunters, powers, plain = set[str](), set[str](), set[str]()
        for card, playing in stand_ins(setup):
            if card in hunter_cards(name):
                hunters |= {*playing}
            elif rules.cards[card].powers:
                powers |= {*playing}
            else:
                plain |= {*playing}
        assert len(hunters & BLACK_COURT) == min(len(hunters), 6)
        assert len(powers & RED_COURT) == min(len(powers), 6)
        if len(hunters) <= 6 and len(powers) <= 12 - len(hunters):
            assert not plain & (BLACK_COURT | RED_COURT) or len(plain) > len(LOW)

    by_rank()


MAFIA = {6: (2, 3), 7: (2, 4), 8: (3, 4), 10: (3, 6), 11: (4, 6), 13: (4, 8), 14: (5, 8), 16: (5, 10)}
"""The mafiosi and the villagers, by players."""


@pytest.mark.parametrize("players", MAFIA)
def test_mafia_is_dealt_with_the_cards_of_its_sheet(players: int) -> None:
    mafiosi, villagers = MAFIA[players]
    hand = ["mafioso"] * mafiosi + ["ange-gardien"] + ["villageois"] * villagers
    means = dict(stand_ins(table(hand, game="mafia")))
    assert means["mafioso"] == ("KS", "KC", "QS", "QC", "JS")[:mafiosi]
    assert set(means["ange-gardien"]) <= {"QH", "QD"}
    assert {playing[:-1] for playing in means["villageois"]} <= {"7", "8", "9", "10", "A"}
    assert len({playing[-1] for playing in means["villageois"]}) <= 2, "two suits are enough for the villagers"


def test_a_power_has_a_red_court_card_and_its_queen_first() -> None:
    means = dict(stand_ins(table("loup-garou*2 voyante sorcière chasseur villageois*4")))
    assert {*means["voyante"], *means["chasseur"]} == {"QH", "QD"}
    assert {*means["sorcière"]} <= RED_COURT


def test_more_cards_than_a_pack_has_are_refused() -> None:
    with pytest.raises(TooManyCardsError, match="33 cards"):
        stand_ins(table("loup-garou*4 villageois*29"))
    assert sum(len(cards) for _, cards in stand_ins(table("loup-garou*4 villageois*28"))) == 32


def test_the_table_hears_what_each_playing_card_means() -> None:
    setup = table("mafioso*2 ange-gardien villageois*3", game="mafia", deal="cards")
    said = [effect for effect in Walk(setup).run() if isinstance(effect, Say) and effect.line == "deal.stand_in"]
    heard = [(dict(say.args)["card"].value, dict(say.args)["playing"].value) for say in said]
    assert heard == list(stand_ins(setup))


@pytest.mark.parametrize(
    ("language", "several", "one"), [("fr", "Mafiosi  ", "Ange gardien  "), ("en", "Mafiosi  ", "Guardian Angel  ")]
)
def test_the_printed_list_calls_several_cards_several(
    language: str, several: str, one: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show_stand_ins("mafia", 9, "full", language)
    first, _, last = capsys.readouterr().out.splitlines()
    assert first.startswith(several)
    assert last.startswith(one)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_cards_of_a_game_are_listed_with_what_each_does(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    list_cards("thiercelieux", language)
    told = capsys.readouterr().out
    cards = shipped("thiercelieux").words[language].cards.values()
    assert [its.bare for its in cards if f"{its.bare}. {its.reminder}\n" not in told] == []
