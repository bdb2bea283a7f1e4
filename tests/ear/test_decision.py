"""What an utterance was, by what it may have been and how likely that is."""

from __future__ import annotations

import shutil
import subprocess
import sys
from math import exp
from pathlib import Path

import pytest
from hearings import MODEL, recognised
from hypothesis import given
from hypothesis import strategies as st

from narrator.ear.decision import Certain, Decider, Decision, Doubtful, Overheard, decided
from narrator.ear.messages import Recognised, RecogniserError
from narrator.ear.thresholds import FILE, Thresholds, thresholds_of
from narrator.ear.vosk_recogniser import VoskRecogniser

LIMITS = Thresholds(apart=6.0, unlike=1.0)
NUMBERS = {"six": 6, "six s'il te plaît": 6, "dix": 10, "dix merci": 10, "deux": 2}


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
        ({"_": 0.0, "rien": 0.0, "six": 0.9}, Doubtful((6,))),
        ({"_": 0.0, "six": 1.5, "six s'il te plaît": 1.5}, Certain(6, "six")),
        ({"six": 0.0, "dix": 6.5, "dix merci": 6.5}, Doubtful((6, 10))),
        ({"deux": 0.0, "dix": 0.5, "dix merci": 0.5}, Doubtful((10, 2))),
        ({"dix": 0.0, "six": 7.0, "_": 900.0}, Certain(10, "dix")),
        ({"_": 0.0}, None),
        ({}, None),
    ],
)
def test_an_answer_counts_where_nothing_else_is_about_as_likely(
    behind: dict[str, float], decision: Decision[int] | None
) -> None:
    assert said(**behind) == decision


@given(st.lists(st.tuples(st.sampled_from([*NUMBERS, "[unk]"]), st.floats(0, 20)), min_size=1))
def test_whatever_was_heard_nothing_counts_that_another_answer_is_as_likely_as(found: list[tuple[str, float]]) -> None:
    found.sort(key=lambda one: one[1])
    texts, behind = [text for text, _ in found], [less - found[0][1] for _, less in found]
    decision = decided(texts, behind, NUMBERS.get, LIMITS)
    if isinstance(decision, Certain):
        likely = dict.fromkeys((0, *NUMBERS.values()), 0.0)
        for text, less in zip(texts, behind, strict=True):
            likely[NUMBERS.get(text, 0)] += exp(-less)
        assert all(
            likely[other] <= 1.001 * likely[decision.meant] * exp(-LIMITS.apart)
            for other in likely.keys() - {0, decision.meant}
        )


def one_by_one(*said: Recognised) -> list[object]:
    """Decide on utterances in their order, each of one text."""
    decider = Decider[int]()
    return [decider.decide(one, NUMBERS.get, LIMITS) for one in said]


SIX, TALK = Certain(6, "six"), ("six", "[unk]", "dix")


def test_what_is_certain_in_silence_counts_each_time() -> None:
    assert one_by_one(recognised("", "six"), recognised("", "six")) == [SIX, SIX]


def test_what_is_certain_amid_talk_counts_when_it_is_said_twice() -> None:
    six = recognised("", "six", amid_talk=True)
    assert one_by_one(six, six) == [Overheard(6), SIX]


def test_it_may_be_said_in_other_words() -> None:
    polite = recognised("", "six s'il te plaît", amid_talk=True)
    assert one_by_one(recognised("", "six", amid_talk=True), polite) == [Overheard(6), Certain(6, polite.texts[0])]


@pytest.mark.parametrize("between", ["[unk]", "dix"])
def test_it_is_not_said_twice_where_something_else_is_said_in_between(between: str) -> None:
    six, other = (recognised("", text, amid_talk=True) for text in ("six", between))
    assert one_by_one(six, other, six)[-1] == Overheard(6)


def test_what_was_said_to_another_question_is_not_said_twice() -> None:
    first, second = (recognised(context, "six", amid_talk=True) for context in ("1", "2"))
    assert one_by_one(first, second) == [Overheard(6), Overheard(6)]


@given(st.lists(st.tuples(st.sampled_from(TALK), st.booleans())))
def test_amid_talk_nothing_counts_that_would_not_in_silence(said: list[tuple[str, bool]]) -> None:
    heard = one_by_one(*(recognised("", text, amid_talk=amid) for text, amid in said))
    quiet = one_by_one(*(recognised("", text) for text, _ in said))
    for decision, plain in zip(heard, quiet, strict=True):
        assert decision == plain or (isinstance(plain, Certain) and decision == Overheard(plain.meant))


def test_a_model_without_thresholds_gets_careful_ones(tmp_path: Path) -> None:
    ours = thresholds_of(MODEL)
    assert thresholds_of(tmp_path) == Thresholds()
    assert Thresholds().apart >= ours.apart
    assert Thresholds().unlike <= ours.unlike
    assert Thresholds().sure >= ours.sure


def test_the_thresholds_of_a_model_are_beside_it(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{apart: 0.4, besides: 0.1, measured: by hand}", encoding="utf-8")
    assert thresholds_of(tmp_path) == Thresholds(apart=0.4, besides=0.1, measured="by hand")


def test_ours_say_how_they_were_measured() -> None:
    assert "make bench" in thresholds_of(MODEL).measured


@pytest.mark.parametrize(
    "text",
    [
        "apart: -3",
        "apart: [",
        "unheard: 1",
        "- 1",
        "",
        "besides: -1",
        "around: .nan",
        "sure: deux",
        "measured: 5",
        "recordings: 2.5",
    ],
)
def test_a_damaged_file_is_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "model")
    (tmp_path / "model" / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(RecogniserError, match="narrator models verify"):
        VoskRecogniser(tmp_path / "model")


def test_the_process_that_listens_loads_nothing_to_check_data_with() -> None:
    script = f"import sys; import narrator.ear.worker as ear; ear.VoskRecogniser(ear.Path({str(MODEL)!r}))"
    loaded = subprocess.run(
        [sys.executable, "-c", f"{script}; print('vosk' in sys.modules, 'pydantic' in sys.modules)"],
        capture_output=True,
        check=True,
    )
    assert loaded.stdout.split() == [b"True", b"False"]
