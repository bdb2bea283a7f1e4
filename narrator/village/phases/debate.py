"""A debate: how long it lasts, and who denounces somebody in it."""

from __future__ import annotations

from narrator.core.answers import DONE, NOBODY, Seats
from narrator.core.effects import Ask, Timer
from narrator.core.play import Play
from narrator.core.table_state import ask
from narrator.village.phases import reactions
from narrator.village.phases.deaths import give_away
from narrator.village.powers.by_day import denounced, denunciation_question, may_denounce
from narrator.village.state import VillageState


def debate_timer(state: VillageState, *, tease: bool = False) -> Timer | None:
    """Return how long a debate lasts; None for as long as it likes."""
    if not state.options.debate:
        return None
    remark = reactions.tease(state) if tease else None
    return Timer(seconds=state.options.debate, warning=state.options.debate_warning, tease=remark)


def denunciation(state: VillageState, timer: Timer | None) -> Play[bool]:
    """Let somebody denounce somebody, as long as that is possible; return whether the debate was ended instead.

    A vain attempt, such as a slip to the hacker's own seat, takes it from nobody; it is not made twice.
    """
    vain = list[int]()

    def question() -> Ask | None:
        return denunciation_question(state, timer, vain) if may_denounce(state) else None

    ended = False
    while may_denounce(state) and not ended:
        answer = yield from ask(state, question)
        if isinstance(answer, Seats):
            vain.extend(answer.seats)
            hacker = yield from denounced(state, answer.seats[0])
            if hacker is not None:
                yield from give_away(state, hacker)
        ended = answer in (NOBODY, DONE)
    return ended
