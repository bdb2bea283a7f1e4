"""The hunter (chasseur, officier de cavalerie): whatever he dies of, he takes somebody with him.

Options: `revenge: must | may`, and `revenge_on`, the deaths that he may avenge. Who shoots, and when, stands in
the chain of deaths.
"""

from __future__ import annotations

from narrator.core.answers import NOBODY, Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.table_questions import ask, one_seat, public
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.powers.power import Power
from narrator.village.state import VillageState
from narrator.village.table import Revenge


def shoot(state: VillageState, hunter: int) -> Play[int | None]:
    """Ask a dead hunter whom he shoots; None where nobody is left or, if he may, he spares them all."""
    if not state.living:
        return None
    yield state.say("hunter.shoots", seat=declassify.seat(hunter))
    words = (NOBODY,) if state.options.revenge is Revenge.MAY else ()
    answer = yield from ask(
        state,
        lambda: (
            public(state, "hunter.target", one_seat(state.others(), *words), about=hunter) if state.living else None
        ),
    )
    if isinstance(answer, Seats):
        return answer.seats[0]
    if answer is NOBODY:
        yield state.say("hunter.spares", seat=declassify.seat(hunter))
    return None


POWER = Power(
    id="hunter",
    alone=False,
    lines=lines("hunter.shoots", "hunter.spares", seat=Form.SEAT),
    questions=(Question("hunter.target", Kind.SEATS, "a living seat (revenge=may: none too)", about=True),),
)
