"""The two sisters and the three brothers: on the first night they learn who they are. They have no power."""

from __future__ import annotations

from narrator.core.vocabulary import Eyes, lines
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted


def _siblings(power: str, number: int) -> Power:
    """Return the power of so many siblings."""
    return Power(
        id=power,
        slots=(Counted.NOTHING,),
        alone=False,
        together=number,
        lines=lines(f"{power}.wake", f"{power}.sleep", eyes=Eyes.CLOSED),
    )


SISTERS = _siblings("sisters", 2)
BROTHERS = _siblings("brothers", 3)
