"""The angel (ange gardien): each night he learns whether one player is of the hunters, yes or no, without a sound."""

from __future__ import annotations

from narrator.core.answers import NO, YES, Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.village.asking import name_seat
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, seat_term

LOOK = 1


def act(state: VillageState) -> Play[None]:
    """Ask whom he wants to know about, then nod or shake the head."""
    angels = state.holders("angel")
    if not angels:
        return
    me = state.private("angel")
    target = yield from name_seat(state, "angel.target", state.others(*angels), by="angel", deed="story.angel")
    if target is not None:
        state.secret_history.seen(state.night, target)
        if target not in state.cards and not state.hunters_known:
            return  # a leader who has not told yet who hunts nods by himself
        line, word = ("angel.yes", YES) if state.is_wolf(target) else ("angel.no", NO)
        yield state.show(line, to=me, slot=LOOK, word=word, seat=seat_term(target))


POWER = Power(
    id="angel",
    slots=(Counted.SEAT, Counted.YES_NO_SHOWN),
    act=act,
    lines=(
        *lines("angel.wake", "angel.sleep", nightly=True, eyes=Eyes.CLOSED),
        *unspoken("angel.yes", word=YES, seat=Form.SEAT),
        *unspoken("angel.no", word=NO, seat=Form.SEAT),
        *told("story.angel", seat=Form.SEAT),
    ),
    questions=(Question("angel.target", Kind.SEATS, "a living seat, not one's own | none", secret=True),),
)
