"""The day as trials: accusation, defence, a show of hands; who was acquitted is not accused again the same day.

Strictly more than half of the living, the accused included, finds him guilty: he is executed and night falls. The
voice of an office holder counts twice, among those raised and among all. With no more accusation the day ends. The
table tells the verdict, or how many hands went up (option `count_votes`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from narrator.core.answers import ACQUITTED, GUILTY, NOBODY, Answer, Choices, Kind, Number, Seats
from narrator.core.effects import Ask, Form, Timer
from narrator.core.play import Play
from narrator.core.table_questions import ask, one_seat, public
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.asking import DEBATE
from narrator.village.phases import reactions
from narrator.village.phases.deaths import settle
from narrator.village.phases.denunciation import denunciation
from narrator.village.phases.verdict import condemn
from narrator.village.phases.vote import voices
from narrator.village.powers.by_day import may_denounce
from narrator.village.powers.names_one_seat import CROW_VOICES
from narrator.village.state import VillageState, scene
from narrator.village.table import CauseOfDeath

VERDICT = Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED))


def trials(state: VillageState, timer: Timer | None) -> Play[None]:
    """Hold trials until somebody is executed or nobody accuses any more."""
    yield scene("debate")
    yield state.say("trial.open")
    if may_denounce(state):
        yield from denunciation(state, timer)
        timer = timer and replace(timer, tease=None)
    while (accused := (yield from _accused(state, timer))) is not None:
        verdict = yield from _verdict(state, accused)
        if verdict is GUILTY:
            yield from condemn(state, (accused,), CauseOfDeath.VOTE, "trial.dead")
            yield from settle(state)
            yield from reactions.at_verdict(state)
            return
        timer = timer and replace(timer, tease=None)
        if verdict is ACQUITTED:
            state.acquitted.add(accused)
            yield state.say("trial.acquitted", seat=declassify.seat(accused))
    yield state.say("trial.over")
    yield from reactions.at_verdict(state)


def _needed(state: VillageState) -> int:
    """Return how many hands it takes: strictly more than half of the living, one of whom may have two voices."""
    second = state.office in [seat for seat in state.living if state.may_vote(seat)]
    return (len(state.living) + second) // 2 + 1


def _verdict(state: VillageState, accused: int) -> Play[Answer | None]:
    """Accuse, and enter the verdict, or the hands that went up, which decide it; None where the accused has left.

    Where somebody leaves, so that it takes fewer hands than was said, it is said anew.
    """

    def judging(needed: int) -> Ask | None:
        if accused not in state.living or needed != _needed(state):
            return None
        if not state.options.count_votes:
            return public(state, "trial.verdict", VERDICT, about=accused)
        hands = Choices(kind=Kind.NUMBER, numbers=(0, voices(state)))
        return public(state, "trial.hands", hands, about=accused)

    verdict, needed = None, 0
    while verdict is None and accused in state.living:
        needed = _needed(state)
        yield state.say("trial.accused", seat=declassify.seat(accused), count=declassify.count(needed))
        verdict = yield from ask(state, partial(judging, needed))
    if isinstance(verdict, Number):
        hands = verdict.value + (CROW_VOICES if accused == state.tonight.marked else 0)
        return GUILTY if hands >= needed else ACQUITTED
    return verdict


def _accused(state: VillageState, timer: Timer | None) -> Play[int | None]:
    """Ask who is accused; None where nobody is, or nobody is left to be."""

    def candidates() -> tuple[int, ...]:
        return state.others(*state.acquitted)

    answer = yield from ask(
        state,
        lambda: (
            public(state, "trial.accused", one_seat(candidates(), NOBODY), timer=timer, aloud=DEBATE)
            if candidates()
            else None
        ),
    )
    return answer.seats[0] if isinstance(answer, Seats) else None


LINES = (
    *lines("trial.open", "trial.over", nightly=True),
    *lines("trial.accused", seat=Form.SEAT, count=Form.NUMBER),
    *lines("trial.acquitted", seat=Form.SEAT),
    *lines("trial.dead", seats=Form.SEAT),
)
QUESTIONS = (
    Question("trial.accused", Kind.SEATS, "a living seat, not acquitted today | none: the day ends", aloud=DEBATE),
    Question("trial.verdict", Kind.YES_NO, "guilty | acquitted", about=True),
    Question("trial.hands", Kind.NUMBER, "the hands raised against the accused (option count_votes)", about=True),
)
