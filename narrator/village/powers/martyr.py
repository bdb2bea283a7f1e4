"""The angel who wants to die (ange; the guardian angel is `angel`): the game opens with a debate and a vote.

If that vote or an attack of the first night kills him, he wins alone, at once. Afterwards he is a villager.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, lines, told
from narrator.village.powers.power import Dead, Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState
from narrator.village.table import CauseOfDeath

OUTCOME = "angel"


def buried(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Note that he died as he wanted to."""
    angels = state.setup.cards_with("martyr")
    wanted = (CauseOfDeath.VOTE, 0) if not state.night else (CauseOfDeath.NIGHT, 1)
    if any((cause, state.day) == wanted and state.cards.get(seat) in angels for seat, cause in group):
        state.risen = True
    yield from ()


POWER = Power(
    id="martyr",
    slots=(Counted.NOTHING,),
    identified=True,
    buried=buried,
    lines=(
        *lines("martyr.wake", "martyr.sleep", eyes=Eyes.CLOSED),
        *lines("martyr.open", f"outcome.{OUTCOME}"),
        *told(f"why.{OUTCOME}"),
    ),
)
