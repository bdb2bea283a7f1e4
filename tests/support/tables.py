"""Tables of every night-and-day game for the tests: cards, calls and windows are those of the game's pack.

Cards are named by seat, as in `loup-garou voyante villageois*4`. Options are spelled as in the rulings.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any

import pytest
from shipped import shipped

from narrator.base.resources import RULES_FILE, folder
from narrator.packs.rules import VillageRules
from narrator.rules.core.answers import SILENT, Answer
from narrator.rules.core.effects import Effect, News, Pause, Say, Scene, Topic, Window
from narrator.rules.core.play import Mode, Play, Walk, choices_of
from narrator.rules.core.secrets import Secret, unseal
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.deaths import depart
from narrator.rules.village.state import VillageState
from narrator.rules.village.table import WOLVES, Deal, Occasion, Options, Role
from narrator.table.games.founding import without_idle_extensions

GAMES = tuple(sorted(path.parent.name for path in folder("scripts").glob(f"*/{RULES_FILE}")))
"""Every game that the house brings along."""


@cache
def pack_rules(game: str) -> VillageRules | None:
    """Return the rules of a night-and-day game; None for a game of another shape."""
    rules = shipped(game).rules
    return rules if isinstance(rules, VillageRules) else None


NIGHT_GAMES = tuple(game for game in GAMES if pack_rules(game) is not None)
"""The night-and-day games among them."""


def sampled(cases: Iterable[str | tuple[str, ...]]) -> list[Any]:
    """Return cases of a test that computes much: games, or rows that begin with one.

    A short run plays those of the game with most cards, and of the two plainest; the others are thorough.
    """
    rows = [(case,) if isinstance(case, str) else case for case in cases]
    short = ("thiercelieux", "mafia", "cuba")
    return [pytest.param(*row, id="-".join(row), marks=() if row[0] in short else pytest.mark.thorough) for row in rows]


def rules_of(game: str) -> VillageRules:
    """Return the rules of a night-and-day game."""
    rules = pack_rules(game)
    assert rules is not None, f"{game} knows no night"
    return rules


def runs(full: int, *, tenths: float = 1.0) -> int:
    """How many examples a property tries: all of them where NARRATOR_FULL is set, else so many tenths."""
    return full if os.environ.get("NARRATOR_FULL") else max(int(full * tenths / 10), 1)


def dealt(cards: str | Iterable[str]) -> tuple[str, ...]:
    """Return the cards that a text names, in its order; `villageois*4` is four of them."""
    words = cards.split() if isinstance(cards, str) else cards
    spread: list[str] = []
    for word in words:
        card, _, times = word.partition("*")
        spread += [card] * int(times or 1)
    return tuple(spread)


def options(*layers: Mapping[str, str]) -> Options:
    """Return the options that these texts spell, the later over the earlier, the others at the engine's default."""
    usual = Options()
    values = {name: value for layer in layers for name, value in layer.items()}
    return replace(usual, **{name: _read(getattr(usual, name), value) for name, value in values.items()})


def _read(usual: object, text: str) -> Any:
    """Read an option's text as a value of the type that its default has."""
    match usual:
        case bool():
            return {"yes": True, "no": False}[text]
        case float():
            return float(text)
        case Enum():
            return type(usual)(text)
        case frozenset():
            return frozenset(Occasion(word) for word in text.split(",") if word)
        case _:
            return text


def table(
    cards: str | Iterable[str],
    centre: str | Iterable[str] = (),
    *,
    game: str = "thiercelieux",
    mode: str = "joueur",
    deal: str = "narrator",
    key: bytes = b"table",
    seed: int = 0,
    names: tuple[str, ...] = (),
    prologue: bool = False,
    values: Mapping[str, str] | None = None,
    **more: str,
) -> VillageSetup:
    """Lay a table whose deal is decided: the cards by seat, then those in the centre.

    The options are those of the game's pack, with a full introduction; `values` and `more` change them.
    """
    held, left = dealt(cards), dealt(centre)
    counts = Counter(held + left)
    known = rules_of(game).cards
    assert counts.keys() <= known.keys(), f"{game} has no {sorted(counts.keys() - known.keys())}"
    rules = _rules_at(game, tuple(sorted(card for card in counts if known[card].extension)))
    own = {name: ",".join(words) for name, words in rules.options.items()}
    return VillageSetup(
        game=game,
        players=len(held),
        roles=tuple(Role(card=card, camp=it.camp, powers=it.powers) for card, it in rules.cards.items()),
        hand=tuple((card, counts[card]) for card in rules.cards if counts[card]),
        calls_first=rules.calls.first_night,
        calls_every=rules.calls.every_night,
        windows=rules.windows,
        practised=rules.practised,
        options=options(own, {"introduction": "full"}, values or {}, more),
        mode=Mode(mode),
        deal=Deal(deal),
        office=rules.office,
        names=names,
        seed=seed,
        key=Secret(key),
        fixed=Secret((held, left)),
        prologue=prologue,
    )


@cache
def _rules_at(game: str, extensions: tuple[str, ...]) -> VillageRules:
    """Return the rules of a game as a table knows them that has these cards of extensions."""
    return without_idle_extensions(rules_of(game), tuple((card, 1) for card in extensions))


def carriers(game: str, *powers: str) -> tuple[str, ...]:
    """Return the cards of a game that carry one of these powers."""
    return tuple(card for card, it in rules_of(game).cards.items() if set(it.powers) & set(powers))


def hunter_cards(game: str) -> tuple[str, ...]:
    """Return the cards of the hunting camp, those of the extensions left out."""
    return tuple(card for card, it in rules_of(game).cards.items() if it.camp == WOLVES and not it.extension)


def extension_cards(game: str) -> tuple[str, ...]:
    """Return the cards of the extensions, each as often as it comes."""
    return tuple(card for card, it in rules_of(game).cards.items() if it.extension for _ in range(it.box))


def plain(value: object) -> str:
    """Write a value out with every seal opened, so that two processes can be compared."""
    if isinstance(value, Secret):
        return f"sealed({plain(unseal(value))})"
    if isinstance(value, tuple):
        return f"({', '.join(plain(part) for part in value)})"
    if is_dataclass(value):
        inner = ", ".join(f"{field.name}={plain(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__name__}({inner})"
    return repr(value)


def written(effects: Iterable[Effect]) -> list[str]:
    return [plain(effect) for effect in effects]


def standing(cards: str, **values: str) -> VillageState:
    """Return a game by day whose cards lie as they are named, by seat."""
    state = VillageState(table(cards, values=values), depart)
    state.cards = dict(enumerate(dealt(cards), start=1))
    state.departures_wait = False
    return state


def run(play: Play[object]) -> list[str]:
    """Run something that asks nothing; return the lines that are said."""
    return [effect.line for effect in play if isinstance(effect, Say)]


def call(power: str, *answers: Answer, dealt_to: str, centre: str = "", night: int = 1) -> list[Effect]:
    """Return what is heard of a call: these secret answers come first in it, then silence, as everywhere else."""
    walk = Walk(table(dealt_to, centre, elect="never"))
    heard: list[Effect] = []
    falls, given, open_ = 0, list(answers), False
    while True:
        for effect in walk.run():
            falls += isinstance(effect, News) and effect.topic is Topic.NIGHTFALL
            if isinstance(effect, Say) and falls == night:
                open_ = open_ or effect.line == f"{power}.wake"
                if open_ and effect.line == f"{power}.sleep":
                    return [*heard, effect]
            if open_ and isinstance(effect, Say | Pause | Scene | Window):
                heard.append(effect)
        assert walk.pending is not None, f"{power} was not called"
        mine = open_ and given
        walk.answer(given.pop(0) if mine else next(iter(choices_of(walk.pending).words[-1:]), SILENT))
