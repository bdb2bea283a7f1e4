"""Reading what people answer when asked for cards: the same again with another card, or a deck by its name.

And how the decks of a pack went in rehearsals: a table beside its rules, which `narrator odds` writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveFloat, PositiveInt

from narrator.core.folding import folded
from narrator.language.typed import ways_typed
from narrator.resources import ODDS_FILE
from narrator.setup.composition import LEFT_OUT, Hand, Names, chosen_cards, counted_card
from narrator.story.naming import OFFICE, spelled
from narrator.story.rules import VillageRules
from narrator.story.yaml_source import data_of

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
        table = DeckOdds.model_validate(data_of(pack / ODDS_FILE))
    except (OSError, ValueError):  # no text, no YAML, or no such table
        return None
    return table if table.rules == digest(rules) else None


LONGEST_NAME = 30
"""The most letters of a player's name for a deck."""


@dataclass(frozen=True)
class KnownDecks:
    """What is known of decks before cards are asked for.

    `own` are the player's, by name, and `last` what was played the last time, as people write compositions. `odds` is
    how the decks of the pack went in rehearsals.
    """

    own: Mapping[str, str] = field(default_factory=dict)
    last: str | None = None
    odds: DeckOdds | None = None

    def owned(self, text: str) -> str | None:
        """Return the player's deck of this name."""
        return next((roles for name, roles in self.own.items() if spelled(name) == spelled(text.strip())), None)


def canonical(rules: VillageRules, text: str, names: Names) -> str:
    """Return a composition by its ids alone, so that it means the same in every language; the filler is left out.

    Raises:
        CompositionError: a card is not known.
    """
    composition, chosen, office = chosen_cards(rules, text, names)
    words = [*([] if composition is None else [composition]), *([OFFICE] if office else [])]
    for card, count, left_out in chosen:
        if left_out:
            words.append(LEFT_OUT + card)
        elif card != rules.filler:
            words.append(card if count is None else f"{card}={count}")
    return ",".join(words)


def says_last(text: str, language: str) -> bool:
    """Whether an answer begins from what was played the last time, and not from what is in play."""
    return any(_begins(folded(text), phrase) for phrase in ways_typed("last", language))


def same_again(rules: VillageRules, hand: Hand, text: str, names: Names, language: str) -> str | None:
    """Return what `la même, avec le chasseur` makes of these cards; None where that is no such answer.

    `avec` gives a card a place of the filler, and changes nothing where it is there; a number before a card says how
    many there are to be; `sans` leaves a card out, and the filler takes its place.

    Raises:
        CompositionError: a card is not known.
    """
    ways = partial(ways_typed, language=language)
    leaves = dict.fromkeys(ways("without"), True) | dict.fromkeys(ways("with"), False)
    rest = folded(text)
    alike = (*ways("last"), *ways("same"))
    same = next((phrase for phrase in alike if _begins(rest, phrase)), None)
    rest = rest.removeprefix(same or "")
    if same is None and not any(_begins(rest, phrase) for phrase in leaves):
        return None
    cards: dict[str, int | None] = dict(hand)
    out = None
    for part in re.split(rf",|\s{ways('and')[0]}\s", rest):
        item = part.strip(" .")
        for phrase in leaves:
            if _begins(item, phrase):
                item, out = item.removeprefix(phrase).strip(), leaves[phrase]
        if not item:
            continue
        if out is None:
            return None
        card, count = counted_card(rules, item, names)
        cards[card] = 0 if out else count or cards.get(card) or None
    kept = ((card, count) for card, count in cards.items() if count != 0 and card != rules.filler)
    return ",".join(f"{card}={count}" if count else card for card, count in kept)


def _begins(text: str, phrase: str) -> bool:
    return re.match(rf"{re.escape(phrase)}(?!\w)", text) is not None
