"""A departure where nothing is asked counts once it is entered twice in a row, in a window as elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rooms import Key
from sittings import Script, Sitting
from tables import table

from narrator.core.answers import NOBODY, SILENT, Leave
from narrator.inbox.entry import Order, Reply
from narrator.session.presses import DepartureCheck

LIVING = (1, 2, 3)
QUIET: Script = {
    "seer.target": [[], []],
    "wolves.victim": [NOBODY, NOBODY],
    "witch.heal": [SILENT, SILENT],
    "witch.poison": [NOBODY, NOBODY],
    "debate.end": [],
}
SETUP = table("loup-garou voyante sorcière villageois*3", values={"elect": "never"})
PLACES = ["in a window", "outside one"]


def at_night(place: str, *keys: Key) -> Sitting:
    """Play a night in which these are keyed in a row, to the debate after it."""
    calm = Sitting(SETUP, QUIET)
    assert calm.play() == "debate.end"
    sitting = Sitting(SETUP, QUIET)
    at = calm.opened("seer") + 1.0 if place == "in a window" else calm.closed("seer") + 0.1
    for number, key in enumerate(keys):
        sitting.key(at + 0.1 * number, key)
    assert sitting.play() == "debate.end"
    return sitting


def test_a_departure_is_asked_for_again_once() -> None:
    check = DepartureCheck()
    assert [check.first(Reply(Leave(2)), LIVING) for _ in range(2)] == [Leave(2), None]


@pytest.mark.parametrize("entry", [Reply(Leave(2), certain=True), Reply(Leave(9)), Reply(SILENT), Order.HELP], ids=str)
def test_nothing_else_is_asked_for_again(entry: Reply | Order) -> None:
    assert DepartureCheck().first(entry, LIVING) is None


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("between", "leaves"),
    [
        ([], True),
        ([Leave(4)], False),
        ([Order.HELP], False),
        ([Order.PAUSE, Order.RESUME], False),
    ],
    ids=str,
)
def test_a_departure_counts_only_if_nothing_else_is_entered_in_between(
    place: str, between: Sequence[Key], leaves: bool
) -> None:
    sitting = at_night(place, Leave(5), *between, Leave(5))
    assert (Leave(5) in [answer for _, answer in sitting.answers]) == leaves


@pytest.mark.parametrize("place", PLACES)
def test_a_departure_that_is_entered_again_only_in_the_next_call_does_not_count(place: str) -> None:
    calm = Sitting(SETUP, QUIET)
    calm.play()
    sitting = Sitting(SETUP, QUIET)
    first, second = [
        calm.opened(call) + 1.0 if place == "in a window" else calm.closed(call) + 0.1 for call in ("seer", "wolves")
    ]
    sitting.key(first, Leave(5))
    sitting.key(second, Leave(5))
    sitting.play()
    asked = [text for _, _, text in sitting.senses.secret if "Le numéro 5 quitte la partie ?" in text]
    asked += [told for told in sitting.public() if "Le numéro 5 quitte la partie ?" in told]
    assert len(asked) == 2
    assert Leave(5) not in [answer for _, answer in sitting.answers]
