"""The piper (joueur de flûte): each night he charms two players, and wins alone when all others alive are charmed.

The charmed learn it in the tour of the same night, and who they are. An infected piper has no power.
"""

from __future__ import annotations

from narrator.core.answers import NOBODY, SILENT, YES, Choices, Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.table_questions import put
from narrator.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, seats_term

OUTCOME = "piper"
AT_ONCE = 2
"""How many he charms in one night, where as many are left."""


def act(state: VillageState) -> Play[None]:
    """Ask whom he charms."""
    pipers = state.holders("piper")
    if not pipers:
        return
    left = state.others(*pipers, *state.charmed)
    number = min(AT_ONCE, max(len(left), 1))
    choices = Choices(kind=Kind.SEATS, seats=left, count=(number, number), words=(NOBODY, SILENT))
    answer = yield from put(state, state.ask("piper.targets", choices, to=state.private("piper"), slot=0))
    if isinstance(answer, Seats):
        state.charmed.update(answer.seats)
        yield state.deed("story.charmed", seats=seats_term(answer.seats))


def wins(state: VillageState) -> bool:
    """Whether he lives with his power, and all others are charmed."""
    pipers = state.holders("piper")
    return bool(pipers) and state.charmed.issuperset(state.others(*pipers))


POWER = Power(
    id="piper",
    pairs=True,
    slots=(Counted.SEAT,),
    act=act,
    lines=(
        *lines("piper.wake", "piper.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines("tonight.round", "tonight.tour", nightly=True, eyes=Eyes.CLOSED),
        *unspoken("tonight.touch_nobody", word=NOBODY),
        *unspoken("piper.told", word=YES, seats=Form.SEAT),
        *unspoken("piper.touch", seats=Form.SEAT),
        *lines(f"outcome.{OUTCOME}"),
        *told(f"why.{OUTCOME}"),
        *told("story.charmed", seats=Form.SEAT),
    ),
    questions=(
        Question(
            "piper.targets",
            Kind.SEATS,
            "two living seats, or the only one left, not one's own, not charmed yet | none",
            secret=True,
        ),
    ),
)
