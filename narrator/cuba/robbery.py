"""The robbery: the parrain hides some diamonds, the box goes round, the parrain counts what comes back."""

from __future__ import annotations

from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import lines
from narrator.cuba import declassify
from narrator.cuba.counting import count, note, recount
from narrator.cuba.table import HIDDEN, RETURNED, Table, scene


def robbery(table: Table) -> Play[None]:
    """Play the robbery; the difference between the parrain's two counts was stolen.

    Raises:
        Over: everybody else has left, or the parrain has.
    """
    yield from count(table, "hide.call", HIDDEN)
    yield from _round(table)
    yield from count(table, "box.home", RETURNED)
    if not table.counted:
        yield from recount(table, "count.again")
    yield from note(table)


def _round(table: Table) -> Play[None]:
    """Send the box from hand to hand, clockwise; each seat is called, and nothing is entered."""
    table.order = [seat for seat in table.setup.box_order if seat in table.living]
    for seat in table.order:
        yield scene("box", "box")
        line = "box.first" if seat == table.order[0] else "box.last" if seat == table.order[-1] else "box.next"
        yield table.say(line, seat=declassify.seat(seat))
        yield table.window("box")


LINES = (
    *lines("box.first", "box.last", seat=Form.SEAT),
    *lines("box.next", seat=Form.SEAT, nightly=True),
)
