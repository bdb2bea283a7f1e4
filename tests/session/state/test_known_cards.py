"""Who held what: as it was told and, where one kind of card is left over, as that leaves it."""

from __future__ import annotations

from collections import Counter

from narrator.core.effects import Deed, Form, Tells, Term
from narrator.core.secrets import Secret
from narrator.session.known_cards import Holdings


def holdings(**cards: str) -> Holdings:
    """Return holdings that were told of these seats, as `_3="voyante"`."""
    told = Holdings()
    for seat, card in cards.items():
        args = (("seat", Term(Form.SEAT, int(seat.removeprefix("_")))), ("card", Term(Form.CARD, card)))
        told.note(Deed(line="story.holds", args=Secret(args), tells=Tells.HOLDS))
    return told


def cards(told: Holdings) -> dict[object, object]:
    return {seat.value: card.value for seat, card in told.told()}


def test_whoever_was_never_asked_holds_the_kind_that_is_left_over() -> None:
    told = holdings(_1="loup-garou", _3="voyante")
    assert told.complete(Counter({"loup-garou": 1, "voyante": 1, "villageois": 2}), 4) == ()
    assert cards(told) == {1: "loup-garou", 2: "villageois", 3: "voyante", 4: "villageois"}


def test_of_several_kinds_nobody_is_given_one() -> None:
    told = holdings(_1="loup-garou")
    assert told.complete(Counter({"loup-garou": 1, "voyante": 1, "villageois": 1}), 3) == (2, 3)
    assert cards(told) == {1: "loup-garou"}


def test_a_card_that_may_lie_in_the_centre_is_another_kind_that_is_left_over() -> None:
    told = holdings(_1="loup-garou", _2="voleur")
    assert told.complete(Counter({"loup-garou": 1, "voleur": 1, "sorciere": 1, "villageois": 2}), 3) == (3,)


def test_where_everybody_told_his_card_nothing_is_left() -> None:
    told = holdings(_1="loup-garou", _2="voyante")
    assert told.complete(Counter({"loup-garou": 1, "voyante": 1}), 2) == ()
