"""The engine of Mafia de Cuba, as a session sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from random import Random
from typing import Any

from narrator.core.answers import Answer, Seats
from narrator.core.effects import Form, Term
from narrator.core.modes import Mode, Wordiness
from narrator.core.play import Play
from narrator.core.secrets import Secret
from narrator.core.vocabulary import Vocabulary, unspoken
from narrator.cuba.catalogue import vocabulary
from narrator.cuba.cuba_table import POCKETS, RULES, TokensError, tokens_of
from narrator.cuba.epilogue import NEXT_PARRAIN
from narrator.cuba.setup import CubaSetup
from narrator.games.cuba_header import WINDOWS, CubaHeader
from narrator.games.engine import Tell, Things
from narrator.games.header import checked
from narrator.games.options import SWITCH, OptionError, OptionReader, among, read_layers, values_of, whole_number
from narrator.games.rehearsed_box import ScriptedBox, TrueBox
from narrator.games.repertoire import Repertoire
from narrator.games.session_lines import LINES
from narrator.setup.composition import CompositionError, check, table_faults
from narrator.setup.dialog import Dialog
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.capabilities import EngineFacts, Opening
from narrator.story.naming import Cast
from narrator.story.rules import CubaRules, Rules
from narrator.story.sentences import to_user
from narrator.story.wording import Wording

SET_UP = (
    *unspoken("setup.parrain", "setup.nettoyeur", "setup.jokers", text=Form.TEXT),
    *unspoken("box.parrain", "box.nettoyeur"),
    *unspoken("setup.box", cards=Form.HAND, number=Form.NUMBER, count=Form.NUMBER, seat=Form.NUMBER),
)
"""Shown before the game."""

MOST_JOKERS = 9
READERS: dict[str, OptionReader] = {
    "jokers": whole_number(0, MOST_JOKERS, lambda: to_user("options.jokers", most=MOST_JOKERS)),
    "nettoyeur": SWITCH,
    "parrain": whole_number(1, inf, lambda: to_user("options.seat")),
    "words": among(Wordiness),
}
"""Every option of the box."""


@dataclass(frozen=True)
class CubaOptions:
    """The settings of a game; without `jokers` there are as many as the table of the pack says."""

    jokers: int | None = None
    nettoyeur: bool = False
    parrain: int = 1
    words: Wordiness = Wordiness.NORMAL


def cuba_options(*layers: Mapping[str, Sequence[str]]) -> CubaOptions:
    """Read options, the later layers over the earlier.

    Raises:
        OptionError: an unknown option, or a value that it does not take.
    """
    return CubaOptions(**read_layers(READERS, layers))


SAME_IN_HEADER = CubaHeader.model_fields.keys() - {"rules_version"}
"""The fields that a set-up and a header call alike: all but the number of the rules."""


@dataclass(frozen=True)
class CubaGame:
    """One game of Mafia de Cuba, founded."""

    setup: CubaSetup

    def header(self) -> dict[str, object]:
        """Return the set-up as the journal's header keeps it."""
        told = {name: getattr(self.setup, name) for name in SAME_IN_HEADER}
        return CubaHeader(rules_version=RULES, **told).model_dump(mode="json")

    def repertoire(self) -> Repertoire:
        """Return all lines of the box, with its seats, and all tokens: whoever took none may show any."""
        most = max(self.setup.diamonds, self.setup.players)
        return Repertoire((*vocabulary().lines.values(),), Cast(self.setup.players, POCKETS, most=most))

    def things(self, chance: Random | None) -> Things:
        """Return the box of a rehearsal: as its script tells it, or truly gone round."""
        return ScriptedBox() if chance is None else TrueBox(self.setup, chance)

    def again(self, answers: Iterable[tuple[str | None, Answer]], _key: Secret[bytes]) -> CubaGame:
        """Found the next game: whom the winners named is its parrain."""
        parrain = self.setup.parrain
        for question, answer in answers:
            if question == NEXT_PARRAIN and isinstance(answer, Seats):
                parrain = answer.seats[0]
        return CubaGame(replace(self.setup, seed=self.setup.seed + 1, parrain=parrain))


@dataclass(frozen=True)
class CubaPlan:
    """What was decided about the games of the box of an evening."""

    rules: CubaRules
    asked: SetupAnswers

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            OptionError: they cannot be read, or are not possible at this table.
        """
        if self.options.parrain > self.asked.players:
            raise OptionError(to_user("options.parrain", number=self.options.parrain, count=self.asked.players))
        try:
            self.tokens()
        except TokensError as error:
            raise OptionError(to_user("options.impossible", name="nettoyeur=yes", detail=error)) from None

    @cached_property
    def options(self) -> CubaOptions:
        """Return the settings: the pack's, and over them what was asked for."""
        return cuba_options(self.rules.options, self.asked.settings)

    def tokens(self) -> tuple[tuple[str, int], ...]:
        """Return the tokens that start in the box."""
        return tokens_of(self.rules.tokens[self.asked.players], nettoyeur=self.options.nettoyeur)

    def jokers(self) -> int:
        """Return how many jokers the parrain has."""
        return self.rules.jokers[self.asked.players] if self.options.jokers is None else self.options.jokers

    def found(self, _key: Secret[bytes], *, prologue: bool = True) -> CubaGame:
        return CubaGame(
            CubaSetup(
                game=self.rules.game,
                players=self.asked.players,
                tokens=self.tokens(),
                jokers=self.jokers(),
                windows=dict(self.rules.windows),
                parrain=self.options.parrain,
                diamonds=self.rules.diamonds,
                pocket=self.rules.pocket,
                mode=self.asked.mode or Mode.JOUEUR,
                names=self.asked.names,
                floor=self.rules.floor,
                seed=self.asked.seed,
                prologue=prologue,
                words=self.options.words,
            )
        )


class CubaEngine:
    """The box and the enquiry."""

    def facts(self) -> EngineFacts:
        return EngineFacts(
            powers=frozenset(),
            camps=frozenset(),
            cards=frozenset(POCKETS),
            openings={name: Opening(1) for name in WINDOWS},
            options=frozenset(READERS),
            read_options=cuba_options,
            vocabulary=_vocabulary,
            shared=(*LINES, *SET_UP),
        )

    def plan(self, rules: Rules, asked: SetupAnswers, wording: Wording, warn: Tell) -> CubaPlan:
        """Read what the command line asks for.

        Raises:
            CompositionError: so many cannot play, or cards are dealt where there are none.
            OptionError: the options are not possible.
        """
        own = _cuba_rules(rules)
        if asked.cards or asked.center or asked.roles:
            raise CompositionError(to_user("rehearse.no_deal", game=own.game))
        check(table_faults(own, asked.players), wording, warn)
        return CubaPlan(own, asked)

    def dialog(self, dialog: Dialog, asked: SetupAnswers) -> Play[SetupAnswers]:
        own = _cuba_rules(dialog.rules)
        asked = yield from dialog.opening(asked)
        while True:
            plan = CubaPlan(own, asked)
            yield from dialog.tell(
                "setup.box",
                cards=Term(Form.HAND, plan.tokens()),
                number=Term(Form.NUMBER, own.diamonds),
                count=Term(Form.NUMBER, plan.jokers()),
                seat=Term(Form.NUMBER, plan.options.parrain),
            )
            if (yield from dialog.plays()):
                return asked
            asked = yield from dialog.settling(_settled(dialog, plan))

    def restored(self, header: Mapping[str, Any]) -> CubaGame:
        told = checked(CubaHeader, header)
        values = {name: getattr(told, name) for name in SAME_IN_HEADER}
        return CubaGame(CubaSetup(**values))


def _settled(dialog: Dialog, plan: CubaPlan) -> Play[SetupAnswers]:
    """Ask for everything else, one thing after the other; going on keeps it as it is."""
    asked, chosen = plan.asked, plan.options
    parrain = yield from dialog.seat("setup.parrain", asked.players, asked.names, chosen.parrain)
    nettoyeur = yield from dialog.yes("setup.nettoyeur", default=chosen.nettoyeur)
    settings = {**asked.settings, "parrain": (str(parrain),), "nettoyeur": ("yes" if nettoyeur else "no",)}
    if not dialog.aloud:
        jokers = yield from dialog.number("setup.jokers", 0, MOST_JOKERS, plan.jokers())
        words = dialog.called("setup.words", {word: word for word in values_of(Wordiness)})
        settings["words"] = ((yield from dialog.choose("setup.words", words, chosen.words.value)),)
        settings["jokers"] = (str(jokers),)
    return replace(asked, settings=settings)


def _vocabulary(_powers: Iterable[str]) -> Vocabulary:
    return vocabulary()


def _cuba_rules(rules: Rules) -> CubaRules:
    if not isinstance(rules, CubaRules):
        raise CompositionError(f"{rules.game} is no game of the box")
    return rules
