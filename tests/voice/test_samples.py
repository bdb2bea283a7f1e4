"""Silence has the length that was asked for, and only silence is cut."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from narrator.voice.samples import BYTES, QUIET, RATE, scaled, silence, trimmed

quiet = st.lists(st.integers(-QUIET, QUIET), max_size=40)
loud = st.integers(QUIET + 1, 32767).flatmap(lambda size: st.sampled_from([size, -size]))


def test_a_second_of_silence_has_as_many_samples_as_the_rate() -> None:
    assert silence(1.0) == bytes(RATE * BYTES)
    assert len(silence(0.35)) == round(0.35 * RATE) * BYTES


@given(quiet, st.lists(st.integers(-32768, 32767), max_size=40), loud, loud, quiet)
def test_silence_is_cut_at_the_ends_and_nowhere_else(
    before: list[int], inside: list[int], first: int, last: int, after: list[int]
) -> None:
    sound = [first, *inside, last]
    assert trimmed(array("h", before + sound + after).tobytes()) == array("h", sound).tobytes()


@given(quiet)
def test_nothing_remains_of_mere_silence(values: list[int]) -> None:
    assert trimmed(array("h", values).tobytes()) == b""


@given(st.lists(st.integers(-32768, 32767), max_size=40), st.floats(0, 1))
def test_a_volume_makes_every_sample_smaller_in_proportion(values: list[int], volume: float) -> None:
    softer = array("h", scaled(array("h", values).tobytes(), volume))
    assert all(abs(after - before * volume) <= 0.5 for before, after in zip(values, softer, strict=True))
