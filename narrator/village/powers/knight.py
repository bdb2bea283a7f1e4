"""The knight with the rusty sword (chevalier): who attacks him to death pays for it a night later.

With the deaths of the next night dies the hunter who is the nearest alive, clockwise, when the knight is buried.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, lines, told
from narrator.village.powers.power import Dead, Power
from narrator.village.sides import next_hunter
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState
from narrator.village.table import CauseOfDeath


def buried(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Note who dies of his sword; nobody hears of it."""
    knights = state.setup.cards_with("knight")
    for seat, cause in group:
        if cause is CauseOfDeath.NIGHT and state.cards.get(seat) in knights and seat not in state.powerless:
            hunter = next_hunter(state, seat)
            if hunter is not None:
                state.doomed.append(hunter)
                state.secret_history.done("epilogue.rust", hunter)
    yield from ()


def spare(state: VillageState) -> None:
    """Leave whom the rust takes to the next night: of this one nothing is announced, but nothing saves him."""
    state.doomed.extend(seat for seat, cause in state.tonight.fallen.items() if cause is CauseOfDeath.RUST)


POWER = Power(
    id="knight",
    slots=(Counted.NOTHING,),
    identified=True,
    buried=buried,
    lines=(
        *lines("knight.wake", "knight.sleep", eyes=Eyes.CLOSED),
        *lines("epilogue.rust", seats=Form.SEAT),
        *told("story.death.rust", seat=Form.SEAT),
    ),
)
