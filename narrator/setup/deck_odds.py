"""How the decks of a pack went in rehearsals: a table beside its rules, which `narrator odds` writes."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveFloat, PositiveInt

from narrator import plain_yaml
from narrator.resources import ODDS_FILE
from narrator.story.rules import VillageRules

MEANT = {"cards", "filler", "hunters", "decks", "calls", "options"}
"""The parts of the rules on which odds depend."""


class Odds(BaseModel):
    """How one deck went: the mean number of nights, and the share of each outcome in per cent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nights: PositiveFloat
    shares: Mapping[str, NonNegativeInt] = Field(min_length=1)


class DeckOdds(BaseModel):
    """The table: how many games each deck was rehearsed in, by deck and number of players.

    `rules` is what `digest` said of the rules that were rehearsed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: str
    games: PositiveInt
    decks: Mapping[str, Mapping[PositiveInt, Odds]]

    def of(self, deck: str, players: int) -> Odds | None:
        """Return how a deck went with so many players; None where it was not rehearsed."""
        return self.decks.get(deck, {}).get(players)


def digest(rules: VillageRules) -> str:
    """Return what tells rules for which a table was made from others: 16 hexadecimal digits."""
    return sha256(rules.model_dump_json(include=MEANT).encode()).hexdigest()[:16]


def read_odds(pack: Path, rules: VillageRules) -> DeckOdds | None:
    """Return the table of a pack; None where it has none, one that cannot be read, or one made for other rules."""
    try:
        table = DeckOdds.model_validate(plain_yaml.read_file(pack / ODDS_FILE))
    except (OSError, ValueError):  # no text, no YAML, or no such table
        return None
    return table if table.rules == digest(rules) else None
