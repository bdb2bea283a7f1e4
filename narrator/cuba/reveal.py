"""Before winners are named every take is told, in the order of the box, and must add up.

Takes that do not add up are told again. The very same ones told twice are believed: then a count was wrong.
"""

from __future__ import annotations

from dataclasses import replace

from narrator.core.answers import DONE, Card, Diamonds, Kind
from narrator.core.effects import Ask, Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.cuba import declassify
from narrator.cuba.accounts import adds_up
from narrator.cuba.asking import ask, public
from narrator.cuba.table import HIDDEN, RETURNED, Table, scene
from narrator.cuba.winners import Take


def reveal(table: Table) -> Play[None]:
    """Hear every seat's take until they add up."""
    yield scene("reveal")
    yield table.say("reveal.open")
    while True:
        before = dict(table.takes)
        yield from _round(table)
        if _right(table):
            return
        if table.takes == before:
            yield table.say("reveal.believed")
            return
        yield table.say("reveal.again")


def _round(table: Table) -> Play[None]:
    """Ask every seat that had the box, but those who left after showing what they took."""
    for seat in table.order:
        if seat in table.left and seat in table.takes:
            continue
        yield table.say("reveal.seat", seat=declassify.seat(seat))
        yield from _told(table, seat)


def _told(table: Table, seat: int) -> Play[None]:
    """Ask for one take; what has been shown before need only be confirmed."""
    shown: Take | None = table.takes.get(seat)
    choices = table.pockets() if shown is None else replace(table.pockets(), words=(DONE,))

    def make() -> Ask:
        return public(table, "cuba.reveal", choices, about=seat)

    take = yield from ask(table, make)
    if isinstance(take, Diamonds | Card) and take != shown:
        yield table.took(seat, take)


def _right(table: Table) -> bool:
    diamonds = table.setup.diamonds - table.counts[HIDDEN]
    return adds_up(table.order, table.takes, table.setup.tokens, diamonds, table.counts[RETURNED])


LINES = (
    *lines("reveal.open", "reveal.again", "reveal.believed"),
    *lines("reveal.seat", seat=Form.SEAT, nightly=True),
)
QUESTIONS = (
    Question("cuba.reveal", Kind.TAKE, "{diamonds: N} | a token | street | cheat (done: as shown)", about=True),
)
