"""The last public lines, on every screen."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Form, Term
from narrator.screens.clean_text import clean
from narrator.table.inbox.moment import Moment


class PublicLineKind(Enum):
    """What a public line is: something that is spoken, or something that only stands there."""

    CAPTION = "caption"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class PublicLine:
    """A public line. `mark` is the place of the word that is being said, from one letter to before another."""

    kind: PublicLineKind
    text: str
    mark: tuple[int, int] | None = None


class PublicLines:
    """The last `most` of them."""

    def __init__(self, most: int) -> None:
        self._lines: deque[PublicLine] = deque(maxlen=most)
        self._night = 0

    def __iter__(self) -> Iterator[PublicLine]:
        return iter(self._lines)

    def add(self, line: PublicLine) -> None:
        self._lines.append(line)

    def moment(self, moment: Moment) -> None:
        """Take in whether a night has fallen: what was said by day does not light it."""
        if moment.facts.night > self._night:
            self._lines.clear()
        self._night = moment.facts.night

    def answered(self) -> None:
        """Forget what was said to the answers that were refused."""
        for notice in [line for line in self._lines if line.kind is PublicLineKind.NOTICE]:
            self._lines.remove(notice)


def told_back(answer: Answer, wording: Wording) -> str:
    """Return what was noted; empty where somebody only went on, and for a departure, which is told by itself."""
    told = wording.named(answer)
    return told and clean(wording.line("screen.noted", text=Term(Form.TEXT, told)))
