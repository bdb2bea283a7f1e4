"""The options of the rules: one table says how each is read, what it may be, and at which tables set-up asks for it.

People write them as `--set reveal=camp`, or in a pack; the pages of options in `docs` list what stands here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from narrator.base.resources import FRENCH, SHARED_WORDS, chosen_language, languages
from narrator.base.sentences import PROGRAM, sentences, sentences_in, to_user
from narrator.base.user_error import UserError
from narrator.packs.rules import VillageRules
from narrator.rules.core.folding import digits, plain
from narrator.rules.core.play import Confirm, Introduction, Mode, Wordiness
from narrator.rules.village.powers import POWERS
from narrator.rules.village.powers.by_day import IDIOT
from narrator.rules.village.powers.known import CUPID
from narrator.rules.village.powers.names_one_seat import DEFENDER
from narrator.rules.village.powers.remedy import tell_victim
from narrator.rules.village.powers.when_attacked import ELDER, HUNTER
from narrator.rules.village.powers.wolves import GIRL
from narrator.rules.village.table import (
    Deal,
    Judgement,
    LoversTold,
    NightBy,
    Occasion,
    Options,
    Parity,
    Reveal,
    Revenge,
    VoteBy,
)
from narrator.table.setup.composition import Hand
from narrator.table.setup.setup_answers import SetupAnswers


class OptionError(UserError, ValueError):
    """An option that does not exist, or a value that it does not take; the text says what it takes."""


Legal: TypeAlias = str | Callable[[], str]
"""What may be written: words that are the same in every language, or what says it in the language of the system."""


@dataclass(frozen=True)
class Table:
    """What the questions about options depend on."""

    rules: VillageRules
    asked: SetupAnswers
    hand: Hand
    office: bool
    shows_by_hand: bool
    phone: bool = False
    """Whether a phone's page is served, to which players' phones could come."""

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


def _always(_table: Table) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option: how its words are read, which are `legal`, and how it is asked for.

    It is asked for among `values`, none for yes and no or a number, at a table that it `applies` to. Some are asked
    `aloud`. What is `rare` is asked last, of who wants that. Where its name is French, it may be written in `english`,
    too.
    """

    read: Callable[[Sequence[str]], object]
    legal: Legal
    values: tuple[str, ...] = ()
    applies: Callable[[Table], bool] = _always
    aloud: bool = False
    rare: bool = False
    english: str = ""


def values_of(kind: type[Enum]) -> tuple[str, ...]:
    """Return the words that people write for each of several values."""
    return tuple(member.value for member in kind)


def _one(words: Sequence[str]) -> str:
    (word,) = words
    return word


def switch(**asked: Any) -> Option:
    """Return an option that is yes or no."""
    return Option(read=lambda words: {"yes": True, "no": False}[_one(words)], legal="yes | no", **asked)


def among(kind: type[Enum], **asked: Any) -> Option:
    """Return an option that is one of several values."""
    values = values_of(kind)
    return Option(read=lambda words: kind(_one(words)), legal=" | ".join(values), values=values, **asked)


def whole_number(least: int, most: float, legal: Legal) -> Option:
    """Return an option that is a whole number within these limits."""

    def read(words: Sequence[str]) -> int:
        number = digits(_one(words))
        if number is None or not least <= number <= most:
            raise ValueError
        return number

    return Option(read=read, legal=legal)


def _seconds(legal: str, **asked: Any) -> Option:
    def read(words: Sequence[str]) -> float:
        seconds = float(_one(words))
        if not 0 <= seconds <= MOST_SECONDS:
            raise ValueError
        return seconds

    return Option(read=read, legal=lambda: to_user(legal), **asked)


def _election(words: Sequence[str]) -> str:
    word = re.sub(r"^\w+-(?=\d)", "day:", _one(words))  # as set-up has it: `day-1`, `jour-1`
    if word not in ("start", "never") and not re.fullmatch(r"day:[1-9]\d?", word):
        raise ValueError
    return word


MOST_SECONDS = 7200
"""The longest debate, the longest turn in it, and the earliest warning before its end."""

OPTIONS: Mapping[str, Option] = {
    "introduction": among(Introduction, aloud=True),
    "reveal": among(Reveal),
    "elect": Option(
        read=_election,
        legal="start | day:N | never",
        values=("start", "day:1", "day:2", "never"),
        applies=lambda table: table.elects,
    ),
    "volunteers": switch(applies=lambda table: table.elects and table.chosen.elect != "never", rare=True),
    "revenge": among(Revenge, applies=lambda table: HUNTER.id in table.powers, rare=True),
    "revenge_on": Option(
        read=lambda words: frozenset(Occasion(word) for word in words if word),
        legal=lambda: to_user("options.several", names=",".join(values_of(Occasion))),
        values=values_of(Occasion),
        applies=lambda table: HUNTER.id in table.powers,
        rare=True,
    ),
    "parity": among(Parity, rare=True),
    "day": among(Judgement, rare=True),
    "count_votes": switch(),
    "must_vote": switch(applies=lambda table: table.chosen.day is Judgement.VOTE, rare=True),
    "tell_victim": switch(applies=lambda table: table.shows_by_hand and table.saves),
    "double_elimination": switch(applies=lambda table: table.crowded, aloud=True),
    "lovers": among(LoversTold, applies=lambda table: CUPID.id in table.powers, rare=True),
    "elder_revenge": switch(applies=lambda table: ELDER.id in table.powers, rare=True),
    "idiot_dies_with_elder": switch(applies=lambda table: {ELDER.id, IDIOT.id} <= table.powers, rare=True),
    "girl_protected": switch(applies=lambda table: {DEFENDER.id, GIRL.id} <= table.powers, rare=True),
    "quiet_night": switch(),
    "phones": switch(applies=lambda table: table.phone and table.asked.deal is Deal.NARRATOR, aloud=True),
    "vote": among(VoteBy, applies=lambda table: table.chosen.phones, rare=True),
    "night": among(NightBy, applies=lambda table: table.chosen.phones and table.asked.mode is Mode.JOUEUR, rare=True),
    "ghosts": switch(applies=lambda table: table.chosen.night is NightBy.PHONES, rare=True),
    "debate": _seconds("options.debate"),
    "debate_warning": _seconds("options.debate_warning", applies=lambda table: table.chosen.debate > 0, rare=True),
    "turns": _seconds("options.turns", rare=True),
    "call_the_dead": switch(applies=lambda table: table.chosen.reveal is Reveal.ROLE, aloud=True),
    "drum": switch(rare=True),
    "words": among(Wordiness, rare=True),
    "confirm": among(Confirm, rare=True),
    "relay": switch(applies=lambda table: table.asked.mode is Mode.MENEUR, rare=True),
    "playing_cards": switch(applies=lambda table: table.asked.deal is Deal.CARDS),
}
"""Every option of the night-and-day games; set-up asks for those first that are not rare, in this order."""


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


def options(*layers: Mapping[str, Sequence[str]]) -> Options:
    """Read options, the later layers over the earlier: a game's defaults, then what the players chose.

    Raises:
        OptionError: an unknown option, or a value that it does not take; the text says what it takes.
    """
    return Options(**read_layers(OPTIONS, layers))


def read_layers(known: Mapping[str, Option], layers: Iterable[Mapping[str, Sequence[str]]]) -> dict[str, Any]:
    """Read the options of a game, the later layers over the earlier.

    Raises:
        OptionError: an unknown option, or a value that it does not take; the text says what it takes.
    """
    names = {option.english or name: name for name, option in known.items()}
    read = {}
    for written, words in ((written, words) for layer in layers for written, words in layer.items()):
        name = names.get(written, written)
        if name not in known:
            told = known if chosen_language() == FRENCH else names
            raise OptionError(to_user("options.unknown", name=written, names=", ".join(told)))
        read[name] = _value(known[name], written, words)
    return read


def _value(option: Option, name: str, words: Sequence[str]) -> object:
    with suppress(KeyError, ValueError):
        return option.read(words)
    with suppress(KeyError, ValueError):
        return option.read([_meant(name, word) for word in words])
    taken = option.legal if isinstance(option.legal, str) else option.legal()
    raise OptionError(to_user("options.wrong", name=name, text=",".join(words), legal=taken))


def _meant(name: str, word: str) -> str:
    """Return the value that set-up calls so in some language, as `card` or `oui`; the word itself where none is."""
    called = {f"typed.{value}": value for value in ("yes", "no")}
    for language, folder in languages().items():
        told = {**sentences(PROGRAM, language), **sentences_in(folder / SHARED_WORDS)}
        for id_ in (*called, *(id_ for id_ in told if id_.startswith(f"setup.{name}."))):
            if plain(told[id_]) == plain(word):
                return called.get(id_) or id_.removeprefix(f"setup.{name}.")
    return word


def settings(pairs: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Read `option=value` pairs, lists separated by commas.

    Raises:
        OptionError: a pair has no `=`.
    """
    read = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(to_user("options.empty", text=pair))
        read[name.strip().replace("-", "_")] = tuple(word.strip() for word in value.split(","))
    return read
