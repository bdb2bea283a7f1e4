"""Rule options as people write them, `--set reveal=camp` or in a pack, read into the engine's types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

from narrator.core.folding import digits
from narrator.core.play import Confirm, Wordiness
from narrator.story.sentences import to_user
from narrator.user_error import UserError
from narrator.village.table import Judgement, LoversTold, Occasion, Options, Parity, Reveal, Revenge


class OptionError(UserError, ValueError):
    """An option that does not exist, or a value that it does not take; the text says what it takes."""


Legal: TypeAlias = str | Callable[[], str]
"""What may be written: words that are the same in every language, or what says it in the language of the system."""

OptionReader: TypeAlias = tuple[Callable[[Sequence[str]], object], Legal]
"""How the words of an option are read, and what they may be."""


KINDS: dict[str, type[Enum]] = {
    "reveal": Reveal,
    "parity": Parity,
    "revenge": Revenge,
    "revenge_on": Occasion,
    "day": Judgement,
    "lovers": LoversTold,
    "words": Wordiness,
    "confirm": Confirm,
}
"""The options that are one of several words, or some of them."""


def _one(words: Sequence[str]) -> str:
    (word,) = words
    return word


SWITCH: OptionReader = (lambda words: {"yes": True, "no": False}[_one(words)], "yes | no")


def values_of(kind: type[Enum]) -> tuple[str, ...]:
    """Return the words that people write for each of several values."""
    return tuple(member.value for member in kind)


def among(kind: type[Enum]) -> OptionReader:
    """Read one of several values."""
    return lambda words: kind(_one(words)), " | ".join(values_of(kind))


def whole_number(least: int, most: float, legal: Legal) -> OptionReader:
    """Read a whole number within these limits."""

    def read(words: Sequence[str]) -> int:
        number = digits(_one(words))
        if number is None or not least <= number <= most:
            raise ValueError
        return number

    return read, legal


def _election(words: Sequence[str]) -> str:
    word = _one(words)
    if word not in ("start", "never") and not re.fullmatch(r"day:[1-9]\d?", word):
        raise ValueError
    return word


def _seconds(words: Sequence[str]) -> float:
    seconds = float(_one(words))
    if not 0 <= seconds <= 7200:
        raise ValueError
    return seconds


READERS: dict[str, OptionReader] = {
    "reveal": among(Reveal),
    "call_the_dead": SWITCH,
    "drum": SWITCH,
    "relay": SWITCH,
    "parity": among(Parity),
    "elect": (_election, "start | day:N | never"),
    "revenge": among(Revenge),
    "revenge_on": (
        lambda words: frozenset(Occasion(word) for word in words if word),
        lambda: to_user("options.several", names=",".join(values_of(Occasion))),
    ),
    "count_votes": SWITCH,
    "double_elimination": SWITCH,
    "tell_victim": SWITCH,
    "volunteers": SWITCH,
    "playing_cards": SWITCH,
    "day": among(Judgement),
    "debate": (_seconds, lambda: to_user("options.debate")),
    "debate_warning": (_seconds, lambda: to_user("options.debate_warning")),
    "turns": (_seconds, lambda: to_user("options.turns")),
    "lovers": among(LoversTold),
    "quick": SWITCH,
    "elder_revenge": SWITCH,
    "girl_protected": SWITCH,
    "must_vote": SWITCH,
    "quiet_night": SWITCH,
    "words": among(Wordiness),
    "confirm": among(Confirm),
}
"""Every option of the night-and-day games."""


def options(*layers: Mapping[str, Sequence[str]]) -> Options:
    """Read options, the later layers over the earlier: a game's defaults, then what the players chose.

    Raises:
        OptionError: an unknown option, or a value that it does not take; the text says what it takes.
    """
    return Options(**read_layers(READERS, layers))


def read_layers(readers: Mapping[str, OptionReader], layers: Iterable[Mapping[str, Sequence[str]]]) -> dict[str, Any]:
    """Read the options of a game, the later layers over the earlier.

    Raises:
        OptionError: an unknown option, or a value that it does not take; the text says what it takes.
    """
    return {name: _value(readers, name, words) for layer in layers for name, words in layer.items()}


def _value(readers: Mapping[str, OptionReader], name: str, words: Sequence[str]) -> object:
    if name not in readers:
        raise OptionError(to_user("options.unknown", name=name, names=", ".join(readers)))
    reader, legal = readers[name]
    try:
        return reader(words)
    except (KeyError, ValueError):
        taken = legal if isinstance(legal, str) else legal()
        raise OptionError(to_user("options.wrong", name=name, text=",".join(words), legal=taken)) from None


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
