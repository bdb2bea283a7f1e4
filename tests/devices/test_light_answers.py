"""What one light can tell of every private line of the night, and what it cannot."""

from __future__ import annotations

from typing import assert_never

import pytest

from narrator.core.effects import Form, Term, Terms
from narrator.core.vocabulary import Line
from narrator.devices.light_answers import blinks, items
from narrator.village.catalogue import vocabulary
from narrator.village.powers import POWERS

BLINKED = {
    *("angel.yes", "angel.no", "fox.yes", "fox.no"),
    *("lovers.told", "lovers.touch_nobody"),
    *("message.hand", "message.paper"),
    *("minister.victim", "minister.no_victim", "witch.victim", "witch.no_victim"),
    *("piper.told", "power.lost", "tonight.touch_nobody", "wildchild.shown"),
    "round.nothing",
    "seer.lift",
}
COUNTED = {
    "deal.card",
    *("double.centre", "double.now", "double.same", "thief.centre", "thief.now", "thief.same"),
    *("infect.told", "infect.touch", "lovers.touch", "piper.touch"),
    "seer.look",
}
"""Cards, several seats, a side, and `as before`: they can only be lit while all are counted."""

UNTOLD = {"message.told", "message.lost", "seer.feign", "seer.feign.none", "attack.several"}
"""A message that was typed, two hints for a leader, and that one of several may be healed: words."""

PRIVATE = {id_: line for id_, line in vocabulary(POWERS).lines.items() if not line.spoken and not line.tale}


def term(name: str, form: Form) -> Term:
    """Return a value for an argument."""
    match form:
        case Form.SEAT:
            return Term(form, (2, 3) if name == "seats" else 2)
        case Form.CARD | Form.CAMP | Form.TEXT:
            return Term(form, "voyante")
        case Form.HAND:
            return Term(form, (("voyante", 1), ("loup-garou", 2)))
        case Form.PLAYING:
            return Term(form, ("KS",))
        case Form.NUMBER:
            return Term(form, 2)
        case _:
            assert_never(form)


def terms(line: Line) -> Terms:
    return tuple((name, term(name, form)) for name, form in line.args)


def test_it_is_known_of_every_private_line_how_a_light_tells_it() -> None:
    assert PRIVATE.keys() == BLINKED | COUNTED | UNTOLD


@pytest.mark.parametrize("line", sorted(BLINKED))
def test_a_light_blinks_a_line_or_is_on_at_its_item(line: str) -> None:
    assert blinks(items(PRIVATE[line].word, terms(PRIVATE[line]))) is not None


@pytest.mark.parametrize("line", sorted(COUNTED))
def test_a_light_is_on_at_the_items_of_a_line_that_is_no_number(line: str) -> None:
    shown = items(PRIVATE[line].word, terms(PRIVATE[line]))
    assert shown
    assert blinks(shown) is None


def test_every_line_that_says_one_word_is_a_private_line() -> None:
    assert PRIVATE.keys() >= {id_ for id_, line in vocabulary(POWERS).lines.items() if line.word is not None}
