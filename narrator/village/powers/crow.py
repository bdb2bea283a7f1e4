"""The crow (corbeau): each night he marks a player, himself too.

Two voices more count against that one in the first vote of the next day. It is told when the debate opens. The narrator
counts them where he counts (option `count_votes`), otherwise the table.
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

VOICES = 2
"""How many he has against whom he marked."""


def act(state: VillageState) -> Play[None]:
    """Ask who is marked."""
    if state.holders("crow"):
        seats = state.others()
        state.tonight.marked = yield from name_seat(state, "crow.target", seats, by="crow", deed="story.marked")


def announce(state: VillageState) -> Play[None]:
    """Say who is marked, if he is alive and the crow too."""
    tonight = state.tonight
    if tonight.marked is None:
        return
    if tonight.marked not in state.living or not state.carriers("crow"):
        tonight.marked = None
    else:
        yield state.say("crow.announced", seat=declassify.seat(tonight.marked))


POWER = Power(
    id="crow",
    slots=(Counted.SEAT,),
    act=act,
    lines=(
        *lines("crow.wake", "crow.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines("crow.announced", seat=Form.SEAT),
        *told("story.marked", seat=Form.SEAT),
    ),
    questions=(Question("crow.target", Kind.SEATS, "a living seat | none", secret=True),),
)
