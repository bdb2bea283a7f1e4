"""The sectarian (abominable sectaire): before the first night the table splits in two by something that all can see.

He wins alone when nobody of the group that is not his lives, and he does.
"""

from __future__ import annotations

from narrator.core.answers import Kind, Seats
from narrator.core.play import Play
from narrator.core.table_questions import ask, public
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village.asking import some_seats
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState

OUTCOME = "sectarian"


def split(state: VillageState) -> Play[None]:
    """Ask for one of the two groups; the others are the other one."""
    if "sectarian" not in state.setup.powers:
        return
    yield state.say("sectarian.split")
    answer = yield from ask(
        state, lambda: public(state, "sectarian.group", some_seats(state.others(), max(len(state.living) - 1, 1)))
    )
    if isinstance(answer, Seats):
        state.group = answer.seats


def wins(state: VillageState) -> bool:
    """Whether he lives, and nobody of the other group does."""
    return bool(state.group) and any(
        all((other in state.group) is (seat in state.group) for other in state.living)
        for seat in state.holders("sectarian")
    )


POWER = Power(
    id="sectarian",
    slots=(Counted.NOTHING,),
    identified=True,
    lines=(
        *lines("sectarian.wake", "sectarian.sleep", eyes=Eyes.CLOSED),
        *lines("sectarian.split", f"outcome.{OUTCOME}"),
        *told(f"why.{OUTCOME}"),
    ),
    questions=(Question("sectarian.group", Kind.SEATS, "the living seats of one of the two groups"),),
)
