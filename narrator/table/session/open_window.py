"""The times of a window: when its slots begin and when it closes, computed as it opens, from public things.

Nothing that is done in the window moves anything of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from narrator.rules.core.effects import Count, Purpose, Window
from narrator.table.session.counting import Rhythm
from narrator.table.session.ports import Pace, Ports

_logger = logging.getLogger(__name__)

MARGIN = 0.2
"""Seconds for what was entered to be taken in, in memory, before anything public may follow.

What ends a window early, a song or a leader's confirmation, ends it so much later.
"""

LATE = 0.8
"""Seconds at its end in which a window takes nothing more, so that whoever was late is told so before it closes."""


SETTLED = 0.5
"""Seconds after which what a slot holds is shown on players' phones."""

LIT = 7.0
"""About how many seconds lie between two times at which these send what was touched."""


@dataclass(frozen=True)
class OpenWindow:
    """A window and its times, which are game times in seconds; `lengths` are those of its slots, as they are here."""

    effect: Window
    opened: float
    pace: Pace
    lengths: tuple[float, ...]

    @classmethod
    def open(cls, effect: Window, opened: float, ports: Ports, rhythm: Rhythm, heading: str) -> OpenWindow:
        """Open a window: its private screen first, for the cover is heard."""
        ports.screen.open_window(heading)
        ports.mouth.cover(True)
        untimed = effect.led or ports.pace is Pace.INSTANT
        counting, light = (None, None) if untimed else (ports.counting, ports.light)
        counted: Callable[[Count], bool] = (lambda _: False) if counting is None else counting.counts
        lengths = rhythm.lengths(effect, counted, 0.0 if light is None else light.seconds)
        if counting is not None:
            counting.begin(rhythm.window(effect, opened, lengths, counted))
        return cls(effect, opened, ports.pace, lengths)

    @property
    def waits(self) -> bool:
        """Whether its slots wait for their answers: a leader confirms, and at instant pace nothing has a length."""
        return self.effect.led or self.pace is Pace.INSTANT

    @property
    def confirmed(self) -> bool:
        """Whether a leader's confirmation ends it."""
        return self.effect.led and self.pace is not Pace.INSTANT

    @property
    def starts(self) -> tuple[tuple[float, int], ...]:
        """Return when each slot begins, and when the last one ends."""
        slots = len(self.lengths)
        begins = ((self.opened + sum(self.lengths[:slot]), slot) for slot in range(slots))
        return (*begins, (max(self.opened, self.closes - LATE), slots))

    @property
    def closes(self) -> float:
        """Return the first time at which the window may close."""
        if self.effect.led:
            return self.opened + self.effect.floor * self.pace.factor
        return self.opened + sum(self.lengths)

    @property
    def lights(self) -> tuple[tuple[float, int, bool], ...]:
        """Return when the players' phones are lit, in which slot, and whether they then send what was touched."""
        lights = []
        for slot, ((begins, _), (ends, _)) in enumerate(pairwise(self.starts)):
            lights.append((begins + SETTLED, slot, False))
            if self.effect.counted(slot) and self.asks(slot):
                lasts = ends - LATE - begins
                times = max(1, round(lasts / LIT))
                lights += [(begins + lasts * time / times, slot, True) for time in range(1, times + 1)]
        return tuple(lights)

    def asks(self, slot: int) -> bool:
        """Whether something may be chosen in a slot, as everybody knows."""
        counts = self.effect.counted(slot)
        return not counts or any(count.purpose is not Purpose.LOOK for count in counts)

    def close(self, ports: Ports) -> None:
        if not self.waits and ports.counting is not None:
            ports.counting.stop()
        _logger.debug("window %s closes", self.effect.call)
        ports.screen.close_window()
        ports.mouth.cover(False)
