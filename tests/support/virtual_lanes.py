"""A lane of a virtual table: work is done at once, and the time that it takes is the lane's own."""

from __future__ import annotations

from costs import Meter
from rooms import MainsClock

from narrator.session.lane import Work


class VirtualLane:
    """A lane whose work costs what a meter charges it. Who waits for it pays for what is still under way."""

    def __init__(self, clock: MainsClock, meter: Meter) -> None:
        self._clock = clock
        self._meter = meter
        self._free = 0.0

    @property
    def idle(self) -> bool:
        """Whether it has done all by now."""
        return self._free <= self._clock.now()

    def post(self, work: Work) -> None:
        """Do it, from the time on at which all before is done."""
        self._free = max(self._free, self._clock.now())
        with self._meter.charged(self._spend):
            work()

    def settle(self) -> None:
        """Wait until all is done."""
        self._meter.spend(max(0.0, self._free - self._clock.now()))

    def _spend(self, seconds: float) -> None:
        self._free += seconds
