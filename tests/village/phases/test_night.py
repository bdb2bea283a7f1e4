"""The night: who is called, and what a leader is told of a call."""

from __future__ import annotations

import pytest
from rooms import wording
from tables import table

from narrator.core.answers import DONE, NOBODY, Seats
from narrator.core.play import play, refusal_of


@pytest.mark.parametrize(("language", "words"), [("fr", "ou personne"), ("en", "or nobody")])
@pytest.mark.parametrize("centre", ["", "voleur villageois"])
def test_nobody_is_offered_as_holder_only_where_the_card_may_lie_in_the_centre(
    language: str, words: str, centre: str
) -> None:
    cards = "loup-garou*2 voyante villageois*4"
    setup = table(cards, centre, mode="meneur", deal="cards", elect="never")
    asked = play(setup, [DONE, NOBODY] if centre else [DONE]).pending
    assert asked is not None
    assert asked.question == "seer.seat"
    assert (words in wording(setup, language).prompt(asked)) == (refusal_of(asked, NOBODY) is None) == bool(centre)


def test_nobody_is_not_offered_to_a_leader_where_hunters_must_be() -> None:
    setup = table("loup-garou*2 villageois*5", mode="meneur", deal="cards", elect="never")
    asked = play(setup, [DONE]).pending
    assert asked is not None
    assert asked.question == "wolves.seats"
    assert refusal_of(asked, Seats((1, 2))) is None
    assert wording(setup).prompt(asked).endswith("comme 3 7.")
