"""`narrator odds`: rehearses the decks of a pack with every number of players, and writes the results beside it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from narrator.core.secrets import Secret
from narrator.games.deck_advice import is_possible
from narrator.games.registry import engine_facts, engine_of
from narrator.games.village_engine import village_rules
from narrator.rehearsal.rehearsal import simulate
from narrator.resources import ODDS_FILE, pack_path
from narrator.setup.deck_odds import Odds, digest
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.checks.pack_check import load_checked
from narrator.story.pack import Pack
from narrator.story.rules import VillageRules
from narrator.story.sentences import to_user
from narrator.story.wording import Wording
from narrator.user_error import UserError

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
    (path / ODDS_FILE).write_text("".join(lines), encoding="utf-8")
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
