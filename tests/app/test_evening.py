"""An evening from the command line, through pipes: refusals, the end of the input, resuming, playing again."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from narrator.journal.journal import Journal

RECORDED = Path(__file__).parents[1] / "recorded"
LINES = (RECORDED / "thiercelieux-fr.txt").read_text(encoding="utf-8").splitlines()
PLAY = (RECORDED / "thiercelieux-fr.args").read_text(encoding="utf-8").split()


@dataclass
class Home:
    """A player's own data folder."""

    path: Path

    def narrator(self, *words: str, lines: list[str] | None = None) -> subprocess.CompletedProcess[str]:
        """Run narrator with these lines typed into it."""
        return subprocess.run(
            [sys.executable, "-m", "narrator", *words],
            input="".join(f"{line}\n" for line in lines or ()),
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "NARRATOR_HOME": str(self.path), "LC_ALL": "C.UTF-8"},
            check=False,
        )

    def journals(self) -> list[Path]:
        """Return the journals, the first game's first."""
        return sorted((self.path / "games").glob("*.journal"))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_a_recorded_evening_plays_to_its_end_and_is_told_afterwards(home: Home) -> None:
    played = home.narrator(*PLAY, lines=LINES)
    assert (played.returncode, played.stderr) == (0, "")
    told = home.narrator("story")
    assert told.returncode == 0
    assert "Nuit 1" in told.stdout


def test_without_a_private_screen_a_game_for_all_is_refused_with_what_would_help(home: Home) -> None:
    refused = home.narrator("play", "--players", "8")
    assert refused.returncode == 2
    assert "--private" in refused.stderr
    assert "--mode meneur" in refused.stderr
    assert home.journals() == []


def test_what_is_private_goes_to_its_file_alone_which_only_its_owner_reads(home: Home, tmp_path: Path) -> None:
    private = tmp_path / "private"
    typed = ["non", "non", "", "3"]
    words = ["play", "--players", "8", "--roles", "simple", "--pace", "instant", "--private", str(private)]
    played = home.narrator(*words, lines=typed)
    assert played.returncode == 0
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert "Ta carte" in private.read_text(encoding="utf-8")
    assert "Ta carte" not in played.stdout + played.stderr


def test_journals_are_for_their_owner_alone(home: Home) -> None:
    home.narrator(*PLAY, lines=LINES[:5])
    (journal,) = home.journals()
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.parent.stat().st_mode) == 0o700


def test_the_end_of_the_input_stores_the_game_and_says_how_to_resume(home: Home) -> None:
    stopped = home.narrator(*PLAY, lines=LINES[:9])
    assert stopped.returncode == 0
    assert "narrator resume" in stopped.stdout.splitlines()[-1]
    resumed = home.narrator("resume", "--pace", "instant", lines=LINES[9:])
    assert resumed.returncode == 0
    (journal,) = home.journals()
    with Journal.reopen(journal) as kept:
        assert kept.record().outcome == "lovers"


def test_an_unfinished_game_for_all_is_not_told(home: Home, tmp_path: Path) -> None:
    words = ["--players", "8", "--pace", "instant", "--private", str(tmp_path / "private")]
    home.narrator("play", *words, lines=["non", "non", ""])
    refused = home.narrator("story", home.journals()[0].stem)
    assert refused.returncode == 2
    assert "not over" in refused.stderr


def test_the_same_players_go_on_also_after_a_resumed_game(home: Home) -> None:
    home.narrator(*PLAY, lines=LINES[:9])
    home.narrator("resume", "--pace", "instant", lines=[*LINES[9:-1], "oui", "non"])
    first, second = home.journals()
    with Journal.reopen(first) as one, Journal.reopen(second) as other:
        assert one.header()["names"] == other.header()["names"]
        assert one.header()["key"] != other.header()["key"]


def test_two_narrators_do_not_write_one_journal(home: Home) -> None:
    home.narrator(*PLAY, lines=LINES[:5])
    (journal,) = home.journals()
    with Journal.reopen(journal) as kept:
        kept.cue(1)
        refused = home.narrator("resume", journal.stem)
    assert refused.returncode == 2
    assert "open in another narrator" in refused.stderr


def test_a_file_that_is_no_journal_is_refused_with_a_sentence(home: Home) -> None:
    home.narrator(*PLAY, lines=LINES[:5])
    (journal,) = home.journals()
    journal.write_bytes(b"not a journal at all" * 100)
    refused = home.narrator("resume", journal.stem)
    assert refused.returncode == 2
    assert "damaged or no journal" in refused.stderr


def test_a_finished_game_is_written_as_a_page_that_only_its_owner_reads(home: Home, tmp_path: Path) -> None:
    home.narrator(*PLAY, lines=LINES)
    page = tmp_path / "story.html"
    page.write_text("un vieux récit, plus long que le nouveau" * 1000, encoding="utf-8")
    page.chmod(0o644)
    told = home.narrator("story", "--html", str(page))
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert page.read_text(encoding="utf-8").endswith("</html>\n")
    refused = home.narrator("story", "--html", str(tmp_path / "nowhere" / "story.html"))
    assert refused.returncode == 2
    assert "nowhere" in refused.stderr
