"""Votes and hands that are counted: what counts say, and which numbers may be entered."""

from __future__ import annotations

import pytest
from tables import table

from narrator.rules.core.answers import NOBODY, Answer, Choices, Number, Seats, Tie, Token, outcome_of, seat
from narrator.rules.core.play import Walk, choices_of
from narrator.rules.village.game import VillageSetup


@pytest.mark.parametrize(
    ("counts", "most", "said"),
    [
        ((), 1, NOBODY),
        ((0, 0), 1, NOBODY),
        ((1, 2), 1, Seats((2,))),
        ((2, 1, 2), 1, Tie((1, 3))),
        ((2, 1, 3), 2, Seats((3, 1))),
        ((2, 2, 1), 2, Seats((1, 2))),
        ((2, 3, 2), 2, Tie((1, 3), clear=2)),
        ((1, 1, 1), 2, Tie((1, 2, 3))),
        ((0, 4), 2, Seats((2,))),
    ],
)
def test_counts_say_who_is_out_and_who_shares_the_last_place(counts: tuple[int, ...], most: int, said: Answer) -> None:
    assert outcome_of(dict(enumerate(counts, start=1)), most) == said


def asked(setup: VillageSetup, question: str, *answers: Answer) -> Choices:
    """Play these answers, offers declined; return what this question, which comes then, takes."""
    walk, left = Walk(setup), list(answers)
    walk.run()
    while walk.pending is not None and (left or walk.pending.offer):
        walk.answer(Token.DONE if walk.pending.offer else left.pop(0))
        walk.run()
    assert walk.pending is not None
    assert walk.pending.question == question
    return choices_of(walk.pending)


def test_who_counts_is_told_how_many_voices_are_counted_and_how_many_there_are() -> None:
    setup = table("loup-garou villageois*4", values={"count_votes": "yes", "elect": "never"})
    assert asked(setup, "vote.count", NOBODY).total == (0, 5)
    assert asked(setup, "vote.count", NOBODY, Number(2)).total == (2, 5)


def test_the_hands_against_an_accused_may_be_none() -> None:
    setup = table("mafioso villageois*4", game="mafia", values={"count_votes": "yes"})
    assert asked(setup, "trial.hands", NOBODY, seat(2)).numbers == (0, 5)
