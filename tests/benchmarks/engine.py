"""`make bench ARGS=engine`: what the engine costs, as figures and as ratios to something bare on the same machine."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import SECONDS, heading, median_time, row
from narrator.base.resources import pack_path
from narrator.evening.rehearsal.rehearsal import simulate
from narrator.evening.rehearsal.virtual_table import guess
from narrator.packs.pack import load_pack
from narrator.packs.rules import VillageRules
from narrator.rules.core.answers import NOBODY, Answer
from narrator.rules.core.play import Walk, choices_of, play
from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.table.games.founding import found
from narrator.table.games.village_engine import VillageGame, village_rules
from narrator.table.journal.journal import Journal
from narrator.table.setup.composition import suggested
from narrator.table.setup.setup_answers import SetupAnswers


def engine() -> int:
    """Print the table of the engine's benchmarks."""
    rules = village_rules(load_pack(pack_path("thiercelieux"), []).rules)
    heading("target")
    row("random games of 12 players, a second, one core", f"{games_a_second(_setup(rules, 12)):.0f}", "2000")
    evening = _setup(rules, 12)
    answers = long_evening(evening, 200)
    row(f"replay of an evening of {len(answers)} answers, ms", f"{1000 * replay_seconds(evening, answers):.2f}", "5")
    stored, bare = stored_seconds(evening)
    row("an answer from key to stored and acted on, ms", f"{1000 * stored:.2f}", "20")
    row("... as a ratio to a bare SQLite commit", f"{stored / bare:.1f}", "")
    row("narrator --help, as a ratio to python -c pass", f"{help_ratio():.1f}", "4")
    for seats in (8, 16, 32, 64):
        setup = _setup(rules, seats)
        answers = long_evening(setup, 100)
        figures = f"{games_a_second(setup):.0f} games/s, replay {1000 * replay_seconds(setup, answers):.2f} ms"
        row(f"{seats} seats: random games, replay of 100 answers", figures, "")
    return 0


def _setup(rules: VillageRules, players: int) -> VillageSetup:
    """Return the full composition; beyond the table's last row, its proportions."""
    table_end = rules.hunters.table[-1][1]
    hand = suggested(rules, min(players, table_end), "full")
    grown = tuple((card, n + max(0, players - table_end) * (card == rules.filler)) for card, n in hand)
    return replace(found(rules, SetupAnswers(players=players), grown, Secret(b"bench")), prologue=False)


def games_a_second(setup: VillageSetup) -> float:
    """Play random games at the seam; return how many a second of the processor, in the best of some seconds."""
    chance, counted, best = random.Random(1), count(), 0.0
    for _ in range(round(SECONDS)):
        played, began = 0, time.process_time()
        while (spent := time.process_time() - began) < 1:
            simulate(VillageGame(replace(setup, key=Secret(str(next(counted)).encode()))), chance)
            played += 1
        best = max(best, played / spent)
    return best


def long_evening(setup: VillageSetup, length: int) -> list[Answer]:
    """Return so many answers of a game in which nobody dies."""
    chance = random.Random(1)
    walk = Walk(setup)
    walk.run()
    answers: list[Answer] = []
    while walk.pending is not None and len(answers) < length:
        answer = NOBODY if NOBODY in choices_of(walk.pending).words else guess(walk.pending, chance)
        walk.answer(answer)
        answers.append(answer)
        walk.run()
    return answers


def replay_seconds(setup: VillageSetup, answers: list[Answer]) -> float:
    """Return the median time of a replay."""
    return median_time(lambda: play(setup, answers))


def stored_seconds(setup: VillageSetup) -> tuple[float, float]:
    """Return the median time of an answer, stored and acted on, and of a bare commit, on this disk."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        with Journal.create(Path(folder) / "bench.journal", {}) as journal:
            walk = Walk(setup)
            walk.run()
            answers = iter(long_evening(setup, 2000))

            def act() -> None:
                pending = walk.pending
                if pending is None:
                    raise RuntimeError("the evening of the benchmark ended")
                answer = next(answers)
                journal.answer(pending.question, answer)
                walk.answer(answer)
                walk.run()

            stored = median_time(act, most=1500)
        connection = sqlite3.connect(Path(folder) / "bare.sqlite3", isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, value TEXT)")
        bare = median_time(lambda: connection.execute("INSERT INTO row (value) VALUES ('5')"), most=1500)
        connection.close()
    return stored, bare


def help_ratio() -> float:
    """Return how many times as long as bare Python the help takes to come."""

    def run(*arguments: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

    return median_time(run("-m", "narrator", "--help")) / median_time(run("-c", "pass"))
