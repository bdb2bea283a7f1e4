"""The benchmark of a touch measures touches that were stored."""

from __future__ import annotations

from benchmarks.phone import touches


def test_every_touch_of_the_benchmark_is_acknowledged() -> None:
    times = touches(5)
    assert len(times) == 5
    assert all(seconds > 0 for seconds in times)
