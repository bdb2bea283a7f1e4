"""The villager whom everybody knows (villageois-villageois): before the first night all hear who he is."""

from __future__ import annotations

from narrator.core.answers import NOBODY, Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.table_questions import ask, one_seat, public
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.powers.power import Power
from narrator.village.state import VillageState


def introduce(state: VillageState) -> Play[None]:
    """Say who he is; a leader with real cards tells it first. His card may lie in the centre."""
    card = state.setup.card_with("plain")
    if card is None:
        return
    if state.told:
        answer = yield from ask(state, lambda: public(state, "plain.seat", one_seat(state.others(), NOBODY)))
        if isinstance(answer, Seats):
            yield state.holds(answer.seats[0], card)
    for seat in state.holders("plain"):
        yield state.say("plain.known", seat=declassify.seat(seat))


POWER = Power(
    id="plain",
    lines=lines("plain.known", seat=Form.SEAT),
    questions=(Question("plain.seat", Kind.SEATS, "his seat | none (meneur with real cards)"),),
)
