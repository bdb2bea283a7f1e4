"""Every question that our games ask, as it is asked at real tables: gathered from random evenings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from shipped import shipped

from narrator.evening.rehearsal.rehearsal import Guesser
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Ask, Say
from narrator.rules.core.play import Mode, Walk
from narrator.rules.core.secrets import Secret
from narrator.rules.core.vocabulary import Question
from narrator.rules.village.table import Deal
from narrator.table.games.engine import Founded
from narrator.table.games.registry import engine_of
from narrator.table.language.table_words import TableWords
from narrator.table.setup.setup_answers import SetupAnswers

GAMES = {"thiercelieux": 12, "mafeking": 14, "infiltres": 14, "mafia": 10, "mafia-classique": 10, "cuba": 9}
"""The games, with how many sit at their tables here."""

NAMES = (
    *("Alice", "Bruno", "Chloé", "Jean-Luc", "Jean Paul", "Marc", "Noé", "Léa", "Rose", "Claire", "Élodie", "Hugo"),
    *("Yves", "Zoé", "Denis", "Lou"),
)
"""First names for any of these tables."""

OPTIONS: dict[str, tuple[dict[str, tuple[str, ...]], ...]] = {
    "cuba": ({}, {"nettoyeur": ("yes",)}),
    "mafia": ({}, {"day": ("vote",), "elect": ("start",)}, {"count_votes": ("yes",)}),
}
EVERY_OPTION: tuple[dict[str, tuple[str, ...]], ...] = (
    {},
    {"count_votes": ("yes",), "relay": ("yes",), "elect": ("start",), "volunteers": ("yes",)},
    {"double_elimination": ("yes",), "elect": ("start",), "revenge": ("must",)},
    {"day": ("trials",), "elect": ("day:2",), "volunteers": ("yes",)},
    {"day": ("trials",), "count_votes": ("yes",)},
)
SEEDS = 12


def table_words(game: str, language: str = "fr", names: tuple[str, ...] = NAMES) -> TableWords:
    """Return the words of one of these tables."""
    return TableWords.of(shipped(game).words[language], GAMES[game], names[: GAMES[game]])


@cache
def declared(game: str) -> dict[str, Question]:
    """Return all questions that the engine of a game declares for its powers."""
    rules = shipped(game).rules
    facts = engine_of(rules.engine).facts()
    powers = {power for card in getattr(rules, "cards", {}).values() for power in card.powers}
    return facts.vocabulary(powers).questions


@cache
def asked(game: str) -> dict[str, list[Ask]]:
    """Return the questions that are put in random evenings, by their ids."""
    found: dict[str, list[Ask]] = {}
    for seed in range(SEEDS):
        for ask, _ in _evening(game, seed):
            found.setdefault(ask.question, []).append(ask)
    return found


def silently_opened(game: str) -> set[str]:
    """Return the questions to all that open in random evenings with nothing said since the answer before."""
    asks = (one for seed in range(SEEDS) for one in _evening(game, seed))
    return {ask.question for ask, told in asks if ask.public and not ask.tacit and not told}


def founded(game: str, seed: int) -> Founded:
    """Found a game: which options it has, who leads and who deals, the seed tells."""
    layers = OPTIONS.get(game, EVERY_OPTION)
    wanted = SetupAnswers(
        players=GAMES[game],
        mode=Mode.MENEUR if seed % 3 == 0 else Mode.JOUEUR,
        deal=Deal.CARDS if seed % 2 == 0 else Deal.NARRATOR,
        settings=layers[seed % len(layers)],
    )
    rules = shipped(game).rules
    plan = engine_of(rules.engine).plan(rules, wanted, Wording(shipped(game).words["fr"]), lambda _sentence: None)
    return plan.found(Secret(str(seed).encode()))


def _evening(game: str, seed: int) -> Iterator[tuple[Ask, bool]]:
    """Yield each question, and whether something was said since the answer before."""
    table, chance = founded(game, seed), Random(seed)
    people = Guesser(table.things(chance), chance)
    walk = Walk(table.setup)
    effects = walk.run()
    while walk.pending is not None:
        yield walk.pending, any(isinstance(effect, Say) for effect in effects)
        walk.answer(people.answer(walk.pending))
        effects = walk.run()
