"""The crow (corbeau): each night he marks a player, himself too.

Two voices more count against that one in the first vote of the next day. It is told when the debate opens. The narrator
counts them where he counts (option `count_votes`), otherwise the table.
"""

from __future__ import annotations

from narrator.core.answers import Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village import declassify
from narrator.village.asking import put, secret_seat
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, seat_term

VOICES = 2
"""How many he has against whom he marked."""


def act(state: VillageState) -> Play[None]:
    """Ask who is marked."""
    if not state.holders("crow"):
        return
    choices = secret_seat(state.others())
    answer = yield from put(state, state.ask("crow.target", choices, to=state.private("crow"), slot=0))
    if isinstance(answer, Seats):
        (marked,) = answer.seats
        state.tonight.marked = marked
        yield state.deed("story.marked", seat=seat_term(marked))


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
