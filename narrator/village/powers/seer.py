"""The seer (voyante, sergent-major): each night she sees one card. A seer killed that night has seen."""

from __future__ import annotations

from narrator.core.answers import Kind, Seats
from narrator.core.effects import Form, Leader
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.village.asking import put, secret_seat
from narrator.village.counts import Counted
from narrator.village.powers.power import Power
from narrator.village.table import Table, card_term, seat_term

CHOOSE, LOOK = range(2)


def act(table: Table) -> Play[None]:
    """Ask whom she wants to see, then show that card."""
    if table.led:
        yield table.show("seer.feign", to=Leader(), slot=CHOOSE)
    seers = table.holders("seer")
    if not seers:
        return
    me = table.private("seer")
    choices = secret_seat(table.others(*seers))
    answer = yield from put(table, table.ask("seer.target", choices, to=me, slot=CHOOSE))
    if not isinstance(answer, Seats):
        return
    (target,) = answer.seats
    yield table.deed("story.seer", seat=seat_term(target))
    card = table.cards.get(target)
    if card is None:
        yield table.show("seer.lift", to=me, slot=LOOK, seat=seat_term(target))
    else:
        yield table.show("seer.look", to=me, slot=LOOK, seat=seat_term(target), card=card_term(card))


POWER = Power(
    id="seer",
    slots=(Counted.SEAT, Counted.CARD_SHOWN),
    act=act,
    lines=(
        *lines("seer.wake", "seer.sleep", nightly=True),
        *unspoken("seer.feign"),
        *unspoken("seer.lift", seat=Form.SEAT),
        *unspoken("seer.look", seat=Form.SEAT, card=Form.CARD),
        *unspoken("story.seer", seat=Form.SEAT),
    ),
    questions=(Question("seer.target", Kind.SEATS, "a living seat, not one's own | none", secret=True),),
)
