"""A debate: how long it lasts, who speaks in turn first, and who denounces somebody in it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from narrator.rules.core.answers import DONE, NOBODY, Choices, Kind, Seats
from narrator.rules.core.effects import Ask, Form, Timer
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, public
from narrator.rules.core.vocabulary import Question, lines
from narrator.rules.village import declassify
from narrator.rules.village.phases import reactions
from narrator.rules.village.phases.deaths import give_away
from narrator.rules.village.powers.by_day import denounced, denunciation_question, may_denounce
from narrator.rules.village.state import VillageState
from narrator.rules.village.windows import DEBATE


def debate_timer(state: VillageState, *, tease: bool = False) -> Timer | None:
    """Return how long a debate lasts; None for as long as it likes."""
    if not state.options.debate:
        return None
    remark = reactions.tease(state) if tease else None
    return Timer(seconds=state.options.debate, warning=state.options.debate_warning, tease=remark)


TURN = "debate.turn"
SPEAKING = Choices(kind=Kind.CONFIRM, words=(DONE, NOBODY))


def take_turns(state: VillageState, timer: Timer | None) -> Play[None]:
    """Let each of the living speak in turn, from another seat each day on; then all may (option `turns`).

    The turns take their time from that of the debate, and end with it, or once nobody is to have another.
    """
    if not state.options.turns:
        return
    turn = replace(timer or Timer(seconds=math.inf, warning=0.0), tease=None, turn=state.options.turns)
    day = max(state.day, 1) - 1  # a debate may come before the first night

    def speaking(seat: int) -> Ask | None:
        if seat not in state.living:
            return None
        return public(state, TURN, SPEAKING, about=seat, offer=True, timer=turn, aloud=DEBATE)

    for seat in sorted(state.living, key=lambda seat: (seat - 1 - day) % state.setup.players):
        if seat in state.living:
            yield state.say(TURN, seat=declassify.seat(seat))
            if (yield from ask(state, partial(speaking, seat))) is NOBODY:
                return
    yield state.say("debate.floor")


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


LINES = (*lines(TURN, seat=Form.SEAT), *lines("debate.floor"))
QUESTIONS = (
    Question(
        TURN,
        Kind.CONFIRM,
        "done: the next one speaks | none: no more turns (both answer themselves in time)",
        about=True,
        aloud=DEBATE,
    ),
)
