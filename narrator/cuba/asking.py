"""Asking: if somebody leaves in the middle of a question, that is served first and the question asked again."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import Answer, Choices, Kind, Leave, Token
from narrator.core.effects import PLAINLY, Aloud, Ask
from narrator.core.play import Play
from narrator.cuba.state import CubaState


def ask(state: CubaState, make: Callable[[], Ask | None]) -> Play[Answer | None]:
    """Ask the question that `make` builds from the table as it stands now; None where it has no point any more."""
    while (question := make()) is not None:
        answer = yield question
        if not isinstance(answer, Leave):
            return answer
        if answer.seat not in state.others() or answer.seat in state.leaving:
            continue
        if state.busy:
            state.leaving.append(answer.seat)
        else:
            yield from state.depart(state, answer.seat)
    return None


def public(
    state: CubaState,
    question: str,
    choices: Choices,
    *,
    about: int | None = None,
    offer: bool = False,
    encore: bool = False,
    aloud: Aloud = PLAINLY,
) -> Ask:
    """Ask everyone: any player enters what the table shows."""
    return Ask(
        question=question,
        choices=choices,
        living=state.others(),
        about=about,
        offer=offer,
        encore=encore,
        aloud=aloud,
    )


def one_seat(seats: tuple[int, ...], *words: Token) -> Choices:
    """One seat, or one of the words."""
    return Choices(kind=Kind.SEATS, seats=seats, words=words)
