"""What is said of a game that waits for its end: its title, its seats, its day, and nothing else."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from disks import failing_disk
from hypothesis import given
from hypothesis import strategies as st
from shipped import shipped
from terminals import LINES, PLAY, journals, narrator

from narrator.evening.app.choosing.unfinished import offer
from narrator.packs.wording import Wording
from narrator.table.games.saved_games import SavedGame
from narrator.table.journal.journal import Journal, look

WORDING = Wording(shipped("mafia").words["fr"])
TITLES = {"mafia": "Mafia", "cuba": "Mafia de Cuba"}
DAY = date(2026, 11, 20)


def said(header: dict[str, Any], today: date = DAY, id_: str = "20261120-213000") -> str | None:
    """Return what is said of a game with this header, that was begun on the day of `id_`."""
    offered = offer(SavedGame(id_, header, None), TITLES, WORDING, today, aloud=True)
    return None if offered is None else WORDING.line(offered[0], **offered[1])


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0, "Une partie d'aujourd'hui attend sa fin : Mafia, à 8 joueurs. La reprendre ? Oui, ou non."),
        (1, "Une partie d'hier attend sa fin : Mafia, à 8 joueurs. La reprendre ? Oui, ou non."),
        (5, "Une partie attend sa fin depuis 5 jours : Mafia, à 8 joueurs. La reprendre ? Oui, ou non."),
        (-1, "Une partie attend sa fin : Mafia, à 8 joueurs. La reprendre ? Oui, ou non."),
    ],
)
def test_a_game_is_offered_by_its_title_its_seats_and_its_day(days: int, words: str) -> None:
    assert said({"pack": "mafia", "players": 8}, DAY + timedelta(days)) == words


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())))
def test_nothing_else_of_a_header_is_told(secrets: dict[str, Any]) -> None:
    plain = {"pack": "mafia", "players": 8}
    assert said({**secrets, **plain}) == said(plain)


@pytest.mark.parametrize(
    "header", [{}, {"pack": "other", "players": 8}, {"pack": "mafia"}, {"pack": "mafia", "players": "8"}]
)
def test_what_cannot_be_resumed_here_is_not_offered(header: dict[str, Any]) -> None:
    assert said(header) is None


def test_an_id_without_a_day_is_offered_without_one() -> None:
    assert said({"pack": "cuba", "players": 6}, id_="mine") == (
        "Une partie attend sa fin : Mafia de Cuba, à 6 joueurs. La reprendre ? Oui, ou non."
    )


@pytest.mark.parametrize(
    ("header", "days", "words"),
    [
        ({"players": 3, "names": ["Ann", "Bob", "Cléo"]}, 1, "3 joueurs : Ann, Bob, Cléo. Commencée hier"),
        ({"players": 8, "names": []}, 0, "8 joueurs. Commencée aujourd'hui"),
        ({"players": 8}, 4, "8 joueurs. Commencée il y a 4 jours"),
        ({"players": 8}, -1, "8 joueurs"),
    ],
)
def test_at_a_terminal_a_game_is_known_by_who_plays_it_and_since_when(
    header: dict[str, Any], days: int, words: str
) -> None:
    kept = SavedGame("20261120-213000", {"pack": "mafia", **header}, None)
    offered = offer(kept, TITLES, WORDING, DAY + timedelta(days), aloud=False)
    assert offered is not None
    assert WORDING.line(offered[0], **offered[1]).startswith(f"Une partie inachevée : Mafia, {words}.")


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


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_narrator_alone_offers_what_is_left_and_else_the_game_before(home: Path) -> None:
    path = journal_of(home)
    content = path.read_bytes()
    damage(path, 20)
    (path.parent / "20200101-200000.journal").write_bytes(content)
    (path.parent / "20990101-200000.journal").write_bytes(b"no game")
    offered = narrator(home, lines=["non", "oui"])
    assert "ne peut plus être lue" in offered.stdout
    assert offered.stdout.index(FOUND) < offered.stdout.index("Une partie inachevée")
    assert "Le récit s'était arrêté" in offered.stdout
    assert "20990101-200000.journal est abîmé, ou n'est pas une partie" in offered.stderr


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_a_header_of_which_both_copies_were_damaged_is_refused_and_the_file_stays(home: Path) -> None:
    path = journal_of(home)
    content = bytearray(path.read_bytes())
    copies = [found.end() for found in re.finditer(b'"seed": ', content)]
    assert len(copies) == 2
    for place in copies:
        content[place + 1] ^= 1
    path.write_bytes(content)
    refused = narrator(home, "resume", path.stem)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "est abîmé, ou n'est pas une partie" in refused.stderr
    assert path.read_bytes() == content


@pytest.mark.thorough
@pytest.mark.parametrize("change", [{"players": 99999999}, {"windows": {}}, {"pack": "nowhere"}, {"language": "tlh"}])
def test_a_game_that_cannot_be_is_refused_with_a_sentence(home: Path, change: dict[str, object]) -> None:
    header = look(journal_of(home)).header
    Journal.create(home / "games" / "20990101-200000.journal", {**header, **change}).close()
    refused = narrator(home, "resume", "20990101-200000")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.thorough
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
        second = narrator(home, "resume", journal_of(home).stem, lines=LINES[23:])
        assert (second.returncode, second.stdout) == (2, "")
        assert "est ouverte dans un autre narrator : fermez d'abord celui-là" in second.stderr
        assert journal_of(home).read_bytes() == before
        first.communicate("")
    assert narrator(home, "resume", "--pace", "instant").returncode == 0


@pytest.mark.thorough
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
