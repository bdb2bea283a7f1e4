"""Pockets: what comes out of them, by accusation, by a shout or by leaving, and who is out for it.

No more diamonds come out of pockets than are missing: what is shown is counted again, and if it stands, so are the
parrain's counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from narrator.core.answers import DONE, Card, Choices, Diamonds, Kind, Number
from narrator.core.effects import Ask, Form, News, Term, Topic
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.cuba import declassify
from narrator.cuba.asking import ask, public
from narrator.cuba.counting import note, recount
from narrator.cuba.setup import CHEAT
from narrator.cuba.table import Over, Table, deed
from narrator.cuba.winners import Ending, Take


def pockets(table: Table, seat: int) -> Play[Take | None]:
    """Ask what somebody shows who is still in; None where he is gone.

    Once all diamonds are back nothing depends on it: then it is offered, and None where he keeps it to himself.
    """

    def make() -> Ask | None:
        if seat not in table.living:
            return None
        choices = table.pockets(seat)
        if table.settled:
            return public(table, "cuba.pockets", replace(choices, words=(DONE,)), about=seat, offer=True)
        return public(table, "cuba.pockets", choices, about=seat)

    take = yield from _empty(table, seat, make)
    return take if seat in table.living else None


def put_out(table: Table, seat: int) -> Play[None]:
    """Eliminate a player: he is silent from now on, and his diamonds are the parrain's again."""
    table.living.remove(seat)
    table.out.add(seat)
    yield News(topic=Topic.DEATH, seat=seat)


def depart(table: Table, seat: int) -> Play[None]:
    """Let a player leave: out like one who was eliminated, his pockets emptied if he had the box.

    Raises:
        Over: it was the parrain, or nobody is left to be asked.
    """
    yield table.say("left.dead", seats=declassify.seats((seat,)))
    yield from put_out(table, seat)
    table.left.add(seat)
    yield deed("story.left", seat=Term(Form.SEAT, seat))
    if seat == table.parrain:
        raise Over(Ending.OUT if table.stolen > 0 else Ending.BROKEN)
    if seat in table.order and seat not in table.takes:
        yield from _empty(table, seat, lambda: public(table, "cuba.pockets", table.pockets(seat), about=seat))
    if not table.suspects and table.stolen <= 0:
        raise Over(Ending.BROKEN)


def _empty(table: Table, seat: int, make: Callable[[], Ask | None]) -> Play[Take | None]:
    """Ask what came out of a pocket, by the question that `make` builds, until it can have come out of it."""
    doubted: int | None = None
    while True:
        take = yield from ask(table, make)
        if not isinstance(take, Diamonds | Card):
            return None
        found = yield from _found(table, seat, take)
        if found > table.missing(seat) and found == doubted:
            yield from recount(table, "count.short")
            yield from note(table)
        if found <= table.missing(seat):
            break
        doubted = None if found == doubted else found
        yield table.say("pockets.recount", seat=declassify.seat(seat))
    if take == Card(CHEAT):
        table.loot[seat] = found
    if take != table.takes.get(seat):
        yield table.took(seat, take)
    return take


def _found(table: Table, seat: int, take: Take) -> Play[int]:
    """Return the diamonds that came out of a pocket. A cheat's pockets hold what nobody may take: they are counted."""
    if isinstance(take, Diamonds):
        return take.count
    if take != Card(CHEAT):
        return 0
    choices = Choices(kind=Kind.NUMBER, numbers=(0, table.setup.diamonds))
    found = yield from ask(table, lambda: public(table, "cuba.recovered", choices, about=seat))
    return found.value if isinstance(found, Number) else 0


LINES = (
    *lines("left.dead", seats=Form.SEAT),
    *lines("pockets.recount", seat=Form.SEAT),
    *unspoken("story.diamonds", seat=Form.SEAT, count=Form.NUMBER),
    *unspoken("story.pocket", seat=Form.SEAT, card=Form.CARD),
    *unspoken("story.left", seat=Form.SEAT),
)
QUESTIONS = (
    Question("cuba.pockets", Kind.TAKE, "{diamonds: N} | a token | street | cheat", about=True),
    Question("cuba.recovered", Kind.NUMBER, "the diamonds found on a cheat (0 by itself in a rehearsal)", about=True),
)
