"""What is asked before a night-and-day game: players, leader, and, if somebody wants, its cards and options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import cycle

from narrator.core.effects import Form, Term
from narrator.core.folding import plain
from narrator.core.play import Confirm, Mode, Play, Wordiness
from narrator.games.deck_advice import advise, card_list, offered_decks, taken
from narrator.games.options import options, values_of
from narrator.language.typed import typed_words
from narrator.setup.composition import CompositionError, Hand, hand_faults, read_roles, shortages
from narrator.setup.dialog import Dialog
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.rules import VillageRules
from narrator.story.sentences import to_user
from narrator.village.powers import POWERS
from narrator.village.powers.cupid import CUPID
from narrator.village.powers.names_one_seat import DEFENDER
from narrator.village.powers.remedy import tell_victim
from narrator.village.powers.when_attacked import ELDER, HUNTER
from narrator.village.powers.wolves import GIRL
from narrator.village.table import Deal, Judgement, LoversTold, Occasion, Options, Parity, Reveal, Revenge

MOST_MINUTES, MOST_SECONDS = 120, 7200
"""The longest debate, and the longest turn in it and the earliest warning before its end, that may be settled."""


@dataclass(frozen=True)
class Table:
    """What the questions about options depend on."""

    rules: VillageRules
    asked: SetupAnswers
    hand: Hand
    office: bool
    shows_by_hand: bool

    @property
    def chosen(self) -> Options:
        return options(self.rules.options, self.asked.settings)

    @property
    def powers(self) -> frozenset[str]:
        """Return the powers of the cards in play."""
        return frozenset(power for card, count in self.hand if count for power in self.rules.cards[card].powers)

    @property
    def elects(self) -> bool:
        """Whether somebody may be elected."""
        return self.rules.office is not None and self.office

    @property
    def crowded(self) -> bool:
        """Whether it is large enough for votes that take two, where the game has such."""
        return self.rules.double_from is not None and self.asked.players >= self.rules.double_from

    @property
    def saves(self) -> bool:
        """Whether a card in play has a remedy for whoever is attacked."""
        return any(POWERS[power].opening is tell_victim for power in self.powers)


@dataclass(frozen=True)
class OptionQuestion:
    """One option: its values, none for yes and no, and whether it means anything at a table.

    Some are asked `aloud`. What is `rare` is asked last, of who wants that.
    """

    values: tuple[str, ...] = ()
    applies: Callable[[Table], bool] = lambda _table: True
    aloud: bool = False
    rare: bool = False


QUESTIONS = {
    "reveal": OptionQuestion(values_of(Reveal)),
    "elect": OptionQuestion(("start", "day:1", "day:2", "never"), lambda table: table.elects),
    "volunteers": OptionQuestion((), lambda table: table.elects and table.chosen.elect != "never", rare=True),
    "revenge": OptionQuestion(values_of(Revenge), lambda table: HUNTER.id in table.powers, rare=True),
    "revenge_on": OptionQuestion(values_of(Occasion), lambda table: HUNTER.id in table.powers, rare=True),
    "parity": OptionQuestion(values_of(Parity), rare=True),
    "day": OptionQuestion(values_of(Judgement), rare=True),
    "count_votes": OptionQuestion(),
    "must_vote": OptionQuestion((), lambda table: table.chosen.day is Judgement.VOTE, rare=True),
    "tell_victim": OptionQuestion((), lambda table: table.shows_by_hand and table.saves, aloud=True),
    "double_elimination": OptionQuestion((), lambda table: table.crowded, aloud=True),
    "lovers": OptionQuestion(values_of(LoversTold), lambda table: CUPID.id in table.powers, rare=True),
    "elder_revenge": OptionQuestion((), lambda table: ELDER.id in table.powers, rare=True),
    "girl_protected": OptionQuestion((), lambda table: {DEFENDER.id, GIRL.id} <= table.powers, rare=True),
    "quiet_night": OptionQuestion(),
    "debate": OptionQuestion(),
    "debate_warning": OptionQuestion((), lambda table: table.chosen.debate > 0, rare=True),
    "turns": OptionQuestion(rare=True),
    "call_the_dead": OptionQuestion((), lambda table: table.chosen.reveal is Reveal.ROLE, aloud=True),
    "drum": OptionQuestion(rare=True),
    "quick": OptionQuestion(),
    "words": OptionQuestion(values_of(Wordiness), rare=True),
    "confirm": OptionQuestion(values_of(Confirm), rare=True),
    "relay": OptionQuestion((), lambda table: table.asked.mode is Mode.MENEUR, rare=True),
    "playing_cards": OptionQuestion((), lambda table: table.asked.deal is Deal.CARDS),
}
"""Every option; those that are not rare are asked first, each in this order."""


def village_dialog(rules: VillageRules, dialog: Dialog, asked: SetupAnswers) -> Play[SetupAnswers]:
    """Ask for players and mode, and, of who settles more, for deal, cards and options.

    Raises:
        CompositionError: no composition is possible.
    """
    asked = yield from dialog.opening(asked)
    while True:
        hand, _ = read_roles(rules, asked.players, asked.roles, dialog.wording.typed)
        yield from dialog.faults(hand_faults(rules, asked.players, hand))
        yield from dialog.tell("setup.hand", cards=Term(Form.HAND, hand))
        yield from explained(rules, dialog, asked, hand)
        if (yield from dialog.plays()):
            return asked
        asked = yield from dialog.settling(_settled(rules, dialog, asked))
        if dialog.aloud:  # its cards were confirmed
            hand, _ = read_roles(rules, asked.players, asked.roles, dialog.wording.typed)
            yield from explained(rules, dialog, asked, hand)
            return asked


def explained(rules: VillageRules, dialog: Dialog, asked: SetupAnswers, hand: Hand) -> Play[None]:
    """Tell those who deal real cards what that takes."""
    if asked.deal is Deal.CARDS:
        if not options(rules.options, asked.settings).playing_cards:
            yield from dialog.faults(shortages(rules, hand))
        yield from dialog.explain_cards(card for card, count in hand if count)


def _settled(rules: VillageRules, dialog: Dialog, asked: SetupAnswers) -> Play[SetupAnswers]:
    """Ask for everything else, one thing after the other; going on keeps it as it is."""
    asked = replace(asked, deal=(yield from dialog.deal()))
    asked = yield from (_proposed if dialog.aloud else _chosen)(rules, dialog, asked)
    hand, office = read_roles(rules, asked.players, asked.roles, dialog.wording.typed)
    wanted: bool | None = None
    for name, question in sorted(QUESTIONS.items(), key=lambda its: its[1].rare):
        table = Table(rules, asked, hand, office, dialog.shows_by_hand)
        if question.rare and wanted is None:
            wanted = not dialog.aloud and (yield from _rare_too(dialog))
        if question.rare and not wanted:
            break
        if (question.aloud or not dialog.aloud) and question.applies(table):
            now = words_of(getattr(table.chosen, name))
            words = yield from _option(dialog, name, question, now)
            if words != now:
                asked = replace(asked, settings={**asked.settings, name: words})
    return asked


def _rare_too(dialog: Dialog) -> Play[bool]:
    """Ask whether to settle what rarely changes, too."""
    values = dialog.called("setup.rare", {"enough": False, "settle": True})
    return (yield from dialog.choose("setup.rare", values, default=False))


def _option(dialog: Dialog, name: str, question: OptionQuestion, now: tuple[str, ...]) -> Play[tuple[str, ...]]:
    line = f"setup.{name}"
    if name == "debate":
        usual = round(float(now[0]) / 60)
        minutes = yield from dialog.number(line, 0, MOST_MINUTES, usual)
        return now if minutes == usual else (str(60 * minutes),)
    if name in ("debate_warning", "turns"):
        return (str((yield from dialog.number(line, 0, MOST_SECONDS, round(float(now[0]))))),)
    if name == "revenge_on":
        return (yield from dialog.several(line, question.values, now))
    if question.values:
        values = question.values if now[0] in question.values else (*question.values, now[0])
        return ((yield from dialog.choose(line, dialog.called(line, {value: value for value in values}), now[0])),)
    return ("yes" if (yield from dialog.yes(line, default=now == ("yes",))) else "no",)


def words_of(value: object) -> tuple[str, ...]:
    """Return the value of an option as people write it."""
    match value:
        case bool():
            return ("yes" if value else "no",)
        case Enum():
            return (str(value.value),)
        case frozenset():
            return tuple(sorted(word for item in value for word in words_of(item)))
        case float():
            return (str(round(value)),)
        case _:
            return (str(value),)


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
