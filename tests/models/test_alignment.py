"""Sounds whose times are known are found at these times by the network that knows their voice."""

from __future__ import annotations

import numpy as np
import pytest

from models.build.alignment import aligned, posteriors
from models.build.espeak import Manner
from models.build.export import WEIGHTS
from models.build.network import load
from models.build.sound import RATE
from models.build.speech import speak

pytestmark = pytest.mark.thorough

WITHIN = 0.05
"""Seconds by which a beginning may be off."""


@pytest.mark.parametrize("said", ["bonjour à tous", "joueur trois", "la petite fille"])
def test_each_sound_is_found_where_it_is_spoken(said: str) -> None:
    weights = load(WEIGHTS)
    speech = speak(said, Manner("fr+f1")).between(RATE // 4, RATE // 4)
    hiss = np.random.default_rng(0).standard_normal(len(speech.samples)).astype(np.float32)
    spoken = [(start, phone) for start, phone in speech.phones if phone]
    found = aligned(weights, posteriors(weights, speech.samples + hiss), [phone for _, phone in spoken])
    assert found is not None
    heard = [(start, phone) for start, phone in found.phones if phone]
    assert [phone for _, phone in heard] == [phone for _, phone in spoken]
    late = [abs(here - there) / RATE for (here, _), (there, _) in zip(heard, spoken, strict=True)]
    assert np.median(late) < WITHIN


def test_other_words_fit_worse() -> None:
    weights = load(WEIGHTS)
    speech = speak("joueur trois", Manner("fr+f1")).between(RATE // 4, RATE // 4)
    logs = posteriors(weights, speech.samples)
    right = aligned(weights, logs, [phone for _, phone in speech.phones if phone])
    wrong = aligned(weights, logs, ["v", "i", "l", "a", "Z"])
    assert right is not None
    assert wrong is not None
    assert right.score > wrong.score + 1


def test_more_sounds_than_there_is_time_for_are_no_alignment() -> None:
    weights = load(WEIGHTS)
    logs = posteriors(weights, np.zeros(RATE // 4, np.float32))
    assert aligned(weights, logs, ["a"] * 10) is None
    assert aligned(weights, logs, []) is None
