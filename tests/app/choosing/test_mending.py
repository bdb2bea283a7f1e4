"""Damaged games and disks that take nothing, at a terminal's pipe: a sentence, a choice, and never another game."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from disks import failing_disk
from piped_games import LINES, PLAY, journals, narrator

from narrator.journal.journal import Journal, look

pytestmark = pytest.mark.thorough

FOUND = "Une partie a été abîmée sur le disque"


@pytest.fixture
def home(unfinished: Path) -> Path:
    """A player's own data folder, with a game in it that is not over."""
    return unfinished


def journal_of(home: Path) -> Path:
    (journal,) = journals(home)
    return journal


def damage(path: Path, keep: int) -> bytes:
    """Damage the row after so many, and return what the file is then."""
    content = bytearray(path.read_bytes())
    content[content.index(b"\n%d " % (keep + 1)) + 60] ^= 4
    path.write_bytes(content)
    return bytes(content)


def test_a_damaged_game_says_what_is_left_and_is_left_alone_where_nobody_wants_that(home: Path) -> None:
    path = journal_of(home)
    damaged = damage(path, 20)
    for words, lines in ((("resume",), ["non"]), (("resume", path.stem), [""]), (("resume",), [])):
        refused = narrator(home, *words, lines=lines)
        assert refused.returncode == 0
        assert FOUND in refused.stdout
        assert "Réponses données devant tous qui restent intactes : " in refused.stdout
        assert "Elle peut repartir" in refused.stdout
        assert path.read_bytes() == damaged
        assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_damaged_game_goes_on_from_what_is_left_where_that_is_wanted(home: Path) -> None:
    path = journal_of(home)
    rows = look(path).rows
    damaged = damage(path, 20)
    resumed = narrator(home, "resume", "--pace", "instant", lines=["oui"])
    assert resumed.returncode == 0
    assert "Le récit s'était arrêté" in resumed.stdout
    (copy,) = path.parent.glob("*.damaged")
    assert (copy.read_bytes(), stat.S_IMODE(copy.stat().st_mode)) == (damaged, 0o600)
    assert look(path).rows[:20] == rows[:20]
    assert FOUND not in narrator(home, "resume", "--pace", "instant").stdout


def test_narrator_alone_offers_what_is_left_and_else_the_game_before(home: Path) -> None:
    path = journal_of(home)
    content = path.read_bytes()
    damage(path, 20)
    (path.parent / "20200101-200000.journal").write_bytes(content)
    (path.parent / "20990101-200000.journal").write_bytes(b"no game")
    offered = narrator(home, lines=["non", "oui"])
    assert "ne peut plus être lue" in offered.stdout
    assert offered.stdout.index(FOUND) < offered.stdout.index("Une partie attend sa fin")
    assert "Le récit s'était arrêté" in offered.stdout
    assert "20990101-200000.journal est abîmé, ou n'est pas une partie" in offered.stderr


def test_how_many_answers_were_given_in_secret_is_not_told(home: Path) -> None:
    path = journal_of(home)
    kept = look(path)
    secret = [number for number, row in enumerate(kept.rows, start=1) if '"seer.target"' in row]
    told = set()
    for row in (secret[0] - 1, secret[0]):
        content = path.read_bytes()
        damage(path, row)
        told.add(narrator(home, "resume", lines=["non"]).stdout)
        path.write_bytes(content)
    assert len(told) == 1


def test_a_header_that_was_damaged_is_refused_and_the_file_stays(home: Path) -> None:
    path = journal_of(home)
    content = bytearray(path.read_bytes())
    content[content.index(b'"seed": ') + 9] ^= 1
    path.write_bytes(content)
    refused = narrator(home, "resume", path.stem)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "damaged or no journal" in refused.stderr
    assert path.read_bytes() == content


@pytest.mark.parametrize("change", [{"players": 99999999}, {"windows": {}}, {"pack": "nowhere"}, {"language": "tlh"}])
def test_a_game_that_cannot_be_is_refused_with_a_sentence(home: Path, change: dict[str, object]) -> None:
    header = look(journal_of(home)).header
    Journal.create(home / "games" / "20990101-200000.journal", {**header, **change}).close()
    refused = narrator(home, "resume", "20990101-200000")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_two_narrators_do_not_play_one_game(home: Path) -> None:
    words = [sys.executable, "-m", "narrator", "resume", journal_of(home).stem, "--pace", "instant"]
    environment = {**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, encoding="utf-8"
    ) as first:
        assert first.stdout is not None
        while not first.stdout.readline().startswith("? "):
            pass
        before = journal_of(home).read_bytes()
        second = narrator(home, "resume", journal_of(home).stem, lines=LINES[25:])
        assert (second.returncode, second.stdout) == (2, "")
        assert "is open in another narrator: close that one first" in second.stderr
        assert journal_of(home).read_bytes() == before
        first.communicate("")
    assert narrator(home, "resume", "--pace", "instant").returncode == 0


def test_a_disk_that_takes_nothing_is_a_sentence_in_the_words_of_the_game(home: Path, tmp_path: Path) -> None:
    library = failing_disk(tmp_path)
    if library is None:
        pytest.skip("there is no C compiler to make a failing disk with: apt install gcc libc6-dev")
    before = journal_of(home).read_bytes()
    full, read_only = "1,1,0", "4,0,0"
    for words, fault, sentence in (
        (("resume",), read_only, "Une partie attend sa fin, mais elle ne peut pas continuer"),
        (PLAY, read_only, "Le disque refuse toute écriture"),
        (PLAY, full, "Le disque est plein"),
        ((*PLAY, "--lang", "en"), full, "The disk is full"),
    ):
        refused = narrator(home, *words, lines=LINES, LD_PRELOAD=str(library), FAILING_DISK=fault)
        assert refused.returncode == 2
        assert sentence in refused.stderr
        assert "Traceback" not in refused.stderr
    alone = narrator(home, lines=[], LD_PRELOAD=str(library), FAILING_DISK=read_only)
    assert "Une partie attend sa fin, mais elle ne peut pas continuer" in alone.stdout
    assert journal_of(home).read_bytes() == before
