"""The report has what helps with a bug, and nothing of any game."""

from __future__ import annotations

import stat
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from machines import Machine

from narrator.core.answers import Seats
from narrator.doctor.all_checks import as_json, as_text, homely
from narrator.doctor.machine import choices, clock, underruns, versions
from narrator.doctor.storage import disk, journal
from narrator.doctor.visit import Visit, says
from narrator.journal.journal import Journal

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
    told = "12.5 game WARNING narrator.audio.sound sound is lost"
    (tmp_path / "narrator.log").write_text(f"12.4 game INFO narrator.session.driver goes back\n{told}\n", "utf-8")
    for text in (as_text(visit, []), as_json(visit, [])):
        assert told in text
        assert "goes back" not in text


def test_a_language_that_is_not_known_gets_english() -> None:
    assert says("visit.all_well").written("zu") == "No problems found."
