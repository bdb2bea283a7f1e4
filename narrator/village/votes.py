"""The vote: everyone points at the narrator's signal, and what the table shows is entered.

Most votes is eliminated. A tie: a living office holder names one of the tied; otherwise everyone votes again
among them, and a second tie eliminates nobody.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import NOBODY, Answer, Choices, Kind, Number, Seats, Tie, Token
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.asking import ask, ballot, one_seat, public
from narrator.village.deaths import chain, settle
from narrator.village.setup import Cause
from narrator.village.table import Table, scene


def vote(table: Table) -> Play[None]:
    """Hold the vote of the day and bury whom it eliminates."""
    yield scene("verdict")
    yield table.say("vote.call")
    yield table.say("vote.signal")
    out = yield from _result(table)
    if out is None:
        yield table.say("vote.nobody")
    else:
        yield from chain(table, [(out, Cause.VOTE)], "vote.dead")
    yield from settle(table)


def _result(table: Table) -> Play[int | None]:
    """Return who is eliminated."""
    first = yield from _poll(table, "vote.result", table.others)
    if isinstance(first, Seats):
        return first.seats[0]
    if not isinstance(first, Tie):
        return None
    tied = first.seats
    yield table.say("vote.tie", seats=declassify.seats(tied))

    def standing() -> tuple[int, ...]:
        return tuple(seat for seat in tied if seat in table.living)

    if table.office is not None:
        yield table.say("vote.captain", seat=declassify.seat(table.office))
        named = yield from ask(
            table,
            lambda: (
                public(table, "vote.captain", one_seat(standing()), about=table.office)
                if table.office is not None and len(standing()) > 1
                else None
            ),
        )
        if isinstance(named, Seats):
            return named.seats[0]
    if len(standing()) < 2:
        return standing()[0] if standing() else None
    yield table.say("vote.again")
    yield table.say("vote.signal")
    second = yield from _poll(table, "vote.again", standing)
    return second.seats[0] if isinstance(second, Seats) else None


def _poll(table: Table, question: str, candidates: Callable[[], tuple[int, ...]]) -> Play[Answer | None]:
    """Enter what the table shows: the result, or the count of each candidate (option `count_votes`)."""
    if not table.options.count_votes:
        answer = yield from ask(table, lambda: public(table, question, ballot(candidates(), NOBODY)))
        return answer
    counts: dict[int, int] = {}
    for seat in candidates():
        most = len(table.living) + 1
        choices = Choices(kind=Kind.NUMBER, numbers=(0, most))
        count = yield from ask(
            table,
            lambda seat=seat, choices=choices: (  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
                public(table, "vote.count", choices, about=seat) if seat in table.living else None
            ),
        )
        if isinstance(count, Number):
            counts[seat] = count.value
    return outcome_of({seat: count for seat, count in counts.items() if seat in table.living})


def outcome_of(counts: dict[int, int]) -> Seats | Tie | Token:
    """Return what the counts say: the seat with most votes, those who share it, or nobody."""
    most = max(counts.values(), default=0)
    first = tuple(seat for seat, count in counts.items() if count == most)
    if not most:
        return NOBODY
    return Seats(first) if len(first) == 1 else Tie(first)


LINES = (
    *lines("vote.call", "vote.signal", "vote.nobody", nightly=True),
    *lines("vote.tie", seats=Form.SEAT),
    *lines("vote.captain", seat=Form.SEAT),
    *lines("vote.again"),
)
QUESTIONS = (
    Question("vote.result", Kind.BALLOT, "a living seat | none | {tie: [seats]}"),
    Question("vote.captain", Kind.SEATS, "one of the tied", about=True),
    Question("vote.again", Kind.BALLOT, "one of the tied | none: a second tie"),
    Question("vote.count", Kind.NUMBER, "the votes against one seat (option count_votes)", about=True),
)
