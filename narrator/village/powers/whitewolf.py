"""The white wolf (loup blanc): a wolf among wolves, who may kill another hunter on even nights.

He wins alone as the only one alive.
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

OUTCOME = "whitewolf"


def due(state: VillageState) -> bool:
    """Whether he is called: every second night."""
    return state.night % 2 == 0


def act(state: VillageState) -> Play[None]:
    """Ask which other hunter he kills."""
    white = state.holders("whitewolf")
    if not white:
        return
    prey = tuple(seat for seat in state.living if state.is_wolf(seat) and seat not in white)
    victim = yield from name_seat(state, "whitewolf.victim", prey, by="whitewolf", deed="story.whitewolf")
    if victim is not None:
        state.tonight.attacks["whitewolf"] = victim


def wins(state: VillageState) -> bool:
    """Whether he is the only one alive."""
    return len(state.living) == 1 and bool(state.holders("whitewolf"))


POWER = Power(
    id="whitewolf",
    slots=(Counted.SEAT,),
    scene="wolves",
    due=due,
    act=act,
    lines=(
        *lines("whitewolf.wake", "whitewolf.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines(f"outcome.{OUTCOME}"),
        *told(f"why.{OUTCOME}"),
        *unspoken(SEVERAL),
        *told("story.whitewolf", seat=Form.SEAT),
    ),
    questions=(Question("whitewolf.victim", Kind.SEATS, "a living seat of another wolf | none", secret=True),),
)
