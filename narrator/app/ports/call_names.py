"""The short name of a call, for screens and the light: taken from the line that is spoken when it begins."""

from __future__ import annotations

import re

from narrator.core.effects import Form, Motif, Say
from narrator.games.engine import TableSetup
from narrator.games.session_lines import COUNTED
from narrator.story.markup import capitalised
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.village.catalogue import vocabulary
from narrator.village.powers import POWERS
from narrator.village.setup import VillageSetup

CALLS = (Motif.HUNTERS, Motif.HELPERS)
"""The motifs that are heard before the first word of a call and nowhere else."""

_UNCALLED = {line.id for line in (*vocabulary(POWERS).lines.values(), *COUNTED) if line.uncalled}


class CallNames:
    """The names of one game's calls: the seat that is called, or the card whose power is, or how the call begins.

    They depend on the line alone, which everybody hears, and on the composition, which everybody knows.
    """

    def __init__(self, setup: TableSetup, words: Words, wording: Wording) -> None:
        self._setup = setup
        self._words = words
        self._wording = wording

    def __call__(self, say: Say) -> str | None:
        """Return who is called by a line; None where it is nobody."""
        if say.line in _UNCALLED:
            return None
        for _, fact in say.args:
            if fact.form is Form.SEAT and isinstance(fact.value, int):
                names = self._setup.names
                return f"{fact.value} {names[fact.value - 1] if fact.value <= len(names) else ''}".rstrip()
        if say.before not in CALLS:
            return None
        power = say.line.partition(".")[0]
        card = self._setup.card_with(power) if isinstance(self._setup, VillageSetup) else None
        if card is not None:
            return capitalised(self._words.cards[card].bare)
        begun = re.match(r"[^.!?…]+", self._wording.caption(self._wording.spoken(say)))
        return begun and begun[0].strip()
