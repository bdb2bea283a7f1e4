"""The scapegoat (bouc émissaire): where a vote of the day is tied, he dies in place of all of them.

At his burial he names who votes on the next day, at least one player who may vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from narrator.core.answers import Kind, Seats
from narrator.core.effects import Ask, Form
from narrator.core.play import Play
from narrator.core.table_questions import ask, public
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village import declassify
from narrator.village.asking import any_seats
from narrator.village.powers.power import Dead, Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState
from narrator.village.table import NAMING_VOTERS, CauseOfDeath


def buried(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Ask who died of a tie who votes tomorrow."""
    for seat, cause in group:
        if cause is not CauseOfDeath.TIE or not _voters(state):
            continue
        yield state.say("scapegoat.falls", seat=declassify.seat(seat))
        answer = yield from ask(state, partial(_naming, state, seat))
        if isinstance(answer, Seats):
            state.next_voters = answer.seats
            yield state.say("scapegoat.named", seats=declassify.seats(answer.seats))


def _naming(state: VillageState, dead: int) -> Ask | None:
    """Return the question for the voters; None where nobody is left who could be one."""
    voters = _voters(state)
    return public(state, "scapegoat.voters", any_seats(voters), about=dead) if voters else None


def _voters(state: VillageState) -> tuple[int, ...]:
    """Return whom he may name: never an idiot who was shown."""
    return state.others(*(state.mute if state.setup.rules >= NAMING_VOTERS else ()))


def remind(state: VillageState) -> Play[None]:
    """Say before a vote who alone may take part in it."""
    voters = [seat for seat in state.voters or () if seat in state.living and seat not in state.mute]
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
    questions=(
        Question("scapegoat.voters", Kind.SEATS, "living seats that may vote: those that do tomorrow", about=True),
    ),
)
