"""The office (capitaine, carte de Baden-Powell): a second voice, carried beside one's card, that cannot be refused."""

from __future__ import annotations

from narrator.core.answers import NOBODY, Answer, Kind, Seats, Tie
from narrator.core.effects import Form, Pause, Topic
from narrator.core.lots import drawn
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.asking import any_seats, ask, ballot, one_seat, public
from narrator.village.table import Table, news, scene


def elect(table: Table) -> Play[None]:
    """Elect by relative majority; a tie is voted again among the tied, then drawn by keyed hash."""
    table.elected = True
    yield scene("debate")
    yield table.say("captain.election")
    volunteers = yield from _volunteers(table)

    def candidates() -> tuple[int, ...]:
        return tuple(seat for seat in table.living if seat in volunteers)

    answer: Answer | None = None
    if len(candidates()) > 1:
        yield Pause(seconds=1.5)
        yield table.say("vote.signal")
        answer = yield from ask(
            table,
            lambda: public(table, "captain.elected", ballot(candidates())) if len(candidates()) > 1 else None,
        )
    if isinstance(answer, Tie):
        answer = yield from _second_ballot(table, answer.seats)
    elected = answer.seats if isinstance(answer, Seats) else candidates()
    if len(elected) == 1:  # of several candidates, departures may leave one, who needs no vote, or none
        yield from _give(table, elected[0], "captain.elected")


def _volunteers(table: Table) -> Play[tuple[int, ...]]:
    """Return who may be elected: everybody, or who wants it (option `volunteers`: one needs no vote, none is none)."""
    if not table.options.volunteers:
        return table.others()
    yield table.say("captain.volunteers")

    answer = yield from ask(table, lambda: public(table, "sage.volunteers", any_seats(table.others(), NOBODY)))
    if isinstance(answer, Seats):
        return answer.seats
    yield table.say("captain.nobody")
    return ()


def _second_ballot(table: Table, tied: tuple[int, ...]) -> Play[Seats | None]:
    """Vote again among the tied; a second tie is drawn, not asked."""
    yield table.say("captain.tie", seats=declassify.seats(tied))

    def standing() -> tuple[int, ...]:
        return tuple(seat for seat in tied if seat in table.living)

    answer = yield from ask(
        table,
        lambda: public(table, "captain.tie", ballot(standing(), NOBODY)) if len(standing()) > 1 else None,
    )
    if isinstance(answer, Seats):
        return answer
    still = tuple(seat for seat in (answer.seats if isinstance(answer, Tie) else standing()) if seat in table.living)
    if not still:
        return None
    lot = drawn(table.key, sorted(still), "captain", table.day)
    yield table.say("captain.drawn", seat=declassify.seat(lot))
    return Seats((lot,))


def hand_over(table: Table) -> Play[None]:
    """Let the dead holder name a living successor, in his last breath."""
    while table.office is not None and table.office not in table.living:
        holder = table.office
        yield table.say("captain.falls", seat=declassify.seat(holder))
        answer = yield from ask(
            table,
            lambda dead=holder: (  # type: ignore[misc]  # mypy cannot infer a lambda with a default
                public(table, "captain.successor", one_seat(table.others()), about=dead)
                if table.office == dead  # a departure meanwhile may have settled it
                else None
            ),
        )
        if isinstance(answer, Seats):
            yield from _give(table, answer.seats[0], "captain.succeeds")


def _give(table: Table, seat: int, line: str) -> Play[None]:
    """Make a seat the holder, aloud."""
    table.office = seat
    yield news(Topic.OFFICE, seat=seat)
    yield table.say(line, seat=declassify.seat(seat))


LINES = (
    *lines("captain.election", "captain.volunteers", "captain.nobody"),
    *lines("captain.elected", "captain.succeeds", "captain.drawn", "captain.falls", seat=Form.SEAT),
    *lines("captain.tie", seats=Form.SEAT),
)
QUESTIONS = (
    Question("sage.volunteers", Kind.SEATS, "the living seats that want the office | none (option volunteers)"),
    Question("captain.elected", Kind.BALLOT, "a living seat | {tie: [seats]}"),
    Question("captain.tie", Kind.BALLOT, "one of the tied | {tie: [seats]} | none: drawn by lot"),
    Question("captain.successor", Kind.SEATS, "a living seat", about=True),
)
