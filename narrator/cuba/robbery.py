"""The robbery: the parrain hides some diamonds, the box goes round, the parrain counts what comes back."""

from __future__ import annotations

from narrator.core.answers import SILENT, Choices, Kind, Number
from narrator.core.effects import Form, Term
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.cuba import declassify
from narrator.cuba.asking import ask, depart
from narrator.cuba.table import HIDDEN, RETURNED, Table, deed, scene


def robbery(table: Table) -> Play[None]:
    """Play the robbery; the difference between the parrain's two counts was stolen.

    Raises:
        Over: everybody else has left, or the parrain has.
    """
    yield from _count(table, "hide.call", HIDDEN)
    yield from _round(table)
    yield from _count(table, "box.home", RETURNED)
    while table.stolen <= 0:
        # Somebody must have stolen: the mistake may be in either count, so both are made again.
        yield table.say("count.again", seat=declassify.seat(table.parrain))
        yield from _count(table, "hide.again", HIDDEN)
        yield from _count(table, "box.again", RETURNED)
    yield deed("story.hidden", count=Term(Form.NUMBER, table.counts[HIDDEN]))
    yield deed("story.stolen", count=Term(Form.NUMBER, table.stolen))


def _count(table: Table, line: str, call: str) -> Play[None]:
    """Have the parrain key a number of diamonds, unseen; there is none where he keyed nothing in time."""
    yield scene("count", call)
    yield table.say(line, seat=declassify.seat(table.parrain))
    most = table.setup.pocket if call == HIDDEN else table.setup.diamonds
    yield table.window(call, range(most + 1))
    choices = Choices(kind=Kind.NUMBER, numbers=(0, most), words=(SILENT,))
    table.busy = True
    answer = yield from ask(table, lambda: table.ask_parrain(f"cuba.{call}", choices))
    table.busy = False
    table.counts.pop(call, None)
    if isinstance(answer, Number):
        table.counts[call] = answer.value
    while table.leaving:
        yield from depart(table, table.leaving.pop(0))


def _round(table: Table) -> Play[None]:
    """Send the box from hand to hand, clockwise; each seat is called, and nothing is entered."""
    table.order = [seat for seat in table.setup.box_order if seat in table.living]
    for seat in table.order:
        yield scene("box", "box")
        line = "box.first" if seat == table.order[0] else "box.last" if seat == table.order[-1] else "box.next"
        yield table.say(line, seat=declassify.seat(seat))
        yield table.window("box")


LINES = (
    *lines("hide.call", "hide.again", "box.first", "box.last", "box.home", "box.again", "count.again", seat=Form.SEAT),
    *lines("box.next", seat=Form.SEAT, nightly=True),
    *unspoken("story.hidden", "story.stolen", count=Form.NUMBER),
)
QUESTIONS = (
    Question("cuba.hidden", Kind.NUMBER, "how many diamonds the parrain hid (0 to 5)", secret=True),
    Question("cuba.returned", Kind.NUMBER, "how many diamonds came back in the box", secret=True),
)
