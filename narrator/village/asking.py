"""What the night-and-day game asks for, and how, beyond what every game asks."""

from __future__ import annotations

from typing import TypeVar

from narrator.core.answers import CONFIRM, NOBODY, SILENT, Choices, Kind, Refusal, Seats, Token
from narrator.core.effects import Aloud, Ask
from narrator.core.play import Play
from narrator.core.table_state import one_seat, put
from narrator.village.state import VillageState, seat_term

Answered = TypeVar("Answered")

DEBATE = Aloud(debate=True)
"""A question that stands while everybody speaks of everybody."""


def put_in_window(state: VillageState, asked: Play[Answered]) -> Play[Answered]:
    """Ask in a window by day, as `asked` does: who leaves meanwhile leaves afterwards, as at night."""
    before, state.leaving, state.departures_wait = state.leaving, [], True
    answer = yield from asked
    leaving, state.leaving, state.departures_wait = state.leaving, before, False
    for seat in leaving:
        yield from state.leave(seat)
    return answer


def muster(state: VillageState) -> Play[None]:
    """Take in who left while nobody was asked, so that it is heard at the same time whoever was asked.

    The narrator answers by itself, with the departures that were keyed since the last question.
    """
    roll = Ask(question="muster", choices=CONFIRM, living=state.others(), offer=True, tacit=True)
    yield from put(state, roll)


def name_seat(
    state: VillageState, question: str, seats: tuple[int, ...], *, by: str, deed: str, why: Refusal | None = None
) -> Play[int | None]:
    """Ask the holders of the power `by`, in the first slot of its call, for one of these seats; None: nobody is named.

    `deed` is the line by which the tale tells who was named, `why` the reason for which others cannot be.
    """
    answer = yield from put(state, state.ask(question, secret_seat(seats, why), to=state.private(by), slot=0))
    if not isinstance(answer, Seats):
        return None
    (seat,) = answer.seats
    yield state.deed(deed, seat=seat_term(seat))
    return seat


def ballot(seats: tuple[int, ...], *words: Token, most: int = 1, why: Refusal | None = None) -> Choices:
    """One seat (at most so many), a tie among them, or one of the words."""
    return Choices(kind=Kind.BALLOT, seats=seats, count=(1, max(1, most)), ties=True, words=words, why=why)


def some_seats(seats: tuple[int, ...], most: int) -> Choices:
    """One or several of the seats, at most so many."""
    return Choices(kind=Kind.SEATS, seats=seats, count=(1, most))


def any_seats(seats: tuple[int, ...], *words: Token) -> Choices:
    """One or several seats, or one of the words."""
    return Choices(kind=Kind.SEATS, seats=seats, count=(1, max(1, len(seats))), words=words)


def secret_seat(seats: tuple[int, ...], why: Refusal | None = None) -> Choices:
    """One seat, nobody, or nothing by the end of the slot."""
    return one_seat(seats, NOBODY, SILENT, why=why)
