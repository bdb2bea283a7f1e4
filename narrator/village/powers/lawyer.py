"""The lawyer (avocate): each night she protects one player from the attack; herself not two nights running.

Protection cancels the attack alone. Nobody is told of it, not even who saves the victim besides: both are then spent.
"""

from __future__ import annotations

from narrator.core.answers import Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village.asking import name_seat
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState


def act(state: VillageState) -> Play[None]:
    """Ask whom she protects tonight."""
    lawyers = state.holders("lawyer")
    if not lawyers:
        return
    barred = lawyers if state.guards_before.get("lawyer") in lawyers else []
    target = yield from name_seat(state, "lawyer.target", state.others(*barred), by="lawyer", deed="story.protected")
    if target is not None:
        state.tonight.guards["lawyer"] = target


POWER = Power(
    id="lawyer",
    slots=(Counted.SEAT,),
    act=act,
    lines=(
        *lines("lawyer.wake", "lawyer.sleep", nightly=True, eyes=Eyes.CLOSED),
        *told("story.protected", seat=Form.SEAT),
    ),
    questions=(
        Question("lawyer.target", Kind.SEATS, "a living seat, herself not two nights running | none", secret=True),
    ),
)
