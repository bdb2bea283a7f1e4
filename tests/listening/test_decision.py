"""What an utterance was, by what it may have been and how likely that is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.listening.decision import Certain, Decision, Doubtful, amid_talk, decided, likeliest
from narrator.listening.thresholds import Thresholds

LIMITS = Thresholds(apart=6.0, unlike=1.0)
NUMBERS = {"six": 6, "six s'il te plaît": 6, "dix": 10, "deux": 2}


def said(**behind: float) -> Decision[int] | None:
    """Decide on texts, each so much behind the first one; `_` stands for words that mean nothing."""
    texts = {text.replace("_", "[unk]"): less for text, less in sorted(behind.items(), key=lambda one: one[1])}
    return decided([*texts], [*texts.values()], NUMBERS.get, LIMITS)


@pytest.mark.parametrize(
    ("behind", "decision"),
    [
        ({"six": 0.0}, Certain(6, "six")),
        ({"six": 0.0, "dix": 6.0}, Certain(6, "six")),
        ({"six": 0.0, "dix": 5.9}, Doubtful((6, 10))),
        ({"six": 0.0, "dix": 2.0, "deux": 3.0}, Doubtful((6, 10))),
        ({"_": 0.0, "six": 1.0}, Certain(6, "six")),
        ({"_": 0.0, "six": 1.1}, Doubtful((6,))),
        ({"_": 0.0, "six": 6.0, "dix": 11.0}, Doubtful((6, 10))),
        ({"_": 0.0, "six": 6.1}, None),
        ({"_": 0.0}, None),
        ({}, None),
    ],
)
def test_an_answer_counts_where_nothing_else_is_about_as_likely(
    behind: dict[str, float], decision: Decision[int] | None
) -> None:
    assert said(**behind) == decision


def test_texts_that_mean_the_same_are_no_rivals() -> None:
    assert decided(["six s'il te plaît", "six"], [0.0, 0.1], NUMBERS.get, LIMITS) == Certain(6, "six s'il te plaît")


@given(st.lists(st.tuples(st.sampled_from([*NUMBERS, "[unk]"]), st.floats(0, 20)), min_size=1))
def test_whatever_was_heard_nothing_counts_that_another_answer_is_as_likely_as(found: list[tuple[str, float]]) -> None:
    found.sort(key=lambda one: one[1])
    texts, behind = [text for text, _ in found], [less - found[0][1] for _, less in found]
    decision = decided(texts, behind, NUMBERS.get, LIMITS)
    if isinstance(decision, Certain):
        others = [
            less for text, less in zip(texts, behind, strict=True) if NUMBERS.get(text, 0) not in (0, decision.meant)
        ]
        assert min(others, default=99) - behind[texts.index(decision.text)] >= LIMITS.apart


@given(st.integers() | st.none())
def test_what_is_certain_is_in_doubt_amid_talk_unless_it_was_meant_just_before(before: int | None) -> None:
    decision = Certain(6, "six")
    assert amid_talk(decision, before) == (decision if before == 6 else Doubtful((6,)))


@pytest.mark.parametrize("decision", [None, Doubtful((6,)), Doubtful((6, 10))])
def test_talk_makes_nothing_more_certain(decision: Decision[int] | None) -> None:
    assert amid_talk(decision, 6) == decision


@pytest.mark.parametrize(
    ("decision", "meant"), [(Certain(6, "six"), 6), (Doubtful((10, 6)), 10), (Doubtful((2,)), 2), (None, None)]
)
def test_the_likeliest_is_the_first_of_what_may_have_been_meant(decision: Decision[int] | None, meant: object) -> None:
    assert likeliest(decision) == meant
