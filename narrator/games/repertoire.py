"""Everything that a game may have to say, so that its voice can be made ready before the first word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from narrator.core.vocabulary import Eyes, Line
from narrator.games.session_lines import COUNTED, SPOKEN
from narrator.story.markup import Utterance
from narrator.story.naming import Cast
from narrator.story.wording import Wording


@dataclass(frozen=True)
class Repertoire:
    """The lines of one game, and all that they may name; where it is `counting`, all that can be counted too."""

    lines: tuple[Line, ...]
    cast: Cast
    counting: bool = False

    def by_day(self, wording: Wording) -> Iterator[Utterance]:
        """Yield lines that hold, together, every text that may be said to open eyes."""
        return wording.utterances(self._said_to(Eyes.OPEN), self.cast)

    def by_night(self, wording: Wording) -> Iterator[Utterance]:
        """Yield lines that hold, together, every text that may be said to closed eyes."""
        return wording.utterances(self._said_to(Eyes.CLOSED), self.cast)

    def _said_to(self, eyes: Eyes) -> Iterator[Line]:
        session = (*SPOKEN, *COUNTED) if self.counting else SPOKEN
        return (line for line in (*self.lines, *session) if line.eyes in (eyes, Eyes.EITHER))
