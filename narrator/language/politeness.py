"""What people say around an answer without changing it: `euh, c'est Alice, s'il te plaît`.

The pattern is explicit: any number of phrases before, the answer, any number of phrases after. Whatever else stands
around an answer makes it none. `alors`, `donc` and `euh` are polite before an answer only: they begin more talk, and
of debates a recogniser made `deux alors`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from narrator.language.spelling import canonical


@dataclass(frozen=True)
class Politeness:
    """The phrases that may stand before an answer and after it."""

    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def phrases(self) -> tuple[str, ...]:
        """Return each phrase once."""
        return tuple(dict.fromkeys((*self.before, *self.after)))

    @cached_property
    def _words(self) -> tuple[list[list[str]], list[list[str]]]:
        """Return the words of each phrase before, and of each phrase after from its last."""
        return [canonical(p).split() for p in self.before], [canonical(p).split()[::-1] for p in self.after]

    def naming(self, *before: str) -> Politeness:
        """Allow more before an answer that names somebody."""
        return Politeness((*self.before, *before), self.after)

    def joints(self, answers: Iterable[str]) -> Iterator[str]:
        """Yield how politeness and answers meet: each phrase before with each first word, and so behind.

        A recogniser that has been told of such meetings will take `euh trois`; told of `euh` and of `trois` alone, it
        will sooner take both for something unknown. Of phrases that end alike one is enough, and so behind; of
        answers that begin alike, the shortest.
        """
        firsts: dict[str, str] = {}
        lasts: dict[str, str] = {}
        for answer in sorted(answers, key=len):
            words = answer.split()
            firsts.setdefault(words[0], answer)
            lasts.setdefault(words[-1], answer)
        before = {phrase.split()[-1]: phrase for phrase in self.before}
        after = {phrase.split()[0]: phrase for phrase in self.after}
        yield from (f"{phrase} {answer}" for phrase in before.values() for answer in firsts.values())
        yield from (f"{answer} {phrase}" for phrase in after.values() for answer in lasts.values())

    def cores(self, words: list[str]) -> Iterator[str]:
        """Yield what may be the answer in these words, in canonical spelling: the longest first."""
        yield from (" ".join(words[start:end]) for start, end in self.spans(words))

    def spans(self, words: list[str]) -> list[tuple[int, int]]:
        """Return where what may be the answer begins and ends in these words: the longest first."""
        ahead, behind = self._words
        starts = _reached(words, ahead)
        ends = [len(words) - left for left in _reached(words[::-1], behind)]
        spans = [(start, end) for start in starts for end in ends if start < end]
        return sorted(spans, key=lambda span: span[0] - span[1])


def _reached(words: list[str], phrases: list[list[str]]) -> list[int]:
    """Return the places that are reached from the first word through whole phrases, ascending."""
    reached = {0}
    for place in range(len(words)):
        if place in reached:
            reached |= {place + len(p) for p in phrases if words[place] == p[0] and words[place : place + len(p)] == p}
    return sorted(reached)
