"""The bear tamer (montreur d'ours): at dawn his bear growls where somebody hunts beside him; otherwise it sleeps.

That is where a nearest living neighbour of his does, or he himself. One of the two is said at every dawn until his card
is publicly dead; the bear of a tamer who died unseen sleeps.
"""

from __future__ import annotations

from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, lines
from narrator.village.powers.power import Power
from narrator.village.sides import neighbours
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState


def listen(state: VillageState) -> Play[None]:
    """Let all hear the bear."""
    if "bear" not in state.setup.powers or state.publicly_gone("bear"):
        return
    growls = any(state.is_wolf(seat) for tamer in state.holders("bear") for seat in (tamer, *neighbours(state, tamer)))
    yield state.say("bear.growls" if growls else "bear.sleeping")


POWER = Power(
    id="bear",
    slots=(Counted.NOTHING,),
    identified=True,
    lines=(
        *lines("bear.wake", "bear.sleep", eyes=Eyes.CLOSED),
        *lines("bear.growls", "bear.sleeping", nightly=True),
    ),
)
