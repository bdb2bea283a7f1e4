"""`make bench ARGS=evenings`: three evenings of one circle, one after the other, and what is said in more than one."""

from __future__ import annotations

from collections import Counter
from random import Random

from benchmarks.first_night import NAMES
from narrator.base.resources import pack_path
from narrator.evening.rehearsal.rehearsal import Guesser, rehearse
from narrator.packs.markup import caption
from narrator.packs.pack import Pack
from narrator.packs.pack_check import load_checked
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask, Effect, Say
from narrator.rules.core.keyed_draws import SERIES
from narrator.rules.core.play import Mode
from narrator.rules.core.secrets import Secret
from narrator.rules.village.table import Deal
from narrator.table.games.options import settings
from narrator.table.games.registry import engine_facts, engine_of
from narrator.table.setup.setup_answers import SetupAnswers

PLAYERS, EVENINGS = 8, 3

Said = list[tuple[str, str]]
"""The lines of an evening with their words, in the order in which they were said."""


class Words:
    """Keeps what is said."""

    def __init__(self, wording: Wording) -> None:
        self.said: Said = []
        self._wording = wording

    def effect(self, effect: Effect, _at: float) -> None:
        """Keep the words of a line."""
        if isinstance(effect, Say) and (words := self._wording.spoken(effect)):
            self.said.append((effect.line, caption(words)))

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Keep nothing of it."""


def evenings() -> int:
    """Print, in both languages, how much comes again; by line, with how many variants it has."""
    for language in ("fr", "en"):
        pack = _pack(language)
        series, apart = ([_evening(pack, language, step, place) for place in range(EVENINGS)] for step in (1, SERIES))
        told = len({text for evening in series for _, text in evening})
        print(f"{language}: {sum(map(len, series))} lines in {EVENINGS} evenings, {told} different ones")
        print(
            f"  said in more than one evening: {len(_again(series))}; with seeds that know nothing of each other:"
            f" {len(_again(apart))}"
        )
        print(f"  said twice in one evening: {sum(len(one) - len({*one}) for one in series)}")
        for line, count in sorted(Counter(line for line, _ in _again(series)).items()):
            print(f"  {line:24} {count:3} of {len(pack.words[language].lines[line])} variants")
    return 0


def _pack(language: str) -> Pack:
    return load_checked(pack_path("thiercelieux"), engine_facts, [language])


def _again(told: list[Said]) -> list[tuple[str, str]]:
    return [said for said, count in Counter(said for evening in told for said in {*evening}).items() if count > 1]


def _evening(pack: Pack, language: str, step: int, place: int) -> Said:
    names, seed = NAMES[:PLAYERS], SERIES + step * place
    wording = Wording(pack.words[language], names, seed)
    asked = SetupAnswers(
        players=PLAYERS, mode=Mode.JOUEUR, deal=Deal.NARRATOR, roles=None, cards=None, center=None,
        names=names, seed=seed, settings=settings(()),
    )  # fmt: skip
    plan = engine_of(pack.rules.engine).plan(pack.rules, asked, wording, print)
    game, chance = plan.found(Secret(f"evening {place}".encode()), prologue=not place), Random(place)
    words = Words(wording)
    rehearse(game.setup, wording, Guesser(game.things(chance), chance), watcher=words)
    return words.said
