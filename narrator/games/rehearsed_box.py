"""The box of diamonds, simulated: what a real table would tell of it in a rehearsal of Mafia de Cuba."""

from __future__ import annotations

from collections import Counter
from random import Random

from narrator.core.answers import NOBODY, Answer, Card, Diamonds, Number, Seats
from narrator.core.effects import Ask
from narrator.core.play import choices_of
from narrator.cuba import counting, enquiry, pockets, reveal
from narrator.cuba.cuba_table import CHEAT, NETTOYEUR, STREET
from narrator.cuba.setup import CubaSetup
from narrator.cuba.winners import Take

GREED, ASIDE, EMPTY_HANDED, CHEATING = 0.5, 0.5, 0.3, 0.01
"""How often diamonds are taken, a token set aside, nothing taken by the last player, the rule broken."""
FIRED, SHOUTED = 0.2, 0.02
"""How often the nettoyeur fires, and how often somebody else shouts."""


class ScriptedBox:
    """A table whose script tells nearly all: what was hidden stays hidden, cheats hold no diamonds, nobody shouts."""

    def __init__(self) -> None:
        self._hidden: Answer | None = None

    def answer(self, ask: Ask) -> Answer | None:
        match ask.question:
            case counting.ASKED_HIDDEN:
                return self._hidden
            case pockets.RECOVERED:
                return Number(0)
            case enquiry.PAM:
                return NOBODY
            case _:
                return None

    def note(self, ask: Ask, answer: Answer) -> None:
        if ask.question == counting.ASKED_HIDDEN and isinstance(answer, Number):
            self._hidden = answer

    def possible(self, ask: Ask) -> Ask:
        return ask


class TrueBox:
    """A table at which the box has really gone round: its answers agree with each other."""

    def __init__(self, setup: CubaSetup, chance: Random) -> None:
        self._chance = chance
        self.hidden = chance.randint(0, setup.pocket)
        self.returned = setup.diamonds - self.hidden
        self._tokens = Counter(dict(setup.tokens))
        self._loot: dict[int, int] = {}
        if chance.random() < ASIDE:
            self._draw()
        order = setup.box_order
        self.takes = {seat: self._take(seat, last=seat == order[-1]) for seat in order}

    def answer(self, ask: Ask) -> Answer | None:
        match ask.question:
            case counting.ASKED_HIDDEN:
                return Number(self.hidden)
            case counting.ASKED_RETURNED:
                return Number(self.returned)
            case enquiry.PAM:
                return self._shout(choices_of(ask).seats)
            case pockets.EMPTIED | reveal.REVEALED if ask.about is not None:
                return self.takes[ask.about]
            case pockets.RECOVERED if ask.about is not None:
                return Number(self._loot.get(ask.about, 0))
            case _:
                return None

    def note(self, ask: Ask, answer: Answer) -> None:
        """Take in nothing: what is in the pockets stays there until it is shown."""

    def possible(self, ask: Ask) -> Ask:
        return ask

    def _take(self, seat: int, *, last: bool) -> Take:
        """Take out of the box what the rules allow, or now and then more."""
        if not self.returned and not self._tokens.total():
            return Card(STREET)
        if last and self._chance.random() < EMPTY_HANDED:
            return Card(STREET)
        if self.returned and self._tokens.total() and self._chance.random() < CHEATING:
            self._draw()
            self._loot[seat] = self._grab()
            return Card(CHEAT)
        if self.returned and (not self._tokens.total() or self._chance.random() < GREED):
            return Diamonds(self._grab())
        return Card(self._draw())

    def _grab(self) -> int:
        """Take some diamonds."""
        count = self._chance.randint(1, self.returned)
        self.returned -= count
        return count

    def _draw(self) -> str:
        """Take a token."""
        token = self._chance.choice(sorted(self._tokens.elements()))
        self._tokens[token] -= 1
        return token

    def _shout(self, seats: tuple[int, ...]) -> Answer:
        """Shout, or let the accused empty his pockets."""
        for seat in seats:
            if self._chance.random() < (FIRED if self.takes[seat] == Card(NETTOYEUR) else SHOUTED):
                return Seats((seat,))
        return NOBODY
