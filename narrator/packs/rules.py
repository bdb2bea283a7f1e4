"""The schema of `game.yaml`: which cards, powers, calls, windows and options make up a game.

And whether its rules agree with themselves: cards that exist, full tables, decks that can be dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, NonNegativeInt, PositiveFloat, PositiveInt, model_validator

from narrator.base.diagnostics import Code, Diagnostic
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.base.yaml_source import Document, Mark, Where
from narrator.packs.words import PlainText, Schema, Word, refusal, several
from narrator.rules.core.vocabulary import Line, Vocabulary

Settings: TypeAlias = Mapping[str, tuple[str, ...]]
"""Options as their author wrote them: one word or several each."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A window that an engine opens: its number of slots, and the power whose card must be in play for it.

    Without a carrier any game may open it. `called` ones are named by the pack in its `calls`. Each power of `more`
    that the pack has adds a slot.
    """

    slots: int
    carrier: str = ""
    called: bool = False
    more: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class EngineFacts:
    """One engine.

    `powers` may be carried by cards of the `camps`; a card with a power of `apart` shows the camp that it names
    there. `cards` are those that the engine has of its own. `openings` are its windows by name. `read_options` gives
    options their types and raises ValueError, with a sentence, where it cannot. `vocabulary` tells the lines and
    questions of a game with these powers and calls; `shared`, which reads files, those that
    every game needs besides.
    """

    powers: frozenset[str]
    camps: frozenset[str]
    openings: Mapping[str, Opening]
    apart: Mapping[str, str] = field(default_factory=dict)
    cards: frozenset[str] = frozenset()
    options: frozenset[str]
    read_options: Callable[[Settings], object]
    vocabulary: Callable[[Iterable[str]], Vocabulary]
    shared: Callable[[], tuple[Line, ...]] = tuple


class UnknownEngineError(UserError):
    """No engine goes by this name. `known` are the names of those that exist."""

    def __init__(self, engine: str, known: Iterable[str]) -> None:
        self.known = tuple(known)
        super().__init__(f"there is no engine {engine!r}; there is: {', '.join(self.known)}")


OptionWords = Annotated[tuple[Word, ...], BeforeValidator(several)]
"""The value of an option as its author wrote it: one word or several. The engine gives it a type."""


class Players(Schema):
    """How many may play: as the box says, and at the hardest with a warning."""

    least: PositiveInt
    most: PositiveInt
    hard_least: PositiveInt
    hard_most: PositiveInt

    @model_validator(mode="after")
    def _ascending(self) -> Players:
        if not self.hard_least <= self.least <= self.most <= self.hard_most:
            raise refusal(Code.PLAYERS, to_user("rules.players"), to_user("rules.players.mend"))
        return self


class CardRules(Schema):
    """A card. `box` is how many the box holds, 0 without limit; `adds` are cards that come into play with it.

    `printed` is how many of a card without limit were made: for more real ones the narrator names a stand-in. A card of
    an `extension` comes from another box: a table where it is not in play does not know of it. `experienced`: it wants
    players who know the game, which is told where it is advised.
    """

    camp: Word
    powers: tuple[Word, ...] = ()
    box: NonNegativeInt = 0
    printed: NonNegativeInt = 0
    extension: bool = False
    adds: dict[str, PositiveInt] = Field(default_factory=dict)
    experienced: bool = False


class Hunters(Schema):
    """The hunters' card, and its number by players: rows of (from, to, number)."""

    card: Word
    table: tuple[tuple[PositiveInt, PositiveInt, PositiveInt], ...]

    def count(self, players: int) -> int:
        """Return how many of the card a game of so many players has.

        Raises:
            LookupError: the table has no row for them.
        """
        for least, most, number in self.table:
            if least <= players <= most:
                return number
        raise LookupError(f"the hunters' table has no row for {players} players")


class Composition(Schema):
    """A suggested composition: hunters, `adds` in order while `keep` fillers remain, then fillers.

    There are as many `hunters` as their table says, unless it is said. `players` are the tables that it suits
    (from, to); left out, it suits all.
    """

    adds: tuple[Word, ...]
    keep: NonNegativeInt = 0
    office: bool = False
    hunters: PositiveInt | None = None
    players: tuple[PositiveInt, PositiveInt] | None = None

    def suits(self, players: int) -> bool:
        """Whether it is meant for this number of players."""
        return self.players is None or self.players[0] <= players <= self.players[1]


class Calls(Schema):
    """The night calls in their order."""

    first_night: tuple[Word, ...] = ()
    every_night: tuple[Word, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Return every call in the order of the first night."""
        return self.first_night + self.every_night


class Rules(Schema):
    """What `game.yaml` says of any game, whatever the engine that plays it."""

    game: PlainText
    engine: Word
    players: Players
    windows: dict[str, tuple[PositiveFloat, ...]]
    floor: Annotated[float, Field(ge=0)] = 8.0
    options: dict[str, OptionWords] = Field(default_factory=dict)

    @property
    def card_names(self) -> tuple[str, ...]:
        """Return the cards that the pack lists itself."""
        return ()

    @property
    def camps(self) -> frozenset[str]:
        return frozenset()

    @property
    def powers(self) -> frozenset[str]:
        return frozenset()

    @property
    def in_play(self) -> frozenset[str]:
        """Return every name that may have lines of its own: the powers and the calls."""
        return frozenset()


DeckName = Literal["short", "balanced", "wild"]
"""What kind of game a deck makes, which is told in words."""


def _rows(value: object) -> object:
    """Take a deck that is the same for all tables for a list of one row."""
    return (value,) if isinstance(value, Mapping) else value


Deck = Annotated[tuple[Composition, ...], BeforeValidator(_rows), Field(min_length=1)]
"""A deck by numbers of players: the first row that suits a table is its composition."""


class VillageRules(Rules):
    """A night-and-day game. Names of cards, calls and powers are not checked against each other here.

    `decks` are advised where cards are asked for. From `double_from` players on, set-up offers votes that take two.
    `practised` is the share of its window that a call has from the third night on, unless it is its first.
    """

    cards: dict[str, CardRules]
    filler: Word
    office: Word | None = None
    hunters: Hunters
    compositions: dict[str, Composition]
    decks: dict[DeckName, Deck] = Field(default_factory=dict)
    calls: Calls
    double_from: PositiveInt | None = None
    practised: Annotated[float, Field(gt=0, le=1)] = 1.0

    @property
    def suggestions(self) -> Mapping[str, Sequence[Composition]]:
        """Return all that may be asked for by a name, compositions and decks, as rows by numbers of players."""
        return {name: (its,) for name, its in self.compositions.items()} | {**self.decks}

    @property
    def card_names(self) -> tuple[str, ...]:
        return tuple(self.cards)

    @property
    def camps(self) -> frozenset[str]:
        return frozenset(card.camp for card in self.cards.values())

    @property
    def powers(self) -> frozenset[str]:
        return frozenset(power for card in self.cards.values() for power in card.powers)

    @property
    def in_play(self) -> frozenset[str]:
        return self.powers | set(self.calls.all)


class CubaRules(Rules):
    """Mafia de Cuba: its tokens and jokers by players, the parrain included, who may hide `pocket` diamonds.

    A game takes some `minutes`.
    """

    minutes: PositiveInt
    diamonds: PositiveInt
    pocket: NonNegativeInt
    tokens: dict[PositiveInt, dict[str, PositiveInt]]
    jokers: dict[PositiveInt, NonNegativeInt]

    @model_validator(mode="after")
    def _every_table(self) -> CubaRules:
        if self.pocket >= self.diamonds:
            raise refusal(Code.TOKENS, to_user("rules.pocket"), to_user("rules.pocket.mend", number=self.diamonds))
        for players in range(self.players.hard_least, self.players.hard_most + 1):
            if players not in self.tokens or players not in self.jokers:
                told = to_user("rules.tokens", count=players), to_user("rules.tokens.mend", count=players)
                raise refusal(Code.TOKENS, *told)
        return self


SCHEMAS: Mapping[str, type[Rules]] = {"cuba": CubaRules}
"""The schema of `game.yaml` by its `engine`, where it is not the village's."""


def schema_of(data: object) -> type[Rules]:
    """Return the schema that a document wants to fit."""
    engine = data.get("engine") if isinstance(data, Mapping) else None
    return SCHEMAS.get(str(engine), VillageRules)


def incoherences(rules: VillageRules, source: Document) -> list[Diagnostic]:
    """Return what contradicts itself in the rules, whatever the engine."""
    return [*_unknown_cards(rules, source), *_table(rules, source), *_compositions(rules, source)]


def _unknown_cards(rules: VillageRules, source: Document) -> Iterator[Diagnostic]:
    named: list[tuple[str, Where]] = [(rules.filler, ("filler",)), (rules.hunters.card, ("hunters", "card"))]
    named += [(added, ("cards", card, "adds", added)) for card, its in rules.cards.items() for added in its.adds]
    for where, composition in _suggestions(rules):
        named += [(card, (*where, "adds", index)) for index, card in enumerate(composition.adds)]
    for card, place in named:
        if card not in rules.cards:
            yield _fault(source.mark(place), Code.CARD, "no_card", name=repr(card), names=", ".join(rules.cards))


def _suggestions(rules: VillageRules) -> Iterator[tuple[Where, Composition]]:
    yield from ((("compositions", name), composition) for name, composition in rules.compositions.items())
    yield from ((("decks", name, row), its) for name, deck in rules.decks.items() for row, its in enumerate(deck))


def _table(rules: VillageRules, source: Document) -> Iterator[Diagnostic]:
    """The rows must follow each other from the least to the greatest number of players, and leave somebody to hunt."""
    players, hunters = rules.players, rules.hunters
    box = rules.cards[hunters.card].box if hunters.card in rules.cards else 0
    due: int | None = None
    for index, (least, most, number) in enumerate(hunters.table):
        mark = source.mark(("hunters", "table", index))
        if due is None and least > players.hard_least:
            yield _fault(mark, Code.HUNTERS, "begins", count=least, number=players.hard_least)
        if due is not None and least != due:
            yield _fault(mark, Code.HUNTERS, "row", count=least, number=due)
        if most < least:
            yield _fault(mark, Code.HUNTERS, "row_order", count=least, number=most)
        if number >= (fewest := max(least, players.hard_least)):
            yield _fault(mark, Code.HUNTERS, "crowded", number=number, count=fewest)
        if 0 < box < number:
            yield _fault(mark, Code.HUNTERS, "box", number=number, count=box, name=repr(hunters.card))
        due = most + 1
    if due is None or due <= players.hard_most:
        yield _fault(source.mark(("hunters", "table")), Code.HUNTERS, "ends", count=players.hard_most)


def _compositions(rules: VillageRules, source: Document) -> Iterator[Diagnostic]:
    if rules.filler in rules.cards and rules.cards[rules.filler].box:
        yield _fault(source.mark(("cards", rules.filler, "box")), Code.COMPOSITION, "filler")
    for where, composition in _suggestions(rules):
        so_far: Counter[str] = Counter()
        for index, card in enumerate(composition.adds):
            mark = source.mark((*where, "adds", index))
            so_far[card] += 1
            if card in (rules.filler, rules.hunters.card):
                yield _fault(mark, Code.COMPOSITION, "by_itself", name=repr(card))
            elif card in rules.cards and 0 < rules.cards[card].box < so_far[card]:
                yield _fault(mark, Code.COMPOSITION, "too_often", name=repr(card))


def _fault(mark: Mark, code: Code, what: str, **terms: object) -> Diagnostic:
    """Say what is wrong with the rules at a place, in the language of the system."""
    return mark.fault(code, to_user(f"rules.{what}", **terms), to_user(f"rules.{what}.mend", **terms))
