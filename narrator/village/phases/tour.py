"""The tour of each night: the secret round in which the bitten and the charmed learn what they are.

It is made every night in a game that has the one or the other, whether or not there is anything to tell.
"""

from __future__ import annotations

from narrator.core.answers import NOBODY, WOLVES, YES
from narrator.core.effects import Leader, Window
from narrator.core.play import Play
from narrator.village.phases.secret_round import secret_round
from narrator.village.powers.loners import PIPER
from narrator.village.powers.turning import INFECT, turn_bitten
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, night_scene, seats_term, to_seat

ROUND = "round"


def tour(state: VillageState) -> Play[None]:
    """Tell them, by the secret round or by the leader's full tour of the circle."""
    if state.setup.powers.isdisjoint((INFECT.id, PIPER.id)):
        return
    turn_bitten(state)
    if not state.led:
        yield from secret_round(state, "tonight.round", ROUND, Counted.TURNED_SHOWN, _whisper, seat_line="round.name")
        return
    yield night_scene("night")
    yield state.say("tonight.tour")
    (seconds,) = state.setup.windows[ROUND]
    yield Window(call=ROUND, slots=(seconds * state.setup.players,), led=True, floor=state.setup.floor)
    for line, seats in (("infect.touch", state.infected), ("piper.touch", state.charmed)):
        if seats:
            yield state.show(line, to=Leader(), slot=0, seats=seats_term(tuple(sorted(seats))))
    if not state.infected | state.charmed:
        yield state.show("tonight.touch_nobody", to=Leader(), slot=0, word=NOBODY)


def _whisper(state: VillageState, seat: int) -> Play[None]:
    """Show a player what he is by now; show everybody else a line that looks the same."""
    if seat in state.infected:
        yield state.show("infect.told", to=to_seat(seat), slot=0, word=WOLVES)
    if seat in state.charmed:
        charmed = seats_term(tuple(sorted(state.charmed)))
        yield state.show("piper.told", to=to_seat(seat), slot=0, word=YES, seats=charmed)
    if seat not in state.infected | state.charmed:
        yield state.show("round.nothing", to=to_seat(seat), slot=0, word=NOBODY)
