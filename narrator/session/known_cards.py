"""Who holds which card, as far as a leader with real cards has told the program: for his eyes alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from narrator.core.effects import Deed, Form, Tells, Term
from narrator.core.secrets import unseal
from narrator.session.replay import Step


class Holdings:
    """Cards by seat."""

    def __init__(self) -> None:
        self._holds: dict[int, tuple[Term, Term]] = {}

    def note(self, deed: Deed) -> None:
        if deed.tells is Tells.HOLDS:
            (_, seat), (_, card) = unseal(deed.args)
            self._holds[int(str(seat.value))] = (seat, card)

    def stand(self, steps: Iterable[Step]) -> None:
        """Know what these steps told, and nothing else."""
        self._holds.clear()
        for step in steps:
            if isinstance(step.effect, Deed):
                self.note(step.effect)

    def told(self) -> tuple[tuple[Term, Term], ...]:
        """Return who holds what, as (seat, card), by seat."""
        return tuple(self._holds[seat] for seat in sorted(self._holds))

    def complete(self, dealt: Counter[str], players: int) -> tuple[int, ...]:
        """Take in who holds what by what is left over of all cards that were `dealt`, the centre included.

        Return of which seats that is not known: their cards were never told, and several kinds are left over.
        """
        untold = tuple(seat for seat in range(1, players + 1) if seat not in self._holds)
        left = list(dealt - Counter(str(card.value) for _, card in self._holds.values()))
        if len(left) != 1:
            return untold
        self._holds |= {seat: (Term(Form.SEAT, seat), Term(Form.CARD, left[0])) for seat in untold}
        return ()
