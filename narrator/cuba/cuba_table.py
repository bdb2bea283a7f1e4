"""What is decided before the first word: seats, tokens, jokers, who is the parrain. Plain data.

Diamonds, tokens and jokers are real things on the table. The narrator never sees them: it is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from narrator.core.play import Confirm, Introduction, Mode, Wordiness

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


@dataclass(frozen=True, kw_only=True)
class CubaTable:
    """One game of Mafia de Cuba.

    `players` counts the parrain. `tokens` start in the box with `diamonds`, of which the parrain hides up to
    `pocket`. `windows` are seconds at normal pace: the parrain's counts `hidden` and `returned`, the time to
    handle the `box`, the time for `pam`. `seed` is public; nothing is drawn by lot. `words` is how much is
    told.
    """

    game: str
    players: int
    tokens: Tokens
    jokers: int
    windows: Mapping[str, tuple[float, ...]]
    parrain: int = 1
    diamonds: int = 15
    pocket: int = 5
    mode: Mode = Mode.JOUEUR
    names: tuple[str, ...] = ()
    floor: float = 8.0
    seed: int = 0
    prologue: bool = True
    introduction: Introduction = Introduction.SHORT
    words: Wordiness = Wordiness.NORMAL

    @property
    def confirm(self) -> Confirm:
        """All but who is the next parrain is asked back whatever this says."""
        return Confirm.DOUBT

    @property
    def may_be_shot(self) -> bool:
        """Whether somebody may have the token with which one shoots."""
        return NETTOYEUR in dict(self.tokens)

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def box_order(self) -> tuple[int, ...]:
        """Return the seats to which the box goes: clockwise from the parrain's left."""
        return (*range(self.parrain + 1, self.players + 1), *range(1, self.parrain))
