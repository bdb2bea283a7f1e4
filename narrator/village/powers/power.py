"""What a power is, for the engine and for the packs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from narrator.core.play import Play
from narrator.core.vocabulary import Line, Question
from narrator.village.table import Table


def nothing(_table: Table) -> Play[None]:
    """Act without effect."""
    yield from ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Power:
    """One power.

    `needs` is the power whose card must be in the composition for the call to be made (its own by default).
    `before` comes ahead of the call's first word, `act` inside its window. `slots` counts the window's slots; 0
    is a power without a call. `alone` says that at most one player may carry it. `identified` powers are never
    called but must be known: with real cards and a leader they get one silent call on the first night.
    """

    id: str
    lines: tuple[Line, ...] = ()
    questions: tuple[Question, ...] = ()
    slots: int = 0
    scene: str = "night"
    needs: str = ""
    alone: bool = True
    identified: bool = False
    before: Callable[[Table], Play[None]] = nothing
    act: Callable[[Table], Play[None]] = nothing

    @property
    def carrier(self) -> str:
        """Return the power whose card makes this call exist."""
        return self.needs or self.id
