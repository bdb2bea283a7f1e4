"""Asking: if somebody leaves in the middle of a question, that is served first and the question asked again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from narrator.core.answers import CONFIRM, NOBODY, SILENT, Answer, Choices, Kind, Leave, Seats, Token
from narrator.core.effects import PLAINLY, Aloud, Ask, Timer
from narrator.core.play import Play
from narrator.village.state import VillageState, seat_term

Answered = TypeVar("Answered")


def ask(state: VillageState, make: Callable[[], Ask | None]) -> Play[Answer | None]:
    """Ask the question that `make` builds from the table as it stands now.

    A departure at night waits for dawn. By day it is served at once; then the question is built again, and None
    is returned where it has no point any more.
    """
    while (question := make()) is not None:
        answer = yield question
        if not isinstance(answer, Leave):
            return answer
        yield from _leave(state, answer.seat)
    return None


def put(state: VillageState, question: Ask) -> Play[Answer | None]:
    """Ask a question that no departure changes: at night, departures wait for dawn."""
    while isinstance(answer := (yield question), Leave):
        yield from _leave(state, answer.seat)
    return answer


def put_in_window(state: VillageState, asked: Play[Answered]) -> Play[Answered]:
    """Ask in a window by day, as `asked` does: who leaves meanwhile leaves afterwards, as at night."""
    before, state.leaving, state.asleep = state.leaving, [], True
    answer = yield from asked
    leaving, state.leaving, state.asleep = state.leaving, before, False
    for seat in leaving:
        if seat in state.living:
            yield from state.depart(state, seat)
    return answer


def _leave(state: VillageState, seat: int) -> Play[None]:
    """Let a player leave: at night, at dawn; by day, at once; and nobody twice."""
    if seat not in state.living or seat in state.leaving:
        return
    if state.asleep:
        state.leaving.append(seat)
    else:
        yield from state.depart(state, seat)


def muster(state: VillageState) -> Play[None]:
    """Take in who left while nobody was asked, so that it is heard at the same time whoever was asked.

    The narrator answers by itself, with the departures that were keyed since the last question.
    """
    roll = Ask(question="muster", choices=CONFIRM, living=state.others(), offer=True, tacit=True)
    yield from put(state, roll)


def name_seat(state: VillageState, question: str, seats: tuple[int, ...], *, by: str, deed: str) -> Play[int | None]:
    """Ask the holders of the power `by`, in the first slot of its call, for one of these seats; None: nobody is named.

    `deed` is the line by which the tale tells who was named.
    """
    answer = yield from put(state, state.ask(question, secret_seat(seats), to=state.private(by), slot=0))
    if not isinstance(answer, Seats):
        return None
    (seat,) = answer.seats
    yield state.deed(deed, seat=seat_term(seat))
    return seat


def public(
    state: VillageState,
    question: str,
    choices: Choices,
    *,
    about: int | None = None,
    offer: bool = False,
    encore: bool = False,
    timer: Timer | None = None,
    aloud: Aloud = PLAINLY,
    prompt: str | None = None,
) -> Ask:
    """Ask everyone, by day: any player enters what the table shows."""
    return Ask(
        question=question,
        choices=choices,
        living=state.others(),
        about=about,
        offer=offer,
        encore=encore,
        timer=timer,
        aloud=aloud,
        prompt=prompt,
    )


def ballot(seats: tuple[int, ...], *words: Token, most: int = 1) -> Choices:
    """One seat (at most so many), a tie among them, or one of the words."""
    return Choices(kind=Kind.BALLOT, seats=seats, count=(1, max(1, most)), ties=True, words=words)


def one_seat(seats: tuple[int, ...], *words: Token) -> Choices:
    """One seat or one of the words."""
    return Choices(kind=Kind.SEATS, seats=seats, words=words)


def some_seats(seats: tuple[int, ...], most: int) -> Choices:
    """One or several of the seats, at most so many."""
    return Choices(kind=Kind.SEATS, seats=seats, count=(1, most))


def any_seats(seats: tuple[int, ...], *words: Token) -> Choices:
    """One or several seats, or one of the words."""
    return Choices(kind=Kind.SEATS, seats=seats, count=(1, max(1, len(seats))), words=words)


def secret_seat(seats: tuple[int, ...]) -> Choices:
    """One seat, nobody, or nothing by the end of the slot."""
    return one_seat(seats, NOBODY, SILENT)
