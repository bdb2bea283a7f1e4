"""The fox (renard): he names a player, and learns whether that one or a nearest living neighbour of his hunts.

If none of them does, his nose is lost. Saying nothing keeps it.
"""

from __future__ import annotations

from narrator.core.answers import NO, YES, Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.village.asking import name_seat
from narrator.village.powers.power import Power
from narrator.village.sides import neighbours
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, seat_term

LOOK = 1


def act(state: VillageState) -> Play[None]:
    """Ask where he sniffs, then nod or shake the head."""
    foxes = state.holders("fox")
    if not foxes:
        return
    me = state.private("fox")
    target = yield from name_seat(state, "fox.target", state.others(), by="fox", deed="story.fox")
    if target is None:
        return
    sniffed = (target, *neighbours(state, target))
    found = any(map(state.is_wolf, sniffed))
    if not found and not state.hunters_known and not all(seat in state.cards for seat in sniffed):
        state.tonight.sniffed = sniffed
        return  # a leader who has not told yet who hunts nods by himself
    if found:
        yield state.show("fox.yes", to=me, slot=LOOK, word=YES, seat=seat_term(target))
    else:
        state.powerless.update(foxes)
        yield state.show("fox.no", to=me, slot=LOOK, word=NO, seat=seat_term(target))


def settle(state: VillageState) -> None:
    """Take the nose of a fox to whom a leader nodded, where it turns out in the same night that nobody hunts there."""
    sniffed = state.tonight.sniffed
    if sniffed and state.hunters_known and not any(map(state.is_wolf, sniffed)):
        state.powerless.update(state.holders("fox"))


POWER = Power(
    id="fox",
    slots=(Counted.SEAT, Counted.YES_NO_SHOWN),
    act=act,
    lines=(
        *lines("fox.wake", "fox.sleep", nightly=True, eyes=Eyes.CLOSED),
        *unspoken("fox.yes", word=YES, seat=Form.SEAT),
        *unspoken("fox.no", word=NO, seat=Form.SEAT),
        *told("story.fox", seat=Form.SEAT),
    ),
    questions=(Question("fox.target", Kind.SEATS, "a living seat | none", secret=True),),
)
