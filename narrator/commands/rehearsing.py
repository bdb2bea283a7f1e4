"""`narrator rehearse`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from narrator.core.modes import Mode
from narrator.core.secrets import Secret
from narrator.resources import UnknownGameError, pack_path
from narrator.session.engine import Asked, GamePlan
from narrator.session.engines import engine_facts, engine_of
from narrator.session.options import settings
from narrator.session.rehearsal import (
    Guesser,
    RehearsalError,
    Rehearser,
    read_answers,
    rehearse,
    shares,
    simulate,
)
from narrator.story.check import load_checked
from narrator.story.diagnostics import PackError
from narrator.story.engine import UnknownEngineError
from narrator.story.rules import Rules
from narrator.story.wording import Wording

RANDOM = "random"


@dataclass(frozen=True)
class Plan:
    """What is to be rehearsed, as it was written on the command line."""

    game: str
    players: int
    cards: str | None
    center: str | None
    roles: str | None
    mode: str
    deal: str
    settings: tuple[str, ...]
    answers: str
    seed: int
    games: int
    trace: str | None
    language: str


def run(plan: Plan) -> int:
    """Rehearse, and print the outcome as the last line; status 2 and a sentence where it cannot be done."""
    try:
        return _random_games(plan) if plan.games > 1 else _one_game(plan)
    except (UnknownGameError, UnknownEngineError, PackError, RehearsalError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _one_game(plan: Plan) -> int:
    pack = load_checked(pack_path(plan.game), engine_facts, [plan.language])
    wording = Wording(pack.words[plan.language], seed=plan.seed)
    game = _decided(plan, pack.rules, wording).found(_key(plan.seed))
    with ExitStack() as open_files:
        trace = None
        if plan.trace is not None:
            trace = open_files.enter_context(open(plan.trace, "w", encoding="utf-8"))
        if plan.answers == RANDOM:
            chance = Random(plan.seed)
            outcome = rehearse(game.setup, wording, Guesser(game.things(chance), chance), trace)
        else:
            table = Rehearser(game.things(None), wording, read_answers(Path(plan.answers)))
            outcome = rehearse(game.setup, wording, table, trace)
            table.check_left()
    print(f"outcome: {outcome}")
    return 0


def _random_games(plan: Plan) -> int:
    if plan.answers != RANDOM or plan.trace is not None:
        raise ValueError("--games goes with --answers random, and without --trace: rehearse one game to trace it")
    pack = load_checked(pack_path(plan.game), engine_facts, [plan.language])
    decided = _decided(plan, pack.rules, Wording(pack.words[plan.language]))
    chance = Random(plan.seed)
    outcomes: Counter[str] = Counter()
    began = time.perf_counter()
    for number in range(plan.games):
        outcomes[simulate(decided.found(_key(plan.seed, number), prologue=False), chance)] += 1
    seconds = time.perf_counter() - began
    print(*shares(outcomes), sep="\n")
    print(f"{plan.games} games, {plan.games / seconds:.0f} games per second")
    print(f"outcome: {outcomes.most_common(1)[0][0]}")
    return 0


def _decided(plan: Plan, rules: Rules, wording: Wording) -> GamePlan:
    """Have the engine read the command line.

    Raises:
        ValueError: it is not possible; the sentence says why.
    """
    asked = Asked(
        players=plan.players,
        mode=Mode(plan.mode),
        deal=plan.deal,
        roles=plan.roles,
        cards=plan.cards,
        center=plan.center,
        seed=plan.seed,
        settings=settings(plan.settings),
    )
    return engine_of(rules.engine).plan(rules, asked, wording, lambda sentence: print(sentence, file=sys.stderr))


def _key(*what: int) -> Secret[bytes]:
    """Return the key of a rehearsed deal: nothing is secret about it, so that it can be repeated."""
    return Secret(".".join(map(str, what)).encode())
