"""The veteran (vétéran) and the pastor (pasteur): the first attack does not take them, whatever else cancelled it.

The second one does, on another night. The vote, a poison, a minister take them at once.
"""

from __future__ import annotations

from narrator.core.vocabulary import Eyes, lines
from narrator.village.powers.power import Power, signs
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState

TOUGH = ("veteran", "pastor")


def withstands(state: VillageState, seat: int) -> bool:
    """Whether an attack leaves a player standing because it is the first on him; it is the last that does."""
    if not any(seat in state.holders(power) for power in TOUGH) or seat in state.wounded:
        return False
    state.wounded.add(seat)
    return True


POWER = Power(
    id="veteran",
    slots=(Counted.NOTHING,),
    identified=True,
    lines=lines("veteran.wake", "veteran.sleep", eyes=Eyes.CLOSED),
)

PASTOR = Power(
    id="pastor",
    slots=(Counted.NOTHING,),
    opening=signs("pastor.sign"),
    lines=lines("pastor.wake", "pastor.sign", "pastor.sleep", eyes=Eyes.CLOSED),
)
