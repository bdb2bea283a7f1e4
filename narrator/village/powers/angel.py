"""The angel (ange gardien): each night he learns whether one player is of the hunters, yes or no, without a sound."""

from __future__ import annotations

from narrator.core.answers import Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.village.asking import put, secret_seat
from narrator.village.counts import Counted
from narrator.village.powers.power import Power
from narrator.village.table import Table, seat_term

CHOOSE, LOOK = range(2)


def act(table: Table) -> Play[None]:
    """Ask of whom he wants to know, then nod or shake the head."""
    angels = table.holders("angel")
    if not angels:
        return
    me = table.private("angel")
    choices = secret_seat(table.others(*angels))
    answer = yield from put(table, table.ask("angel.target", choices, to=me, slot=CHOOSE))
    if isinstance(answer, Seats):
        (target,) = answer.seats
        yield table.deed("story.angel", seat=seat_term(target))
        if target not in table.cards and not table.hunters_known:
            return  # a leader who has not told yet who hunts nods by himself
        line = "angel.yes" if table.is_wolf(target) else "angel.no"
        yield table.show(line, to=me, slot=LOOK, seat=seat_term(target))


POWER = Power(
    id="angel",
    slots=(Counted.SEAT, Counted.YES_NO_SHOWN),
    act=act,
    lines=(
        *lines("angel.wake", "angel.sleep", nightly=True),
        *unspoken("angel.yes", "angel.no", "story.angel", seat=Form.SEAT),
    ),
    questions=(Question("angel.target", Kind.SEATS, "a living seat, not one's own | none", secret=True),),
)
