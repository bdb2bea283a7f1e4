"""`narrator rehearse`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from narrator.core.secrets import Secret
from narrator.resources import UnknownGameError, pack_path
from narrator.session.composing import Hand, findings, hand_of, read_cards
from narrator.session.founding import Choices, found
from narrator.session.options import settings as read_settings
from narrator.session.rehearsal import (
    Guesser,
    RehearsalError,
    Rehearser,
    read_answers,
    rehearse,
    shares,
    simulate,
)
from narrator.session.settingup import composition
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
from narrator.story.rules import Rules
from narrator.story.wording import Wording
from narrator.village.setup import Deal, Mode

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
    except (UnknownGameError, PackError, RehearsalError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _one_game(plan: Plan) -> int:
    pack = load_pack(pack_path(plan.game), [plan.language])
    wording = Wording(pack.words[plan.language], seed=plan.seed)
    setup = found(pack.rules, _choices(plan, pack.rules, wording), _key(plan.seed))
    with ExitStack() as open_files:
        trace = None
        if plan.trace is not None:
            trace = open_files.enter_context(open(plan.trace, "w", encoding="utf-8"))
        if plan.answers == RANDOM:
            outcome = rehearse(setup, wording, Guesser(setup, Random(plan.seed)), trace)
        else:
            table = Rehearser(setup, wording, read_answers(Path(plan.answers)))
            outcome = rehearse(setup, wording, table, trace)
            table.check_left()
    print(f"outcome: {outcome}")
    return 0


def _random_games(plan: Plan) -> int:
    if plan.answers != RANDOM or plan.trace is not None:
        raise ValueError("--games goes with --answers random, and without --trace: rehearse one game to trace it")
    pack = load_pack(pack_path(plan.game), [plan.language])
    choices = _choices(plan, pack.rules, Wording(pack.words[plan.language]))
    chance = Random(plan.seed)
    outcomes: Counter[str] = Counter()
    setup = replace(found(pack.rules, choices, _key(plan.seed)), prologue=False)
    began = time.perf_counter()
    for number in range(plan.games):
        outcome = simulate(replace(setup, key=_key(plan.seed, number)), chance)
        outcomes[outcome] += 1
    seconds = time.perf_counter() - began
    print(*shares(outcomes), sep="\n")
    print(f"{plan.games} games, {plan.games / seconds:.0f} games per second")
    print(f"outcome: {outcomes.most_common(1)[0][0]}")
    return 0


def _choices(plan: Plan, rules: Rules, wording: Wording) -> Choices:
    """Read the composition and the deal of the command line.

    Raises:
        ValueError: they are not possible; the sentence says why.
    """
    hand, office, fixed = _composition(plan, rules)
    for finding in findings(rules, plan.players, hand):
        sentence = wording.line(finding.line, **finding.terms)
        if finding.error:
            raise ValueError(sentence)
        print(sentence, file=sys.stderr)
    return Choices(
        players=plan.players,
        hand=hand,
        mode=Mode(plan.mode),
        deal=Deal(plan.deal),
        seed=plan.seed,
        settings=read_settings(plan.settings),
        office=office,
        fixed=fixed,
    )


def _composition(plan: Plan, rules: Rules) -> tuple[Hand, bool, tuple[tuple[str, ...], tuple[str, ...]] | None]:
    if plan.cards is None:
        if plan.center is not None:
            raise ValueError("--center fixes a part of the deal: give --cards too")
        return *composition(rules, plan.players, plan.roles), None
    cards = read_cards(rules, plan.cards)
    if len(cards) != plan.players:
        raise ValueError(f"--cards names {len(cards)} cards for {plan.players} players: name one card a seat")
    center = () if plan.center is None else read_cards(rules, plan.center)
    counts = Counter((*cards, *center))
    left = sum(sum(rules.cards[card].adds.values()) * count for card, count in counts.items())
    if len(center) != left:
        raise ValueError(
            f"--center names {len(center)} cards, but this composition leaves {left} in the centre: name exactly {left}"
        )
    return hand_of(rules, counts), True, (cards, center)


def _key(*what: int) -> Secret[bytes]:
    """Return the key of a rehearsed deal: nothing is secret about it, so that it can be repeated."""
    return Secret(".".join(map(str, what)).encode())
