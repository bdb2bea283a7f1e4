"""The whistle-blower (lanceuse d'alerte): each night she names a player who may debate but not vote the next day.

It is announced after the night's result, and not of a player who did not live to hear it.
"""

from __future__ import annotations

from narrator.core.answers import Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.village import declassify
from narrator.village.asking import put, secret_seat
from narrator.village.counts import Counted
from narrator.village.powers.power import Power
from narrator.village.table import Table, seat_term


def act(table: Table) -> Play[None]:
    """Ask who is silenced."""
    if not table.holders("silence"):
        return
    me = table.private("silence")
    choices = secret_seat(table.others())
    answer = yield from put(table, table.ask("silence.target", choices, to=me, slot=0))
    if isinstance(answer, Seats):
        (table.silenced,) = answer.seats
        yield table.deed("story.silenced", seat=seat_term(table.silenced))


def announce(table: Table) -> Play[None]:
    """Say by day who does not vote, if he is alive."""
    if table.silenced not in table.living:
        table.silenced = None
    if table.silenced is not None:
        yield table.say("silence.announced", seat=declassify.seat(table.silenced))


POWER = Power(
    id="silence",
    slots=(Counted.SEAT,),
    act=act,
    lines=(
        *lines("silence.wake", "silence.sleep", nightly=True),
        *lines("silence.announced", seat=Form.SEAT),
        *unspoken("story.silenced", seat=Form.SEAT),
    ),
    questions=(Question("silence.target", Kind.SEATS, "a living seat | none", secret=True),),
)
