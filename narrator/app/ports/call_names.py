"""What screens tell besides effects: the short name of a call, and when the story may be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Effect, Form, Motif, Say, Term
from narrator.games.engine import TableSetup
from narrator.games.repertoire import UNCALLED
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.village.catalogue import vocabulary
from narrator.village.game import VillageSetup
from narrator.village.powers import POWERS

CALLS = (Motif.HUNTERS, Motif.HELPERS)
"""The motifs that are heard before the first word of a call and nowhere else."""

_UNCALLED = {UNCALLED, *(line.id for line in vocabulary(POWERS).lines.values() if line.uncalled)}


class CallNames:
    """The names of one game's calls: the seat that is called, or the card whose power is, or how its calls begin.

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
                # A number alone is said to be one.
                name = self._setup.names[fact.value - 1] if fact.value <= len(self._setup.names) else ""
                terms = {"seat": Term(Form.SEAT, fact.value)}
                return f"{fact.value} {name}" if name else self._wording.read("{seat:addressed}", terms)
        if say.before not in CALLS:
            return None
        power = say.line.partition(".")[0]
        card = self._setup.card_with(power) if isinstance(self._setup, VillageSetup) else None
        if card is not None:
            return self._words.label(card)
        return self._beginning(say)

    def _beginning(self, say: Say) -> str:
        """Return the words with which all variants of a call begin: whom it calls, and not what these are to do."""
        texts = (self._wording.read(text, {}) for text in self._words.lines[say.line])
        begun = [re.split(r"[.!?…,]", text, maxsplit=1)[0].split() for text in texts]
        alike = takewhile(lambda words: len({*words}) == 1, zip(*begun, strict=False))
        return " ".join(words[0] for words in alike) or " ".join(begun[0])


class StoryWatcher:
    """Has the story told when it is asked whether to play again, and taken back where the end was.

    `over` says whether the outcome is a public fact, `tell` is called with True when the story may be read from then
    on, and with False when not any more.
    """

    def __init__(self, over: Callable[[], bool], tell: Callable[[bool], None]) -> None:
        self._over = over
        self._tell = tell
        self._told = False

    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - it is told when it is, not at a time
        over = self._over()
        told = over and (self._told or (isinstance(effect, Ask) and effect.encore))
        if told != self._told:
            self._told = told
            self._tell(told)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """An answer was stored: what follows from it is an effect."""
