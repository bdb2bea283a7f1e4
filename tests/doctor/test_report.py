"""What the doctor finds becomes sentences, and a report of which nothing is secret."""

from __future__ import annotations

import ast
import re
import stat
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from machines import Machine

import narrator.doctor
from narrator.base.resources import languages
from narrator.base.sentences import DOCTOR, sentences_in
from narrator.commands import doctor as command
from narrator.doctor.all_checks import as_json, as_text, homely
from narrator.doctor.machine import choices, clock, underruns, versions
from narrator.doctor.storage import disk, journal
from narrator.doctor.visit import Finding, State, Visit, says
from narrator.rules.core.answers import Seats
from narrator.table.journal.journal import Journal

NAMES = st.lists(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZÉ", min_size=7, max_size=9), min_size=1, max_size=8, unique=True)
IDS = st.from_regex(r"20[0-9]{6}-[0-9]{6}", fullmatch=True)


def play(home: Path, game_id: str, names: list[str], key: str) -> None:
    """Have a game in the folder, that others may read: the doctor has something to say about it."""
    path = home / "games" / f"{game_id}.journal"
    with Journal.create(path, {"names": names, "key": key, "cards": ["witch", "seer"]}) as written:
        written.answer("wolves.victim", Seats((3,)))
    path.chmod(0o644)


@settings(max_examples=15)
@given(
    names=NAMES,
    game_id=IDS,
    key=st.text("0123456789abcdef", min_size=32, max_size=32),
    language=st.sampled_from(["fr", "en"]),
)
def test_nothing_of_any_game_is_in_a_report(names: list[str], game_id: str, key: str, language: str) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setenv("NARRATOR_HOME", folder)
        play(Path(folder), game_id, names, key)
        visit = Visit(language, lambda _words: None, quick=True)
        found = [check(visit) for check in (disk, journal, clock, choices, underruns, versions)]
        for text in (as_text(visit, found), as_json(visit, found)):
            assert not [secret for secret in (*names, game_id, key, "wolves.victim", "witch", "seer") if secret in text]
            assert "games" in text


def test_a_report_is_for_its_owner_and_does_not_say_who_that_is(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    play(tmp_path / "home", "20260101-200000", ["Zébulon", "Capucine"], "5ecret")
    report = tmp_path / "report.txt"
    report.write_text("old", encoding="utf-8")
    result = machine.doctor("--quick", "--report", str(report), "--lang", "en")
    assert result.stdout.splitlines()[-1] == f"The report is in {report}."
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    text = report.read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert "~/home/games" in text
    for told in ("narrator: ", "python: 3.", "kernel: Linux ", "vosk: ", "Journal [wrong] 1 journals", "To do: "):
        assert told in text
    for secret in ("Zébulon", "Capucine", "5ecret", "20260101"):
        assert secret not in text


def test_a_report_may_be_printed(tmp_path: Path) -> None:
    result = Machine(tmp_path, ("sounddevice", "vosk")).doctor("--quick", "--report", "-")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Rapport de")
    assert sum("[wrong]" in line for line in lines) == 2
    assert not (tmp_path / "-").exists()
    assert result.returncode == 1


def test_a_home_that_is_the_root_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/")
    assert homely("/etc/x") == "/etc/x"


def test_a_report_takes_the_end_of_the_program_s_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    visit = Visit("en", lambda _words: None, quick=True)
    visit.devices = []
    assert "log" not in as_text(visit, [])
    told = "12.5 game WARNING narrator.sound.audio.sound sound is lost"
    (tmp_path / "narrator.log").write_text(f"12.4 game INFO narrator.table.session.driver goes back\n{told}\n", "utf-8")
    for text in (as_text(visit, []), as_json(visit, [])):
        assert told in text
        assert "goes back" not in text


def test_a_language_that_is_not_known_gets_english() -> None:
    assert says("visit.all_well").written("zu") == "No problems found."


LANGUAGES = tuple(languages())


def told_ids() -> set[str]:
    """Return the ids of all that the doctor's modules tell, as their sources write them."""
    folder = Path(narrator.doctor.__path__[0])
    calls = [
        node
        for file in (Path(command.__file__), *folder.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("says", "Examined", "DoctorWords")
    ]
    ids = (call.args[0] for call in calls)
    return {node.value for node in ids if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_the_file_of_a_language_has_what_the_doctor_says_and_nothing_else() -> None:
    said = told_ids() | {"decimal", "asking.yes", "asking.no"}
    assert len(said) > 200
    for language, folder in languages().items():
        assert set(sentences_in(folder / DOCTOR)) == said, language


def test_a_command_follows_a_colon_so_that_nobody_misses_it_who_listens() -> None:
    for id_ in told_ids():
        for language in LANGUAGES:
            words = says(id_)
            text, spoken = words.written(language), words.spoken(language)
            commands = re.finditer("`[^`]+`", text)
            assert text.count("`") % 2 == 0, id_
            assert all(text[: command.start()].endswith(": ") for command in commands), id_
            assert spoken.strip(), id_
            assert not re.search(r"`|: ?[.,;]| [.,]", spoken), id_


def test_numbers_are_written_as_in_the_language() -> None:
    words = says("voices.kept", size=1.25, count=says("underruns.days", count=3))
    assert words.written("fr") == "3 jours pour l'instant, soit 1,2 Mo."
    assert words.written("en") == "3 days so far, 1.2 MB."


def test_what_the_system_answered_stays_one_line_and_fills_nothing_in() -> None:
    told = says("settings.bad", why="no\n {such} thing").written("en")
    assert told == "They are not used (no {such} thing)."


def test_commands_and_asides_are_written_and_not_spoken() -> None:
    words = says("settings.bad", why="libx (a (b))") + says("reasons.get_evdev")
    assert words.spoken("fr") == "Ils ne sont pas pris en compte. Installez-le, ou bien, sur une boîte."
    assert words.spoken("en") == "They are not used. Install it, or else, on a box."


def test_a_fault_without_a_remedy_is_refused() -> None:
    with pytest.raises(ValueError, match=r"name\.disk is wrong"):
        Finding(says("name.disk"), State.WRONG, says("storage.full"))
