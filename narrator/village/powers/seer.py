"""The seer (voyante, sergent-major): each night she sees one card. A seer killed that night has seen."""

from __future__ import annotations

from narrator.core.answers import Kind
from narrator.core.effects import Form, Leader
from narrator.core.play import Play
from narrator.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.village.asking import name_seat
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, card_term, seat_term

LOOK = 1


def act(state: VillageState) -> Play[None]:
    """Ask whom she wants to see, then show that card; who leads is told how nobody hears which, or that there is none.

    He is told so in each call: cards that are shown in one night alone would tell that she lives.
    """
    shown = yield from _show(state)
    if state.led:
        yield state.show("seer.feign" if shown else "seer.feign.none", to=Leader(), slot=LOOK)


def _show(state: VillageState) -> Play[bool]:
    """Ask, and show; return whether she wants to see a card."""
    seers = state.holders("seer")
    if not seers:
        return False
    me = state.private("seer")
    target = yield from name_seat(state, "seer.target", state.others(*seers), by="seer", deed="story.seer")
    if target is None:
        return False
    state.secret_history.seen(state.night, target)
    card = state.cards.get(target)
    if card is None:
        yield state.show("seer.lift", to=me, slot=LOOK, seat=seat_term(target))
    else:
        yield state.show("seer.look", to=me, slot=LOOK, seat=seat_term(target), card=card_term(card))
    return True


POWER = Power(
    id="seer",
    slots=(Counted.SEAT, Counted.CARD_SHOWN),
    act=act,
    lines=(
        *lines("seer.wake", "seer.sleep", nightly=True, eyes=Eyes.CLOSED),
        *unspoken("seer.feign", "seer.feign.none"),
        *unspoken("seer.lift", seat=Form.SEAT),
        *unspoken("seer.look", seat=Form.SEAT, card=Form.CARD),
        *told("story.seer", seat=Form.SEAT),
    ),
    questions=(Question("seer.target", Kind.SEATS, "a living seat, not one's own | none", secret=True),),
)
