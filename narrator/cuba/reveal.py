"""Before winners are named every take is told, in the order of the box, and must add up.

Takes that do not add up are told again. The very same ones told twice stand: then a count was wrong, or somebody took
nothing out of a box that was not empty, and is out.
"""

from __future__ import annotations

from dataclasses import replace

from narrator.core.answers import DONE, Card, Diamonds, Kind
from narrator.core.effects import Ask, Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.cuba import declassify
from narrator.cuba.asking import ask, public
from narrator.cuba.pockets import put_out
from narrator.cuba.table import Table, scene
from narrator.cuba.winners import Take


def reveal(table: Table) -> Play[None]:
    """Hear every seat's take until they add up, or stand."""
    yield scene("reveal")
    yield table.say("reveal.open")
    seen = set(table.takes)
    while True:
        before = dict(table.takes)
        yield from _round(table, seen)
        idle = [seat for seat in table.order if table.broke(seat)]
        accused = [seat for seat in idle if seat in table.living]
        right = table.box.adds_up(excused=idle)
        if right and not accused:
            return
        if table.takes == before:
            break
        yield table.say("reveal.again")
    if not right:
        yield table.say("reveal.believed")
    for seat in accused:
        yield table.say("pockets.nothing", seat=declassify.seat(seat))
        yield from put_out(table, seat)


def _round(table: Table, seen: set[int]) -> Play[None]:
    """Ask every seat that had the box, but those who left after showing what they took.

    A token cannot be told that others have told before in this round, or have shown in the enquiry (`seen`).
    """
    told = set(seen)
    for seat in table.order:
        if seat in table.left and seat in table.takes:
            continue
        yield table.say("reveal.seat", seat=declassify.seat(seat))
        yield from _told(table, seat, told)
        told.add(seat)


def _told(table: Table, seat: int, told: set[int]) -> Play[None]:
    """Ask for one take; what has been shown before need only be confirmed."""
    shown: Take | None = table.takes.get(seat)
    choices = table.pockets(seat, told)
    if shown is not None and choices.refusal(shown) is None:
        choices = replace(choices, words=(DONE,))

    def make() -> Ask:
        return public(table, "cuba.reveal", choices, about=seat)

    take = yield from ask(table, make)
    if isinstance(take, Diamonds | Card) and take != shown:
        yield table.took(seat, take)


LINES = (
    *lines("reveal.open", "reveal.again", "reveal.believed"),
    *lines("reveal.seat", seat=Form.SEAT, nightly=True),
)
QUESTIONS = (
    Question("cuba.reveal", Kind.TAKE, "{diamonds: N} | a token | street | cheat (done: as shown)", about=True),
)
