"""A line that was cut off is said again from the last pause that was heard, or whole."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.sound.audio.playback import JOIN, NoSoundError, Speech, resumption
from narrator.sound.dsp.samples import BYTES, RATE, Samples, from_pcm, silence, to_pcm


def word(frames: int) -> Samples:
    return np.full(frames, 0.4, dtype=np.float32)


def line(*parts: tuple[int, int]) -> Samples:
    return np.concatenate([np.concatenate([word(said), np.zeros(pause, dtype=np.float32)]) for said, pause in parts])


LINE = line((3000, JOIN), (3000, JOIN - 1), (3000, 2 * JOIN), (3000, 0))
SECOND, FOURTH = 3000 + JOIN, 9000 + 4 * JOIN - 1


@pytest.mark.parametrize(
    ("reached", "from_word"),
    [
        (0, 0),
        (2999, 0),
        (SECOND - 1, 0),
        (SECOND + 1, SECOND),
        (FOURTH - 1, SECOND),
        (FOURTH + 1, FOURTH),
        (len(LINE), FOURTH),
    ],
)
def test_a_line_is_said_again_from_the_word_after_the_last_pause(reached: int, from_word: int) -> None:
    begin = resumption(LINE, reached)
    assert not LINE[begin:from_word].any()
    assert from_word - begin <= JOIN // 2


@given(st.lists(st.tuples(st.integers(1, 9000), st.integers(0, 9000)), min_size=1, max_size=6), st.floats(0, 1))
def test_nothing_unheard_is_left_out_and_no_word_is_cut(parts: list[tuple[int, int]], share: float) -> None:
    samples = line(*parts)
    reached = round(share * len(samples))
    begin = resumption(samples, reached)
    assert 0 <= begin <= reached
    assert begin == 0 or not samples[begin - JOIN // 2 : begin + JOIN // 2].any()


def test_a_line_lost_twice_goes_on_from_where_it_was_the_second_time() -> None:
    speech = Speech(1, to_pcm(LINE), 0)
    assert len(speech.rest()) // BYTES == len(LINE)
    speech.begin(1000)
    speech.interrupt(1000 + SECOND + 50)
    assert not from_pcm(speech.rest())[: JOIN // 2].any()
    assert from_pcm(speech.rest())[JOIN // 2]
    speech.interrupt(77)  # the next process was lost before it had begun it
    assert len(speech.rest()) // BYTES == len(LINE) - SECOND + JOIN // 2
    speech.begin(0)
    speech.interrupt(FOURTH - SECOND + 3000)
    assert len(speech.rest()) // BYTES == 3000 + JOIN // 2


def test_what_the_device_still_held_was_not_heard() -> None:
    speech = Speech(1, to_pcm(LINE), 0)
    speech.begin(1000)
    speech.interrupt(900)
    assert len(speech.rest()) // BYTES == len(LINE)


def test_who_waits_is_let_go_at_the_end_and_told_what_was_missing() -> None:
    speech, lost = Speech(1, to_pcm(silence(0.1)), 0), Speech(2, to_pcm(silence(0.1)), 0)
    threading.Timer(0.01, speech.end).start()
    threading.Timer(0.01, lost.end, [NoSoundError("device", "no card")]).start()
    speech.wait()
    with pytest.raises(NoSoundError, match="no card"):
        lost.wait()


def test_nobody_waits_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.sound.audio.playback._SECONDS_MORE", 0.0)
    speech = Speech(1, to_pcm(silence(0.001)), RATE // 1000)
    with pytest.raises(NoSoundError, match="keep up"):
        speech.wait()


def test_who_waits_for_a_line_gives_signs_of_life_until_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.sound.audio.playback.LOOK", 0.01)
    speech = Speech(1, to_pcm(silence(60.0)), 0)
    beats: list[int] = []

    def beat() -> None:
        beats.append(len(beats))
        if len(beats) == 4:
            speech.end()

    speech.wait(beat)
    assert len(beats) == 4
