"""The whistle-blower (lanceuse d'alerte): each night she names a player who may debate but not vote the next day.

It is announced after the night's result, and not of a player who did not live to hear it.
"""

from __future__ import annotations

from narrator.core.answers import Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village import declassify
from narrator.village.asking import name_seat
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState


def act(state: VillageState) -> Play[None]:
    """Ask who is silenced."""
    if state.holders("silence"):
        seats = state.others()
        state.tonight.silenced = yield from name_seat(
            state, "silence.target", seats, by="silence", deed="story.silenced"
        )


def announce(state: VillageState) -> Play[None]:
    """Say by day who does not vote, if he is alive."""
    tonight = state.tonight
    if tonight.silenced not in state.living:
        tonight.silenced = None
    if tonight.silenced is not None:
        yield state.say("silence.announced", seat=declassify.seat(tonight.silenced))


POWER = Power(
    id="silence",
    slots=(Counted.SEAT,),
    act=act,
    lines=(
        *lines("silence.wake", "silence.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines("silence.announced", seat=Form.SEAT),
        *told("story.silenced", seat=Form.SEAT),
    ),
    questions=(Question("silence.target", Kind.SEATS, "a living seat | none", secret=True),),
)
