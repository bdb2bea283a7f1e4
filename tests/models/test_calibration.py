"""Thresholds are chosen from recordings: more is understood, and no more is taken for something else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from models.build.report import chosen
from narrator.listening.messages import Recognised
from narrator.listening.thresholds import Thresholds
from narrator.listening.trial import HeardRecording, counted

ANSWERS = ("one", "two")


def meaning(text: str) -> str | None:
    """Return what a text means: itself, where it is an answer."""
    return text if text in ANSWERS else None


def recording(wanted: str | None, *heard: tuple[str, float]) -> HeardRecording[str]:
    """Return one of which these texts were heard, each less likely than the first by so much."""
    texts, behind = zip(*heard, strict=True) if heard else ((), ())
    told = (Recognised("", texts, behind, seconds=0.5),) if heard else ()
    return HeardRecording(told, meaning, wanted)


def test_an_answer_that_was_asked_back_is_understood_where_nothing_speaks_against_it() -> None:
    heard = [recording("two", ("two", 0.0)), recording("one", ("one", 0.0), ("two", 4.5))]
    careful, now = counted(heard, Thresholds()), counted(heard, chosen(heard))
    assert (careful.answers, careful.understood, careful.asked_back, now.understood) == (2, 1, 1, 2)
    assert chosen(heard) == Thresholds(apart=4.0)


def test_nothing_more_is_taken_for_something_else() -> None:
    close, other = recording("one", ("one", 0.0), ("two", 4.5)), recording("one", ("two", 0.0), ("one", 5.5))
    assert chosen([close]) == Thresholds(apart=4.0)
    assert chosen([close, other]) == Thresholds()


def test_what_is_no_answer_and_would_be_taken_for_one_forbids_it() -> None:
    shy, talk = recording("one", ("nothing", 0.0), ("one", 1.5)), recording(None, ("nothing", 0.0), ("two", 1.8))
    assert chosen([shy]) == Thresholds(unlike=2.0)
    assert chosen([shy, talk]) == Thresholds()


def test_who_would_be_asked_in_vain_counts_against_it() -> None:
    close, talk = recording("one", ("one", 0.0), ("two", 4.5)), recording(None, ("one", 0.0), ("two", 0.5))
    assert counted([close, talk], Thresholds()).disturbed == 1
    assert counted([close, talk], Thresholds()).worth == 0


HEARD = st.lists(st.tuples(st.sampled_from((*ANSWERS, "nothing")), st.floats(0, 10)), max_size=3)


def _made(wanted: str | None, heard: list[tuple[str, float]]) -> HeardRecording[str]:
    """Return one of which texts were heard in their order, the first of them behind by nothing."""
    in_order = sorted(heard, key=lambda one: one[1])
    return recording(wanted, *((text, behind - in_order[0][1]) for text, behind in in_order))


@given(st.lists(st.builds(_made, st.sampled_from((*ANSWERS, None)), HEARD), min_size=1, max_size=20))
def test_it_is_never_worse_than_with_careful_thresholds(heard: list[HeardRecording[str]]) -> None:
    careful, now = counted(heard, Thresholds()), counted(heard, chosen(heard))
    assert now.wrong <= careful.wrong
    assert now.worth >= careful.worth
