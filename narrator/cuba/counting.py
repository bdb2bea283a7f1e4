"""The parrain's two counts, in private: what he hid, and what came back. The difference was stolen."""

from __future__ import annotations

from narrator.core.answers import SILENT, Choices, Kind, Number
from narrator.core.effects import Form, Term
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.cuba import declassify
from narrator.cuba.asking import ask
from narrator.cuba.table import HIDDEN, RETURNED, Table, deed, scene


def count(table: Table, line: str, call: str) -> Play[None]:
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
        yield from table.depart(table, table.leaving.pop(0))


def recount(table: Table, why: str) -> Play[None]:
    """Have both counts made again, for the mistake may be in either, until they can be. `why` says what is wrong."""
    while True:
        yield table.say(why, seat=declassify.seat(table.parrain))
        yield from count(table, "hide.again", HIDDEN)
        yield from count(table, "box.again", RETURNED)
        if table.counted:
            return
        why = "count.again"


def note(table: Table) -> Play[None]:
    """Note the counts for the tale, which a recount may tell anew."""
    yield deed("story.hidden", count=Term(Form.NUMBER, table.counts[HIDDEN]))
    yield deed("story.stolen", count=Term(Form.NUMBER, table.stolen))


LINES = (
    *lines("hide.call", "hide.again", "box.home", "box.again", "count.again", "count.short", seat=Form.SEAT),
    *unspoken("story.hidden", "story.stolen", count=Form.NUMBER),
)
QUESTIONS = (
    Question("cuba.hidden", Kind.NUMBER, "how many diamonds the parrain hid (0 to 5)", secret=True),
    Question("cuba.returned", Kind.NUMBER, "how many diamonds came back in the box", secret=True),
)
