"""The denunciation in a debate: who denounces is out, and what he tells of another is said."""

from __future__ import annotations

from narrator.core.answers import DONE, NOBODY, Seats
from narrator.core.effects import Timer
from narrator.core.play import Play
from narrator.village.asking import ask
from narrator.village.phases.deaths import give_away
from narrator.village.powers import denounce
from narrator.village.state import VillageState


def denunciation(state: VillageState, timer: Timer | None) -> Play[bool]:
    """Let somebody denounce somebody, where that is possible; return whether the debate was ended instead."""
    answer = yield from ask(state, lambda: denounce.question(state, timer) if denounce.possible(state) else None)
    if isinstance(answer, Seats):
        hacker = yield from denounce.denounced(state, answer.seats[0])
        if hacker is not None:
            yield from give_away(state, hacker)
    return answer in (NOBODY, DONE)
