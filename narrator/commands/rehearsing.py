"""`narrator rehearse` plays a game without a table; `narrator odds` does it with every deck, and writes the results."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random

from narrator.base import whole_files
from narrator.base.resources import ODDS_FILE, name_of, pack_path
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.commands.telling import outcome_in_words, who_won
from narrator.evening.app.choosing.last_evening import own_deck
from narrator.evening.app.settings import log
from narrator.evening.rehearsal.rehearsal import (
    Guesser,
    NightLengths,
    RehearsalError,
    Rehearser,
    read_answers,
    rehearse,
    shares,
    simulate,
)
from narrator.packs.pack import Pack
from narrator.packs.pack_check import load_checked
from narrator.packs.rules import VillageRules
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.play import Mode
from narrator.rules.core.secrets import Secret
from narrator.rules.village.table import Deal
from narrator.table.games.deck_advice import is_possible
from narrator.table.games.engine import Founded
from narrator.table.games.options import settings
from narrator.table.games.registry import engine_facts, engine_of
from narrator.table.games.village_engine import village_rules
from narrator.table.setup.circle import read_names, read_respellings
from narrator.table.setup.setup_answers import Odds, SetupAnswers, digest

RANDOM = "random"


@dataclass(frozen=True)
class RehearsalOptions:
    """The table to be rehearsed, as it was written on the command line."""

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
    language: str
    counted: bool = False


@dataclass(frozen=True)
class Rehearsal:
    """A game to be rehearsed, with its words and its table."""

    game: Founded
    words: Words
    wording: Wording
    table: Guesser | Rehearser

    def check_left(self) -> None:
        """Make sure that every answer of the file was asked for.

        Raises:
            RehearsalError: some are left over.
        """
        if isinstance(self.table, Rehearser):
            self.table.check_left()


def run(plan: RehearsalOptions, games: int, trace: str | None) -> int:
    """Rehearse, and print how long each night is, and who won as the last line; return the status.

    Raises:
        UserError: it cannot be done.
        OSError: a file cannot be read or written.
    """
    if games > 1:
        return _random_games(plan, games, trace)
    planned = rehearsal(plan)
    told, nights = StringIO(), NightLengths()
    try:
        outcome = rehearse(planned.game.setup, planned.wording, planned.table, told, nights=nights, button=plan.counted)
    finally:  # where an answer is missing, the trace tells before what
        if trace is not None:
            whole_files.write_asked(Path(trace), told.getvalue())
    planned.check_left()
    print(*nights.lines(), who_won(outcome, planned.words), sep="\n")
    return 0


def rehearsal(plan: RehearsalOptions, names: str = "") -> Rehearsal:
    """Read a plan; `names` are first names as they are written on a command line.

    Raises:
        UserError: it is not possible.
        OSError: the answers cannot be read.
    """
    if plan.counted and plan.mode != Mode.JOUEUR.value:
        raise RehearsalError(to_user("rehearse.counted_leader"))
    pack = load_checked(pack_path(plan.game), engine_facts, [plan.language])
    seats = read_names(names)
    if seats and len(seats) != plan.players:
        raise RehearsalError(to_user("rehearse.names", count=len(seats), players=plan.players))
    said = read_respellings(names)
    words = pack.words[plan.language]
    wording = Wording(words, seats, plan.seed, tuple(said.get(name, "") for name in seats))
    game = _decided(plan, pack, wording, seats).found(_key(plan.seed))
    if plan.answers == RANDOM:
        chance = Random(plan.seed)
        return Rehearsal(game, words, wording, Guesser(game.things(chance), chance))
    return Rehearsal(game, words, wording, Rehearser(game.things(None), wording, read_answers(Path(plan.answers))))


def _random_games(plan: RehearsalOptions, games: int, trace: str | None) -> int:
    if plan.counted:
        raise RehearsalError(to_user("rehearse.counted_games"))
    if plan.answers != RANDOM or trace is not None:
        raise RehearsalError(to_user("rehearse.games"))
    pack = load_checked(pack_path(plan.game), engine_facts, [plan.language])
    decided = _decided(plan, pack, Wording(pack.words[plan.language]))
    chance = Random(plan.seed)
    outcomes: Counter[str] = Counter()
    began = time.perf_counter()
    for number in range(games):
        outcome, _ = simulate(decided.found(_key(plan.seed, number), prologue=False), chance)
        outcomes[outcome] += 1
    seconds = time.perf_counter() - began
    named = partial(outcome_in_words, words=pack.words[plan.language])
    print(*shares(outcomes, named), sep="\n")
    print(to_user("rehearse.speed", games=games, speed=round(games / seconds)))
    return 0


def _decided(plan: RehearsalOptions, pack: Pack, wording: Wording, names: tuple[str, ...] = ()) -> Founded:
    """Have the engine read the command line.

    Raises:
        CompositionError: it is not possible; the sentence says why.
        OptionError: the same.
    """
    asked = SetupAnswers(
        players=plan.players,
        mode=Mode(plan.mode),
        deal=Deal(plan.deal),
        roles=own_deck(name_of(pack.path), plan.roles),
        cards=plan.cards,
        center=plan.center,
        names=names,
        seed=plan.seed,
        settings=settings(plan.settings),
    )
    return engine_of(pack.rules.engine).plan(pack.rules, asked, wording, log)


def _key(*what: int) -> Secret[bytes]:
    """Return the key of a rehearsed deal: nothing is secret about it, so that it can be repeated."""
    return Secret(".".join(map(str, what)).encode())


HEAD = """\
# How the decks of this pack went in rehearsals with players who answer at random: `narrator odds {game}` writes it.
# By deck and number of players: the mean number of nights, and in per cent how games ended.
rules: {rules}
games: {games}
decks:
"""


def write_odds(game: str, games: int) -> None:
    """Rehearse every deck so many times with every number of players that it is possible for.

    Raises:
        UserError: the game has no decks, or there is none.
        OSError: the results cannot be written.
    """
    path = pack_path(game)
    pack = load_checked(path, engine_facts, None)
    rules = village_rules(pack.rules)
    if not rules.decks:
        raise UserError(to_user("odds.no_decks", name=game))
    lines = [HEAD.format(game=path.name, rules=digest(rules), games=games)]
    for deck in rules.decks:
        lines.append(f"  {deck}:\n")
        for players, odds in rehearsed(pack, rules, deck, games):
            shares = ", ".join(f"{outcome}: {share}" for outcome, share in odds.shares.items())
            lines.append(f"    {players}: {{nights: {odds.nights:.1f}, shares: {{{shares}}}}}\n")
            print(f"{deck} {players}: {shares}", file=sys.stderr)
    whole_files.write_asked(path / ODDS_FILE, "".join(lines))
    print(path / ODDS_FILE)


def rehearsed(pack: Pack, rules: VillageRules, deck: str, games: int) -> Iterator[tuple[int, Odds]]:
    """Yield how a deck goes with each number of players that the game plays; the same for the same pack."""
    engine = engine_of(rules.engine)
    wording = Wording(next(iter(pack.words.values())))
    for players in range(rules.players.hard_least, rules.players.hard_most + 1):
        if not is_possible(rules, players, deck):
            continue
        plan = engine.plan(rules, SetupAnswers(players=players, roles=deck), wording, lambda _sentence: None)
        chance = Random(players)
        ends = []
        for number in range(games):
            key = Secret(f"{deck}.{players}.{number}".encode())  # of a rehearsal: nothing about it is secret
            ends.append(simulate(plan.found(key, prologue=False), chance))
        outcomes = Counter(outcome for outcome, _ in ends)
        told = ((outcome, round(100 * count / games)) for outcome, count in outcomes.most_common())
        shares = {outcome: share for outcome, share in told if share}
        yield players, Odds(nights=sum(nights for _, nights in ends) / games, shares=shares)
