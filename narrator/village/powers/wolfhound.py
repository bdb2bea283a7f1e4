"""The wolf-hound (chien-loup): on the first night it chooses its side, for good; nothing chosen is the village.

With the wolves it wakes in the same night.
"""

from __future__ import annotations

from narrator.core.answers import SILENT, VILLAGE, WOLVES, Choices, Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.table_questions import put
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, seat_term


def act(state: VillageState) -> Play[None]:
    """Ask for the side."""
    for seat in state.holders("wolfhound"):
        choices = Choices(kind=Kind.YES_NO, words=(VILLAGE, WOLVES, SILENT))
        answer = yield from put(state, state.ask("wolfhound.side", choices, to=state.private("wolfhound"), slot=0))
        if answer is WOLVES:
            state.hunting.add(seat)
            state.secret_history.done("epilogue.wolfhound", seat)
            yield state.deed("story.wolfhound", seat=seat_term(seat))


POWER = Power(
    id="wolfhound",
    slots=(Counted.SIDE,),
    act=act,
    lines=(
        *lines("wolfhound.wake", "wolfhound.sleep", eyes=Eyes.CLOSED),
        *lines("epilogue.wolfhound", seats=Form.SEAT),
        *told("story.wolfhound", seat=Form.SEAT),
    ),
    questions=(Question("wolfhound.side", Kind.YES_NO, "village | wolves", secret=True),),
)
