"""What of the microphone is heard around the narrator's words: his own voice never, and who answers him at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sounds import phrase

from narrator.ear.acoustics import Acoustics
from narrator.ear.messages import Audio
from narrator.ear.open_ears import EARLY, TAIL, OpenEars, ShutEars
from narrator.sound.audio.messages import LASTING, Played
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples, frames, silence, to_pcm

moments = st.integers(0, 400).map(lambda hundredths: hundredths / 100)
lengths = st.integers(1, 60).map(lambda hundredths: hundredths / 100)


def spoken(gaps: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return begin and end of speech after gaps, each with its length."""
    now, spans = 0.0, []
    for gap, length in gaps:
        spans.append((now + gap, now + gap + length))
        now += gap + length
    return spans


@given(st.lists(st.tuples(moments, lengths), max_size=8), moments, lengths)
def test_a_recording_is_dropped_if_any_of_it_was_made_while_the_mouth_was_heard(
    gaps: list[tuple[float, float]], begin: float, length: float
) -> None:
    ears, spans = ShutEars(), spoken(gaps)
    for begun, ended in spans:
        ears.mouth(begun, ended)
    heard = any(begun < begin + length and begin < ended + TAIL for begun, ended in spans)
    assert ears.open(begin, begin + length) is not heard


def test_what_was_recorded_during_a_line_stays_dropped_however_late_it_comes() -> None:
    ears = ShutEars()
    for second in range(20):
        ears.mouth(float(second), second + 0.2)
    assert not ears.open(3.1, 3.12)
    assert ears.open(3.6, 3.62)


LATENCY = 0.05
SPOKEN = 4.0
"""Seconds for which the narrator speaks, after one of silence; then it is silent for two."""

_BLOCK, _RECORDED = RATE // 100, HEARING_RATE // 50


def narration() -> Samples:
    """Return what is played: syllables of noise, none like another."""
    chance, count = np.random.default_rng(1), frames(SPOKEN)
    swells = np.interp(
        np.arange(count) / RATE, np.arange(0, SPOKEN + 0.1, 0.08), chance.random(round(SPOKEN / 0.08) + 2)
    )
    words = 0.1 * swells**2 * np.convolve(chance.standard_normal(count), np.hanning(12), "same")
    return np.concatenate([silence(1.0), words, silence(2.0)]).astype(np.float32)


def at_the_microphone(played: Samples) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return what comes back of it, as loud as it was played."""
    late = np.arange(round(len(played) / RATE * HEARING_RATE)) / HEARING_RATE - LATENCY
    return np.interp(late * RATE, np.arange(len(played)), played, left=0.0) * 32768


def heard(
    ears: OpenEars,
    played: Samples,
    microphone: np.ndarray[tuple[int], np.dtype[np.float64]],
    told: float = LATENCY,
    begun: Sequence[float] = (1.0,),
) -> list[Audio]:
    """Return what is passed on of it; the loudspeaker says it holds what is `told`, and lines begin at these times."""
    passed: list[Audio] = []
    block = 0
    for at in range(0, len(microphone) - _RECORDED + 1, _RECORDED):
        ends = (at + _RECORDED) / HEARING_RATE
        while block * _BLOCK / RATE <= ends and block * _BLOCK < len(played):
            samples = played[block * _BLOCK : (block + 1) * _BLOCK]
            words = any(begin <= block * _BLOCK / RATE < begin + SPOKEN for begin in begun)
            ears.play(Played("Cone", block * _BLOCK, block * _BLOCK / RATE, told, words, to_pcm(samples)))
            block += 1
        passed += ears.hear(at, ends, microphone[at : at + _RECORDED].astype("<i2").tobytes())
    return passed


def loudest(passed: list[Audio], begin: float, end: float) -> float:
    """Return the loudest that was passed on between two times, as a share of full scale; 0 where nothing was."""
    return max(
        (
            float(np.abs(np.frombuffer(sound.pcm, "<i2").astype(np.float64)).max()) / 32768
            for sound in passed
            if begin <= sound.frame / HEARING_RATE < end
        ),
        default=0.0,
    )


OVER = 1.0 + SPOKEN + LATENCY
"""When the last word has been heard."""


def test_without_a_canceller_nothing_is_heard_until_the_room_has_rung_out() -> None:
    played = narration()
    passed = heard(OpenEars(cancels=False), played, at_the_microphone(played))
    times = [sound.frame / HEARING_RATE for sound in passed]
    assert not [time for time in times if 1.0 <= time < OVER + TAIL - 0.02]
    assert min(time for time in times if time > 1.0) == pytest.approx(OVER + TAIL, abs=0.03)


def test_with_one_the_last_words_are_heard_through_and_the_narrator_is_not() -> None:
    pytest.importorskip("pywebrtc_audio")
    played = narration()
    passed = heard(OpenEars(), played, at_the_microphone(played))
    first = min(sound.frame / HEARING_RATE for sound in passed if sound.frame > HEARING_RATE)
    assert first == pytest.approx(OVER - EARLY, abs=0.05)
    assert loudest(passed, 0.0, OVER + LASTING) < 0.1 * np.abs(played).max()


@pytest.mark.parametrize("told", [LATENCY, LATENCY + 0.2, 0.0], ids=["rightly", "too much", "too little"])
def test_the_first_line_tells_when_the_next_one_ends_whatever_a_loudspeaker_says(told: float) -> None:
    """Without a canceller, so that the ears open by the time alone."""
    line = narration()
    played = np.concatenate([line, line])
    found: list[tuple[str, Acoustics]] = []
    ears = OpenEars(cancels=False, measured=lambda *one: found.append(one))
    passed = heard(ears, played, at_the_microphone(played), told, [1.0, len(line) / RATE + 1.0])
    device, measured = found[0]
    assert device == "Cone"
    assert measured.late == pytest.approx(LATENCY - told, abs=0.001)
    again = len(line) / RATE
    opened = min(sound.frame / HEARING_RATE for sound in passed if sound.frame / HEARING_RATE > again + 1.2)
    assert opened == pytest.approx(again + OVER + TAIL, abs=0.04)


def test_what_was_measured_before_is_believed_from_the_first_line_on() -> None:
    played = narration()
    known = {"Cone": Acoustics(0.1, -20.0, -60.0)}
    passed = heard(OpenEars(cancels=False, known=known.get), played, at_the_microphone(played))
    opened = min(sound.frame / HEARING_RATE for sound in passed if sound.frame > HEARING_RATE)
    assert opened == pytest.approx(OVER + 0.1 + TAIL, abs=0.03)


def test_where_the_narrator_is_not_heard_nothing_is_measured() -> None:
    played, found = narration(), list[tuple[str, Acoustics]]()
    hiss = np.random.default_rng(3).standard_normal(round(len(played) / RATE * HEARING_RATE)) * 300
    heard(OpenEars(cancels=False, measured=lambda *one: found.append(one)), played, hiss)
    assert found == []


def test_who_answers_in_the_last_word_is_heard() -> None:
    pytest.importorskip("pywebrtc_audio")
    played = narration()
    microphone = at_the_microphone(played)
    answer = at_the_microphone(phrase())
    at = round((OVER - 0.1) * HEARING_RATE)
    microphone[at : at + len(answer)] += answer * 0.5
    passed = heard(OpenEars(), played, microphone)
    assert loudest(passed, OVER, OVER + 0.5) > 0.1


def test_what_is_passed_on_has_its_places_and_no_sample_comes_twice() -> None:
    pytest.importorskip("pywebrtc_audio")
    played = narration()
    passed = heard(OpenEars(), played, at_the_microphone(played))
    ends = [sound.frame + len(sound.pcm) // 2 for sound in passed]
    gaps = [after.frame - end for end, after in zip(ends, passed[1:], strict=False)]
    assert min(gaps) == 0
    assert len([gap for gap in gaps if gap]) == 1


def test_a_canceller_that_is_missing_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.ear.open_ears.canceller", lambda _latency: None)
    played = narration()
    passed = heard(OpenEars(), played, at_the_microphone(played))
    assert loudest(passed, 1.0, OVER + TAIL - 0.02) == 0.0
