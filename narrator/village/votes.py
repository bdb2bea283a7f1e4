"""The vote: everyone points at the narrator's signal, and what the table shows is entered.

Most votes is eliminated, or those with most where there are two places (option `double_elimination`). A tie for the
last places: a living office holder names who of the tied takes them; otherwise everyone votes again among them, and who
is tied again stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from narrator.core.answers import NOBODY, Answer, Choices, Kind, Number, Seats, Tie, Token
from narrator.core.effects import Ask, Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.asking import ask, ballot, public, some_seats
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
    first = yield from _poll(table, "vote.result", table.others, _places(table))
    match first:
        case Seats(seats=seats):
            return seats
        case Tie(seats=seats, clear=clear):
            out = () if clear is None else (clear,)
            named = yield from _break_tie(table, seats, _places(table) - len(out))
            return tuple(seat for seat in (*out, *named) if seat in table.living)
        case _:
            return ()


def _places(table: Table) -> int:
    """Return how many a vote eliminates."""
    return 2 if table.options.double_elimination else 1


def _break_tie(table: Table, tied: tuple[int, ...], places: int) -> Play[tuple[int, ...]]:
    """Return who of the tied takes so many places: whom the office holder names, or the second ballot.

    Where there are places for all there is nothing to break.
    """
    if len(tied) <= places:
        return tied

    def standing() -> tuple[int, ...]:
        return tuple(seat for seat in tied if seat in table.living)

    def judge() -> int | None:
        """Return the living office holder, if he may vote."""
        return None if table.office == table.silenced else table.office

    yield table.say("vote.tie", seats=declassify.seats(tied))
    named: tuple[int, ...] = ()

    def due() -> int:
        """Return how many the holder has still to name; none where he has left, or others and there is no tie left."""
        return places - len(named) if judge() is not None and len(standing()) > places else 0

    def naming() -> Ask | None:
        left = tuple(seat for seat in standing() if seat not in named)
        return public(table, "vote.captain", some_seats(left, due()), about=judge()) if due() else None

    holder = judge()
    if holder is not None:
        yield table.say("vote.captain" if due() == 1 else "vote.captain.both", seat=declassify.seat(holder))
    while due():
        answer = yield from ask(table, naming)
        named += answer.seats if isinstance(answer, Seats) else ()
    if len(named) == places:
        return named
    if len(standing()) <= places:
        return standing()
    yield table.say("vote.again")
    yield table.say("vote.signal")
    return _second((yield from _poll(table, "vote.again", standing, places)), places)


def _second(ballot: Answer | None, places: int) -> tuple[int, ...]:
    """Return whom a second ballot eliminates: who is tied again for the last place stays."""
    match ballot:
        case Seats(seats=seats):
            return seats
        case Tie(clear=int(clear)):
            return (clear,)
        case Tie(seats=seats) if len(seats) <= places:
            return seats
        case _:
            return ()


def _poll(table: Table, question: str, candidates: Callable[[], tuple[int, ...]], most: int) -> Play[Answer | None]:
    """Enter what the table shows: the result, or the count of each candidate (option `count_votes`)."""
    if not table.options.count_votes:
        answer = yield from ask(
            table, lambda: public(table, question, ballot(candidates(), NOBODY, most=min(most, len(candidates()))))
        )
        return answer
    counts: dict[int, int] = {}
    voices = _voices(table)  # those that were raised at the signal, whoever leaves while they are counted

    def counting(seat: int) -> Ask | None:
        counted = sum(counts.values())
        choices = Choices(kind=Kind.NUMBER, numbers=(0, voices - counted), total=(counted, voices))
        return public(table, "vote.count", choices, about=seat) if seat in table.living else None

    for seat in candidates():
        count = yield from ask(table, partial(counting, seat))
        if isinstance(count, Number):
            counts[seat] = count.value
    # Whoever left during the count is out already.
    return outcome_of({seat: count for seat, count in counts.items() if seat in table.living}, most)


def _voices(table: Table) -> int:
    """Return how many voices there are: one of everybody who may vote, and a second one of the office holder."""
    voters = [seat for seat in table.living if seat != table.silenced]
    return len(voters) + (table.office in voters)


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
    *lines("vote.captain", "vote.captain.both", seat=Form.SEAT),
    *lines("vote.again"),
)
QUESTIONS = (
    Question("vote.result", Kind.BALLOT, "a living seat | none | {tie: [seats]}"),
    Question("vote.captain", Kind.SEATS, "one of the tied; both where three tie for two places", about=True),
    Question(
        "vote.again", Kind.BALLOT, "one of the tied | none: a second tie (double_elimination: two, or a tie, too)"
    ),
    Question(
        "vote.count",
        Kind.NUMBER,
        "the votes against one seat, no more in all than there are (option count_votes)",
        about=True,
    ),
)
