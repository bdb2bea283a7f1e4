"""The table of a benchmark: figures with what they are to be compared to, and times measured again and again."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

SECONDS = 3.0
"""How long a figure is measured."""


def heading(against: str) -> None:
    """Print the names of the columns; `against` is that of the last one."""
    print(f"{'what':52} {'figure':>12}  {against}", flush=True)


def row(what: str, figure: str, against: str = "") -> None:
    """Print one row: a figure, and what it is to be compared to."""
    print(f"{what:52} {figure:>12}  {against}", flush=True)


def median_time(what: Callable[[], object], most: int = 10_000) -> float:
    """Return the median time, in seconds, of doing something again and again for `SECONDS`."""
    times: list[float] = []
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS and len(times) < most:
        start = time.perf_counter()
        what()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
