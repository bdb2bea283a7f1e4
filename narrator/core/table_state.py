"""What every game keeps of its table: who is in, who waits to leave, how often each line was said."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Self

from narrator.core.effects import Deed, Fact, Motif, Say, Tells, Term
from narrator.core.play import Play
from narrator.core.secrets import Secret


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
        """Whether it is told in brief now."""
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
