"""Powers of whom something is known and no more: siblings, the villager whom everybody knows, the sentinel."""

from __future__ import annotations

from narrator.core.answers import NOBODY, Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.table_state import ask, one_seat, public
from narrator.core.vocabulary import Eyes, Question, lines
from narrator.village import declassify
from narrator.village.powers.power import Power, signs
from narrator.village.state import VillageState
from narrator.village.windows import Counted

# --- the two sisters and the three brothers -------------------------------------------------------------------------
# On the first night they learn who they are. They have no power.


def _siblings(power: str, number: int) -> Power:
    return Power(
        id=power,
        slots=(Counted.NOTHING,),
        alone=False,
        together=number,
        lines=lines(f"{power}.wake", f"{power}.sleep", eyes=Eyes.CLOSED),
    )


SISTERS = _siblings("sisters", 2)
BROTHERS = _siblings("brothers", 3)


# --- the villager whom everybody knows (villageois-villageois) ------------------------------------------------------
# Before the first night all hear who he is.


def introduce_plain(state: VillageState) -> Play[None]:
    """Say who he is; a leader with real cards tells it first. His card may lie in the centre."""
    card = state.setup.card_with("plain")
    if card is None:
        return
    if state.told:
        yield state.say("plain.seat")
        answer = yield from ask(state, lambda: public(state, "plain.seat", one_seat(state.others(), NOBODY)))
        if isinstance(answer, Seats):
            yield state.holds(answer.seats[0], card)
    for seat in state.holders("plain"):
        yield state.say("plain.known", seat=declassify.seat(seat))


PLAIN = Power(
    id="plain",
    lines=(*lines("plain.seat"), *lines("plain.known", seat=Form.SEAT)),
    questions=(Question("plain.seat", Kind.SEATS, "his seat | none (meneur with real cards)"),),
)


# --- the sentinel (sentinelle) --------------------------------------------------------------------------------------
# Eyes open the whole first night, except while the hunters are called. The narrator says then that the sentinel
# pretends to sleep.

SENTINEL = Power(
    id="sentinel",
    slots=(Counted.NOTHING,),
    around=("wolves", "sentinel.feigns", "sentinel.watches"),
    opening=signs("sentinel.sign"),
    lines=lines(
        "sentinel.wake", "sentinel.sign", "sentinel.sleep", "sentinel.feigns", "sentinel.watches", eyes=Eyes.CLOSED
    ),
)
