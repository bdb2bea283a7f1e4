"""Who has won: a pure function of how the enquiry ended and of what everybody had in his pockets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from narrator.core.answers import Card, Diamonds
from narrator.cuba.cuba_table import CHAUFFEUR, FIDELE, NETTOYEUR, STREET, right_of

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
