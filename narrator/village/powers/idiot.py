"""The idiot: voted out, he shows his card, lives on, and votes no more. Voted out once more he dies.

An office that he holds ends without an heir.
"""

from __future__ import annotations

from narrator.core.effects import Form, Topic
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, lines
from narrator.village import declassify
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, news


def is_spared(state: VillageState, seat: int) -> bool:
    """Whether a player who is voted out lives: the idiot does, the first time."""
    return seat in state.holders("idiot") and seat not in state.mute


def show(state: VillageState, seat: int) -> Play[None]:
    """Turn his card, and take his voice and his office."""
    state.mute.add(seat)
    yield state.say("idiot.shown", seat=declassify.seat(seat))
    yield news(Topic.CARD, seat=seat, card=state.cards[seat])
    if state.office == seat:
        state.office = None
        yield news(Topic.OFFICE)
        yield state.say("idiot.office")


POWER = Power(
    id="idiot",
    slots=(Counted.NOTHING,),
    identified=True,
    lines=(
        *lines("idiot.wake", "idiot.sleep", eyes=Eyes.CLOSED),
        *lines("idiot.shown", seat=Form.SEAT),
        *lines("idiot.office"),
    ),
)
