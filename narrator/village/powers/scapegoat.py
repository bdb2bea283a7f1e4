"""The scapegoat (bouc émissaire): where a vote of the day is tied, he dies in place of all of them.

At his burial he names who votes on the next day, at least one player.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.core.answers import Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village import declassify
from narrator.village.asking import any_seats, ask, public
from narrator.village.powers.power import Dead, Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState
from narrator.village.table import CauseOfDeath


def buried(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Ask who died of a tie who votes tomorrow."""
    for seat, cause in group:
        if cause is not CauseOfDeath.TIE or not state.living:
            continue
        yield state.say("scapegoat.falls", seat=declassify.seat(seat))
        answer = yield from ask(
            state,
            lambda dead=seat: (  # type: ignore[misc]  # mypy cannot infer a lambda with a default
                public(state, "scapegoat.voters", any_seats(state.others()), about=dead) if state.living else None
            ),
        )
        if isinstance(answer, Seats):
            state.next_voters = answer.seats
            yield state.say("scapegoat.named", seats=declassify.seats(answer.seats))


def remind(state: VillageState) -> Play[None]:
    """Say before a vote who alone may take part in it."""
    voters = [seat for seat in state.voters or () if seat in state.living]
    if voters:
        yield state.say("scapegoat.vote", seats=declassify.seats(voters))


POWER = Power(
    id="scapegoat",
    slots=(Counted.NOTHING,),
    identified=True,
    buried=buried,
    lines=(
        *lines("scapegoat.wake", "scapegoat.sleep", eyes=Eyes.CLOSED),
        *lines("scapegoat.falls", seat=Form.SEAT),
        *lines("scapegoat.dead", "scapegoat.named", "scapegoat.vote", seats=Form.SEAT),
        *told("story.death.tie", seat=Form.SEAT),
    ),
    questions=(Question("scapegoat.voters", Kind.SEATS, "the living seats that vote tomorrow", about=True),),
)
