"""The lawyer (avocate): each night she protects one player from the attack; herself not two nights running.

Protection cancels the attack alone. Nobody is told of it, not even who saves the victim besides: both are then spent.
"""

from __future__ import annotations

from narrator.core.answers import Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.village.asking import put, secret_seat
from narrator.village.counts import Counted
from narrator.village.powers.power import Power
from narrator.village.table import Table, seat_term


def act(table: Table) -> Play[None]:
    """Ask whom she protects tonight."""
    lawyers = table.holders("lawyer")
    if not lawyers:
        return
    barred = lawyers if table.protected_before in lawyers else []
    choices = secret_seat(table.others(*barred))
    me = table.private("lawyer")
    answer = yield from put(table, table.ask("lawyer.target", choices, to=me, slot=0))
    if isinstance(answer, Seats):
        (table.protected,) = answer.seats
        yield table.deed("story.protected", seat=seat_term(table.protected))


POWER = Power(
    id="lawyer",
    slots=(Counted.SEAT,),
    act=act,
    lines=(
        *lines("lawyer.wake", "lawyer.sleep", nightly=True),
        *unspoken("story.protected", seat=Form.SEAT),
    ),
    questions=(
        Question("lawyer.target", Kind.SEATS, "a living seat, herself not two nights running | none", secret=True),
    ),
)
