"""Before winners are named, every take is told and must add up with the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from havana import AGENT, CHAUFFEUR, CHEAT, FIDELE, STREET, after, at, family, said, stone
from hypothesis import given, settings
from hypothesis import strategies as st
from rooms import wording
from tables import runs

from narrator.rules.core.answers import DONE, Answer, Card, Diamonds, Refusal
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import refusal_of
from narrator.rules.cuba.takes import BoxContents, Take, Tokens, tokens_of
from narrator.table.games.cuba_engine import TrueBox


def adds_up(order: Sequence[int], takes: Mapping[int, Take], tokens: Tokens, diamonds: int, returned: int) -> bool:
    box = BoxContents(order=order, takes=takes, tokens=tokens, diamonds=diamonds, returned=returned)
    return box.adds_up()


TRUE = (stone(9), FIDELE, FIDELE, AGENT, CHAUFFEUR, FIDELE, STREET)
"""What eight players took who stole nine of thirteen diamonds."""


def over(*more: Answer) -> list[str]:
    """End an enquiry at once, by accusing seat 5, the agent; tell these takes; return the lines since then."""
    position = after(family(8), 2, 4, at(5), AGENT, *more)
    lines = said(position.effects)
    return lines[lines.index("pockets.agent") :]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ((stone(8), *TRUE[1:]), ["reveal.missing"]),
        ((stone(10), *TRUE[1:]), ["reveal.many"]),
        ((stone(9), STREET, *TRUE[2:]), []),  # taken in the middle of the round, out of a box that was not empty
    ],
)
def test_takes_that_do_not_add_up_are_told_again_and_what_is_wrong(wrong: tuple[Answer, ...], told: list[str]) -> None:
    lines = over(*wrong)
    assert lines[lines.index("reveal.again") :] == ["reveal.again", *told, "reveal.seat"]
    assert over(*wrong, *TRUE)[-2:] == ["outcome.seats", "again.ask"]


@pytest.mark.parametrize(
    ("told", "returned", "surplus"),
    [
        ((stone(4), stone(3), FIDELE), 3, 0),
        ((stone(4), stone(2), FIDELE), 3, -1),
        ((stone(6), stone(3), FIDELE), 3, 2),
        ((stone(4), CHEAT, FIDELE), 3, 0),  # any may be missing behind a cheat
        ((stone(9), CHEAT, FIDELE), 3, 2),
    ],
)
def test_by_how_many_diamonds_the_takes_differ_is_known(told: tuple[Take, ...], returned: int, surplus: int) -> None:
    takes = dict(enumerate(told, start=2))
    box = BoxContents(order=tuple(takes), takes=takes, tokens=tokens_of({"fidele": 2}), diamonds=10, returned=returned)
    assert box.surplus() == surplus


def test_what_was_shown_before_need_only_be_confirmed() -> None:
    confirmed = (*TRUE[:3], DONE, *TRUE[4:])
    assert over(*confirmed)[-2:] == ["outcome.seats", "again.ask"]
    first = after(family(8), 2, 4, at(5), AGENT).pending
    assert isinstance(first, Ask)
    assert refusal_of(first, DONE) is Refusal.WORD
    seen = after(family(8), 2, 4, at(5), AGENT, *TRUE[:3]).pending
    assert isinstance(seen, Ask)
    words = wording(family(8))
    assert words.prompt(seen).endswith("Entrée garde : Agent.")
    assert "Entrée" not in words.prompt(first)


def test_what_the_prompt_says_that_an_empty_line_keeps_is_what_was_told_last() -> None:
    mistyped = (stone(4), *TRUE[1:])
    again = after(family(8), 2, 4, at(5), AGENT, *mistyped)
    assert isinstance(again.pending, Ask)
    assert wording(family(8)).prompt(again.pending).endswith("Entrée garde : 4.")
    assert "reveal.believed" in over(*mistyped, *([DONE] * 7)), "four stand, twice"
    corrected = after(family(8), 2, 4, at(5), AGENT, *mistyped, stone(9), *([DONE] * 6))
    assert corrected.outcome == "seats 5"


@pytest.mark.parametrize(
    ("loot", "most"),
    [({}, 10), ({3: 0}, 10), ({3: 4}, 6)],
    ids=["not counted", "none", "four"],
)
def test_no_more_comes_back_than_a_cheat_can_have_left(loot: Mapping[int, int], most: int) -> None:
    def box(returned: int) -> BoxContents:
        takes: dict[int, Take] = {2: stone(3), 3: CHEAT, 4: FIDELE}
        return BoxContents(
            order=(2, 3, 4), takes=takes, tokens=tokens_of({"fidele": 1}), diamonds=13, returned=returned, loot=loot
        )

    assert [returned for returned in range(14) if box(returned).adds_up()] == list(range(most + 1))


THIRD = (2, 3, 4, 5)
"""Who had the box; the third of them says that there was nothing in it."""


@pytest.mark.parametrize(
    ("before", "tokens", "returned", "may"),
    [
        ({2: stone(13), 3: FIDELE}, {"fidele": 1}, 0, True),  # they have emptied it
        ({2: stone(13), 3: FIDELE}, {"fidele": 1}, 1, False),  # a single diamond came back
        ({2: stone(12), 3: FIDELE}, {"fidele": 1}, 0, False),  # a single diamond was left, and nobody to take it
        ({2: stone(12)}, {"agent": 1}, 0, True),  # unless the other took that one, and the token was set aside
        ({2: stone(12)}, {"fidele": 1, "agent": 1}, 0, False),  # but not where a second token was left
        ({2: stone(13), 3: FIDELE}, {"fidele": 1, "agent": 1}, 0, True),  # a token may have been set aside
        ({2: stone(13), 3: FIDELE}, {"fidele": 1, "agent": 2}, 0, False),  # but not two
        ({2: stone(6), 3: stone(7)}, {"fidele": 1, "agent": 1}, 0, False),  # and diamonds are no tokens
        ({2: stone(13), 3: STREET}, {"fidele": 1, "agent": 1}, 0, False),  # nor is nothing
        ({2: CHEAT, 3: FIDELE}, {"fidele": 4}, 0, True),  # behind a cheat anything may be missing
    ],
)
def test_a_box_that_those_before_cannot_have_emptied_was_not_empty(
    before: Mapping[int, Take], tokens: Mapping[str, int], returned: int, may: bool
) -> None:
    box = BoxContents(
        order=THIRD,
        takes={**before, 4: STREET},
        tokens=tokens_of(dict(tokens)),
        diamonds=13,
        returned=returned,
    )
    assert box.may_take_nothing(4) is may


def test_the_token_set_aside_may_be_any_one_of_them_but_only_one() -> None:
    tokens = tokens_of({"fidele": 2, "agent": 1})
    order = (2, 3, 4, 5)
    empty: dict[int, Take] = {2: stone(13), 3: FIDELE, 4: FIDELE, 5: STREET}
    assert adds_up((*order, 6), {**empty, 6: STREET}, tokens, 13, 0), "the agent was set aside"
    twice: dict[int, Take] = {2: stone(13), 3: FIDELE, 4: STREET, 5: STREET}
    assert not adds_up(order, twice, tokens, 13, 0), "two tokens cannot have been set aside"


@settings(max_examples=runs(5000))
@given(st.integers(5, 12), st.booleans(), st.integers(0, 2**32))
def test_a_box_that_truly_went_round_adds_up(players: int, nettoyeur: bool, seed: int) -> None:
    setup = family(players, nettoyeur=nettoyeur)
    box = TrueBox(setup, Random(seed))
    assert adds_up(setup.box_order, box.takes, setup.tokens, setup.diamonds - box.hidden, box.returned)


@settings(max_examples=runs(5000))
@given(st.integers(5, 12), st.integers(0, 2**32), st.integers(1, 3))
def test_a_box_with_a_diamond_more_or_less_does_not(players: int, seed: int, extra: int) -> None:
    setup = family(players)
    box = TrueBox(setup, Random(seed))
    thieves = [seat for seat, take in box.takes.items() if isinstance(take, Diamonds)]
    if not thieves or Card("cheat") in box.takes.values():
        return
    first = box.takes[thieves[0]]
    assert isinstance(first, Diamonds)
    told = {**box.takes, thieves[0]: Diamonds(first.count + extra)}
    assert not adds_up(setup.box_order, told, setup.tokens, setup.diamonds - box.hidden, box.returned)


@settings(max_examples=runs(5000))
@given(st.integers(5, 12), st.integers(0, 2**32), st.data())
def test_whoever_truly_had_nothing_to_take_never_broke_the_rule(players: int, seed: int, data: st.DataObject) -> None:
    setup = family(players)
    box = TrueBox(setup, Random(seed))
    idle = [seat for seat, take in box.takes.items() if take == STREET]
    if not idle or CHEAT in box.takes.values():
        return  # a cheat may empty the box sooner than anybody believes
    seat = data.draw(st.sampled_from(idle), label="seat")
    known = data.draw(st.sets(st.sampled_from(setup.box_order)), label="known") | {seat}
    seen = BoxContents(
        order=setup.box_order,
        takes={other: box.takes[other] for other in known},
        tokens=setup.tokens,
        diamonds=setup.diamonds - box.hidden,
        returned=box.returned,
    )
    assert seen.may_take_nothing(seat)


@settings(max_examples=runs(5000))
@given(st.integers(5, 12), st.integers(0, 2**32), st.data())
def test_whoever_had_something_to_take_may_not_say_he_took_nothing_once_all_is_known(
    players: int, seed: int, data: st.DataObject
) -> None:
    setup = family(players)
    box = TrueBox(setup, Random(seed))
    served = [seat for seat in setup.box_order[:-1] if box.takes[seat] != STREET]
    if CHEAT in box.takes.values():
        return
    seat = data.draw(st.sampled_from(served), label="seat")
    told = {**box.takes, seat: STREET}
    seen = BoxContents(
        order=setup.box_order,
        takes=told,
        tokens=setup.tokens,
        diamonds=setup.diamonds - box.hidden,
        returned=box.returned,
    )
    behind = [told[other] for other in setup.box_order[setup.box_order.index(seat) + 1 :]]
    if box.returned or any(take != STREET for take in behind) or isinstance(box.takes[seat], Diamonds):
        assert not seen.may_take_nothing(seat)
