"""Who holds which card, as far as a leader with real cards has told the program: for his eyes alone."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.core.effects import Deed, Tells, Term
from narrator.core.secrets import unseal
from narrator.session.state.replay import Step


class Holdings:
    """Cards by seat."""

    def __init__(self) -> None:
        self._holds: dict[int, tuple[Term, Term]] = {}

    def note(self, deed: Deed) -> None:
        """Take in a deed, if it tells who holds what."""
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
