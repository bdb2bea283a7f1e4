"""The secret round: each seat, living or dead, is called by number for the same time.

Its player looks at the private screen, where there is something or the same-looking nothing, and closes his
eyes again. It serves the deal and the lovers, and takes place whenever there may be something to tell.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import NOBODY
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, lines, unspoken
from narrator.village import declassify
from narrator.village.slot_counts import Counted, counts
from narrator.village.state import VillageState, night_scene


def secret_round(
    state: VillageState,
    opening: str,
    call: str,
    counted: Counted,
    tell: Callable[[VillageState, int], Play[None]],
    *,
    length: str = "",
    seat_line: str = "round.seat",
) -> Play[None]:
    """Call every seat in turn; `tell` fills the one slot of its window, in which `counted` may be counted.

    `call` names the window's length; `length` another one, where the set-up has it. `seat_line` is said to a seat.
    """
    yield night_scene("night")
    yield state.say(opening)
    for seat in state.setup.seats:
        yield night_scene("night")
        yield state.say(seat_line, seat=declassify.seat(seat))
        yield state.window(call, counts(state, (counted,)), length=length)
        yield from tell(state, seat)
    yield state.say("round.end")


LINES = (
    *lines("round.seat", "round.name", eyes=Eyes.CLOSED, seat=Form.SEAT),
    *lines("round.end", eyes=Eyes.CLOSED),
    *unspoken("round.nothing", word=NOBODY),
)
