"""The decks that a player has named, from one evening to the next."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from piped_games import journals, narrator
from pseudo_terminals import PseudoTerminal

from narrator.app.choosing.last_evening import DECKS_FILE, keep_decks, keep_evening, known_decks, saved_decks
from narrator.app.prepared_game import open_evening
from narrator.app.settings import Equipment
from narrator.games.village_dialog import QUESTIONS
from narrator.journal.journal import Journal
from narrator.setup.setup_answers import SetupAnswers

pytestmark = pytest.mark.thorough

QUIETLY = Equipment(sound=False)


def test_decks_are_kept_by_game_for_their_owner_alone(home: Path) -> None:
    keep_decks(open_evening("thiercelieux", "fr", QUIETLY), {"été": "full,voleur"})
    keep_decks(open_evening("mafia", "fr", QUIETLY), {"no": "full"})
    assert saved_decks("thiercelieux") == {"été": "full,voleur"}
    assert known_decks(open_evening("mafia", "en", QUIETLY)).own == {"no": "full"}
    assert stat.S_IMODE((home / DECKS_FILE).stat().st_mode) == 0o600
    assert [file.name for file in home.iterdir()] == [DECKS_FILE]


def test_how_the_decks_of_a_pack_went_is_known(home: Path) -> None:
    known = known_decks(open_evening("thiercelieux", "fr", QUIETLY))
    assert known.odds is not None
    assert not home.exists()


def test_the_last_deck_is_known_to_its_game_in_its_language_alone(home: Path) -> None:
    prepared = open_evening("thiercelieux", "fr", QUIETLY)
    keep_evening(prepared, SetupAnswers(players=8, roles="2 loups-garous, voyante"))
    assert known_decks(prepared).last == "2 loups-garous, voyante"
    assert known_decks(open_evening("thiercelieux", "en", QUIETLY)).last is None
    assert known_decks(open_evening("mafia", "fr", QUIETLY)).last is None
    assert (home / "last-evening.yaml").exists()


def test_a_file_that_cannot_be_read_is_as_none(home: Path) -> None:
    home.mkdir()
    for text in (b"\xff", b"[", b"- a list", b"thiercelieux: full"):
        (home / DECKS_FILE).write_bytes(text)
        assert saved_decks("thiercelieux") == {}


def test_decks_that_cannot_be_written_are_told_and_stop_no_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.write_text("a file, where a folder should be", encoding="utf-8")
    keep_decks(open_evening("thiercelieux", "fr", QUIETLY), {"été": "full"})
    assert "could not be kept" in capsys.readouterr().err


def test_a_deck_named_at_a_terminal_is_taken_by_an_option_another_evening(home: Path) -> None:
    quietly = ("--mode", "meneur", "--no-sound", "--pace", "instant")
    terminal = PseudoTerminal(home, "play", "mafia", "--plain", *quietly)
    try:
        answers = [("Qui joue", "8"), ("régler", "r"), ("Qui distribue", ""), ("Quelles cartes", "été : 4 mafiosi")]
        # Every other option is as it was.
        for question, line in [*answers, ("Gardé sous le nom", "\r" * len(QUESTIONS))]:
            terminal.awaited(question)
            terminal.type(line + "\r")
        terminal.awaited("Expliquer d'abord")
        terminal.type("\x04")
        assert terminal.ended() == 0
    finally:
        terminal.close()
    assert (home / DECKS_FILE).read_text(encoding="utf-8") == "mafia:\n  été: mafioso=4\n"
    narrator(home, "play", "mafia", "--players", "10", "--roles", "ETE", *quietly)
    for path in journals(home):
        with Journal.reopen(path) as kept:
            assert "[['mafioso', 4]," in str(kept.header()["hand"])
    assert len(journals(home)) == 2
