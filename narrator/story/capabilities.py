"""What a pack must know of the engine that plays it: names and shapes, nothing of how it works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from narrator.core.vocabulary import Line, Vocabulary
from narrator.user_error import UserError

Settings: TypeAlias = Mapping[str, tuple[str, ...]]
"""Options as their author wrote them: one word or several each."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A window that an engine opens: its number of slots, and the power whose card must be in play for it.

    Without a carrier any game may open it. `called` ones are named by the pack in its `calls`. Each power of `more`
    that the pack has adds a slot.
    """

    slots: int
    carrier: str = ""
    called: bool = False
    more: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class EngineFacts:
    """One engine.

    `powers` may be carried by cards of the `camps`; a card with a power of `apart` shows the camp that it names
    there. `cards` are those that the engine has of its own. `openings` are its windows by name. `read_options` gives
    options their types and raises ValueError, with a sentence, where it cannot. `vocabulary` tells the lines and
    questions of a game with these powers and calls; `shared`, which reads files, those that
    every game needs besides.
    """

    powers: frozenset[str]
    camps: frozenset[str]
    openings: Mapping[str, Opening]
    apart: Mapping[str, str] = field(default_factory=dict)
    cards: frozenset[str] = frozenset()
    options: frozenset[str]
    read_options: Callable[[Settings], object]
    vocabulary: Callable[[Iterable[str]], Vocabulary]
    shared: Callable[[], tuple[Line, ...]] = tuple


class UnknownEngineError(UserError):
    """No engine goes by this name. `known` are the names of those that exist."""

    def __init__(self, engine: str, known: Iterable[str]) -> None:
        self.known = tuple(known)
        super().__init__(f"there is no engine {engine!r}; there is: {', '.join(self.known)}")
