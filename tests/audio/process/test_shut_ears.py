"""Ears shut while the mouth speaks, and a moment longer; open otherwise."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from narrator.audio.process.shut_ears import TAIL, ShutEars

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
