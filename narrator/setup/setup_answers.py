"""What is decided about a game before it is founded: by the command line, by people, or on an earlier evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from narrator.core.modes import Mode
from narrator.setup.decks import KnownDecks
from narrator.village.table import Deal


@dataclass(frozen=True, kw_only=True)
class SetupAnswers:
    """What an engine founds a game from. No `players`, or no `mode`: not decided yet; all else has what is usual.

    `roles` is a composition as people write it, None for the richest that suits. `cards` and `center` fix the deal of a
    rehearsal. `seed` is public. `decks` are known to who asks for cards, and hold what is to be kept afterwards.
    """

    players: int = 0
    mode: Mode | None = None
    deal: Deal = Deal.NARRATOR
    roles: str | None = None
    cards: str | None = None
    center: str | None = None
    names: tuple[str, ...] = ()
    seed: int = 0
    settings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    decks: KnownDecks = field(default_factory=KnownDecks)
