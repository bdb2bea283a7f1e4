"""The defender (salvateur): each night he protects one player, himself too, but not the same two nights running.

His protection stops every attack, infection too; neither a poison, a charm nor a mark. A night without choice lifts
what he may not choose again. It does not cover the girl, unless the option `girl_protected` says so.
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
    """Ask whom he protects tonight."""
    if not state.holders("defender"):
        return
    before = state.guards_before.get("defender")
    seats = state.others() if before is None else state.others(before)
    target = yield from name_seat(state, "defender.target", seats, by="defender", deed="story.defended")
    if target is not None:
        state.tonight.guards["defender"] = target


POWER = Power(
    id="defender",
    slots=(Counted.SEAT,),
    act=act,
    lines=(
        *lines("defender.wake", "defender.sleep", nightly=True, eyes=Eyes.CLOSED),
        *told("story.defended", seat=Form.SEAT),
    ),
    questions=(
        Question("defender.target", Kind.SEATS, "a living seat, not the same two nights running | none", secret=True),
    ),
)
