"""Powers that learn something by night: the seer a card, the angel and the fox whether somebody hunts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from narrator.rules.core.answers import NO, YES, Kind, Refusal
from narrator.rules.core.effects import Form, Leader
from narrator.rules.core.play import Play
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village.powers.power import Power
from narrator.rules.village.state import VillageState, card_term, neighbours, seat_term
from narrator.rules.village.windows import Counted, name_seat

LOOK = 1


def _learning_whether(power: str, act: Callable[[VillageState], Play[None]], legal: str) -> Power:
    """Return a power that asks about a seat, and is shown yes or no."""
    return Power(
        id=power,
        slots=(Counted.SEAT, Counted.YES_NO_SHOWN),
        act=act,
        lines=(
            *lines(f"{power}.wake", f"{power}.sleep", nightly=True, eyes=Eyes.CLOSED),
            *unspoken(f"{power}.yes", word=YES, seat=Form.SEAT),
            *unspoken(f"{power}.no", word=NO, seat=Form.SEAT),
            *told(f"story.{power}", seat=Form.SEAT),
        ),
        questions=(Question(f"{power}.target", Kind.SEATS, legal, secret=True),),
    )


# --- the seer (voyante, sergent-major) ------------------------------------------------------------------------------
# Each night she sees one card. A seer killed that night has seen.


def _see(state: VillageState) -> Play[None]:
    """Ask whom she wants to see, then show that card; who leads is told how nobody hears which, or that there is none.

    He is told so in each call: cards that are shown in one night alone would tell that she lives.
    """
    shown = yield from _show_card(state)
    if state.led:
        yield state.show("seer.feign" if shown else "seer.feign.none", to=Leader(), slot=LOOK)


def _show_card(state: VillageState) -> Play[bool]:
    """Ask, and show; return whether she wants to see a card."""
    seers = state.holders("seer")
    if not seers:
        return False
    me = state.private("seer")
    target = yield from name_seat(
        state, "seer.target", state.others(*seers), by="seer", deed="story.seer", why=Refusal.YOURSELF
    )
    if target is None:
        return False
    state.secret_history.seen(state.night, target)
    card = state.cards.get(target)
    if card is None:
        yield state.show("seer.lift", to=me, slot=LOOK, seat=seat_term(target))
    else:
        yield state.show("seer.look", to=me, slot=LOOK, seat=seat_term(target), card=card_term(card))
    return True


SEER = Power(
    id="seer",
    slots=(Counted.SEAT, Counted.CARD_SHOWN),
    act=_see,
    lines=(
        *lines("seer.wake", "seer.sleep", nightly=True, eyes=Eyes.CLOSED),
        *unspoken("seer.feign", "seer.feign.none"),
        *unspoken("seer.lift", seat=Form.SEAT),
        *unspoken("seer.look", seat=Form.SEAT, card=Form.CARD),
        *told("story.seer", seat=Form.SEAT),
    ),
    questions=(Question("seer.target", Kind.SEATS, "a living seat, not one's own | none", secret=True),),
)


# --- the angel (ange gardien) ---------------------------------------------------------------------------------------
# Each night he learns whether one player is of the hunters, yes or no, without a sound.


def _look_through(state: VillageState) -> Play[None]:
    """Ask whom he wants to know about, then nod or shake the head."""
    angels = state.holders("angel")
    if not angels:
        return
    target = yield from name_seat(
        state, "angel.target", state.others(*angels), by="angel", deed="story.angel", why=Refusal.YOURSELF
    )
    if target is not None:
        state.secret_history.seen(state.night, target)
        if target not in state.cards and not state.hunters_known:
            return  # a leader who has not told yet who hunts nods by himself
        line, word = ("angel.yes", YES) if state.is_wolf(target) else ("angel.no", NO)
        yield state.show(line, to=state.private("angel"), slot=LOOK, word=word, seat=seat_term(target))


ANGEL = _learning_whether("angel", _look_through, "a living seat, not one's own | none")


# --- the fox (renard) -----------------------------------------------------------------------------------------------
# He names a player, and learns whether that one or a nearest living neighbour of his hunts. If none of them does, his
# nose is lost. Saying nothing keeps it.


def _sniff(state: VillageState) -> Play[None]:
    """Ask where he sniffs, then nod or shake the head."""
    foxes = state.holders("fox")
    if not foxes:
        return
    target = yield from name_seat(state, "fox.target", state.others(), by="fox", deed="story.fox")
    if target is None:
        return
    sniffed = (target, *neighbours(state, target))
    found = any(map(state.is_wolf, sniffed))
    if not found and not state.hunters_known and not all(seat in state.cards for seat in sniffed):
        state.tonight.sniffed = sniffed
        return  # a leader who has not told yet who hunts nods by himself
    if not found:
        state.powerless.update(foxes)
    line, word = ("fox.yes", YES) if found else ("fox.no", NO)
    yield state.show(line, to=state.private("fox"), slot=LOOK, word=word, seat=seat_term(target))


def lose_scent(state: VillageState) -> None:
    """Take the nose of a fox to whom a leader nodded, where it turns out in the same night that nobody hunts there."""
    sniffed = state.tonight.sniffed
    if sniffed and state.hunters_known and not any(map(state.is_wolf, sniffed)):
        state.powerless.update(state.holders("fox"))


FOX = replace(_learning_whether("fox", _sniff, "a living seat | none"), whispers=True)
