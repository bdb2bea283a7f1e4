"""Who holds which card, as far as the program knows: for a leader's eyes, and each seat's own for its player's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from narrator.rules.core.effects import Deed, Form, Player, Show, Tells, Term, Terms
from narrator.rules.core.secrets import Secret, unseal
from narrator.table.session.replay import Step


@dataclass(frozen=True)
class Kept:
    """What one seat may know for good: its card, and each line by which it was told more, with the seat it names."""

    card: str | None = None
    told: Mapping[str, int | None] = field(default_factory=dict)


class Holdings:
    """Cards by seat, and what each seat was told for good."""

    def __init__(self) -> None:
        self._holds: dict[int, tuple[Term, Term]] = {}
        self._told: dict[int, dict[str, int | None]] = {}

    def note(self, effect: Deed | Show) -> None:
        match effect:
            case Deed(tells=Tells.HOLDS):
                (_, seat), (_, card) = unseal(effect.args)
                self._holds[int(str(seat.value))] = (seat, card)
            case Show(kept=str(line), to=Player(seat=player)):
                args: Terms = unseal(effect.args)
                named = dict(args).get("seat")
                self._told.setdefault(player, {})[line] = None if named is None else int(str(named.value))

    def kept(self) -> dict[int, Secret[Kept]]:
        """Return what each seat may know for good, sealed."""
        return {
            seat: Secret(Kept(str(card.value), dict(self._told.get(seat, {}))))
            for seat, (_, card) in sorted(self._holds.items())
        }

    def stand(self, steps: Iterable[Step]) -> None:
        """Know what these steps told, and nothing else."""
        self._holds.clear()
        self._told.clear()
        for step in steps:
            if isinstance(step.effect, Deed | Show):
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
