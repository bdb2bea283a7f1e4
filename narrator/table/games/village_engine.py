"""The engine of night-and-day games, as a session sees it; in a rehearsal, what a table would tell of its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from narrator.base.sentences import to_user
from narrator.packs.naming import Cast
from narrator.packs.pack import Pack
from narrator.packs.rules import EngineFacts, Rules, VillageRules
from narrator.packs.wording import Wording
from narrator.rules.core.answers import SILENT, Answer, Card, Number, Seats, Token
from narrator.rules.core.effects import Ask, Form, Term
from narrator.rules.core.play import Introduction, Play, choices_of
from narrator.rules.core.secrets import Secret
from narrator.rules.village.catalogue import vocabulary
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases import dealing, deaths, prologue
from narrator.rules.village.phases.dealing import CARD, stand_ins
from narrator.rules.village.powers import POWERS
from narrator.rules.village.powers.swap import SWAPS
from narrator.rules.village.table import IN_BETWEEN, NEITHER, VILLAGE, WOLVES, Deal
from narrator.table.games.deck_advice import games_with_card, suggest
from narrator.table.games.engine import GameOffer, Tell
from narrator.table.games.founding import OPENINGS, found, restored, written
from narrator.table.games.options import OPTIONS, options, words_of
from narrator.table.games.repertoire import Repertoire, session_lines
from narrator.table.games.village_dialog import village_dialog
from narrator.table.setup.composition import (
    CompositionError,
    Hand,
    Names,
    UnknownCardError,
    check,
    hand_faults,
    hand_of,
    read_cards,
    read_roles,
    shortages,
    table_faults,
    undealt,
)
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers


class RealCards:
    """What a real table would tell of its cards, where the program did not deal them."""

    def __init__(self, setup: VillageSetup) -> None:
        self._setup = setup
        self._told = setup.deal is Deal.CARDS
        self._cards: dict[int, str] = {}
        self._centre: tuple[str, ...] = ()
        if self._told:
            cards, self._centre = setup.dealt()
            self._cards = dict(zip(setup.seats, cards, strict=True))

    def note(self, ask: Ask, answer: Answer) -> None:
        if ask.question not in SWAPS or not isinstance(answer, Card):
            return
        own = self._setup.card_with(ask.question.partition(".")[0])
        for seat, card in self._cards.items():
            if card == own:
                self._cards[seat] = answer.card

    def possible(self, ask: Ask) -> Ask:
        if not self._told or ask.question not in SWAPS:
            return ask
        choices = choices_of(ask)
        return replace(ask, choices=replace(choices, cards=tuple(sorted(set(self._centre)))))

    def answer(self, ask: Ask) -> Answer | None:
        if ask.question == prologue.PRACTICE:
            return SILENT  # it counts for nothing
        if not self._told:
            return None
        power, _, what = ask.question.partition(".")
        if ask.question in (deaths.CARD, dealing.CARD) and ask.about is not None:
            return Card(self._cards[ask.about])
        cards = self._setup.cards_with(power)
        if not cards or what not in ("seat", "seats", "count"):
            return None  # `vote.count` counts hands
        candidates = ask.living if what == "count" else choices_of(ask).seats
        holders = tuple(seat for seat in candidates if self._cards[seat] in cards)
        if what == "count":
            return Number(len(holders))
        return Seats(holders) if holders else Token.NOBODY


LEAST_READING, TO_OPEN_EYES, READ_IN_A_SECOND = 8.0, 2.0, 25.0
"""Seconds at normal pace for which a card is shown at least, seconds until it is read, and letters read in a second."""


@dataclass(frozen=True)
class VillageGame:
    """One night-and-day game, founded."""

    setup: VillageSetup

    def header(self) -> dict[str, object]:
        """Return the set-up as the journal's header keeps it."""
        return written(self.setup)

    def decided(self) -> SetupAnswers:
        setup = self.setup
        values = {its.name: words_of(getattr(setup.options, its.name)) for its in fields(setup.options)}
        del values["introduction"]
        return SetupAnswers(
            players=setup.players,
            mode=setup.mode,
            deal=setup.deal,
            roles=",".join(f"{card}={count}" for card, count in setup.hand),
            names=setup.names,
            seed=setup.seed,
            settings=values,
        )

    def repertoire(self) -> Repertoire:
        """Return the lines of its powers, with its seats, its cards and, where they stand in, its playing cards."""
        setup = self.setup
        powers = {power for card, count in setup.hand if count for power in setup.role(card).powers}
        powers |= {power.id for power in POWERS.values() if power.needs in powers}  # the lovers, whom Cupid makes
        pack = stand_ins(setup) if setup.options.playing_cards else ()
        cast = Cast(
            seats=setup.players,
            cards=tuple(card for card, _ in setup.hand),
            camps=tuple(sorted({setup.camp_shown(card) for card, _ in setup.hand})),
            most=sum(count for _, count in setup.hand),
            playing=tuple(code for _, codes in pack for code in codes),
        )
        return Repertoire((*vocabulary(sorted(powers)).lines.values(),), cast)

    def things(self, _chance: Random | None) -> RealCards:
        """Return the cards on the table: the deal has laid them out."""
        return RealCards(self.setup)

    def again(self, _answers: Iterable[tuple[str | None, Answer]], key: Secret[bytes]) -> VillageGame:
        """Found the next game: all stays, but the deal and the words vary, and it begins with its deal."""
        options = replace(self.setup.options, introduction=Introduction.NONE)
        return VillageGame(replace(self.setup, key=key, fixed=None, seed=self.setup.seed + 1, options=options))

    def found(self, key: Secret[bytes], *, prologue: bool = True) -> VillageGame:
        return VillageGame(replace(self.setup, key=key, prologue=prologue))


class VillageEngine:
    """Villages by night and day."""

    def facts(self) -> EngineFacts:
        return EngineFacts(
            powers=frozenset(power.id for power in POWERS.values() if not power.needs),
            camps=frozenset((VILLAGE, WOLVES)),
            apart=dict.fromkeys(IN_BETWEEN, NEITHER),
            openings=OPENINGS,
            options=frozenset(OPTIONS),
            read_options=options,
            vocabulary=vocabulary,
            shared=session_lines,
        )

    def plan(self, rules: Rules, asked: SetupAnswers, wording: Wording, warn: Tell) -> VillageGame:
        """Read the composition and the deal of the command line.

        Raises:
            CompositionError: they are not possible.
            OptionError: the options are not.
        """
        own = village_rules(rules)
        # Of a circle that is impossible the tables of the pack say nothing; one that is unusual is told below.
        check([fault for fault in table_faults(own, asked.players) if fault.error], wording, warn)
        try:
            hand, office, fixed = _composed(own, asked, wording.typed)
        except UnknownCardError as error:
            others = games_with_card(error.name, own.game)
            raise UnknownCardError(own, error.name, lambda card: wording.card(card, "bare"), others) from None
        check(hand_faults(own, asked.players, hand), wording, warn)
        if asked.deal is Deal.CARDS and not options(own.options, asked.settings).playing_cards:
            check(shortages(own, hand), wording, warn)
        reading = _reading(hand, wording) if asked.deal is Deal.NARRATOR else 0.0
        return VillageGame(found(own, asked, hand, Secret(b""), office=office, fixed=fixed, reading=reading))

    def offer(self, pack: Pack, players: int) -> GameOffer | None:
        return suggest(pack, village_rules(pack.rules), players)

    def dialog(self, dialog: Dialog, asked: SetupAnswers, *, settles: bool = False) -> Play[SetupAnswers]:
        return (yield from village_dialog(village_rules(dialog.rules), dialog, asked, settles=settles))

    def restored(self, header: Mapping[str, Any]) -> VillageGame:
        return VillageGame(restored(header))


def village_rules(rules: Rules) -> VillageRules:
    """Return rules as the night-and-day engine's.

    Raises:
        CompositionError: they are another engine's.
    """
    if not isinstance(rules, VillageRules):
        raise CompositionError(to_user("packs.no_nights", name=rules.game))
    return rules


def _reading(hand: Hand, wording: Wording) -> float:
    """Return how long each seat is shown its card: what the longest card in play needs, which everybody may know."""
    letters = max(len(wording.line(CARD, card=Term(Form.CARD, card))) for card, count in hand if count)
    return max(LEAST_READING, round(TO_OPEN_EYES + letters / READ_IN_A_SECOND, 1))


def _composed(
    rules: VillageRules, asked: SetupAnswers, names: Names
) -> tuple[Hand, bool, tuple[tuple[str, ...], tuple[str, ...]] | None]:
    """Return the cards in play, whether the office is used, and the deal where the command line fixes it."""
    if asked.cards is None:
        if asked.center is not None:
            raise CompositionError(to_user("rehearse.center_alone"))
        return *read_roles(rules, asked.players, asked.roles, names), None
    cards = read_cards(rules, asked.cards, names)
    if len(cards) != asked.players:
        raise CompositionError(to_user("rehearse.cards", count=len(cards), players=asked.players))
    center = () if asked.center is None else read_cards(rules, asked.center, names)
    counts = Counter((*cards, *center))
    left = undealt(rules, counts.items())
    if len(center) != left:
        raise CompositionError(to_user("rehearse.center", count=len(center), left=left))
    return hand_of(rules, counts), True, (cards, center)
