"""Rule options as people write them, `--set reveal=camp` or in a pack, read into the engine's types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from narrator.core.modes import Wordiness
from narrator.story.sentences import to_user
from narrator.user_error import UserError
from narrator.village.table import Judgement, LoversTold, Occasion, Options, Parity, Reveal, Revenge


class OptionError(UserError, ValueError):
    """An option that does not exist, or a value that it does not take; the text says what it takes."""


Legal: TypeAlias = str | Callable[[], str]
"""What may be written: words that are the same in every language, or what says it in the language of the system."""


KINDS: dict[str, type[Enum]] = {
    "reveal": Reveal,
    "parity": Parity,
    "revenge": Revenge,
    "revenge_on": Occasion,
    "day": Judgement,
    "lovers": LoversTold,
    "words": Wordiness,
}
"""The options that are one of several words, or some of them."""


def _switch(words: Sequence[str]) -> bool:
    return {"yes": True, "no": False}[_one(words)]


def _one(words: Sequence[str]) -> str:
    (word,) = words
    return word


def values_of(kind: type[Enum]) -> tuple[str, ...]:
    """Return the words that people write for each of several values."""
    return tuple(member.value for member in kind)


def _among(kind: type[Enum]) -> tuple[Callable[[Sequence[str]], object], str]:
    return lambda words: kind(_one(words)), " | ".join(values_of(kind))


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


READERS: dict[str, tuple[Callable[[Sequence[str]], object], Legal]] = {
    "reveal": _among(Reveal),
    "call_the_dead": (_switch, "yes | no"),
    "drum": (_switch, "yes | no"),
    "relay": (_switch, "yes | no"),
    "parity": _among(Parity),
    "elect": (_election, "start | day:N | never"),
    "revenge": _among(Revenge),
    "revenge_on": (
        lambda words: frozenset(Occasion(word) for word in words if word),
        lambda: to_user("options.several", names=",".join(values_of(Occasion))),
    ),
    "count_votes": (_switch, "yes | no"),
    "double_elimination": (_switch, "yes | no"),
    "tell_victim": (_switch, "yes | no"),
    "volunteers": (_switch, "yes | no"),
    "playing_cards": (_switch, "yes | no"),
    "day": _among(Judgement),
    "debate": (_seconds, lambda: to_user("options.debate")),
    "debate_warning": (_seconds, lambda: to_user("options.debate_warning")),
    "lovers": _among(LoversTold),
    "quick": (_switch, "yes | no"),
    "elder_revenge": (_switch, "yes | no"),
    "girl_protected": (_switch, "yes | no"),
    "words": _among(Wordiness),
}
"""Every option: how its words are read, and what they may be."""


def options(*layers: Mapping[str, Sequence[str]]) -> Options:
    """Read options, the later layers over the earlier: a game's defaults, then what the players chose.

    Raises:
        OptionError: an unknown option, a value that it does not take, or two that contradict each other.
    """
    read = Options()
    for layer in layers:
        for name, words in layer.items():
            read = replace(read, **{name: _value(name, words)})  # type: ignore[arg-type]  # typed by its reader
    if not read.call_the_dead and read.reveal is not Reveal.ROLE:
        raise OptionError(to_user("options.skipped"))
    return read


def _value(name: str, words: Sequence[str]) -> object:
    if name not in READERS:
        raise OptionError(to_user("options.unknown", name=name, names=", ".join(READERS)))
    reader, legal = READERS[name]
    try:
        return reader(words)
    except (KeyError, ValueError):
        raise wrong(name, words, legal) from None


def wrong(name: str, words: Sequence[str], legal: Legal) -> OptionError:
    """Return the error of an option that does not take these words, which says what it takes."""
    taken = legal if isinstance(legal, str) else legal()
    return OptionError(to_user("options.wrong", name=name, text=",".join(words), legal=taken))


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
