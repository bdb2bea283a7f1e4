"""The denunciation in a debate: who denounces is out, and what he tells of another is said."""

from __future__ import annotations

from narrator.core.answers import DONE, NOBODY, Seats
from narrator.core.effects import Timer
from narrator.core.play import Play
from narrator.village.asking import ask
from narrator.village.phases.deaths import give_away
from narrator.village.powers import denounce
from narrator.village.state import VillageState
from narrator.village.table import DENOUNCING_AGAIN


def denunciation(state: VillageState, timer: Timer | None) -> Play[bool]:
    """Let somebody denounce somebody, as long as that is possible; return whether the debate was ended instead.

    Whoever keys it need not be able to: his vain attempt takes it from nobody.
    """
    ended = False
    while denounce.possible(state) and not ended:
        answer = yield from ask(state, lambda: denounce.question(state, timer) if denounce.possible(state) else None)
        if isinstance(answer, Seats):
            hacker = yield from denounce.denounced(state, answer.seats[0])
            if hacker is not None:
                yield from give_away(state, hacker)
        ended = answer in (NOBODY, DONE)
        if state.setup.rules < DENOUNCING_AGAIN:
            break
    return ended
