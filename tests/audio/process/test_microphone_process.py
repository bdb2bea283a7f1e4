"""The microphone as the audio process sees it, where the system starts no process for it."""

from __future__ import annotations

import sys
from contextlib import closing
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pretended import SECONDS, Room

from narrator.audio.messages import MicrophoneState, Reply, Trouble
from narrator.audio.process.microphone import TAIL, Microphone, ShutEars

pytest_plugins = ("rooms_of_sound",)


def test_a_microphone_for_which_no_process_can_be_started_is_missed_and_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: SimpleQueue[Reply] = SimpleQueue()
    python = sys.executable
    monkeypatch.setattr(sys, "executable", str(room.folder / "nowhere"))
    with closing(Microphone("", told.put)) as microphone:
        microphone.listen(True)
        trouble = told.get(timeout=SECONDS)
        assert isinstance(trouble, Trouble)
        assert (trouble.kind, str(room.folder / "nowhere") in trouble.detail) == ("input", True)
        monkeypatch.setattr(sys, "executable", python)
        assert isinstance(told.get(timeout=SECONDS), MicrophoneState)


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
