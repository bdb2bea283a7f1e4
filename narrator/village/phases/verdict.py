"""Carrying out a verdict: whoever the village condemns dies, unless his card saves him."""

from __future__ import annotations

from narrator.core.play import Play
from narrator.village.phases.deaths import chain, learn_card
from narrator.village.powers.by_day import show_idiot, spares_idiot
from narrator.village.powers.power import Dead
from narrator.village.state import VillageState
from narrator.village.table import CauseOfDeath


def condemn(state: VillageState, seats: tuple[int, ...], cause: CauseOfDeath, line: str) -> Play[None]:
    """Eliminate these players together; the idiot shows his card and lives.

    Where a leader has not been asked yet who that is, the card of each is asked for first.
    """
    doomed, left = list[Dead](), 0
    for seat in seats:
        if cause is CauseOfDeath.VOTE and _may_be_an_idiot(state, seat):
            yield from learn_card(state, seat)
            left += seat not in state.living
        if cause is CauseOfDeath.VOTE and spares_idiot(state, seat):
            yield from show_idiot(state, seat)
        else:
            doomed.append((seat, cause))
    if left and left == len(seats):
        yield state.say("vote.nobody")
    elif doomed:
        yield from chain(state, doomed, line)


def _may_be_an_idiot(state: VillageState, seat: int) -> bool:
    """Whether a leader alone can know that a card saves a player: before the first night, when no secret was told.

    Later, what was told by night must not be heard from when a card is asked for.
    """
    card = state.setup.card_with("idiot")
    if not state.told or state.night or card is None:
        return False
    return seat in state.unknown() and state.may_be_held(card)
