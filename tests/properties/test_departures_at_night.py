"""A departure that is keyed at any two instants of a call counts alike, whether or not somebody is asked there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rooms import Key, Typed
from sittings import Script, Sitting
from tables import runs, table

from narrator.rules.core.answers import NOBODY, SILENT, Leave, Refusal
from narrator.table.inbox.entry import Misread, Order

LEAVES = "départ 5"
CARDS = "loup-garou sorcière villageois*4 voleur"
TABLES = {
    "the witch is asked": table(CARDS, "villageois*2", values={"elect": "never"}),
    "the witch lies in the centre": table(
        "loup-garou villageois*5 voleur", "sorcière villageois", values={"elect": "never"}
    ),
}
QUIET: Script = {
    "thief.card": [SILENT],
    "wolves.victim": [NOBODY],
    "witch.heal": [[]],
    "witch.poison": [[]],
    "debate.end": [],
}
BETWEEN: st.SearchStrategy[Key] = st.sampled_from(
    (
        Typed("5"),
        Typed("oui"),
        Typed(""),
        Typed("état"),
        Typed("xyzzy"),
        Typed("-"),
        Order.NEXT,
        Misread(Refusal.UNREADABLE),
    )
)
"""What is keyed besides."""


def left(which: str, keyed: list[tuple[float, Key]]) -> tuple[bool, list[str]]:
    """Return whether 5 left in a witch's window in which this was keyed, so many seconds after it opened."""
    opened = sitting(which, []).opened("witch")
    played = sitting(which, [(opened + after, key) for after, key in keyed])
    return Leave(5) in [answer for _, answer in played.answers], played.public(until=played.when("dawn"))


def sitting(which: str, keyed: list[tuple[float, Key]]) -> Sitting:
    laid = Sitting(TABLES[which], QUIET)
    for at, key in keyed:
        laid.key(at, key)
    laid.play()
    return laid


@settings(max_examples=runs(100))
@given(
    st.floats(0.1, 25.0),
    st.floats(0.1, 25.0),
    st.lists(st.tuples(st.floats(0.1, 25.0), BETWEEN), max_size=3),
)
def test_it_counts_whoever_is_asked(once: float, again: float, besides: list[tuple[float, Key]]) -> None:
    keyed: list[tuple[float, Key]] = [(once, Typed(LEAVES)), (again, Typed(LEAVES)), *besides]
    asked, unasked = (left(which, keyed) for which in TABLES)
    assert asked == unasked


@pytest.mark.parametrize("which", TABLES)
def test_twice_in_one_slot_is_a_departure_and_once_in_each_of_two_is_none(which: str) -> None:
    assert left(which, [(1.0, Typed(LEAVES)), (2.0, Typed(LEAVES))])[0]
    assert not left(which, [(1.0, Typed(LEAVES)), (23.0, Typed(LEAVES))])[0]
    assert not left(which, [(1.0, Typed(LEAVES)), (1.5, Typed("xyzzy")), (2.0, Typed(LEAVES))])[0]
