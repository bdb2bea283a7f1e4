"""Asking, so that a departure in the middle of any question is served and the question then asked anew."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import Answer, Choices, Kind, Leave, Token
from narrator.core.effects import Ask
from narrator.core.play import Play
from narrator.cuba.table import Table


def ask(table: Table, make: Callable[[], Ask | None]) -> Play[Answer | None]:
    """Ask the question that `make` builds from the table as it stands now; None where it has no point any more."""
    while (question := make()) is not None:
        answer = yield question
        if not isinstance(answer, Leave):
            return answer
        if answer.seat not in table.others() or answer.seat in table.leaving:
            continue
        if table.busy:
            table.leaving.append(answer.seat)
        else:
            yield from table.depart(table, answer.seat)
    return None


def public(table: Table, question: str, choices: Choices, *, about: int | None = None, offer: bool = False) -> Ask:
    """Ask everyone: any player enters what the table shows."""
    return Ask(question=question, choices=choices, living=table.others(), about=about, offer=offer)


CONFIRM = Choices(kind=Kind.CONFIRM, words=(Token.DONE,))
YES_NO = Choices(kind=Kind.YES_NO, words=(Token.YES, Token.NO))


def one_seat(seats: tuple[int, ...], *words: Token) -> Choices:
    """One seat, or one of the words."""
    return Choices(kind=Kind.SEATS, seats=seats, words=words)
