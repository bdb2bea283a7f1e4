"""What every game keeps of its table: who is in, who waits to leave, how often each line was said; and how it asks.

If somebody leaves in the middle of a question, that is served first and the question asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Self

from narrator.rules.core.answers import Answer, Choices, Kind, Leave, Refusal, Token
from narrator.rules.core.effects import PLAINLY, Aloud, Ask, Deed, Fact, Motif, Say, Tells, Term, Timer
from narrator.rules.core.play import Play
from narrator.rules.core.secrets import Secret


class TableState:
    """The state of a game, as far as it is the same in all.

    `living` are the seats still in. As long as `departures_wait`, whoever leaves is kept in `leaving`: it would tell
    what nobody may know yet. `depart` is what happens when a player leaves.
    """

    __slots__ = ("_said", "depart", "departures_wait", "leaving", "living")

    def __init__(self, seats: Iterable[int], depart: Callable[[Self, int], Play[None]]) -> None:
        self.living: tuple[int, ...] = tuple(seats)
        self.leaving: list[int] = []
        self.departures_wait = False
        self.depart: Callable[[int], Play[None]] = partial(depart, self)
        self._said: dict[str, int] = {}

    @property
    def brief(self) -> bool:
        return False

    def others(self, *but: int) -> tuple[int, ...]:
        """Return the seats that may still leave the game, these excepted."""
        return tuple(seat for seat in self.living if seat not in but)

    def leave(self, seat: int) -> Play[None]:
        """Let a player leave: at once, or once departures wait no more; and nobody twice."""
        if seat not in self.others() or seat in self.leaving:
            return
        if self.departures_wait:
            self.leaving.append(seat)
        else:
            yield from self.depart(seat)

    def say(self, line: str, *, before: Motif | None = None, after: Motif | None = None, **facts: Fact) -> Say:
        """Speak a line, counting its occurrences for the choice of variant. The motifs depend on public facts alone."""
        occurrence = self._occurrence(line)
        if not facts:
            return _plain_line(line, occurrence, before, after, self.brief)
        args = tuple(facts.items())
        return Say(line=line, args=args, occurrence=occurrence, before=before, after=after, brief=self.brief)

    def aside(self, line: str, **facts: Fact) -> Say:
        """Remark on what everybody knows; where the pack has no words left for it, nothing is heard."""
        return Say(line=line, args=tuple(facts.items()), occurrence=self._occurrence(line), aside=True)

    def deed(self, line: str, tells: Tells = Tells.ACT, /, **terms: Term) -> Deed:
        """Seal what was done, for the tale."""
        return Deed(line=line, args=Secret(tuple(terms.items())), tells=tells)

    def _occurrence(self, line: str) -> int:
        occurrence = self._said.get(line, 0)
        self._said[line] = occurrence + 1
        return occurrence


@cache
def _plain_line(line: str, occurrence: int, before: Motif | None, after: Motif | None, brief: bool) -> Say:
    """Return a line without arguments; the same few are said in every game."""
    return Say(line=line, occurrence=occurrence, before=before, after=after, brief=brief)


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


def one_seat(seats: tuple[int, ...], *words: Token, why: Refusal | None = None) -> Choices:
    """One seat, or one of the words; `why` tells why others cannot be named."""
    return Choices(kind=Kind.SEATS, seats=seats, words=words, why=why)
