"""The big bad wolf (grand méchant loup): he wakes with the hunters, then alone for a second victim, who does not hunt.

That is so as long as nobody who hunts has died; afterwards his slot is empty.
"""

from __future__ import annotations

from narrator.core.answers import Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.village.asking import name_seat
from narrator.village.attacks import SEVERAL
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState


def act(state: VillageState) -> Play[None]:
    """Ask for the second victim."""
    if not state.holders("bigwolf") or any(map(state.is_wolf, state.dead)):
        return
    taken = (*state.tonight.victims, state.tonight.bitten)
    prey = tuple(seat for seat in state.living if not state.is_wolf(seat) and seat not in taken)
    victim = yield from name_seat(state, "bigwolf.victim", prey, by="bigwolf", deed="story.bigwolf")
    if victim is not None:
        state.tonight.attacks["bigwolf"] = victim


POWER = Power(
    id="bigwolf",
    slots=(Counted.SEAT,),
    scene="wolves",
    act=act,
    lines=(
        *lines("bigwolf.wake", "bigwolf.sleep", nightly=True, eyes=Eyes.CLOSED),
        *unspoken(SEVERAL),
        *told("story.bigwolf", seat=Form.SEAT),
    ),
    questions=(Question("bigwolf.victim", Kind.SEATS, "a living seat that is no wolf | none", secret=True),),
)
