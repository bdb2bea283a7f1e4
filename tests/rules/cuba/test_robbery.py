"""The table of the box and the robbery: the box goes round, and nobody hears what is taken."""

from __future__ import annotations

import pytest
from havana import JOKERS, TOKENS, after, at, audible, family, refused, said, stone, waits
from hypothesis import given
from hypothesis import strategies as st
from shipped import shipped

from narrator.packs.rules import CubaRules
from narrator.rules.core.answers import SILENT, Leave, Number, Refusal
from narrator.rules.core.effects import Ask, Deed, Pause, Player, Say, Window
from narrator.rules.core.secrets import Secret
from narrator.rules.cuba.takes import TokensError, left_of, right_of, tokens_of


def test_each_seat_is_called_once_in_the_order_of_the_box_and_nothing_is_entered() -> None:
    position = after(family(6, parrain=3), 2)
    calls = [effect for effect in position.effects if isinstance(effect, Say) and effect.line.startswith("box.")]
    assert [call.line for call in calls] == ["box.first", "box.next", "box.next", "box.next", "box.last", "box.home"]
    assert [dict(call.args)["seat"].value for call in calls] == [4, 5, 6, 1, 2, 3]
    asked = [effect.question for effect in position.effects if isinstance(effect, Ask)]
    assert asked == ["cuba.hidden", *["cuba.box"] * 5, "cuba.returned"]
    timers = [effect.timer for effect in position.effects if isinstance(effect, Ask) and effect.timer is not None]
    assert [timer.lasts for timer in timers] == [20] * 5, "whoever has the box may go on before"


def test_the_counts_are_the_parrains_secret() -> None:
    asked = [ask for ask in after(family(6, parrain=3), 2).effects if isinstance(ask, Ask) and not ask.public]
    assert [ask.question for ask in asked] == ["cuba.hidden", "cuba.returned"]
    assert all(ask.to == Player(3) and ask.slot == 0 and isinstance(ask.choices, Secret) for ask in asked)


def test_what_is_heard_until_the_enquiry_does_not_depend_on_the_counts() -> None:
    heard = [audible(after(family(6), hidden, back).effects) for hidden, back in ((0, 1), (5, 9), (2, 2))]
    assert heard[0] == heard[1] == heard[2]


def test_the_parrain_leads_his_own_windows_in_meneur_mode() -> None:
    windows = [effect for effect in after(family(6, mode="meneur"), 2, 7).effects if isinstance(effect, Window)]
    assert windows
    assert all(window.led for window in windows)


def test_who_left_before_the_box_went_round_is_not_called() -> None:
    position = after(family(6), Leave(4), 2, 7)
    calls = [e for e in position.effects if isinstance(e, Say) and e.line in ("box.first", "box.next", "box.last")]
    assert [dict(call.args)["seat"].value for call in calls] == [2, 3, 5, 6]
    assert "left.dead" in said(position.effects)
    assert refused(position, at(4)) is Refusal.OUT


def test_without_the_parrain_there_is_no_enquiry() -> None:
    position = after(family(6), Leave(1), 2)
    assert position.outcome == "nobody"
    assert "enquiry.broken" in said(position.effects)


def test_with_everybody_gone_there_is_no_enquiry() -> None:
    position = after(family(5), *(Leave(seat) for seat in (2, 3, 4, 5)), 2)
    assert position.outcome == "nobody"


def test_the_time_for_pam_is_the_same_whoever_is_accused() -> None:
    pauses = []
    for accused in (2, 5):
        effects = after(family(6, nettoyeur=True), 2, 7, at(accused)).effects
        pauses.append([effect.seconds for effect in effects if isinstance(effect, Pause)])
    assert pauses == [[5], [5]]


def test_a_recount_in_the_enquiry_lasts_until_the_counts_can_be() -> None:
    doubted = (2, 4, at(3), stone(12), stone(12))
    assert "count.short" in said(after(family(8), *doubted).effects)
    again = after(family(8), *doubted, 2, SILENT)
    assert waits(again) == "cuba.hidden"
    assert said(again.effects).count("count.again") == 1
    settled = after(family(8), *doubted, 2, SILENT, 2, 0)
    assert waits(settled) == "cuba.accused"
    noted = [effect.line for effect in settled.effects if isinstance(effect, Deed)]
    assert noted.count("story.stolen") == 2, "the tale knows what was stolen after all"


def test_whatever_the_parrain_can_have_counted_is_counted_to_him() -> None:
    windows = [effect for effect in after(family(6), 2, 7).effects if isinstance(effect, Window)]
    items = {
        window.call: [item for slot in window.counts for count in slot for item in count.items] for window in windows
    }
    assert items == {
        "hidden": [Number(number) for number in range(6)],
        "returned": [Number(number) for number in range(16)],
    }


@pytest.fixture(scope="module")
def rules() -> CubaRules:
    loaded = shipped("cuba").rules
    assert isinstance(loaded, CubaRules)
    return loaded


@pytest.mark.parametrize("players", TOKENS)
def test_the_pack_has_the_row_of_the_rulings(rules: CubaRules, players: int) -> None:
    assert dict(rules.tokens[players]) == TOKENS[players]
    assert rules.jokers[players] == JOKERS[players]


def test_the_pack_has_no_other_row(rules: CubaRules) -> None:
    assert set(rules.tokens) == set(rules.jokers) == set(TOKENS)
    assert (rules.players.hard_least, rules.players.least, rules.players.most) == (5, 6, 12)
    assert (rules.diamonds, rules.pocket) == (15, 5)


@pytest.mark.parametrize("players", TOKENS)
def test_the_nettoyeur_replaces_one_fidele(players: int) -> None:
    usual, changed = dict(tokens_of(TOKENS[players])), dict(tokens_of(TOKENS[players], nettoyeur=True))
    assert changed.get("fidele", 0) == usual["fidele"] - 1
    assert changed["nettoyeur"] == 1
    assert sum(changed.values()) == sum(usual.values())


def test_without_a_fidele_there_is_nobody_to_replace() -> None:
    with pytest.raises(TokensError, match=r"^the nettoyeur replaces a fidèle, and there is none at this table$"):
        tokens_of({"agent": 2}, nettoyeur=True)


def test_the_box_goes_clockwise_from_the_parrains_left() -> None:
    assert family(6).box_order == (2, 3, 4, 5, 6)
    assert family(6, parrain=4).box_order == (5, 6, 1, 2, 3)
    assert family(6, parrain=6).box_order == (1, 2, 3, 4, 5)


@given(st.integers(2, 40).flatmap(lambda players: st.tuples(st.integers(1, players), st.just(players))))
def test_left_and_right_are_opposite(seated: tuple[int, int]) -> None:
    seat, players = seated
    assert right_of(left_of(seat, players), players) == seat
    assert 1 <= left_of(seat, players) <= players
