"""Playing cards as stand-ins for a game's cards: which to take out of a pack of 32, and what each means.

The hunters are the black court cards; the players with a power the red ones, a queen first; all others have the low
cards and the aces. A playing card is its rank and suit: `KS` is the king of spades, `10H` the ten of hearts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from narrator.user_error import UserError
from narrator.village.table import WOLVES, VillageTable

LOW = ("7", "8", "9", "10", "A")
BLACK_COURT = tuple(rank + suit for rank in "KQJ" for suit in "SC")
RED_COURT = ("QH", "QD", "KH", "KD", "JH", "JD")
RED_LOW = tuple(rank + suit for suit in "HD" for rank in LOW)
BLACK_LOW = tuple(rank + suit for suit in "SC" for rank in LOW)


class TooManyCardsError(UserError, ValueError):
    """A pack of 32 has not enough cards for so many: `count`."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} cards are more than a pack of 32 has")
        self.count = count


def stand_ins(setup: VillageTable) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return which playing cards stand for each card of the composition, in its order.

    Raises:
        TooManyCardsError: the composition has more cards than a pack of 32.
    """
    total = sum(count for _, count in setup.hand)
    if total > len(BLACK_COURT + RED_COURT + RED_LOW + BLACK_LOW):
        raise TooManyCardsError(total)
    free = set(BLACK_COURT + RED_COURT + RED_LOW + BLACK_LOW)

    def take(order: Iterator[str]) -> str:
        card = next(playing for playing in order if playing in free)
        free.remove(card)
        return card

    taken: dict[str, tuple[str, ...]] = {}
    # The cards that mean the most choose first.
    for card, count in sorted(setup.hand, key=lambda entry: _rank(setup, entry[0])):
        taken[card] = tuple(take(_order(_rank(setup, card))) for _ in range(count))
    return tuple((card, taken[card]) for card, _ in setup.hand)


def _rank(setup: VillageTable, card: str) -> int:
    role = setup.role(card)
    if role.camp == WOLVES:
        return 0
    return 1 if role.powers else 2


def _order(rank: int) -> Iterator[str]:
    """Return the playing cards in the order in which cards of this rank take them."""
    orders = (
        (BLACK_COURT, BLACK_LOW, RED_COURT, RED_LOW),
        (RED_COURT, BLACK_COURT, BLACK_LOW, RED_LOW),
        (RED_LOW, BLACK_LOW, RED_COURT, BLACK_COURT),
    )
    return chain(*orders[rank])
