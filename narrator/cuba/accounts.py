"""Whether the takes that players tell can all be true, given how the box is passed round.

The one token that the first player may have set aside is unknown: the takes add up if some choice of it explains
them all. A cheat explains everything that goes missing behind him.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from narrator.core.answers import Card, Diamonds
from narrator.cuba.cuba_table import CHEAT, STREET, TOKENS, Tokens
from narrator.cuba.winners import Take


@dataclass(frozen=True, kw_only=True)
class BoxContents:
    """A box that went from hand to hand.

    `order` are the seats that had it, in that order; `takes` what is known of what they took, and `loot` the diamonds
    found on cheats. So many `diamonds` and `tokens` left; so many diamonds were `returned`.
    """

    order: Sequence[int]
    takes: Mapping[int, Take]
    tokens: Tokens
    diamonds: int
    returned: int
    loot: Mapping[int, int] = field(default_factory=dict)

    def adds_up(self, excused: Collection[int] = ()) -> bool:
        """Whether these takes, of all who had the box, empty it to what was returned.

        The `excused` are known to have taken nothing out of a box that was not empty.
        """
        asides: list[str | None] = [None, *(token for token, _ in self.tokens)]
        return any(self._passes(aside, excused) for aside in asides)

    def surplus(self) -> int:
        """Return how many diamonds more were told than have gone: below 0, so many are missing; 0, they fit.

        Behind a cheat any may be missing.
        """
        takes = self.takes.items()
        told = sum(take.count if isinstance(take, Diamonds) else self.loot.get(seat, 0) for seat, take in takes)
        over = told - (self.diamonds - self.returned)
        return max(over, 0) if Card(CHEAT) in self.takes.values() else over

    def may_take_nothing(self, seat: int) -> bool:
        """Whether somebody who took nothing need not have broken the rule: the last one, or whose box may be empty.

        It was not where anything came back, or was taken behind him; or where those before him, each taking as the
        rules have it, are too few to have emptied it. Behind a cheat anything may be missing.
        """
        if seat not in self.order or seat == self.order[-1]:
            return True
        place = self.order.index(seat)
        before, behind = self.order[:place], self.order[place + 1 :]
        if self.returned > 0 or any(self.takes.get(other) not in (None, Card(STREET)) for other in behind):
            return False
        known = [self.takes[other] for other in before if other in self.takes]
        if Card(CHEAT) in known:
            return True
        diamonds = self.diamonds - sum(take.count for take in known if isinstance(take, Diamonds))
        tokens = sum(count for _, count in self.tokens) - sum(isinstance(take, Card) and _took(take) for take in known)
        hands = (diamonds > 0) + max(tokens - 1, 0)  # one token may have been set aside
        return hands <= len(before) - len(known)

    def _passes(self, aside: str | None, excused: Collection[int]) -> bool:
        """Pass the box round. Behind a cheat, what is left of it is known only to be no more than this."""
        diamonds, tokens = self.diamonds, Counter(dict(self.tokens))
        if aside is not None:
            tokens[aside] -= 1
        cheated = False
        for seat in self.order:
            match self.takes[seat]:
                case Diamonds(count=count):
                    if not 1 <= count <= diamonds:
                        return False
                    diamonds -= count
                case Card(card=card) if card == CHEAT:
                    cheated = True
                    diamonds -= self.loot.get(seat, 0)
                case Card(card=card) if card == STREET:
                    empty = diamonds == 0 and not tokens.total()
                    if not (cheated or empty or seat == self.order[-1] or seat in excused):
                        return False
                case Card(card=card):
                    if not tokens[card]:
                        return False
                    tokens[card] -= 1
        return self.returned <= diamonds if cheated else self.returned == diamonds


def _took(take: Take | None) -> bool:
    """Whether somebody is known to have taken something that the rules allow."""
    return isinstance(take, Diamonds) or (isinstance(take, Card) and take.card in TOKENS)
