"""What lies on the table of Mafia de Cuba, and who sits beside whom. Plain data.

Diamonds, tokens and jokers are real things on the table. The narrator never sees them: it is told.
"""

from __future__ import annotations

from collections.abc import Mapping

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
