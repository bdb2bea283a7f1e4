"""The engine of Mafia de Cuba, as a session sees it: its header, its options, and its box in a rehearsal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, Literal

from pydantic import model_validator

from narrator.base.sentences import to_user
from narrator.packs.naming import Cast
from narrator.packs.pack import Pack
from narrator.packs.rules import CubaRules, EngineFacts, Opening, Rules
from narrator.packs.wording import Wording
from narrator.rules.core.answers import NOBODY, Answer, Card, Diamonds, Number, Seats
from narrator.rules.core.effects import Ask, Form, Term
from narrator.rules.core.play import Introduction, Mode, Play, Wordiness, choices_of
from narrator.rules.core.secrets import Secret
from narrator.rules.core.vocabulary import unspoken
from narrator.rules.cuba import enquiry, reveal, robbery
from narrator.rules.cuba.catalogue import vocabulary
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.cuba.reveal import NEXT_PARRAIN
from narrator.rules.cuba.takes import CHEAT, NETTOYEUR, POCKETS, STREET, Take, TokensError, tokens_of
from narrator.table.games.engine import CirclePart, Count, GameOffer, Some, Tell, Things, checked
from narrator.table.games.options import Option, OptionError, among, read_layers, switch, values_of, whole_number
from narrator.table.games.repertoire import Repertoire, session_lines
from narrator.table.setup.composition import CompositionError, check, table_faults
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers

GREED, ASIDE, EMPTY_HANDED, CHEATING = 0.5, 0.5, 0.3, 0.01
"""How often diamonds are taken, a token set aside, nothing taken by the last player, the rule broken."""
FIRED, SHOUTED = 0.2, 0.02
"""How often the nettoyeur fires, and how often somebody else shouts."""


class ScriptedBox:
    """A table whose script tells nearly all: what was hidden stays hidden, cheats hold no diamonds, nobody shouts."""

    def __init__(self) -> None:
        self._hidden: Answer | None = None

    def answer(self, ask: Ask) -> Answer | None:
        match ask.question:
            case robbery.ASKED_HIDDEN:
                return self._hidden
            case enquiry.RECOVERED:
                return Number(0)
            case enquiry.PAM:
                return NOBODY
            case _:
                return None

    def note(self, ask: Ask, answer: Answer) -> None:
        if ask.question == robbery.ASKED_HIDDEN and isinstance(answer, Number):
            self._hidden = answer

    def possible(self, ask: Ask) -> Ask:
        return ask


class TrueBox:
    """A table at which the box has really gone round: its answers agree with each other."""

    def __init__(self, setup: CubaSetup, chance: Random) -> None:
        self._chance = chance
        self.hidden = chance.randint(0, setup.pocket)
        self.returned = setup.diamonds - self.hidden
        self._tokens = Counter(dict(setup.tokens))
        self._loot: dict[int, int] = {}
        if chance.random() < ASIDE:
            self._draw()
        order = setup.box_order
        self.takes = {seat: self._take(seat, last=seat == order[-1]) for seat in order}

    def answer(self, ask: Ask) -> Answer | None:
        match ask.question:
            case robbery.ASKED_HIDDEN:
                return Number(self.hidden)
            case robbery.ASKED_RETURNED:
                return Number(self.returned)
            case enquiry.PAM:
                return self._shout(choices_of(ask).seats)
            case enquiry.EMPTIED | reveal.REVEALED if ask.about is not None:
                return self.takes[ask.about]
            case enquiry.RECOVERED if ask.about is not None:
                return Number(self._loot.get(ask.about, 0))
            case _:
                return None

    def note(self, ask: Ask, answer: Answer) -> None:
        """Take in nothing: what is in the pockets stays there until it is shown."""

    def possible(self, ask: Ask) -> Ask:
        return ask

    def _take(self, seat: int, *, last: bool) -> Take:
        """Take out of the box what the rules allow, or now and then more."""
        if not self.returned and not self._tokens.total():
            return Card(STREET)
        if last and self._chance.random() < EMPTY_HANDED:
            return Card(STREET)
        if self.returned and self._tokens.total() and self._chance.random() < CHEATING:
            self._draw()
            self._loot[seat] = self._grab()
            return Card(CHEAT)
        if self.returned and (not self._tokens.total() or self._chance.random() < GREED):
            return Diamonds(self._grab())
        return Card(self._draw())

    def _grab(self) -> int:
        """Take some diamonds."""
        count = self._chance.randint(1, self.returned)
        self.returned -= count
        return count

    def _draw(self) -> str:
        token = self._chance.choice(sorted(self._tokens.elements()))
        self._tokens[token] -= 1
        return token

    def _shout(self, seats: tuple[int, ...]) -> Answer:
        """Shout, or let the accused empty his pockets."""
        for seat in seats:
            if self._chance.random() < (FIRED if self.takes[seat] == Card(NETTOYEUR) else SHOUTED):
                return Seats((seat,))
        return NOBODY


WINDOWS = ("hidden", "returned", "box", "pam")
"""The windows of the box, each of one slot."""


class CubaHeader(CirclePart):
    """A game of Mafia de Cuba, as its set-up is written; each field has the name that it has there."""

    tokens: tuple[tuple[Literal["fidele", "agent", "chauffeur", "nettoyeur"], Count], ...]
    jokers: Count
    parrain: Some
    diamonds: Some
    pocket: Count
    introduction: Introduction
    words: Wordiness

    @model_validator(mode="after")
    def _holds_together(self) -> CubaHeader:
        self.check_names()
        self.check_windows(dict.fromkeys(WINDOWS, 1))
        if len(dict(self.tokens)) != len(self.tokens):
            raise ValueError("a token is listed twice")
        if self.parrain > self.players or self.players < 2:
            raise ValueError("the parrain sits nowhere, or alone")
        if self.pocket >= self.diamonds:
            raise ValueError("the parrain may hide all the diamonds")
        return self


SET_UP = (
    *unspoken("setup.parrain", "setup.nettoyeur", "setup.jokers", text=Form.TEXT),
    *unspoken("box.parrain", "box.nettoyeur"),
    *unspoken("setup.box", cards=Form.HAND, number=Form.NUMBER, count=Form.NUMBER, seat=Form.NUMBER),
)
"""Shown before the game."""

MOST_JOKERS = 9
OPTIONS: Mapping[str, Option] = {
    "jokers": whole_number(0, MOST_JOKERS, lambda: to_user("options.jokers", most=MOST_JOKERS)),
    "nettoyeur": replace(switch(), english="cleaner"),
    "parrain": replace(whole_number(1, inf, lambda: to_user("options.seat")), english="godfather"),
    "introduction": among(Introduction),
    "words": among(Wordiness),
}
"""Every option of the box."""


@dataclass(frozen=True)
class CubaOptions:
    """The settings of a game; without `jokers` there are as many as the table of the pack says."""

    jokers: int | None = None
    nettoyeur: bool = False
    parrain: int = 1
    introduction: Introduction = Introduction.SHORT
    words: Wordiness = Wordiness.NORMAL


def cuba_options(*layers: Mapping[str, Sequence[str]]) -> CubaOptions:
    """Read options, the later layers over the earlier.

    Raises:
        OptionError: an unknown option, or a value that it does not take.
    """
    return CubaOptions(**read_layers(OPTIONS, layers))


@dataclass(frozen=True)
class CubaGame:
    """One game of Mafia de Cuba, founded."""

    setup: CubaSetup

    def header(self) -> dict[str, object]:
        """Return the set-up as the journal's header keeps it."""
        told = {name: getattr(self.setup, name) for name in CubaHeader.model_fields}
        return CubaHeader(**told).model_dump(mode="json")

    def decided(self) -> SetupAnswers:
        setup = self.setup
        fires = "yes" if NETTOYEUR in dict(setup.tokens) else "no"
        settings = {"nettoyeur": (fires,), "words": (setup.words.value,)}
        names, mode = setup.names, setup.mode
        return SetupAnswers(players=setup.players, mode=mode, names=names, seed=setup.seed, settings=settings)

    def repertoire(self) -> Repertoire:
        """Return all lines of the box, with its seats, and all tokens: whoever took none may show any."""
        most = max(self.setup.diamonds, self.setup.players)
        return Repertoire((*vocabulary().lines.values(),), Cast(self.setup.players, POCKETS, most=most))

    def things(self, chance: Random | None) -> Things:
        """Return the box of a rehearsal: as its script tells it, or truly gone round."""
        return ScriptedBox() if chance is None else TrueBox(self.setup, chance)

    def found(self, _key: Secret[bytes], *, prologue: bool = True) -> CubaGame:
        return CubaGame(replace(self.setup, prologue=prologue))

    def again(self, answers: Iterable[tuple[str | None, Answer]], _key: Secret[bytes]) -> CubaGame:
        """Found the next game: whom the winners named is its parrain."""
        parrain = self.setup.parrain
        for question, answer in answers:
            if question == NEXT_PARRAIN and isinstance(answer, Seats):
                parrain = answer.seats[0]
        return CubaGame(replace(self.setup, seed=self.setup.seed + 1, parrain=parrain, introduction=Introduction.NONE))


def _set_up(rules: CubaRules, asked: SetupAnswers) -> CubaSetup:
    """Make the set-up of a game of the box: of the pack's settings and, over them, what was asked for.

    Raises:
        OptionError: they cannot be read, or are not possible at this table.
    """
    options = cuba_options(rules.options, asked.settings)
    if options.parrain > asked.players:
        raise OptionError(to_user("options.parrain", number=options.parrain, count=asked.players))
    try:
        tokens = tokens_of(rules.tokens[asked.players], nettoyeur=options.nettoyeur)
    except TokensError as error:
        raise OptionError(to_user("options.impossible", name="nettoyeur=yes", detail=error)) from None
    return CubaSetup(
        game=rules.game,
        players=asked.players,
        tokens=tokens,
        jokers=rules.jokers[asked.players] if options.jokers is None else options.jokers,
        windows=dict(rules.windows),
        parrain=options.parrain,
        diamonds=rules.diamonds,
        pocket=rules.pocket,
        mode=asked.mode or Mode.JOUEUR,
        names=asked.names,
        floor=rules.floor,
        seed=asked.seed,
        introduction=options.introduction,
        words=options.words,
    )


class CubaEngine:
    """The box and the enquiry."""

    def facts(self) -> EngineFacts:
        return EngineFacts(
            powers=frozenset(),
            camps=frozenset(),
            cards=frozenset(POCKETS),
            openings={name: Opening(1) for name in WINDOWS},
            options=frozenset(OPTIONS),
            read_options=cuba_options,
            vocabulary=lambda _powers: vocabulary(),
            shared=lambda: (*session_lines(), *SET_UP),
        )

    def plan(self, rules: Rules, asked: SetupAnswers, wording: Wording, warn: Tell) -> CubaGame:
        """Read what the command line asks for.

        Raises:
            CompositionError: so many cannot play, or cards are dealt where there are none.
            OptionError: the options are not possible.
        """
        own = _cuba_rules(rules)
        if asked.cards or asked.center or asked.roles:
            raise CompositionError(to_user("rehearse.no_deal", game=own.game))
        check(table_faults(own, asked.players), wording, warn)
        return CubaGame(_set_up(own, asked))

    def offer(self, pack: Pack, players: int) -> GameOffer | None:
        rules = _cuba_rules(pack.rules)
        tokens, unusual = tokens_of(rules.tokens[players]), any(table_faults(rules, players))
        return GameOffer(rules.minutes, cards=tokens, leans="", unusual=unusual)

    def dialog(self, dialog: Dialog, asked: SetupAnswers, *, settles: bool = False) -> Play[SetupAnswers]:
        own = _cuba_rules(dialog.rules)
        while settles:
            asked = yield from dialog.settling(_settled(dialog, asked, _set_up(own, asked)))
            chosen = _set_up(own, asked)
            yield from dialog.tell(
                "setup.box",
                cards=Term(Form.HAND, chosen.tokens),
                number=Term(Form.NUMBER, chosen.diamonds),
                count=Term(Form.NUMBER, chosen.jokers),
                seat=Term(Form.NUMBER, chosen.parrain),
            )
            settles = not (yield from dialog.plays())
        return asked

    def restored(self, header: Mapping[str, Any]) -> CubaGame:
        return CubaGame(CubaSetup(**dict(checked(CubaHeader, header))))


def _settled(dialog: Dialog, asked: SetupAnswers, chosen: CubaSetup) -> Play[SetupAnswers]:
    """Ask for everything else, one thing after the other; going on keeps it as it is."""
    asked = replace(asked, mode=(yield from dialog.mode(asked.mode or Mode.JOUEUR)))
    called = dialog.called("setup.introduction", {word: word for word in values_of(Introduction)})
    introduction = yield from dialog.choose("setup.introduction", called, chosen.introduction.value)
    parrain = yield from dialog.seat("setup.parrain", asked.players, asked.names, chosen.parrain)
    nettoyeur = yield from dialog.yes("setup.nettoyeur", default=NETTOYEUR in dict(chosen.tokens))
    settings = {**asked.settings, "parrain": (str(parrain),), "nettoyeur": ("yes" if nettoyeur else "no",)}
    settings["introduction"] = (introduction,)
    if not dialog.aloud:
        jokers = yield from dialog.number("setup.jokers", 0, MOST_JOKERS, chosen.jokers)
        words = dialog.called("setup.words", {word: word for word in values_of(Wordiness)})
        settings["words"] = ((yield from dialog.choose("setup.words", words, chosen.words.value)),)
        settings["jokers"] = (str(jokers),)
    return replace(asked, settings=settings)


def _cuba_rules(rules: Rules) -> CubaRules:
    if not isinstance(rules, CubaRules):
        raise CompositionError(f"{rules.game} is no game of the box")
    return rules
