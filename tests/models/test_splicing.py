"""Words that nobody said, joined of pieces of what was said."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from models.build.alignment import aligned, posteriors
from models.build.espeak import Manner
from models.build.export import WEIGHTS
from models.build.network import load
from models.build.sound import RATE
from models.build.speech import Speech, phones_in, speak
from models.build.splicing import Splicer

pytestmark = pytest.mark.thorough

SAID = (
    "le roi trie ses trois pois",
    "deux rues douces",
    "il s'est tu à sept heures",
    "un vœu de plus",
    "une rose de bronze",
    "il y en a deux",
    "ça saute",
)


@pytest.fixture(scope="module")
def splicer() -> Splicer:
    return Splicer([speak(text, Manner()) for text in SAID])


def spoken(splicer: Splicer, phones: Sequence[str], seed: int = 0) -> Speech:
    speech = splicer.say(phones, np.random.default_rng(seed))
    assert speech is not None
    return speech


@pytest.mark.parametrize("text", ["deux", "trois rois", "une rose", "sept rues", "douze pois"])
@pytest.mark.parametrize("seed", range(4))
def test_the_sounds_that_were_asked_for_follow_each_other(splicer: Splicer, text: str, seed: int) -> None:
    phones = phones_in(text, Manner())
    speech = spoken(splicer, phones, seed)
    starts = [start for start, _ in speech.phones]
    assert [phone for _, phone in speech.phones] == [*phones, ""]
    assert starts == sorted(starts)
    assert starts[-1] <= len(speech.samples) < RATE * 0.3 * len(starts)


def test_what_is_joined_is_heard_as_its_word(splicer: Splicer) -> None:
    weights, numbers = load(WEIGHTS), ("deux", "trois", "sept", "douze")
    pronounced = {number: tuple(phones_in(number, Manner())) for number in numbers}
    for number in numbers:
        speech = spoken(splicer, pronounced[number]).between(RATE // 5, RATE // 5)
        hiss = np.random.default_rng(1).standard_normal(len(speech.samples)).astype(np.float32)
        logs = posteriors(weights, speech.samples + 8 * hiss)
        fits = {other: fit.score for other in numbers if (fit := aligned(weights, logs, pronounced[other])) is not None}
        assert max(fits, key=lambda other: fits[other]) == number


def test_a_recording_whose_sounds_are_asked_for_is_given_in_its_own_pieces() -> None:
    said = speak("un chat", Manner())
    phones = [phone for _, phone in said.phones if phone]
    speech = spoken(Splicer([said]), phones)
    assert len(speech.samples) == pytest.approx(len(said.samples), abs=RATE // 5)


@pytest.mark.parametrize("text", ["champignon", "pause"])
def test_who_never_said_a_sound_does_not_say_it(text: str) -> None:
    splicer = Splicer([speak("un rat dort", Manner())])
    assert splicer.say(phones_in(text, Manner()), np.random.default_rng(0)) is None


def test_where_too_much_was_never_said_in_a_row_nothing_is_said(splicer: Splicer) -> None:
    assert splicer.say(["z", "t", "y", "w", "b", "Y"], np.random.default_rng(0)) is None
