"""Which cards are in play: suggested by the pack for a number of players, or chosen freely and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.packs.naming import OFFICE
from narrator.packs.rules import Composition, Rules, VillageRules
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Term
from narrator.rules.village.powers import POWERS
from narrator.rules.village.table import WOLVES
from narrator.table.language.phrasebook import number_in_any_language
from narrator.table.language.table_words import cards_called, without_article
from narrator.table.language.typed import typed_words

Hand = tuple[tuple[str, int], ...]
"""The cards of a game with their counts, in the order of the game's rules, the undealt ones included."""


@dataclass(frozen=True)
class CompositionFault:
    """Something about a composition: impossible where `error`, else a warning. `line` has words in every language."""

    line: str
    terms: Mapping[str, Term]
    error: bool


class CompositionError(UserError, ValueError):
    """A composition that cannot be read; the text says what to write. So does `fault`, in the words of the pack."""

    def __init__(self, text: str, fault: CompositionFault | None = None) -> None:
        super().__init__(text)
        self.fault = fault


class UnknownCardError(CompositionError):
    """There is no card of this name; the text lists what the cards are `called`, which is also what may be typed.

    It also tells which games have one `elsewhere`: their titles, by the names of their packs.
    """

    def __init__(
        self,
        rules: VillageRules,
        name: str,
        called: Callable[[str], str] = str,
        elsewhere: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        text = to_user("options.no_card", name=name, game=rules.game, names=", ".join(map(called, rules.cards)))
        line, terms = "compose.unknown", {"text": Term(Form.TEXT, name)}
        if elsewhere:
            text += to_user("options.card_elsewhere", names=", ".join(elsewhere))
            line, terms = "compose.elsewhere", {**terms, "games": Term(Form.TEXT, ", ".join(elsewhere.values()))}
        super().__init__(text, CompositionFault(line, terms, error=True))
        self.name = name


BETWEEN = re.compile(r"[,;+&/\t]")
"""What stands between two cards of a list; so may the word for it, as `et`."""

COUNTED = (
    re.compile(r"[(\[]?\s*[x×*]?\s*(?P<count>\d{1,2})\s*[x×*]?\s*[)\]:.]?\s*(?P<card>[^\d\W].*)", re.IGNORECASE),
    re.compile(r"(?P<card>.*?[^\W\d])\s*[-–=:(\[]*\s*[x×*]?\s*(?P<count>\d{1,2})\s*[x×*]?\s*[)\]]?", re.IGNORECASE),
)
"""How people write a card with its number: before it or behind it."""

LEFT_OUT = "-"
"""What stands before a card that is not to be in play."""

MARKS = re.compile(r"^\s*(?:[-*•–]\s+)?|[\s.]*$")
"""What may stand around one card of a list."""

LEAST_PART = 4
"""The fewest letters with which the name of a card may begin, to stand for it."""

Names = Mapping[str, Collection[str]]
"""What cards, compositions and the office are called at a table, by their ids, which count themselves."""


def named(text: str, ids: Iterable[str], names: Names) -> str | None:
    """Return which of these ids is meant by itself or by one of its names; None where none is, or more than one."""
    found = cards_called(text, {id_: names.get(id_, ()) for id_ in ids}, LEAST_PART)
    return found[0] if len(found) == 1 else None


def listed(text: str) -> list[str]:
    """Return what is listed, between signs, lines and the word for `and`, without bullets, headings and comments.

    Where each line has its own number before it, `1.` or `1)`, that is a bullet.
    """
    joins = "|".join(map(re.escape, typed_words("typed.and")))
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    numbered = [re.sub(rf"^\s*{number}[.)]\s+", "", line) for number, line in enumerate(lines, 1)]
    if len(lines) > 1 and not any(map(str.__eq__, numbered, lines)):
        lines = numbered
    parts = (re.split(rf"\s(?:{joins})\s", part) for line in lines for part in BETWEEN.split(line))
    rest = re.compile(rf"^(?:{'|'.join(map(re.escape, typed_words('typed.remaining', ', ')))})\s+", re.IGNORECASE)
    items = (rest.sub("", MARKS.sub("", item)) for part in parts for item in part)
    return [item for item in items if item and not item.endswith(":")]


def _items(rules: VillageRules, text: str, names: Names) -> Iterator[str]:
    """Yield what is listed; where signs are missing, as in `2 loups 1 voyante`, the words tell where a card begins."""
    for item in listed(text):
        yield from _cards_in(rules, item, names) or (item,)


def _cards_in(rules: VillageRules, item: str, names: Names) -> list[str]:
    """Return the cards that follow each other without a sign; nothing where it is one, or something else besides.

    Two cards without a number might be the name of a third that is not in this game.
    """
    words, found = item.split(), list[str]()
    while words:
        ends = (end for end in range(len(words), 0, -1) if is_card(rules, " ".join(words[:end]), names))
        end = next(ends, None)
        if end is None:
            return []
        found.append(" ".join(words[:end]))
        del words[:end]
    numbers = sum(counted_card(rules, card, names)[1] is not None for card in found)
    return found if numbers > 1 or len(found) > 2 else []


def is_card(rules: VillageRules, text: str, names: Names) -> bool:
    """Whether this is one card of the game, with or without a number."""
    try:
        counted_card(rules, text, names)
    except UnknownCardError:
        return False
    return True


def hand_of(rules: VillageRules, cards: Mapping[str, int]) -> Hand:
    """Put cards in the order of the rules."""
    return tuple((card, cards[card]) for card in rules.cards if cards.get(card, 0) > 0)


def suggestion(rules: VillageRules, players: int, name: str) -> Composition:
    """Return the suggested composition of this name, or what the deck of this name has for so many.

    Raises:
        CompositionError: there is none.
    """
    if name in rules.compositions:
        return rules.compositions[name]  # asked for by its name, it serves any table
    if name not in rules.suggestions:
        raise CompositionError(to_user("packs.unknown_composition", name=name, names=", ".join(rules.suggestions)))
    if row := next((row for row in rules.suggestions[name] if row.suits(players)), None):
        return row
    raise CompositionError(to_user("packs.no_composition", name=rules.game, count=players))


def suggested(
    rules: VillageRules, players: int, name: str, *, extra: Sequence[str] = (), without: Collection[str] = ()
) -> Hand:
    """Return the suggested composition or deck of this name, with these cards besides, and without those of its own.

    Raises:
        CompositionError: there is no composition of this name, or no place for these cards.
    """
    composition = suggestion(rules, players, name)
    hunters = 0 if rules.hunters.card in without else composition.hunters or _hunters(rules, players)
    cards: Counter[str] = Counter({rules.hunters.card: hunters})
    seats = players - cards.total()
    for card in extra:
        cards[card] += 1
        if rules.cards[card].camp == WOLVES and cards[rules.hunters.card] and card != rules.hunters.card:
            cards[rules.hunters.card] -= 1  # another wolf is one of the table's
        else:
            seats -= 1
        for added, count in rules.cards[card].adds.items():
            cards[added] += count
    if seats < 0:
        problem = f"{len(extra)} cards besides the hunters are too many for {players} players"
        raise CompositionError(problem, CompositionFault("compose.crowded", {"count": _number(len(extra))}, error=True))
    for card in composition.adds:
        number = together_of(rules, card) or 1
        if card not in (*extra, *without) and seats - number >= composition.keep:
            cards[card] += number
            seats -= number
            for added, count in rules.cards[card].adds.items():
                cards[added] += count
    cards[rules.filler] += seats
    return hand_of(rules, cards)


def fitting_compositions(rules: VillageRules, players: int) -> list[str]:
    """Return the suggested compositions for so many players, the richest first, or all where none suits them.

    A pack has its richest last.
    """
    fitting = [name for name, composition in rules.compositions.items() if composition.suits(players)]
    return (fitting or list(rules.compositions))[::-1]


def default_composition(rules: VillageRules, players: int) -> str:
    """Return the balanced deck, where the pack has one for so many players, or else the richest composition."""
    if any(row.suits(players) for row in rules.decks.get("balanced", ())):
        return "balanced"
    return fitting_compositions(rules, players)[0]


def _hunters(rules: VillageRules, players: int) -> int:
    try:
        return rules.hunters.count(players)
    except LookupError as error:
        raise CompositionError(to_user("packs.no_composition", name=rules.game, count=players)) from error


def find_card(rules: VillageRules, text: str, names: Names) -> str:
    """Return the card of this name; accents are optional.

    Raises:
        UnknownCardError: there is none.
    """
    card = named(text, rules.cards, names)
    if card is None:
        raise UnknownCardError(rules, text)
    return card


def read_cards(rules: VillageRules, text: str, names: Names) -> tuple[str, ...]:
    """Read a list of cards by seat."""
    return tuple(find_card(rules, word, names) for word in _items(rules, text, names))


def read_roles(rules: VillageRules, players: int, text: str | None, names: Names) -> tuple[Hand, bool]:
    """Read `--roles`: the cards, and whether the office is used; without it, the game's default for so many.

    It is a suggested composition, its name with cards besides, or cards with counts.
    `full`, `full,voleur`, `simple`, or `2 loup-garou,voyante`, also written `loup-garou=2,voyante`: what is missing is
    filled up. So are the names that the pack gives them in its words: `complète,voleur`, in English `2 werewolf,seer`.
    `full,-voyante` leaves out what stood before it. A card without a number is one, or all that belong together.

    Raises:
        CompositionError: a name or a count cannot be read.
    """
    composition, chosen, office = chosen_cards(rules, text or default_composition(rules, players), names)
    if composition is not None:
        extra, without = list[str](), set[str]()
        for card, count, left_out in chosen:
            if left_out:
                extra = [other for other in extra if other != card]
                without.add(card)
            else:
                extra += [card] * _meant(rules, card, count, extra.count(card))
        hand = suggested(rules, players, composition, extra=extra, without=without)
        return hand, office or suggestion(rules, players, composition).office
    cards: Counter[str] = Counter()
    for card, count, left_out in chosen:
        if left_out:
            del cards[card]
        else:
            cards[card] += _meant(rules, card, count, cards[card])
    missing = players + undealt(rules, cards.items()) - cards.total()
    if missing > 0:
        cards[rules.filler] += missing
    return hand_of(rules, cards), True


def chosen_cards(
    rules: VillageRules, text: str, names: Names
) -> tuple[str | None, list[tuple[str, int | None, bool]], bool]:
    """Read which suggested composition a choice begins with, if any, each card that it names besides, and the office.

    With a card comes how many of it there are, None where that is not said, and whether it is left out.

    Raises:
        CompositionError: a card is not known.
    """
    words = [*_items(rules, text, names)]
    composition = named(words[0], rules.suggestions, names) if words else None
    cards = [word for word in words[composition is not None :] if not is_office(rules, word, names)]
    chosen = [
        (find_card(rules, word.removeprefix(LEFT_OUT), names), None, True)
        if word.startswith(LEFT_OUT)
        else (*counted_card(rules, word, names), False)
        for word in cards
    ]
    return composition, chosen, len(cards) + (composition is not None) < len(words)


def is_office(rules: VillageRules, word: str, names: Names) -> bool:
    """Whether something on a list of cards is the office, which is handed to one of the players besides."""
    counted = COUNTED[0].fullmatch(word)
    return rules.office is not None and named(counted["card"] if counted else word, (OFFICE,), names) is not None


def counted_card(rules: VillageRules, word: str, names: Names) -> tuple[str, int | None]:
    """Read a card with how many of it there are, as in `2 loups`, `2x`, `x2`, `deux` or `loups=2`; None: not said.

    Raises:
        CompositionError: the card is not known.
    """
    if not re.search(r"\d", word) and (whole := named(word, rules.cards, names)):
        return whole, None  # a number may be in its name
    word = without_article(word)
    found = next((match for counted in COUNTED if (match := counted.fullmatch(word))), None)
    if found is not None:
        return find_card(rules, found["card"], names), int(found["count"])
    numeral, _, rest = word.partition(" ")
    count = number_in_any_language(numeral) if rest else None
    return find_card(rules, word if count is None else rest, names), count


def _meant(rules: VillageRules, card: str, count: int | None, held: int) -> int:
    """Return how many of a card are added to those `held`: as many as is said, or one, or all that belong together."""
    if count is not None:
        return count
    together = together_of(rules, card)
    return max(together - held, 0) if together else 1


def together_of(rules: VillageRules, card: str) -> int:
    """Return how many of a card belong together; 0 where any number goes."""
    return max((POWERS[power].together for power in rules.cards[card].powers), default=0)


def undealt(rules: VillageRules, cards: Iterable[tuple[str, int]]) -> int:
    """Return how many of these cards, given with their counts, stay undealt."""
    return sum(sum(rules.cards[card].adds.values()) * count for card, count in cards)


def hand_faults(rules: VillageRules, players: int, hand: Hand) -> list[CompositionFault]:
    """Check a composition: what makes it impossible, and what makes it unbalanced."""
    found = list(table_faults(rules, players))
    total = sum(count for _, count in hand)
    expected = players + undealt(rules, hand)
    if total != expected:
        found.append(
            CompositionFault("compose.total", {"count": _number(total), "number": _number(expected)}, error=True)
        )
    wolves = sum(count for card, count in hand if rules.cards[card].camp == WOLVES)
    if not wolves:
        found.append(CompositionFault("compose.no_hunters", {}, error=True))
    elif wolves >= total:
        found.append(CompositionFault("compose.no_hunted", {}, error=True))
    elif 2 * wolves >= players:
        found.append(CompositionFault("compose.too_many_hunters", {}, error=False))
    for card, count in hand:
        powers = [POWERS[power] for power in rules.cards[card].powers]
        alone = any(power.alone for power in powers)
        together = together_of(rules, card)
        box = rules.cards[card].box
        if alone and count > 1:
            found.append(CompositionFault("compose.alone", {"card": Term(Form.CARD, card)}, error=True))
        elif together not in (0, count):
            terms = {"card": Term(Form.CARD, card), "number": _number(together), "count": _number(count)}
            found.append(CompositionFault("compose.together", terms, error=True))
        elif box and count > box:
            found.append(
                CompositionFault("compose.box", {"card": Term(Form.CARD, card), "number": _number(box)}, error=False)
            )
    return found


def check(found: Sequence[CompositionFault], wording: Wording, warn: Callable[[str], None]) -> None:
    """Warn of what is unusual.

    Raises:
        CompositionError: something is impossible; the text says all that was found.
    """
    sentences = [wording.line(fault.line, **fault.terms) for fault in found]
    if any(fault.error for fault in found):
        raise CompositionError("\n".join(sentences))
    for sentence in sentences:
        warn(sentence)


def shortages(rules: VillageRules, hand: Hand) -> list[CompositionFault]:
    """Tell of real cards of which fewer were made than are in play: those of the box that are not stand in for them."""
    found = []
    idle = [
        (card, its.box) for card, its in rules.cards.items() if its.box and not its.extension and card not in dict(hand)
    ]
    for card, count in hand:
        missing = count - rules.cards[card].printed
        if not rules.cards[card].printed or missing <= 0:
            continue
        terms = {"card": Term(Form.CARD, card), "number": _number(missing)}
        if sum(held for _, held in idle) < missing:
            found.append(CompositionFault("compose.no_stand_in", terms, error=False))
            continue
        taken, left = [], missing
        for other, held in idle:
            if left:
                taken.append((other, min(held, left)))
                left -= taken[-1][1]
        found.append(
            CompositionFault("compose.stand_in", {**terms, "cards": Term(Form.HAND, tuple(taken))}, error=False)
        )
    return found


def table_faults(rules: Rules, players: int) -> list[CompositionFault]:
    """Check the number of players: at its hardest limits, and as the box says; some games have cards for fewer, too."""
    limits = rules.players
    terms = {"number": _number(limits.least), "count": _number(limits.most)}
    if not limits.hard_least <= players <= limits.hard_most:
        hard = {"least": _number(limits.hard_least), "most": _number(limits.hard_most)}
        return [CompositionFault("compose.players", {**terms, **hard}, error=True)]
    if players < limits.least and isinstance(rules, VillageRules):
        own = (its for its in rules.compositions.values() if not its.suits(limits.least))
        if any(its.suits(players) for its in (*own, *rules.decks.get("balanced", ()))):
            return []
    if not limits.least <= players <= limits.most:
        return [CompositionFault("compose.players_unusual", terms, error=False)]
    return []


def _number(value: int) -> Term:
    return Term(Form.NUMBER, value)
