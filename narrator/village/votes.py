"""The vote: everyone points at the narrator's signal, and what the table shows is entered.

Most votes is eliminated. A tie: a living office holder names one of the tied; otherwise everyone votes again
among them, and a second tie eliminates nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
    if out:
        yield from chain(table, [(seat, Cause.VOTE) for seat in out], "vote.dead")
    else:
        yield table.say("vote.nobody")
    yield from settle(table)


def _result(table: Table) -> Play[tuple[int, ...]]:
    """Return who is eliminated: the clear ones at once, one of the tied where the tie is broken."""
    first = yield from _poll(table, "vote.result", table.others)
    match first:
        case Seats(seats=seats):
            return seats
        case Tie(seats=seats, clear=clear):
            named = yield from _break_tie(table, seats)
            return tuple(seat for seat in (clear, named) if seat is not None and seat in table.living)
        case _:
            return ()


def _break_tie(table: Table, tied: tuple[int, ...]) -> Play[int | None]:
    """Return whom the office holder names, or the second ballot; None where it is a tie again."""

    def standing() -> tuple[int, ...]:
        return tuple(seat for seat in tied if seat in table.living)

    def judge() -> int | None:
        """Return the living office holder, if he may vote."""
        return None if table.office == table.silenced else table.office

    yield table.say("vote.tie", seats=declassify.seats(tied))
    holder = judge()
    if holder is not None:
        yield table.say("vote.captain", seat=declassify.seat(holder))
        named = yield from ask(
            table,
            lambda: (
                public(table, "vote.captain", one_seat(standing()), about=judge())
                if judge() is not None and len(standing()) > 1
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
    most = 2 if table.options.double_elimination and question == "vote.result" else 1
    if not table.options.count_votes:
        answer = yield from ask(
            table, lambda: public(table, question, ballot(candidates(), NOBODY, most=min(most, len(candidates()))))
        )
        return answer
    counts: dict[int, int] = {}
    for seat in candidates():
        voices = Choices(kind=Kind.NUMBER, numbers=(0, len(table.living) + 1))
        count = yield from ask(
            table,
            lambda seat=seat, voices=voices: (  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
                public(table, "vote.count", voices, about=seat) if seat in table.living else None
            ),
        )
        if isinstance(count, Number):
            counts[seat] = count.value
    # Whoever left during the count is out already.
    return outcome_of({seat: count for seat, count in counts.items() if seat in table.living}, most)


def outcome_of(counts: Mapping[int, int], most: int = 1) -> Seats | Tie | Token:
    """Return what the counts say: those with most votes; who shares the last place; or nobody."""
    voices = sorted({count for count in counts.values() if count}, reverse=True)
    out: tuple[int, ...] = ()
    for place in voices:
        sharing = tuple(seat for seat, count in counts.items() if count == place)
        if len(out) + len(sharing) > most:
            return Tie(sharing, *out)
        out += sharing
        if len(out) == most:
            break
    return Seats(out) if out else NOBODY


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
