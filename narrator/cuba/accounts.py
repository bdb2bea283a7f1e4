"""Whether what everybody says he took can have come out of the box, passed on as the rules want it.

The one token that the first player may have set aside is unknown: the takes add up if some choice of it explains
them all. A cheat explains everything that goes missing behind him.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from narrator.core.answers import Card, Diamonds
from narrator.cuba.setup import CHEAT, STREET, Tokens
from narrator.cuba.winners import Take


def adds_up(order: Sequence[int], takes: Mapping[int, Take], tokens: Tokens, diamonds: int, returned: int) -> bool:
    """Whether these takes empty a box of so many `diamonds` and `tokens` to the `returned` ones.

    `order` are the seats that had the box, in that order.
    """
    asides: list[str | None] = [None, *(token for token, _ in tokens)]
    return any(_passes(order, takes, Counter(dict(tokens)), diamonds, returned, aside) for aside in asides)


def _passes(
    order: Sequence[int],
    takes: Mapping[int, Take],
    tokens: Counter[str],
    diamonds: int,
    returned: int,
    aside: str | None,
) -> bool:
    """Pass the box round. Behind a cheat, what is left of it is known only to be no more than this."""
    if aside is not None:
        tokens[aside] -= 1
    cheated = False
    for seat in order:
        match takes[seat]:
            case Diamonds(count=count):
                if not 1 <= count <= diamonds:
                    return False
                diamonds -= count
            case Card(card=card) if card == CHEAT:
                cheated = True
            case Card(card=card) if card == STREET:
                if not (cheated or seat == order[-1] or (diamonds == 0 and not tokens.total())):
                    return False
            case Card(card=card):
                if not tokens[card]:
                    return False
                tokens[card] -= 1
    return returned <= diamonds if cheated else returned == diamonds
