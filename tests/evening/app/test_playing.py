"""An evening from the command line, through pipes: refusals, the end of the input, resuming, playing again."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from terminals import LINES, PLAY, PseudoTerminal, journals, narrator, without_privileges

from narrator.table.journal.journal import Journal


def test_a_recorded_evening_plays_to_its_end_and_is_told_afterwards(
    played: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    home, done = played
    assert (done.returncode, done.stderr) == (0, "")
    told = narrator(home, "story")
    assert told.returncode == 0
    assert "Nuit 1" in told.stdout


def test_at_the_end_every_card_is_shown_those_without_a_power_too_and_none_before(
    played: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    _, done = played
    cards = "Alice : la Sorcière. Bruno : un Villageois. Chloé : un Loup-Garou. David : le Chasseur."
    assert done.stdout.count(cards) == 1
    (shown,) = (line for line in done.stdout.splitlines() if line.startswith(cards))
    assert shown.endswith("Hugo : un Villageois."), "nobody has told Bruno's card, but no other is left"
    assert done.stdout.index(shown) > done.stdout.index("Les Amoureux ont gagné")


def test_without_a_private_screen_a_game_for_all_is_refused_with_what_would_help(home: Path) -> None:
    refused = narrator(home, "play", "--players", "8")
    assert refused.returncode == 2
    assert "--private" in refused.stderr
    assert "--mode meneur" in refused.stderr
    assert journals(home) == []


@pytest.mark.parametrize("words", [["1"], ["les", "loups", "garous"]])
def test_a_game_is_named_as_the_question_would_be_answered(home: Path, words: list[str]) -> None:
    refused = narrator(home, "play", *words)
    assert refused.returncode == 2
    assert "--players" in refused.stderr


def test_a_misspelt_game_gets_a_suggestion(home: Path) -> None:
    assert "peut-être thiercelieux ?" in narrator(home, "play", "tiercelieux").stderr
    assert "choisissez" in narrator(home, "play", "belote").stderr


def test_a_model_that_is_nowhere_is_told_without_sound_too(home: Path) -> None:
    words = ["play", "--players", "8", "--mode", "meneur", "--no-sound", "--pace", "instant", "--model", "perroquet"]
    told = narrator(home, *words, lines=[])
    assert "Aucun modèle ne s'appelle « perroquet »" in told.stdout + told.stderr


def test_what_is_private_goes_to_its_file_alone_which_only_its_owner_reads(home: Path, tmp_path: Path) -> None:
    private = tmp_path / "private"
    typed = ["", "3"]
    words = ["play", "--players", "8", "--roles", "simple", "--pace", "instant", "--private", str(private)]
    played = narrator(home, *words, lines=typed)
    assert played.returncode == 0
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert "Ta carte" in private.read_text(encoding="utf-8")
    assert "Ta carte" not in played.stdout + played.stderr


def test_the_end_of_the_input_stores_the_game_and_says_how_to_resume(
    begun: tuple[Path, subprocess.CompletedProcess[str]], unfinished: Path
) -> None:
    _, stopped = begun
    assert stopped.returncode == 0
    assert "narrator resume" in stopped.stdout.splitlines()[-1]
    resumed = narrator(unfinished, "resume", "--pace", "instant", lines=LINES[23:])
    assert resumed.returncode == 0
    (journal,) = journals(unfinished)
    with Journal.reopen(journal) as kept:
        assert kept.record().outcome == "lovers"


@pytest.mark.parametrize("last", [["quitter"], []], ids=["a goodbye", "the end of the input"])
def test_who_leaves_where_another_game_is_offered_is_not_told_that_one_is_kept(home: Path, last: list[str]) -> None:
    done = narrator(home, *PLAY, lines=[*LINES[:-1], *last])
    assert (done.returncode, done.stderr) == (0, "")
    assert "Une autre partie" in done.stdout
    assert "narrator resume" not in done.stdout


def test_which_game_is_gone_on_with_is_told_where_several_could_be(unfinished: Path) -> None:
    (journal,) = journals(unfinished)
    later, kept = journal.with_name("20990101-200000.journal"), journal.read_bytes()
    later.write_bytes(kept)
    told = narrator(unfinished, "resume", "--pace", "instant", lines=[]).stderr
    assert told.index(f"{later.stem} (thiercelieux)") < told.index(f"{journal.stem} (thiercelieux)")
    assert "narrator resume" in told
    later.unlink()
    assert journal.stem not in narrator(unfinished, "resume", "--pace", "instant", lines=[]).stderr


def test_a_game_that_is_not_over_is_not_told(unfinished: Path, tmp_path: Path) -> None:
    page = tmp_path / "story.html"
    for more in ([], ["--html", str(page)]):
        refused = narrator(unfinished, "story", journals(unfinished)[0].stem, *more)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "n'est pas finie" in refused.stderr
    assert not page.exists()


def test_the_same_players_go_on_also_after_a_resumed_game(unfinished: Path) -> None:
    narrator(unfinished, "resume", "--pace", "instant", lines=[*LINES[23:-1], "oui", "non"])
    first, second = journals(unfinished)
    with Journal.reopen(first) as one, Journal.reopen(second) as other:
        assert one.header()["names"] == other.header()["names"]
        assert one.header()["key"] != other.header()["key"]


def test_another_game_is_played_by_others_at_once_where_it_is_said_who_is_missing_and_who_comes(home: Path) -> None:
    done = narrator(home, *PLAY, lines=[*LINES[:-1], "zut", "sans Zoé", "oui, sans Hugo, plus Zoé et Max"])
    first, second = journals(home)
    with Journal.reopen(first) as one, Journal.reopen(second) as other:
        before, after = dict(one.header()), dict(other.header())
    assert after["names"] == ["Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Zoé", "Max"]
    assert (after["players"], after["mode"], after["deal"]) == (9, before["mode"], before["deal"])
    assert done.stdout.count("Une autre partie ? oui, non") == 2, "what nobody understands is asked again"


def test_a_finished_game_ends_with_who_won_goodbye_its_story_and_the_next_game(
    played: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    won, goodbye, more = played[1].stdout.splitlines()[-3:]
    assert "Les Amoureux ont gagné" in won
    assert "Rentrez bien" in goodbye
    assert "narrator story" in more


def test_a_game_that_is_open_elsewhere_is_told_where_none_can_be_resumed(unfinished: Path) -> None:
    (journal,) = journals(unfinished)
    with Journal.reopen(journal):
        refused = narrator(unfinished, "resume")
    assert refused.returncode == 2
    assert f"{journal.stem} est ouverte dans un autre narrator" in refused.stderr
    assert "aucune de ces parties ne peut reprendre" in refused.stderr


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="setpriv is not installed: apt install util-linux")
def test_a_game_that_may_not_be_read_is_told_with_the_reason(unfinished: Path) -> None:
    (journal,) = journals(unfinished)
    journal.chmod(0)
    refused = without_privileges(unfinished, "resume")
    assert refused.returncode == 2
    assert f"{journal.name} ne peut pas être lu" in refused.stderr
    assert "aucune de ces parties ne peut reprendre" in refused.stderr


def test_a_finished_game_is_written_as_a_page_that_only_its_owner_reads(over: Path, tmp_path: Path) -> None:
    page = tmp_path / "story.html"
    page.write_text("un vieux récit, plus long que le nouveau" * 1000, encoding="utf-8")
    page.chmod(0o644)
    told = narrator(over, "story", "--html", str(page))
    assert (told.returncode, told.stdout, told.stderr) == (0, f"C'est écrit : {page}\n", "")
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert page.read_text(encoding="utf-8").endswith("</html>\n")
    refused = narrator(over, "story", "--html", str(tmp_path / "nowhere" / "story.html"))
    assert refused.returncode == 2
    assert "nowhere" in refused.stderr


def test_at_a_terminal_a_game_is_set_up_by_typing_and_put_off_by_the_end_of_the_input(tmp_path: Path) -> None:
    terminal = PseudoTerminal(tmp_path)
    try:
        for question, line in (("Qui joue", "huit m"), ("À quoi jouez-vous", "maf\rmafia")):
            terminal.awaited(question)
            terminal.type(line + "\r")
        terminal.awaited("Qui distribue")
        assert "Cela ne répond pas à la question" in terminal.paper.main, "two games begin so"
        terminal.type("\x04")
        assert terminal.ended() == 0
    finally:
        terminal.close()
    assert not (tmp_path / "games").exists()


def at_a_terminal(home: Path, typed: list[tuple[str, str]], *words: str) -> str:
    """Type lines at their questions, then leave by the end of the input; return all that was written."""
    terminal = PseudoTerminal(home, *words)
    try:
        for question, line in typed:
            terminal.awaited(question)
            terminal.type(line + "\r")
        terminal.type("\x04")
        assert terminal.ended() == 0
        return terminal.text
    finally:
        terminal.close()


def test_at_a_terminal_what_the_command_line_does_not_say_is_asked_and_the_next_evening_it_is_offered_again(
    tmp_path: Path,
) -> None:
    quietly = ("--no-sound", "--plain", "--pace", "instant")
    new = [("Qui joue", "Ann Bob Cléo Dan Eve"), ("À quoi jouez-vous", ""), ("Qui distribue", "narrateur")]
    new.append(("Entrée quand le cercle", ""))
    at_a_terminal(tmp_path, new, "play", "mafia", "--mode", "meneur", *quietly)
    again = [("Une partie inachevée", "non"), ("Comme la dernière fois", ""), ("ermez les yeux", "")]
    told = at_a_terminal(tmp_path, again, "play", *quietly)
    assert "À quoi jouez-vous" not in told
    headers = list[dict[str, Any]]()
    for path in journals(tmp_path):
        with Journal.reopen(path) as kept:
            headers.append(dict(kept.header()))
    first, second = headers
    assert first["key"] != second["key"]
    for decided in ("pack", "names", "mode", "hand"):
        assert first[decided] == second[decided]
    introductions = [header["options"]["introduction"] for header in headers]
    assert introductions == ["cards", "none"], "who plays again is dealt at once"


def test_through_a_pipe_a_number_of_players_that_is_missing_is_told(home: Path) -> None:
    refused = narrator(home, "play", "mafia", "--remote")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--players 8" in refused.stderr


def test_at_a_terminal_a_wrong_answer_is_taken_back_and_who_plays_may_be_a_word(tmp_path: Path) -> None:
    quietly = ("--no-sound", "--plain", "--pace", "instant")
    typed = [
        ("Qui joue", "neuf"),
        ("À quoi jouez-vous", "retour"),
        ("Qui joue", "huit, quelqu'un mène"),
        ("À quoi jouez-vous", "mafeking"),
        ("Qui distribue", "retour"),
        ("À quoi jouez-vous", "mafeking"),
        ("Qui distribue", ""),
        ("Entrée quand le cercle", ""),
    ]
    told = at_a_terminal(tmp_path, typed, "play", *quietly)
    assert "déséquilibrée" not in told, "eight are a small circle of this game"
    (path,) = journals(tmp_path)
    with Journal.reopen(path) as kept:
        assert (kept.header()["pack"], kept.header()["players"]) == ("mafeking", 8)
    again = at_a_terminal(tmp_path, [("Une partie inachevée", "oui"), ("chaque carte est vue", "")], "play", *quietly)
    assert "Mafeking, 8 joueurs. Commencée aujourd'hui." in " ".join(again.split())
    assert path.stem not in again


def test_where_the_folder_of_games_is_a_file_that_is_told(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "games").write_text("a file", encoding="utf-8")
    refused = narrator(home, "play", "--players", "8", "--mode", "meneur", "--pace", "instant", lines=[])
    assert refused.returncode == 2
    assert str(home / "games") in refused.stderr


def test_what_takes_long_to_load_is_not_loaded_before_the_first_question() -> None:
    loaded = (
        "import sys, narrator.evening.app.playing, narrator.evening.box.speaker; print({*sys.modules} & {*sys.argv})"
    )
    heavy = [sys.executable, "-c", loaded, "curses", "numpy", "textual"]
    assert subprocess.check_output(heavy, text=True) == "set()\n"


@pytest.mark.thorough
def test_ten_thousand_wrong_lines_are_refused_in_two_and_the_answer_behind_them_counts(tmp_path: Path) -> None:
    before = narrator(tmp_path / "1", *PLAY, lines=["suite"])
    after = narrator(tmp_path / "2", *PLAY, lines=[*["zut"] * 10_000, "suite"])
    more = len(after.stdout.splitlines()) - len(before.stdout.splitlines())
    assert 0 < more <= 2, "the reason, and the question again"
    assert after.stdout.splitlines()[-5:] == before.stdout.splitlines()[-5:]


def test_a_file_of_private_lines_that_takes_nothing_stops_no_game(tmp_path: Path) -> None:
    pipe = tmp_path / "private"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while True:
            os.write(writer, b".")
    run = narrator(tmp_path, *PLAY, "--private", str(pipe), lines=LINES)
    os.close(reader)
    os.close(writer)
    assert run.returncode == 0, run.stderr
    assert "Une autre partie" in run.stdout
