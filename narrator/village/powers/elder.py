"""The elder (ancien): the first attack that nothing stopped does not kill him, and nobody hears of it.

Where the village's own hand kills him, by vote, by poison or by a shot, every living card of the hunted loses its power
from his burial on (option `elder_revenge`). That is announced only where his card is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, lines
from narrator.village.powers.power import Dead, Power
from narrator.village.sides import of_the_hunted
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState
from narrator.village.table import CauseOfDeath

OWN_HAND = (CauseOfDeath.VOTE, CauseOfDeath.POISON, CauseOfDeath.SHOT)
"""The deaths that the village brings on him."""


def withstands(state: VillageState, seat: int) -> bool:
    """Count an attack that nothing stopped; return whether its victim stands: the elder does, the first time."""
    if not has_a_life_to_spare(state, seat):
        return False
    state.wounded.add(seat)
    return True


def has_a_life_to_spare(state: VillageState, seat: int) -> bool:
    """Whether a player is the elder, and was not attacked in earnest yet."""
    return seat in state.holders("elder") and seat not in state.wounded


def buried(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Take the powers of the hunted where the village's hand has killed him."""
    elders = state.setup.cards_with("elder")
    for seat, cause in group:
        if state.cards.get(seat) not in elders or seat in state.powerless:
            continue
        if cause in OWN_HAND and state.options.elder_revenge:
            state.powerless.update(other for other in state.living if of_the_hunted(state, other))
            if state.reveals_roles:
                yield state.say("elder.revenge")


POWER = Power(
    id="elder",
    slots=(Counted.NOTHING,),
    identified=True,
    buried=buried,
    lines=(*lines("elder.wake", "elder.sleep", eyes=Eyes.CLOSED), *lines("elder.revenge")),
)
