"""One language for the program and its tables: the one asked for, the one kept, the system's, French."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from narrator.cli import main

ENGLISH, FRENCH = "A hamlet in the cold", "Un hameau dans le froid"


@pytest.mark.parametrize(
    ("asked", "kept", "system", "told"),
    [
        (("--lang", "en"), "fr", "fr_FR.UTF-8", ENGLISH),
        (("--lang=fr",), "en", "en_GB.UTF-8", FRENCH),
        (("--lang=fr", "--lang", "en"), "", "fr_FR.UTF-8", ENGLISH),
        ((), "en", "fr_FR.UTF-8", ENGLISH),
        ((), "", "en_GB.UTF-8", ENGLISH),
        ((), "", "fr_FR.UTF-8", FRENCH),
        ((), "", "de_DE.UTF-8", FRENCH),
        ((), "", "C.UTF-8", FRENCH),
        ((), "klingon", "en_GB.UTF-8", ENGLISH),
    ],
)
@pytest.mark.parametrize("before", [True, False], ids=["before", "behind"])
def test_it_is_asked_for_or_kept_or_the_system_s(
    asked: tuple[str, ...], kept: str, system: str, told: str, before: bool, home: Path
) -> None:
    if kept:
        home.mkdir()
        (home / "settings.yaml").write_text(f"lang: {kept}\n", encoding="utf-8")
    words = [*asked, "games"] if before else ["games", *asked]
    result = CliRunner(env={"LC_ALL": system}).invoke(main, words)
    assert (result.exit_code, result.stderr) == (0, "")
    assert told in result.stdout


def test_what_is_wrong_with_a_command_is_said_in_the_language_that_it_asks_for() -> None:
    assert "aucune option ne s'appelle --nope" in CliRunner().invoke(main, ["games", "--nope", "--lang", "fr"]).stderr


@pytest.mark.usefixtures("home")
def test_the_first_screen_says_in_the_other_language_how_to_change_and_that_is_kept() -> None:
    def conversation(*typed: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "narrator"], input="\n".join(typed), text=True, capture_output=True, check=False
        ).stdout

    english, french = conversation("français", "quitter").split("Who plays?")
    assert english.startswith("En français : tapez français.")
    assert "Qui joue ?" in french
    assert conversation("quitter").startswith("Qui joue ?")
    assert "Who plays?" in conversation("in English", "quit")
