"""A box whose partition is missing at power-on: it says so, plays meanwhile, and finds its games when they come."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from boxes import Table

from narrator.table.journal.journal import Journal

pytestmark = pytest.mark.thorough

WITHOUT = (str(Path(__file__).with_name("without_partition.py")),)
LOST, BACK = "ce soir, je retiens tout de tête", "je n'oublie plus rien"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table with a folder in memory, and settings that were put by."""
    (tmp_path / "run").mkdir()
    (tmp_path / "spare").mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    monkeypatch.setenv("NARRATOR_SPARE", str(tmp_path / "spare"))
    return Table(tmp_path, ["--no-sound", "--pace", "instant"], narrator=WITHOUT)


def answers(folder: Path) -> list[int]:
    """Return how many answers each game in a folder has."""
    found = []
    for path in sorted(folder.glob("*.journal")):
        with Journal.reopen(path) as journal:
            found.append(len(journal.record().answers))
    return found


def test_games_of_a_partition_that_comes_late_are_offered(table: Table, tmp_path: Path) -> None:
    table.home.mkdir()
    with table.on() as box:
        box.set_up()
        box.play("")
        assert box.stops() == 0
        assert not any(LOST in line for line in box.said)
    table.home.rename(tmp_path / "unplugged")
    with table.on() as box:
        box.hears(LOST)
        box.answer("Combien êtes-vous", "5")
        box.hears("À quel jeu")
        (tmp_path / "unplugged").rename(table.home)
        box.hears(BACK)
        box.answer("Une partie d'aujourd'hui attend sa fin : Mafia, à 8 joueurs. La reprendre ?", "1")
        box.play("")
        assert box.stops() == 0
    assert [*(tmp_path / "run").iterdir()] == [], "nothing stays in memory"


def test_a_game_in_memory_outlives_a_restart_and_comes_home_whole(table: Table, tmp_path: Path) -> None:
    tonight = tmp_path / "run" / "tonight"
    with table.on() as box:
        box.hears(LOST)
        box.set_up()
        box.home = tonight
        box.play("")
    assert not table.home.exists(), "nothing is written where the partition would hide it"
    before = answers(tonight / "games")
    with table.on() as box:
        box.hears(LOST)
        box.hears("Une partie d'aujourd'hui attend sa fin")
        table.home.mkdir()
        box.hears(BACK)
        box.hears("Une partie d'aujourd'hui attend sa fin")
        assert box.stops() == 0
    assert answers(table.home / "games") == before
    assert not tonight.exists()


def test_a_game_that_is_left_in_memory_is_not_said_to_be_kept(table: Table) -> None:
    typed = "".join(f"{line}\n" for line in ("8", "quelqu'un mène", "mafia", "", ""))
    words = ["box", "--no-sound", "--pace", "instant", "--keypad", "none"]
    ended = subprocess.run(
        [sys.executable, *WITHOUT, *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NARRATOR_HOME": str(table.home), "LC_ALL": "C.UTF-8"},
        check=True,
    )
    assert "La partie n'est retenue que de tête : si l'on m'éteint, je l'oublie." in ended.stdout
    assert "La partie est gardée" not in ended.stdout


def test_what_was_put_by_speaks_for_the_settings_that_are_missing(table: Table, tmp_path: Path) -> None:
    (tmp_path / "spare" / "settings.yaml").write_text("light: nothing\n", encoding="utf-8")
    with table.on() as box:
        box.hears("n'est pas une lampe")
        box.hears(LOST)
        assert box.stops() == 0
