"""Power can go at any instant: what was answered is there, and the game goes on to the end it would have had.

Real processes are killed (SIGKILL) in the middle of evenings that people type, and resumed until they end.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from players import Typed, typed
from tables import GAMES, runs

from narrator.rules.core.answers import Answer
from narrator.rules.core.play import Mode
from narrator.table.journal.journal import Journal

PLAYERS = {"mafeking": 10}
EVENINGS = [*((game, Mode.MENEUR) for game in GAMES), ("thiercelieux", Mode.JOUEUR)]


class Evening:
    """One evening typed into real processes, each killed before the next goes on."""

    def __init__(self, game: str, mode: Mode, evening: Typed, home: Path) -> None:
        self.evening = evening
        self.home = home
        self.private = home / "private"
        players = str(PLAYERS.get(game, 8))
        self.start = ["play", game, "--players", players, "--mode", mode.value]
        if mode is Mode.JOUEUR:
            self.start += ["--private", str(self.private)]
        if game != "cuba":
            self.start += ["--deal", "cards"]
        self.go_on = ["resume", *(["--private", str(self.private)] if mode is Mode.JOUEUR else [])]

    def process(self) -> subprocess.Popen[str]:
        words = self.go_on if self.journals() else self.start
        environment = {**os.environ, "NARRATOR_HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        return subprocess.Popen(
            [sys.executable, "-m", "narrator", *words, "--pace", "instant", "--no-sound"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment,
        )

    def journals(self) -> list[Path]:
        return sorted(self.home.glob("games/*.journal"))

    def stored(self) -> list[tuple[str | None, Answer]]:
        if not self.journals():
            return []
        with Journal.reopen(self.journals()[0]) as journal:
            answers = journal.record().answers if journal.header() else []
        return [(question, answer) for question, answer in answers if question != "muster"]  # nobody is asked that

    def killed(self, typed_lines: Sequence[str], after: int) -> int:
        """Type lines and pull the plug after so many lines of output; return how many answers were acted upon."""
        with self.process() as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("".join(f"{line}\n" for line in typed_lines))
            process.stdin.close()
            heard = [line for line, _ in zip(process.stdout, range(after), strict=False)]
            process.kill()
        # Whatever was asked after another question came of its answer.
        return max(0, sum(line.startswith("? ") for line in heard) - 1)

    def finished(self, typed_lines: Sequence[str]) -> str:
        with self.process() as process:
            output, _ = process.communicate("".join(f"{line}\n" for line in typed_lines))
        assert process.returncode == 0
        return output


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "mode"), EVENINGS, ids=[f"{game}-{mode.value}" for game, mode in EVENINGS])
def test_a_killed_game_has_lost_no_answer_and_ends_as_it_would_have(game: str, mode: Mode, tmp_path: Path) -> None:
    chance = Random(f"{game} {mode.value}")
    kills = -(-runs(200) // len(EVENINGS))
    while kills > 0:
        evening = typed(game, PLAYERS.get(game, 8), chance.randrange(10**6), mode)
        home = tmp_path / f"evening-{kills}"
        home.mkdir()
        kills -= play_with_power_cuts(Evening(game, mode, evening, home), kills, chance)


def play_with_power_cuts(evening: Evening, most: int, chance: Random) -> int:
    """Play one evening, cutting the power at random; return how often it was cut."""
    lines, answers = evening.evening.lines, list(evening.evening.answers)
    kills = 0
    stored = 0
    while kills < most and stored < len(lines) - 6:
        # Short of the end: a game that is over is not resumed.
        ahead = min(stored + chance.randint(2, 12), len(lines) - 3)
        heard_of = evening.killed(lines[stored:ahead], chance.randint(1, 30))
        kills += 1
        before, now = stored, evening.stored()
        stored = len(now)
        assert now == answers[:stored], "only what was typed, in its order"
        assert stored >= min(before + heard_of, len(answers)), "what was acted upon is on disk"
    evening.finished(lines[stored:])
    assert evening.stored() == answers
    with Journal.reopen(evening.journals()[0]) as journal:
        assert journal.record().outcome == evening.evening.outcome
    return kills
