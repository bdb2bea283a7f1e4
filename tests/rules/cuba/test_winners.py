"""Who wins, against a definition of its own: seat by seat, looking to the right until somebody is no chauffeur."""

from __future__ import annotations

import pytest
from havana import AGENT, CHAUFFEUR, CHEAT, FIDELE, NETTOYEUR, STREET, stone
from hypothesis import event, given, settings
from hypothesis import strategies as st
from tables import runs

from narrator.rules.core.answers import Diamonds
from narrator.rules.cuba.takes import EnquiryEnd, Situation, Take, outcome, winners

POCKET: st.SearchStrategy[Take] = st.one_of(
    st.integers(1, 4).map(stone), st.sampled_from((FIDELE, AGENT, CHAUFFEUR, CHAUFFEUR, NETTOYEUR, STREET, CHEAT))
)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Draw any end of a game, also ones that no box could have led to."""
    players = draw(st.integers(5, 12), label="players")
    parrain = draw(st.integers(1, players), label="parrain")
    seats = [seat for seat in range(1, players + 1) if seat != parrain]
    takes = {seat: draw(POCKET, label=f"seat {seat}") for seat in seats}
    ending = draw(st.sampled_from(EnquiryEnd), label="ending")
    out = draw(st.sets(st.sampled_from(seats)), label="out")
    shot = draw(st.sets(st.sampled_from(sorted(out)), max_size=1), label="shot") if out else set()
    agents = [seat for seat, take in takes.items() if take == AGENT]
    shooters = [seat for seat, take in takes.items() if take == NETTOYEUR]
    lonely = {EnquiryEnd.AGENT: agents, EnquiryEnd.SHOT: shooters}.get(ending)
    if lonely == []:
        ending = EnquiryEnd.OUT
    return Situation(
        players=players,
        parrain=parrain,
        takes=takes,
        ending=ending,
        out=frozenset(out | ({parrain} if ending is EnquiryEnd.OUT else set())),
        shot=frozenset(shot),
        alone=draw(st.sampled_from(lonely), label="alone") if lonely else None,
    )


def seat_wins(end: Situation, seat: int) -> bool:
    """Whether one seat wins, as the rule sheet tells each player about himself."""
    if end.ending is EnquiryEnd.BROKEN:
        return False
    if end.ending in (EnquiryEnd.AGENT, EnquiryEnd.SHOT):
        return seat == end.alone
    thieves = {s: t.count for s, t in end.takes.items() if isinstance(t, Diamonds) and s not in end.out}
    recovered = end.ending is EnquiryEnd.RECOVERED and not thieves  # whom the takes leave in has been overlooked
    if seat == end.parrain:
        return recovered
    take = end.takes[seat]
    if take == FIDELE:
        return recovered and (seat not in end.out or seat in end.shot)
    if seat in end.out:
        return False
    if take == NETTOYEUR:
        return recovered
    if take == STREET:
        return not recovered and bool(thieves)
    if take == CHAUFFEUR:
        return seat_wins(end, seat - 1 if seat > 1 else end.players)
    return not recovered and isinstance(take, Diamonds) and take.count == max(thieves.values())


@pytest.mark.thorough
@settings(max_examples=runs(20_000))
@given(situations())
def test_the_winners_are_those_of_a_definition_written_seat_by_seat(end: Situation) -> None:
    expected = tuple(seat for seat in range(1, end.players + 1) if seat_wins(end, seat))
    event(f"{end.ending.value}, {min(len(expected), 5)} win")
    assert winners(end) == expected


def end(ending: EnquiryEnd, takes: dict[int, Take], **more: object) -> Situation:
    """Return the end of a game of six with the parrain on seat 1."""
    return Situation(players=6, parrain=1, takes=takes, ending=ending, **more)  # type: ignore[arg-type]  # as written


def test_chauffeurs_in_a_row_all_ride_with_the_first_winner_on_their_right() -> None:
    row: dict[int, Take] = {2: FIDELE, 3: CHAUFFEUR, 4: CHAUFFEUR, 5: CHAUFFEUR, 6: stone(3)}
    assert winners(end(EnquiryEnd.RECOVERED, row, out=frozenset({6}))) == (1, 2, 3, 4, 5)


def test_the_first_player_drives_the_parrain() -> None:
    takes: dict[int, Take] = {2: CHAUFFEUR, 3: stone(1), 4: STREET, 5: STREET, 6: STREET}
    assert winners(end(EnquiryEnd.RECOVERED, takes, out=frozenset({3}))) == (1, 2)
    assert winners(end(EnquiryEnd.OUT, takes, out=frozenset({1}))) == (3, 4, 5, 6)


def test_a_chauffeur_who_is_out_breaks_the_row() -> None:
    row: dict[int, Take] = {2: FIDELE, 3: CHAUFFEUR, 4: CHAUFFEUR, 5: AGENT, 6: stone(3)}
    assert winners(end(EnquiryEnd.RECOVERED, row, out=frozenset({3, 6}))) == (1, 2)


def test_thieves_with_equal_loot_share_and_the_poorer_one_goes_without() -> None:
    takes: dict[int, Take] = {2: stone(4), 3: stone(4), 4: stone(5), 5: stone(3), 6: CHAUFFEUR}
    assert winners(end(EnquiryEnd.OUT, takes, out=frozenset({1, 4}))) == (2, 3)


def test_a_street_kid_does_not_win_without_a_thief() -> None:
    takes: dict[int, Take] = {2: stone(4), 3: AGENT, 4: CHEAT, 5: STREET, 6: STREET}
    assert winners(end(EnquiryEnd.OUT, takes, out=frozenset({1, 2}))) == ()


@pytest.mark.parametrize(("ending", "alone"), [(EnquiryEnd.AGENT, 3), (EnquiryEnd.SHOT, 2)])
def test_alone_is_alone_no_chauffeur_shares(ending: EnquiryEnd, alone: int) -> None:
    takes: dict[int, Take] = {2: NETTOYEUR, 3: AGENT, 4: CHAUFFEUR, 5: CHAUFFEUR, 6: stone(2)}
    assert winners(end(ending, takes, alone=alone)) == (alone,)


def test_an_outcome_names_the_seats_or_nobody() -> None:
    assert outcome((1, 4, 5)) == "seats 1,4,5"
    assert outcome(()) == "nobody"
