"""The day as trials: accusation, defence, a show of hands; who was acquitted is not accused again the same day.

Strictly more than half of the living, the accused included, finds him guilty: he is executed and night falls. With no
more accusation the day ends. The table tells the verdict, or how many hands went up (option `count_votes`).
"""

from __future__ import annotations

from narrator.core.answers import ACQUITTED, GUILTY, NOBODY, Answer, Choices, Kind, Number, Seats
from narrator.core.effects import Ask, Form, Timer
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.asking import ask, one_seat, public
from narrator.village.deaths import chain, settle
from narrator.village.setup import Cause
from narrator.village.table import Table, scene

VERDICT = Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED))


def trials(table: Table, timer: Timer | None) -> Play[None]:
    """Hold trials until somebody is executed or nobody accuses any more."""
    yield scene("debate")
    yield table.say("trial.open")
    acquitted: set[int] = set()
    while (accused := (yield from _accused(table, acquitted, timer))) is not None:
        yield table.say("trial.accused", seat=declassify.seat(accused), count=declassify.count(_needed(table)))
        verdict = yield from _verdict(table, accused)
        if verdict is GUILTY:
            yield from chain(table, [(accused, Cause.VOTE)], "trial.dead")
            yield from settle(table)
            return
        if verdict is ACQUITTED:
            acquitted.add(accused)
            yield table.say("trial.acquitted", seat=declassify.seat(accused))
    yield table.say("trial.over")


def _needed(table: Table) -> int:
    """Return how many hands it takes: strictly more than half of the living."""
    return len(table.living) // 2 + 1


def _verdict(table: Table, accused: int) -> Play[Answer | None]:
    """Enter the verdict, or the hands that went up, which decide it; None where the accused has left."""

    def judging() -> Ask | None:
        if accused not in table.living:
            return None
        if not table.options.count_votes:
            return public(table, "trial.verdict", VERDICT, about=accused)
        hands = Choices(kind=Kind.NUMBER, numbers=(0, len(table.living)))
        return public(table, "trial.hands", hands, about=accused)

    verdict = yield from ask(table, judging)
    if isinstance(verdict, Number):
        return GUILTY if verdict.value >= _needed(table) else ACQUITTED
    return verdict


def _accused(table: Table, acquitted: set[int], timer: Timer | None) -> Play[int | None]:
    """Ask who is accused; None where nobody is, or nobody is left to be."""

    def candidates() -> tuple[int, ...]:
        return tuple(seat for seat in table.living if seat not in acquitted)

    answer = yield from ask(
        table,
        lambda: public(table, "trial.accused", one_seat(candidates(), NOBODY), timer=timer) if candidates() else None,
    )
    return answer.seats[0] if isinstance(answer, Seats) else None


LINES = (
    *lines("trial.open", "trial.over", nightly=True),
    *lines("trial.accused", seat=Form.SEAT, count=Form.NUMBER),
    *lines("trial.acquitted", seat=Form.SEAT),
    *lines("trial.dead", seats=Form.SEAT),
)
QUESTIONS = (
    Question("trial.accused", Kind.SEATS, "a living seat, not acquitted today | none: the day ends"),
    Question("trial.verdict", Kind.YES_NO, "guilty | acquitted", about=True),
    Question("trial.hands", Kind.NUMBER, "the hands raised against the accused (option count_votes)", about=True),
)
