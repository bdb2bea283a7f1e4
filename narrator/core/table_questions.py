"""Asking: if somebody leaves in the middle of a question, that is served first and the question asked again."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import Answer, Choices, Kind, Leave, Token
from narrator.core.effects import PLAINLY, Aloud, Ask, Term, Timer
from narrator.core.play import Play
from narrator.core.table_state import TableState


def ask(state: TableState, make: Callable[[], Ask | None]) -> Play[Answer | None]:
    """Ask the question that `make` builds from the table as it stands now.

    After a departure it is built again; None is returned where it has no point any more.
    """
    while (question := make()) is not None:
        answer = yield question
        if not isinstance(answer, Leave):
            return answer
        yield from state.leave(answer.seat)
    return None


def put(state: TableState, question: Ask) -> Play[Answer | None]:
    """Ask a question that no departure changes: at night, departures wait for dawn."""
    while isinstance(answer := (yield question), Leave):
        yield from state.leave(answer.seat)
    return answer


def public(
    state: TableState,
    question: str,
    choices: Choices,
    *,
    about: int | None = None,
    offer: bool = False,
    encore: bool = False,
    timer: Timer | None = None,
    aloud: Aloud = PLAINLY,
    prompt: str | None = None,
    kept: Term | None = None,
) -> Ask:
    """Ask everyone: any player enters what the table shows."""
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
        kept=kept,
    )


def one_seat(seats: tuple[int, ...], *words: Token) -> Choices:
    """One seat, or one of the words."""
    return Choices(kind=Kind.SEATS, seats=seats, words=words)
