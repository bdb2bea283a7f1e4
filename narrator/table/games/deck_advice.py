"""The deck adviser: decks for a number of players, what each makes of a game, which cards want experience."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from narrator.base.diagnostics import PackError
from narrator.base.resources import chosen_language, games
from narrator.packs.naming import spelled
from narrator.packs.pack import Pack, load_pack
from narrator.packs.rules import VillageRules
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Say, Term
from narrator.rules.core.play import Play
from narrator.rules.village.table import VILLAGE, WOLVES
from narrator.table.games.engine import GameOffer
from narrator.table.language.table_words import cards_called
from narrator.table.setup.composition import (
    LEAST_PART,
    CompositionError,
    CompositionFault,
    Hand,
    Names,
    UnknownCardError,
    default_composition,
    fitting_compositions,
    hand_faults,
    named,
    read_roles,
    table_faults,
)
from narrator.table.setup.dialog import Dialog, said
from narrator.table.setup.setup_answers import (
    LONGEST_NAME,
    Odds,
    SetupAnswers,
    canonical,
    read_odds,
    same_again,
    says_last,
)

KEEPS = ":"
"""What stands behind the name under which a deck is to be kept."""


@dataclass(frozen=True)
class OfferedDeck:
    """A deck that is offered: as people write it, and its cards. It is one of the pack's decks, or somebody's `own`."""

    roles: str
    hand: Hand
    deck: str = ""
    own: str = ""


def proposals(rules: VillageRules, players: int) -> Iterator[tuple[str, Hand]]:
    """Yield the compositions that suit so many and are possible, the richest first, as people write them.

    After the game's own come the richest with each card that is in none of them, those of extensions left out.
    """
    fitting = fitting_compositions(rules, players)
    common = {card for name in fitting for card, _ in read_roles(rules, players, name, {})[0]}
    others = [
        card for card, its in rules.cards.items() if not its.extension and card not in common and card != rules.filler
    ]
    for roles in (*fitting, *(f"{fitting[0]},{card}" for card in others)):
        if hand := _possible(rules, players, roles):
            yield roles, hand


def offered_decks(rules: VillageRules, asked: SetupAnswers) -> list[OfferedDeck]:
    """Return what is offered by number: the decks of the pack, the player's own, and compositions besides.

    What is not possible for so many is left out, and so is a composition whose cards are those of a deck.
    """
    players = asked.players
    offered = [OfferedDeck(deck, hand, deck=deck) for deck in rules.decks if (hand := _possible(rules, players, deck))]
    for name, roles in asked.decks.own.items():
        if hand := _possible(rules, players, roles):
            offered.append(OfferedDeck(roles, hand, own=name))
    known = {deck.hand for deck in offered}
    return [*offered, *(OfferedDeck(roles, hand) for roles, hand in proposals(rules, players) if hand not in known)]


EVEN, OPENING, NIGHT_AND_DAY = 60, 5, 8
"""Per cent of the games that no camp of an even game wins more of; minutes before the first night, and of a night and
the day that follows.
"""


def suggest(pack: Pack, rules: VillageRules, players: int) -> GameOffer | None:
    """Return the deck that suits so many best: of those that are even the richest, else the one that is least uneven.

    None of its cards is one for those who know the game. A pack has its richest deck last.
    """
    table, offers = read_odds(pack.path, rules), list[tuple[int, GameOffer]]()
    unusual = any(table_faults(rules, players))
    for roles in reversed([*rules.decks] or fitting_compositions(rules, players)):
        hand = _possible(rules, players, roles)
        if hand is None or any(rules.cards[card].experienced for card, _ in hand):
            continue
        odds = table and table.of(roles, players)
        nights = odds.nights if odds else players / 3
        shares = {camp: share for camp, share in odds.shares.items() if camp in (VILLAGE, WOLVES)} if odds else {}
        camp, share = max(shares.items(), key=lambda its: its[1], default=("", 0))
        minutes = 5 * round((OPENING + NIGHT_AND_DAY * nights) / 5)
        leans = (camp if share > EVEN else "") if shares else None
        offer = GameOffer(minutes, roles, hand, leans, unusual)
        offers.append((max(share, EVEN), offer))
    return min(offers, key=lambda its: its[0], default=(0, None))[1]


def is_possible(rules: VillageRules, players: int, roles: str) -> bool:
    """Whether a composition can be played by so many."""
    return _possible(rules, players, roles) is not None


def _possible(rules: VillageRules, players: int, roles: str) -> Hand | None:
    try:
        hand, _ = read_roles(rules, players, roles, {})
    except CompositionError:
        return None
    return None if any(fault.error for fault in hand_faults(rules, players, hand)) else hand


def games_with_card(text: str, but: str) -> dict[str, str]:
    """Return the titles of other games that have a card of this name in some language, by the names of their packs.

    First come those whose names begin alike: who asks Mafia for a doctor means a Mafia.
    """
    found = {}
    for name, path in sorted(games().items(), key=lambda game: not game[0].startswith(but)):
        try:
            pack = load_pack(path)
        except PackError:
            continue  # a game that cannot be played has no card to offer
        words = pack.words.get(chosen_language(), next(iter(pack.words.values())))
        if name != but and cards_called(text, {id_: Wording(words).typed[id_] for id_ in words.cards}, LEAST_PART):
            found[name] = words.title
    return found


def advise(rules: VillageRules, dialog: Dialog, asked: SetupAnswers, offered: list[OfferedDeck]) -> Play[None]:
    """Tell what is offered: by number, with what it makes of a game, how it went in rehearsals, and what to mind."""
    for place, deck in enumerate(offered, start=1):
        terms = {"number": Term(Form.NUMBER, place), "cards": Term(Form.HAND, deck.hand)}
        if name := deck.own or dialog.wording.composition(deck.deck):
            yield from dialog.tell("setup.deck", **terms, text=Term(Form.TEXT, name))
        else:
            yield from dialog.tell("setup.proposal", **terms)
        if not deck.deck:
            yield from dialog.faults(_crowded(rules, asked.players, deck.hand))
        else:
            yield from dialog.tell(f"setup.deck.{deck.deck}")
            table = asked.decks.odds
            if table and (odds := table.of(deck.deck, asked.players)):
                yield from _tell_odds(dialog, table.games, odds)
    cards = {card for deck in offered for card, _ in deck.hand}
    yield from dialog.faults(
        _experienced(card) for card in rules.cards if card in cards and rules.cards[card].experienced
    )


def card_list(rules: VillageRules) -> Iterator[Say]:
    """Yield a line for each card: what it is called and what it does; those of extensions come last."""
    listed: set[bool] = set()
    for card, its in rules.cards.items():
        if its.extension not in listed:
            yield said("setup.cards.more" if its.extension else "setup.cards")
        listed.add(its.extension)
        yield said("setup.card", card=Term(Form.CARD, card))


def _tell_odds(dialog: Dialog, games: int, odds: Odds) -> Play[None]:
    shares = []
    for outcome, share in odds.shares.items():
        number = Term(Form.NUMBER, share)
        line, terms = f"setup.share.{outcome}", {"number": number}
        if outcome in (VILLAGE, WOLVES):
            line, terms = "setup.share.camp", {"text": Term(Form.TEXT, dialog.wording.camp(outcome)), "number": number}
        shares.append(dialog.wording.line(line, **terms))
    yield from dialog.tell(
        "setup.deck.odds",
        count=Term(Form.NUMBER, games),
        text=Term(Form.TEXT, ", ".join(shares)),
        number=Term(Form.NUMBER, round(odds.nights)),
    )


def cautions(rules: VillageRules, players: int, hand: Hand) -> list[CompositionFault]:
    """Return what to mind of a deck that is possible: more hunters than usual, cards for those who know the game."""
    experienced = (_experienced(card) for card, count in hand if count and rules.cards[card].experienced)
    return [*_crowded(rules, players, hand), *experienced]


def _crowded(rules: VillageRules, players: int, hand: Hand) -> list[CompositionFault]:
    hunters = sum(count for card, count in hand if rules.cards[card].camp == WOLVES)
    usual = rules.hunters.count(players)
    if not usual < hunters < players - hunters:  # where they are half of the circle, the check of the cards says so
        return []
    return [CompositionFault("compose.many_hunters", {"number": Term(Form.NUMBER, usual)}, error=False)]


def _experienced(card: str) -> CompositionFault:
    return CompositionFault("compose.experienced", {"card": Term(Form.CARD, card)}, error=False)


def taken(
    rules: VillageRules, dialog: Dialog, asked: SetupAnswers, offered: list[OfferedDeck], text: str
) -> Play[SetupAnswers | None]:
    """Take an answer to the question for cards; None, once it is told why, where it is none.

    It is a number, the name of a deck, cards, or the same again with others. With a name and a colon before it the deck
    is kept under that name; nothing behind the colon keeps what is in play now.
    """
    name, colon, roles = (part.strip() for part in text.rpartition(KEEPS))
    names = dialog.wording.typed
    try:
        asked, found = _read(rules, dialog, asked, offered, roles) if roles else (asked, asked.roles)
        hand, _ = read_roles(rules, asked.players, found, names)
        if colon:
            kept = canonical(rules, found or default_composition(rules, asked.players), names)
            asked = _kept(rules, asked, name, kept, names)
    except CompositionError as raised:
        error = raised
        if isinstance(raised, UnknownCardError):
            error = UnknownCardError(rules, raised.name, elsewhere=games_with_card(raised.name, rules.game))
        told = Term(Form.TEXT, str(error))
        yield from dialog.faults([error.fault or CompositionFault("box.chosen", {"text": told}, error=True)])
        if isinstance(raised, UnknownCardError):
            called = ", ".join(dialog.wording.card(card, "bare") for card in rules.cards)
            yield from dialog.tell("setup.cards.names", text=Term(Form.TEXT, called))
        return None
    offered_already = any(hand == deck.hand for deck in offered)
    minded = [] if offered_already else cautions(rules, asked.players, hand)
    if (yield from dialog.faults([*hand_faults(rules, asked.players, hand), *minded])):
        return None
    if colon:
        yield from dialog.tell("setup.kept", text=Term(Form.TEXT, name))
    yield from dialog.tell("setup.hand", cards=Term(Form.HAND, hand))
    return replace(asked, roles=found)


def _read(
    rules: VillageRules, dialog: Dialog, asked: SetupAnswers, offered: list[OfferedDeck], text: str
) -> tuple[SetupAnswers, str]:
    """Read what is to be played, as people write it; the same again elects nobody where nobody was to be elected."""
    if text.isdecimal() and 1 <= int(text[:4]) <= len(offered):
        return asked, offered[int(text[:4]) - 1].roles
    if own := asked.decks.owned(text):
        return asked, own
    names = dialog.wording.typed
    base = asked.decks.last if says_last(text, dialog.language) else asked.roles
    hand, office = read_roles(rules, asked.players, base or asked.roles, names)
    changed = same_again(rules, hand, text, names, dialog.language)
    if changed is None:
        return asked, text
    return asked if office else replace(asked, settings={"elect": ("never",), **asked.settings}), changed


def _kept(rules: VillageRules, asked: SetupAnswers, name: str, roles: str, names: Names) -> SetupAnswers:
    """Keep a deck among the player's own.

    Raises:
        CompositionError: it cannot be called so: that is no name, or means something else.
    """
    meant = name.isdecimal() or "," in name or not 0 < len(name) <= LONGEST_NAME or not name.isprintable()
    if meant or named(name, (*rules.suggestions, *rules.cards), names):
        raise CompositionError(name, CompositionFault("compose.no_name", {"text": Term(Form.TEXT, name)}, error=True))
    others = {other: deck for other, deck in asked.decks.own.items() if spelled(other) != spelled(name)}
    return replace(asked, decks=replace(asked.decks, own={**others, name: roles}))
