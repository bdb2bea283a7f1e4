"""What is counted aloud in the slots of a window: from what everybody at the table knows, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache

from narrator.core.answers import HYMN, KEEP, NO, NOBODY, VILLAGE, WOLVES, YES, Answer, Card, seat
from narrator.core.effects import Count, Purpose
from narrator.village.state import VillageState


class Counted(Enum):
    """What a slot counts: it depends on the call alone, not on who holds the card or whether anybody does."""

    NOTHING = "nothing"
    SEAT = "a living seat, to be chosen"
    SEAT_SHOWN = "a living seat or nobody, to be looked at"
    DEAD_SHOWN = "a dead seat or nobody, to be looked at"
    YES_NO = "yes or no"
    YES_NO_SHOWN = "yes or no, to be looked at"
    SAVE = "whether the victim is saved; where several may be attacked, a living seat"
    SIDE = "one of the two sides, to be chosen"
    TURNED_SHOWN = "to hunt from now on, to be charmed, or nothing, to be looked at"
    CARD = "a card of the composition, to be chosen"
    CARD_SHOWN = "a card of the composition, to be looked at"
    CENTRE = "the cards of the centre among those of the composition: looked at, then one is chosen"
    CENTRE_OR_KEEP = "the same, where one's own may be kept"
    CARD_OR_KEPT_SHOWN = "a card of the composition, or one's own as before, to be looked at"
    SONG = "whether somebody sings"


LOOKED_AT = (
    Counted.SEAT_SHOWN,
    Counted.DEAD_SHOWN,
    Counted.YES_NO_SHOWN,
    Counted.CARD_SHOWN,
    Counted.CARD_OR_KEPT_SHOWN,
    Counted.TURNED_SHOWN,
)


def counts(state: VillageState, slots: Iterable[Counted]) -> tuple[Count, ...]:
    """Return what is counted in these slots of a window that opens now.

    The table's living and dead are those of the last dawn and day: who falls or leaves at night does so at dawn.
    """
    return _counts(tuple(slots), state.living, state.setup.players, state.setup.hand)


@cache
def _counts(
    slots: tuple[Counted, ...], living: tuple[int, ...], players: int, hand: tuple[tuple[str, int], ...]
) -> tuple[Count, ...]:
    """Return the same: most windows open again and again before the same table."""
    cards = tuple(card for card, _ in hand)
    dead = tuple(seat for seat in range(1, players + 1) if seat not in living)
    return tuple(_count(slot, living, dead, cards) for slot in slots)


@cache
def _count(slot: Counted, living: tuple[int, ...], dead: tuple[int, ...], hand: tuple[str, ...]) -> Count:
    cards, seats = tuple(map(Card, hand)), tuple(map(seat, living))
    items: dict[Counted, tuple[Answer, ...]] = {
        Counted.NOTHING: (),
        Counted.SEAT: seats,
        Counted.SEAT_SHOWN: (*seats, NOBODY),
        Counted.DEAD_SHOWN: (*map(seat, dead), NOBODY),
        Counted.YES_NO: (YES, NO),
        Counted.SAVE: (YES, NO),
        Counted.SIDE: (VILLAGE, WOLVES),
        Counted.TURNED_SHOWN: (WOLVES, YES, NOBODY),
        Counted.YES_NO_SHOWN: (YES, NO),
        Counted.CARD: cards,
        Counted.CARD_SHOWN: cards,
        Counted.CENTRE: cards,
        Counted.CENTRE_OR_KEEP: (*cards, KEEP),
        Counted.CARD_OR_KEPT_SHOWN: (*cards, KEEP),
        Counted.SONG: (HYMN,),
    }
    centre = slot in (Counted.CENTRE, Counted.CENTRE_OR_KEEP)
    purpose = Purpose.BOTH if centre else Purpose.LOOK if slot in LOOKED_AT else Purpose.CHOOSE
    return Count(items[slot], purpose)
