"""What is decided about a game before it is founded: by the command line, by people, or on an earlier evening.

And what can be: what a table's equipment can do, and the lines that say what it cannot and what to do instead; which
deck people mean by the same again with another card, or by its name; and how the decks of a pack went in rehearsals, by
a table beside its rules, which `narrator odds` writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveFloat, PositiveInt

from narrator.base.resources import ODDS_FILE
from narrator.base.yaml_source import data_of
from narrator.packs.naming import OFFICE, spelled
from narrator.packs.rules import VillageRules
from narrator.rules.core.folding import folded
from narrator.rules.core.play import Mode
from narrator.rules.village.table import Deal
from narrator.table.language.typed import ways_typed
from narrator.table.setup.composition import LEFT_OUT, Hand, Names, chosen_cards, counted_card

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


@dataclass(frozen=True, kw_only=True)
class SetupAnswers:
    """What an engine founds a game from. No `players`, or no `mode`: not decided yet; all else has what is usual.

    `roles` is a composition as people write it, None for the richest that suits. `cards` and `center` fix the deal of a
    rehearsal. `seed` is public. `decks` are known to who asks for cards, and hold what is to be kept afterwards.
    """

    players: int = 0
    mode: Mode | None = None
    deal: Deal = Deal.NARRATOR
    roles: str | None = None
    cards: str | None = None
    center: str | None = None
    names: tuple[str, ...] = ()
    seed: int = 0
    settings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    decks: KnownDecks = field(default_factory=KnownDecks)


@dataclass(frozen=True, kw_only=True)
class PresentEquipment:
    """The pieces of equipment that are there. A `screen` is one for private eyes: a phone's, or a terminal's."""

    sound: bool = False
    ears: bool = False
    keypad: bool = False
    keyboard: bool = False
    button: bool = False
    light: bool = False
    screen: bool = False

    @property
    def answers_by_night(self) -> bool:
        """Whether anything can be answered by night, without a voice that betrays its owner (law 1)."""
        return self.by_hand or self.screen

    @property
    def by_hand(self) -> bool:
        return self.keyed or self.button

    @property
    def keyed(self) -> bool:
        return self.keypad or self.keyboard

    @property
    def sets_up(self) -> bool:
        """Whether the questions before a game can be answered."""
        return self.by_hand or self.ears or self.screen

    @property
    def shows(self) -> bool:
        """Whether anything can be shown to one person alone."""
        return self.light or self.screen


@dataclass(frozen=True)
class Abilities:
    """What can be played: for each mode and each deal the line that says why not, empty where it can."""

    modes: Mapping[Mode, str] = field(default_factory=lambda: dict.fromkeys(Mode, ""))
    dealt: Mapping[Deal, str] = field(default_factory=lambda: dict.fromkeys(Deal, ""))
    shown_by_hand: str = ""
    """What is said to those who take real cards, where nothing else can show a card by night."""
    letters: bool = True
    """Whether the name of a card can be given by night; else it is keyed by its number, which must be known."""

    @property
    def nothing(self) -> str:
        """Return the line that says why no mode can be played; empty where one can."""
        return "" if not all(self.modes.values()) else next(iter(self.modes.values()))


EVERYTHING = Abilities()


def abilities_of(present: PresentEquipment) -> Abilities:
    """Return what can be played with this equipment.

    By night a choice is keyed, counted or touched, never said. A leader keys much, and needs more than one button. A
    card is dealt in secret where something can show it to one person: a screen, or a light while all are counted out.
    """
    lead = "" if present.keyed or present.screen else "box.no.lead"
    modes = {Mode.JOUEUR: "", Mode.MENEUR: lead} if present.answers_by_night else dict.fromkeys(Mode, "box.no.night")
    deals = {Deal.NARRATOR: "" if present.shows else "box.no.deal", Deal.CARDS: ""}
    letters = present.screen or present.keyboard or not present.keypad
    return Abilities(modes, deals, "" if present.shows else "box.no.light_dealer", letters)
