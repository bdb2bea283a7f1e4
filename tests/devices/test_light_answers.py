"""What one light can tell of every private line of the night, and what it cannot."""

from __future__ import annotations

from typing import assert_never

import pytest
from tables import NIGHT_GAMES, rules_of

from narrator.core.effects import Form, Term, Terms
from narrator.core.vocabulary import Line
from narrator.devices.light_answers import Way, beyond, blinks, items, ways
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

UNTOLD = {"message.told", "message.lost", "seer.feign", "attack.several"}
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


@pytest.mark.parametrize("line", sorted(PRIVATE))
def test_a_light_tells_a_line_in_the_ways_that_are_said(line: str) -> None:
    expected = {Way.BLINKS, Way.COUNT} if line in BLINKED else {Way.COUNT} if line in COUNTED else set()
    assert ways(PRIVATE[line]) == expected


@pytest.mark.parametrize("line", sorted(PRIVATE))
def test_what_is_said_to_be_told_is_told(line: str) -> None:
    shown = items(PRIVATE[line].word, terms(PRIVATE[line]))
    if Way.COUNT in ways(PRIVATE[line]):
        assert shown
    if Way.BLINKS in ways(PRIVATE[line]):
        assert blinks(shown) is not None
    elif Way.COUNT in ways(PRIVATE[line]):
        assert blinks(shown) is None


def test_every_line_that_says_one_word_is_a_private_line() -> None:
    assert PRIVATE.keys() >= {id_ for id_, line in vocabulary(POWERS).lines.items() if line.word is not None}


def lines_of(game: str) -> list[Line]:
    """Return the lines of all that a game may call."""
    return [*vocabulary(sorted(rules_of(game).in_play & POWERS.keys())).lines.values()]


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_by_counting_a_light_tells_all_but_words(game: str) -> None:
    assert set(beyond(lines_of(game), [Way.COUNT])) <= UNTOLD


def test_a_typed_message_is_beyond_any_light() -> None:
    assert "message.told" in beyond(PRIVATE.values(), Way)
    assert set(beyond(PRIVATE.values(), Way)) == UNTOLD


def test_blinks_alone_tell_no_card() -> None:
    assert set(beyond(PRIVATE.values(), [Way.BLINKS])) == UNTOLD | COUNTED


def test_without_a_light_nothing_is_told() -> None:
    assert set(beyond(vocabulary(POWERS).lines.values(), ())) == PRIVATE.keys()
