"""Carrying out a verdict: whoever the village condemns dies, unless his card saves him."""

from __future__ import annotations

from narrator.core.play import Play
from narrator.village.phases.deaths import chain
from narrator.village.powers import idiot
from narrator.village.state import VillageState
from narrator.village.table import CauseOfDeath


def condemn(state: VillageState, seats: tuple[int, ...], cause: CauseOfDeath, line: str) -> Play[None]:
    """Eliminate these players together; the idiot shows his card and lives."""
    doomed = []
    for seat in seats:
        if cause is CauseOfDeath.VOTE and idiot.is_spared(state, seat):
            yield from idiot.show(state, seat)
        else:
            doomed.append((seat, cause))
    if doomed:
        yield from chain(state, doomed, line)
