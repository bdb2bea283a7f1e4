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


def test_an_outcome_names_the_seats_or_nobody() -> None:
    assert outcome((1, 4, 5)) == "seats 1,4,5"
    assert outcome(()) == "nobody"
