"""The volume: as players set it, and as a night lowers it. Numbers alone, without NumPy."""

from __future__ import annotations

from dataclasses import dataclass

STEP = 0.15
"""How much `plus fort` and `moins fort` change the volume, of 1."""


def stepped(volume: float, steps: int) -> float:
    """Return a volume made so many steps louder, or softer, between just audible and as it was rendered."""
    return min(1.0, max(STEP, volume + steps * STEP))


@dataclass(slots=True)
class Volume:
    """How loud everything is: as people chose, from 0 to 1, and `gain` decibels lower, but where gestures are covered.

    What covers must not become less because something else does.
    """

    chosen: float = 1.0
    gain: float = 0.0
    covering: bool = False

    @property
    def level(self) -> float:
        """Return the factor of every sample."""
        return self.chosen if self.covering else self.chosen * 10 ** (self.gain / 20)
