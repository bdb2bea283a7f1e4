"""Gains that move without a click, and a curve that bends samples which are too loud.

They are functions of the frame alone, made of operations that IEEE 754 rounds correctly: a sound comes out the same to
the last bit, whatever machine computes it and however it is cut into blocks.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Gains: TypeAlias = NDArray[np.float64]


class Ramp:
    """A gain on its way from one value to another, on an S-shaped curve."""

    def __init__(self, value: float) -> None:
        self._start = self._end = value
        self._begin, self._frames = 0, 1

    def go(self, value: float, frame: int, frames: int) -> None:
        """Move to a value in so many frames, from wherever it is at `frame`. Frames must not run backwards."""
        self._start, self._end = self.at(frame), value
        self._begin, self._frames = frame, frames

    def arrived(self, frame: int) -> bool:
        return frame >= self.arrival

    @property
    def arrival(self) -> int:
        """The first frame at which it is where it was going."""
        return self._begin + self._frames

    def at(self, frame: int) -> float:
        return float(self._curve(frame, 1)[0])

    def over(self, frame: int, count: int) -> Gains | float:
        """Return the gains of so many frames from this one on; one number where they are all the same."""
        return self._end if self.arrived(frame) else self._curve(frame, count)

    def _curve(self, frame: int, count: int) -> Gains:
        way = np.clip((np.arange(count) + (frame - self._begin)) / self._frames, 0.0, 1.0)
        share = way * way * (3 - 2 * way)
        return self._start * (1 - share) + self._end * share


Width = TypeVar("Width", np.float32, np.float64)


def soft_clipped(samples: NDArray[Width], knee: float, peak: float) -> NDArray[Width]:
    """Bend what is louder than `knee` so that it stays under `peak`, without a corner in the curve."""
    size = np.abs(samples)
    if size.max(initial=0.0) <= knee:
        return samples
    room = peak - knee
    over = np.maximum(size - knee, 0.0) / room
    return np.where(size > knee, np.copysign(knee + room * (over / (1 + over)), samples), samples)
