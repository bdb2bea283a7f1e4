"""What is asked before a night-and-day game once it is known who plays: real cards and, if somebody wants, the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

from narrator.base.sentences import to_user
from narrator.packs.rules import VillageRules
from narrator.rules.core.effects import Form, Term
from narrator.rules.core.folding import plain
from narrator.rules.core.play import Mode, Play
from narrator.rules.village.powers import POWERS
from narrator.rules.village.powers.known import CUPID
from narrator.rules.village.table import Deal, LoversTold, NightBy, VoteBy
from narrator.table.games.deck_advice import advise, card_list, offered_decks, taken
from narrator.table.games.engine import GameOffer
from narrator.table.games.options import MOST_SECONDS, OPTIONS, Table, options, words_of
from narrator.table.language.typed import typed_words
from narrator.table.setup.composition import (
    LEFT_OUT,
    CompositionError,
    Hand,
    default_composition,
    hand_faults,
    read_roles,
    shortages,
)
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers

MOST_MINUTES = MOST_SECONDS // 60


def village_dialog(
    rules: VillageRules, dialog: Dialog, asked: SetupAnswers, *, settles: bool = False
) -> Play[SetupAnswers]:
    """Offer real cards to who leads, and ask who settles more for mode, deal, cards and options.

    Raises:
        CompositionError: no composition is possible.
    """
    if asked.mode is Mode.MENEUR and asked.deal is Deal.NARRATOR and not settles:
        asked = replace(asked, deal=(yield from dialog.deal(Deal.CARDS)))
    while settles:
        asked = yield from dialog.settling(_settled(rules, dialog, asked))
        hand, _ = read_roles(rules, asked.players, asked.roles, dialog.wording.typed)
        if not dialog.aloud:  # else its cards were confirmed
            yield from dialog.faults(hand_faults(rules, asked.players, hand))
            yield from dialog.tell("setup.hand", cards=Term(Form.HAND, hand))
        settles = not (yield from dialog.plays())
    return (yield from equipped(rules, dialog, asked))


def equipped(rules: VillageRules, dialog: Dialog, asked: SetupAnswers) -> Play[SetupAnswers]:
    """Fit a game to its equipment, and tell those who deal real cards what that takes."""
    if dialog.shows_by_hand and asked.mode is not Mode.MENEUR:
        asked = yield from _unshown(rules, dialog, asked)
    if asked.deal is Deal.CARDS:
        hand, _ = read_roles(rules, asked.players, asked.roles, dialog.wording.typed)
        if not options(rules.options, asked.settings).playing_cards:
            yield from dialog.faults(shortages(rules, hand))
        yield from dialog.explain_cards(card for card, count in hand if count)
    return asked


def _unshown(rules: VillageRules, dialog: Dialog, asked: SetupAnswers) -> Play[SetupAnswers]:
    """Leave out cards that nothing here tells what they must know; ask whether all may hear who is attacked.

    Lovers are touched by Cupid, and wake each other.
    """
    hand, office = read_roles(rules, asked.players, asked.roles, dialog.wording.typed)
    roles, out = _without_whispers(rules, asked.roles or default_composition(rules, asked.players), hand)
    if out:
        asked = replace(asked, roles=roles)
        hand, office = read_roles(rules, asked.players, asked.roles, dialog.wording.typed)
        for card in out:
            yield from dialog.tell("compose.unshown", card=Term(Form.CARD, card))
        yield from dialog.tell("setup.hand", cards=Term(Form.HAND, hand))
    if any(CUPID.id in rules.cards[card].powers for card, _ in hand):
        asked = replace(asked, settings={**asked.settings, "lovers": words_of(LoversTold.TOUCH)})
    name = "tell_victim"
    if name not in asked.settings and OPTIONS[name].applies(Table(rules, asked, hand, office, shows_by_hand=True)):
        words = yield from _option(dialog, name, (), ("no",))
        asked = replace(asked, settings={**asked.settings, name: words})
    return asked


def on_phones(dialog: Dialog, *, nights: bool) -> Play[dict[str, tuple[str, ...]]]:
    """Ask whether all vote on their phones and, where `nights` can be, play these on them; return that as settings.

    Where nobody wants it, they say so: it is not asked again.
    """
    wanted = yield from dialog.yes("setup.nights_on_phones" if nights else "setup.votes_on_phones", default=False)
    vote = {"vote": words_of(VoteBy.PHONES if wanted else VoteBy.FINGERS)}
    return {**vote, "night": words_of(NightBy.PHONES)} if wanted and nights else vote


def offered_unshown(rules: VillageRules, offer: GameOffer, players: int) -> GameOffer:
    """Return an offer with the cards that `equipped` leaves in play where nothing here shows a secret.

    Of a deck that cards stay out of it is not known how even it is: another was rehearsed.
    """
    roles, out = _without_whispers(rules, offer.roles or default_composition(rules, players), offer.cards)
    return replace(offer, cards=read_roles(rules, players, roles, {})[0], leans=None) if out else offer


def _without_whispers(rules: VillageRules, roles: str, hand: Hand) -> tuple[str, list[str]]:
    """Return a composition without its cards that learn in secret what no card tells, and these cards."""
    out = [card for card, _ in hand if any(POWERS[power].whispers for power in rules.cards[card].powers)]
    return ",".join((roles, *(LEFT_OUT + card for card in out))), out


def _settled(rules: VillageRules, dialog: Dialog, asked: SetupAnswers) -> Play[SetupAnswers]:
    """Ask for everything else, one thing after the other; going on keeps it as it is."""
    asked = replace(asked, mode=(yield from dialog.mode(asked.mode or Mode.JOUEUR)))
    asked = replace(asked, deal=(yield from dialog.deal(asked.deal)))
    asked = yield from (_proposed if dialog.aloud else _chosen)(rules, dialog, asked)
    hand, office = read_roles(rules, asked.players, asked.roles, dialog.wording.typed)
    wanted: bool | None = None
    for name, option in sorted(OPTIONS.items(), key=lambda its: its[1].rare):
        table = Table(rules, asked, hand, office, dialog.shows_by_hand, dialog.phone)
        if option.rare and wanted is None:
            wanted = not dialog.aloud and (yield from _rare_too(dialog))
        if option.rare and not wanted:
            break
        if (option.aloud or not dialog.aloud) and option.applies(table):
            now = words_of(getattr(table.chosen, name))
            words = yield from _option(dialog, name, option.values, now)
            asked_here = name == "vote" and not dialog.resting  # then `on_phones` does not ask it again
            if words != now or asked_here:
                asked = replace(asked, settings={**asked.settings, name: words})
    return asked


def _rare_too(dialog: Dialog) -> Play[bool]:
    """Ask whether to settle what rarely changes, too."""
    values = dialog.called("setup.rare", {"enough": False, "settle": True})
    return (yield from dialog.choose("setup.rare", values, default=False))


def _option(dialog: Dialog, name: str, values: tuple[str, ...], now: tuple[str, ...]) -> Play[tuple[str, ...]]:
    line = f"setup.{name}"
    if name == "debate":
        usual = round(float(now[0]) / 60)
        minutes = yield from dialog.number(line, 0, MOST_MINUTES, usual)
        return now if minutes == usual else (str(60 * minutes),)
    if name in ("debate_warning", "turns"):
        return (str((yield from dialog.number(line, 0, MOST_SECONDS, round(float(now[0]))))),)
    if name == "revenge_on":
        return (yield from dialog.several(line, values, now))
    if values:
        values = values if now[0] in values else (*values, now[0])
        return ((yield from dialog.choose(line, dialog.called(line, {value: value for value in values}), now[0])),)
    return ("yes" if (yield from dialog.yes(line, default=now == ("yes",))) else "no",)


def _chosen(rules: VillageRules, dialog: Dialog, asked: SetupAnswers) -> Play[SetupAnswers]:
    """Offer decks by number; one's own list of cards will do too, once it is possible."""
    if dialog.resting:
        return asked
    offered = offered_decks(rules, asked)
    yield from advise(rules, dialog, asked, offered)
    example = Term(Form.TEXT, ", ".join(_example(rules, dialog)))
    cards = [*card_list(rules)]
    while True:
        text = (yield from dialog.text("setup.composition", cards, text=example)).strip()
        if not text:
            return asked
        if plain(text) in typed_words("typed.list"):
            yield from cards
        elif found := (yield from taken(rules, dialog, asked, offered, text)):
            return found


def _example(rules: VillageRules, dialog: Dialog) -> Iterator[str]:
    """Yield how two cards are typed: several hunters, and one that is none."""
    yield f"2 {dialog.wording.card(rules.hunters.card, 'many').lower()}"
    yield next(
        dialog.wording.card(card, "bare").lower()
        for card in rules.cards
        if card not in (rules.hunters.card, rules.filler)
    )


def _proposed(rules: VillageRules, dialog: Dialog, asked: SetupAnswers) -> Play[SetupAnswers]:
    """Propose decks one by one, each with what it makes of a game, until one is taken.

    Raises:
        CompositionError: none is possible.
    """
    for offered in cycle(offered_decks(rules, asked)):
        if offered.deck:
            yield from dialog.tell(f"setup.deck.{offered.deck}")
        yield from dialog.faults(hand_faults(rules, asked.players, offered.hand))
        yield from dialog.tell("setup.hand", cards=Term(Form.HAND, offered.hand))
        if (yield from dialog.confirmed()):
            return replace(asked, roles=offered.roles)
    raise CompositionError(to_user("packs.no_composition", name=rules.game, count=asked.players))
