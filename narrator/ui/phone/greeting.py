"""What every page is told once: the game, its seats, and the labels of buttons in the game's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from narrator.core.answers import Answer
from narrator.language.table_words import TOKENS
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.ui.phone.entries import ORDERS
from narrator.ui.told_back import told_back

LEAST_CELLS = 12
"""Keys of a private screen, at least: as on a telephone."""


@dataclass(frozen=True)
class Greeting:
    """The words of one game for its pages. `names` are by seat; an empty one leaves the seat its number."""

    words: Words
    players: int
    names: Sequence[str] = ()
    cells: int = field(init=False)
    """How many keys every private screen has: as many in each window, whatever is asked in it."""

    def __post_init__(self) -> None:
        """Leave room for every seat and two words besides."""
        object.__setattr__(self, "cells", max(LEAST_CELLS, self.players + 2))

    def data(self) -> dict[str, object]:
        """Return the greeting as pages are told it."""
        words = self.words
        return {
            "language": words.language,
            "title": words.title,
            "players": self.players,
            "names": [self.name(seat) for seat in range(1, self.players + 1)],
            "cells": self.cells,
            "answers": {id_: words.answers[id_][0] for id_ in (*TOKENS, "tie")},
            "orders": {id_: words.commands[id_][0] for id_ in (*ORDERS, "leave")},
        }

    def name(self, seat: int) -> str:
        """Return the first name of a seat; nothing where it has none."""
        return self.names[seat - 1] if seat <= len(self.names) else ""

    def told_back(self, answer: Answer) -> str:
        """Return what was noted of a public answer; empty where there is nothing to tell."""
        return told_back(answer, Wording(self.words, tuple(self.names)))
