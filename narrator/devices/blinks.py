"""A number as blinks of a light; at one table every number takes equally long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

LEAD = 0.6
"""Seconds before the first blink: a hand closes over the light."""

ON, OFF = 0.2, 0.2
"""Seconds that a blink is lit, and dark."""

GROUP, REST = 5, 0.4
"""After so many blinks there is a longer dark: what is counted in fives is not miscounted."""


@cache
def places(most: int) -> tuple[tuple[float, float], ...]:
    """Return from when to when each of so many blinks is lit, in seconds from the beginning."""
    begins = (LEAD + place * (ON + OFF) + place // GROUP * REST for place in range(most))
    return tuple((begin, begin + ON) for begin in begins)


@dataclass(frozen=True, slots=True)
class Blinks:
    """So many blinks out of as many as there may be: what is not lit takes its time all the same.

    Raises:
        ValueError: there are more than there may be, or fewer than none.
    """

    count: int
    most: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.most:
            raise ValueError(f"{self.count} blinks of {self.most}")

    @property
    def seconds(self) -> float:
        """Return how long all of it takes: a function of `most` alone."""
        return places(self.most)[-1][1] + OFF if self.most else LEAD

    def lit(self, at: float) -> bool:
        """Whether the light is on so many seconds after the beginning."""
        return any(begin <= at < end for begin, end in places(self.most)[: self.count])

    def next(self, at: float) -> float | None:
        """Return the next time at which the light is switched, also from dark to dark; None where all is over.

        It is a function of `most` alone: what can be measured of switching tells nothing.
        """
        times = (time for place in places(self.most) for time in place)
        return next((time for time in times if time > at), None)
