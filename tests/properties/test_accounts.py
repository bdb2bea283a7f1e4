"""Two records are compared until the tables know different things, before the first night too."""

from __future__ import annotations

import json

import pytest
from accounts import difference


def said(line: str, at: float = 0.0, **more: object) -> str:
    return json.dumps({"at": at, "kind": "say", "to": "all", "line": line} | more)


ROUND = said("round.seat", seat=1), said("round.end")
LEAVES = said("left.dead", seats=[1]), said("dead.card", seat=1, role="seer")
NIGHT = said("nightfall"), said("wolves.wake"), said("dawn")


def test_a_round_and_a_night_that_are_the_same_are_compared_to_their_end() -> None:
    assert difference([*ROUND, *LEAVES, *NIGHT], [*ROUND, *LEAVES, *NIGHT]) == (1, None)


def test_rounds_of_a_deal_that_comes_again_are_compared_as_one() -> None:
    again = [*ROUND, said("deal.again"), *ROUND]
    assert difference([*again, *NIGHT], [*again, *NIGHT]) == (1, None)
    late = said("round.seat", 0.1, seat=1), ROUND[1]
    assert difference([*again, *LEAVES], [*ROUND, said("deal.again"), *late])[1] is not None


def test_nothing_is_compared_once_other_cards_were_shown_before_the_first_night() -> None:
    other = said("left.dead", seats=[1]), said("dead.card", seat=1, role="wolf")
    assert difference([*ROUND, *LEAVES, *NIGHT], [*ROUND, *other, *NIGHT, said("wolves.sleep")]) == (0, None)


@pytest.mark.parametrize(
    "other",
    [
        [said("round.seat", 0.1, seat=1), ROUND[1], *LEAVES, *NIGHT],
        [*ROUND, said("deal.again"), *ROUND, *LEAVES, *NIGHT],
        [*ROUND, said("left.dead", 0.1, seats=[1]), LEAVES[1], *NIGHT],
        [*ROUND, *NIGHT, *LEAVES],
        [*ROUND, *LEAVES, NIGHT[0], said("wolves.wake", 0.1), NIGHT[2]],
    ],
    ids=["in the round", "in another round", "at a farewell", "of who leaves in one of them alone", "in the night"],
)
def test_a_difference_that_nobody_was_told_is_found(other: list[str]) -> None:
    assert difference([*ROUND, *LEAVES, *NIGHT], other)[1] is not None
