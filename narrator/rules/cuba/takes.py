"""What everybody took out of the box: who has won by it, and whether what the players tell can all be true.

Diamonds, tokens and jokers are real things on the table. The narrator never sees them: it is told.
Who has won is a pure function of how the enquiry ended and of what everybody had in his pockets. Whether the takes add
up depends on how the box is passed round. The one token that the first player may have set aside is unknown: they add
up if some choice of it explains them all. A cheat explains everything that goes missing behind him.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from narrator.rules.core.answers import Card, Diamonds

FIDELE, AGENT, CHAUFFEUR, NETTOYEUR = "fidele", "agent", "chauffeur", "nettoyeur"
"""The tokens, whatever a pack calls them."""

STREET, CHEAT = "street", "cheat"
"""What else a pocket may hold: nothing, rightly; or what nobody may take."""

TOKENS = (FIDELE, AGENT, CHAUFFEUR, NETTOYEUR)
POCKETS = (*TOKENS, STREET, CHEAT)

Tokens = tuple[tuple[str, int], ...]
"""The tokens with their counts, in the order of `TOKENS`."""


class TokensError(ValueError):
    """Tokens that cannot be: the text says why."""


def tokens_of(counts: Mapping[str, int], *, nettoyeur: bool = False) -> Tokens:
    """Put a row of the table in order; the nettoyeur replaces a fidèle.

    Raises:
        TokensError: there is no fidèle to be replaced.
    """
    present = dict(counts)
    if nettoyeur:
        if not present.get(FIDELE):
            raise TokensError("the nettoyeur replaces a fidèle, and there is none at this table")
        present[FIDELE] -= 1
        present[NETTOYEUR] = 1
    return tuple((token, present[token]) for token in TOKENS if present.get(token))


def left_of(seat: int, players: int) -> int:
    """Return the left-hand neighbour: the next seat, clockwise."""
    return seat % players + 1


def right_of(seat: int, players: int) -> int:
    """Return the right-hand neighbour."""
    return (seat - 2) % players + 1


Take = Diamonds | Card
"""What somebody took out of the box: diamonds, a token, nothing (`street`), or what nobody may take (`cheat`)."""


class EnquiryEnd(Enum):
    """How the enquiry ended."""

    RECOVERED = "recovered"  # all stolen diamonds are back
    OUT = "out"  # the parrain is eliminated
    AGENT = "agent"  # the parrain accused an agent
    SHOT = "shot"  # the nettoyeur shot an agent
    BROKEN = "broken"  # there was no enquiry: the parrain left, or nobody was there to be asked


OVERLOOKED, NO_THIEF = "overlooked", "no_thief"
REASONS = (*(ending.value for ending in EnquiryEnd), OVERLOOKED, NO_THIEF)
"""Why a game ends as it does: how the enquiry ended; or that a thief was still in after all, or none when it ended."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """The end of a game.

    `takes` are by seat, without the parrain's. `out` are all who were eliminated, those whom the nettoyeur `shot`
    among them. `alone` is the agent who was accused, or the nettoyeur who shot one.
    """

    players: int
    parrain: int
    takes: Mapping[int, Take]
    ending: EnquiryEnd
    out: frozenset[int] = frozenset()
    shot: frozenset[int] = frozenset()
    alone: int | None = None

    def holders(self, card: str) -> set[int]:
        """Return the seats with this in their pockets, eliminated ones included."""
        return {seat for seat, take in self.takes.items() if take == Card(card)}


def winners(end: Situation) -> tuple[int, ...]:
    """Return the seats that win, ascending."""
    match end.ending:
        case EnquiryEnd.RECOVERED:
            # A thief whom the takes leave in has been overlooked, whatever was counted: he has robbed the family.
            return tuple(sorted(_with_chauffeurs(end, _robbers(end) or _family(end))))
        case EnquiryEnd.OUT:
            return tuple(sorted(_with_chauffeurs(end, _robbers(end))))
        case EnquiryEnd.AGENT | EnquiryEnd.SHOT:
            return () if end.alone is None else (end.alone,)  # alone is alone: no chauffeur shares
        case EnquiryEnd.BROKEN:
            return ()


def reason(end: Situation) -> str:
    """Return why these win: how the enquiry ended, and whether a thief was still in."""
    match end.ending:
        case EnquiryEnd.RECOVERED if _robbers(end):
            return OVERLOOKED
        case EnquiryEnd.OUT if not _robbers(end):
            return NO_THIEF
        case ending:
            return ending.value


def _family(end: Situation) -> set[int]:
    """The parrain and his fidèles, one who was shot included; a nettoyeur too who never fired."""
    fideles = end.holders(FIDELE)
    return {end.parrain} | (fideles - end.out) | (fideles & end.shot) | (end.holders(NETTOYEUR) - end.out)


def _robbers(end: Situation) -> set[int]:
    """The thieves still in with the most diamonds; where there is one, every street kid still in too."""
    loot = {seat: take.count for seat, take in end.takes.items() if isinstance(take, Diamonds) and seat not in end.out}
    if not loot:
        return set()
    most = max(loot.values())
    return {seat for seat, count in loot.items() if count == most} | (end.holders(STREET) - end.out)


def _with_chauffeurs(end: Situation, won: set[int]) -> set[int]:
    """Add every chauffeur still in whose right-hand neighbour wins, until nothing changes."""
    waiting = end.holders(CHAUFFEUR) - end.out
    while True:
        driven = {seat for seat in waiting - won if right_of(seat, end.players) in won}
        if not driven:
            return won
        won |= driven


def outcome(won: tuple[int, ...]) -> str:
    """Return the outcome: `seats 1,4,5`, or `nobody`."""
    return f"seats {','.join(map(str, won))}" if won else "nobody"


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
        taken = sum(isinstance(take, Card) and take.card in TOKENS for take in known)
        tokens = sum(count for _, count in self.tokens) - taken
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
