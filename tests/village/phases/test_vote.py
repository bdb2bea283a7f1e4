"""The vote, as it is asked."""

from __future__ import annotations

import pytest
from rooms import wording
from tables import table

from narrator.core.answers import DONE, NOBODY, Answer, Seats, Tie, seat
from narrator.core.effects import Ask
from narrator.core.play import play, refusal_of

SAGE: tuple[Answer, ...] = (seat(1),)
TO_THE_VOTE: tuple[Answer, ...] = (NOBODY, DONE, DONE)


def asked(*answers: Answer, double: str = "yes") -> Ask:
    """Return what is asked after these answers where two are excluded, or where one is."""
    setup = table("infiltré*2 croyant*6", game="infiltres", double_elimination=double)
    question = play(setup, answers).pending
    assert question is not None
    return question


@pytest.mark.parametrize(
    ("answers", "question"),
    [
        ((*SAGE, *TO_THE_VOTE), "vote.result"),
        ((*SAGE, *TO_THE_VOTE, Tie((3, 4, 7))), "vote.captain"),
        ((NOBODY, *TO_THE_VOTE, Tie((3, 4, 7))), "vote.again"),
    ],
)
@pytest.mark.parametrize(("language", "two"), [("fr", ("Deux", "comme 3 7")), ("en", ("wo", "like 3 7"))])
def test_where_two_are_excluded_two_are_asked_for(
    answers: tuple[Answer, ...], question: str, language: str, two: tuple[str, str]
) -> None:
    asking = asked(*answers)
    assert asking.question == question
    assert refusal_of(asking, Seats((3, 7))) is None
    setup = table("infiltré*2 croyant*6", game="infiltres")
    assert all(words in wording(setup, language).prompt(asking) for words in two)
    assert "3 7" in wording(setup, language).help(asking)


def test_where_one_is_excluded_one_is_asked_for() -> None:
    asking = asked(*SAGE, *TO_THE_VOTE, double="no")
    words = wording(table("infiltré*2 croyant*6", game="infiltres"))
    assert "Une place" in words.prompt(asking)
    assert "3 7" not in words.prompt(asking) + words.help(asking)


def test_of_two_places_one_alone_may_be_left_to_be_named() -> None:
    asking = asked(*SAGE, *TO_THE_VOTE, Tie((4, 7), clear=3))
    assert asking.question == "vote.captain"
    assert asking.prompt is None
