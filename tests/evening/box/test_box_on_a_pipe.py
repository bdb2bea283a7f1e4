"""A box that lines are typed to: what it does at their end, and what several games of one process leave behind."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from boxes import Table

from narrator.base.processes.liveness import Pulses
from narrator.evening.app.game_series import GameEnd, TableHost, play_on
from narrator.evening.app.ports.terminal_ports import TERMINAL
from narrator.evening.app.prepared_game import open_evening
from narrator.evening.app.settings import Equipment, Settings
from narrator.evening.box import speaker
from narrator.evening.box.box_ports import BoxTable
from narrator.evening.box.game_storage import of_this_machine
from narrator.evening.box.service import STORED, BoxOptions, Upkeep, Watchdog
from narrator.packs.wording import Wording
from narrator.rules.core.play import Mode
from narrator.rules.village.table import Deal
from narrator.table.games.founding import fresh_key
from narrator.table.setup.setup_answers import SetupAnswers

pytestmark = pytest.mark.thorough

SECONDS = 60.0
RECORDED = Path(__file__).parents[2] / "recorded"

SET_UP = ("8", "quelqu'un mène", "mafia")
"""Mafia for eight with real cards and a leader."""

ROLES = ("", "", "2", "7", "8", "1")
DAYS = ("2", "8", "1", "3", "2", "4", "1", "2", ".", "5", "1", "2", "6", "2", "2", "1")
GAME = (*ROLES, *DAYS)
"""One game from its first question to the last Mafioso; the next one is about another game."""

CAPTIONS = Equipment("instant", sound=False)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def box(home: Path, *words: str, lines: str | None) -> subprocess.CompletedProcess[str]:
    """Run a box whose standard input has these lines; None: it is closed."""
    command = [sys.executable, "-m", "narrator", "box", "--no-sound", "--pace", "instant", *words]
    return subprocess.run(
        command if lines is not None else ["sh", "-c", 'exec "$@" <&-', "sh", *command],
        input=lines,
        stdin=subprocess.DEVNULL if lines is None else None,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8"},
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.parametrize(
    "lines",
    [None, "", typed(*SET_UP[:2]), typed(*SET_UP, *GAME[:4]), typed(*SET_UP, *GAME, "2")],
    ids=["closed", "at its end", "in the set-up", "in a game", "after a game"],
)
def test_a_pipe_that_has_ended_and_was_all_there_was_is_a_goodbye(tmp_path: Path, lines: str | None) -> None:
    ended = box(tmp_path, "--keypad", "none", lines=lines)
    assert "Rentrez bien" in ended.stdout.splitlines()[-1]
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_pipe_that_ends_in_a_game_leaves_it_kept(tmp_path: Path) -> None:
    ended = box(tmp_path, "--keypad", "none", lines=typed(*SET_UP, *GAME[:4]))
    assert "La partie est gardée, où elle en est." in ended.stdout
    again = box(tmp_path, "--keypad", "none", lines=typed("1"))
    assert "Une partie d'aujourd'hui attend sa fin : Mafia" in again.stdout


def test_a_pipe_that_ends_where_a_game_is_over_tells_of_none_that_is_kept(tmp_path: Path) -> None:
    ended = box(tmp_path, "--keypad", "none", lines=typed(*SET_UP, *GAME))
    assert "Rentrez bien" in ended.stdout
    assert "La partie est gardée" not in ended.stdout


def test_a_damaged_game_goes_on_from_what_is_left_of_it_where_that_is_wanted(tmp_path: Path) -> None:
    box(tmp_path, "--keypad", "none", lines=typed(*SET_UP, *GAME[:4]))
    (journal,) = (tmp_path / "games").glob("*.journal")
    content = bytearray(journal.read_bytes())
    content[content.index(b"\n5 ") + 30] ^= 4
    journal.write_bytes(content)
    mended = box(tmp_path, "--keypad", "none", lines=typed("1"))
    assert "Une partie a été abîmée sur le disque : Mafia." in mended.stdout
    assert "Le récit s'était arrêté" in mended.stdout


def test_with_a_keypad_besides_the_end_of_a_pipe_ends_nothing(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(writing)
    with Table(tmp_path, ["--no-sound", "--pace", "instant"]).on(reading) as at:
        at.answer("Combien êtes-vous", "5")
        at.hears("À quel jeu")
        assert at.stops() == 0


class Census:
    """How many threads and open files there are whenever a game is furnished."""

    def __init__(self) -> None:
        self.counted: list[tuple[list[str], int]] = []

    def take(self) -> None:
        names = sorted(thread.name for thread in threading.enumerate())
        self.counted.append((names, len(os.listdir("/proc/self/fd"))))

    def of(self, host: TableHost) -> TableHost:
        def furnish(*of_game: object) -> object:
            self.take()
            return host.furnish(*of_game)  # type: ignore[arg-type]  # as it was called

        return replace(host, furnish=furnish)  # type: ignore[arg-type]


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch, home: Path) -> Iterator[Callable[[str], None]]:
    """Make standard input a pipe; return what types all of it. Games are kept in a folder of their own."""
    assert not home.exists()
    reading, writing = os.pipe()

    def types(lines: str) -> None:
        with open(writing, "w", encoding="utf-8") as pipe:
            pipe.write(lines)

    with open(reading, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield types


def test_three_games_at_a_pipe_leave_no_thread_and_no_open_file(types: Callable[[str], None]) -> None:
    lines = (RECORDED / "thiercelieux-fr.txt").read_text(encoding="utf-8").splitlines()[:-1]
    more = ("oui", *lines[1:])  # a game that follows another begins with its deal
    types(typed(*lines, *more, *more, "non"))
    evening = open_evening("thiercelieux", "fr", CAPTIONS)
    names = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
    asked = SetupAnswers(players=8, mode=Mode.MENEUR, deal=Deal.CARDS, roles=None, names=names, seed=1, settings={})
    plan = evening.engine.plan(evening.pack.rules, asked, Wording(evening.pack.words["fr"]), print)
    census = Census()
    census.take()
    assert play_on(evening, plan.found(fresh_key()), census.of(TERMINAL)) is GameEnd.OVER
    census.take()
    before, *games, after = census.counted
    assert games == games[:1] * 3
    assert after == before


def test_three_games_of_a_box_leave_no_thread_and_no_open_file(
    types: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    census, host = Census(), BoxTable.host
    monkeypatch.setattr(BoxTable, "host", lambda table: census.of(host(table)))
    types(typed(*SET_UP, *GAME, "1", *GAME[1:], "2", "1", *SET_UP, *GAME, "2"))
    with ExitStack() as equipment:
        options = BoxOptions("fr", CAPTIONS)
        upkeep = Upkeep(equipment, Pulses(), Watchdog(environment={}), of_this_machine())
        assert speaker.Box(options, Settings(keypad="none"), None, upkeep, True).live() == STORED
    assert len(census.counted) == 3
    assert census.counted == census.counted[:1] * 3
