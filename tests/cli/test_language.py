"""In which language the program speaks, and options that several commands share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from narrator.cli import main
from narrator.cli.shared_options import COUNT, LANGUAGES, LEADER

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


@pytest.mark.parametrize(("written", "count"), [("8", 8), (" 12 ", 12), ("huit", 8), ("Eight", 8), (8, 8)])
def test_a_circle_is_counted_in_digits_or_in_words_of_any_language(written: str | int, count: int) -> None:
    assert COUNT.convert(written, None, None) == count


@pytest.mark.parametrize("written", ["0", "-3", "8.5", "zut", ""])
def test_what_is_no_number_of_players_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(click.BadParameter, match="write 8, for example"):
        COUNT.convert(written, None, None)


def test_a_language_that_there_is_no_folder_for_is_refused_with_those_that_there_are() -> None:
    assert LANGUAGES.convert("fr", None, None) == "fr"
    with pytest.raises(click.BadParameter, match=r"'xx' is not one of .*'en', 'fr'"):
        LANGUAGES.convert("xx", None, None)


@pytest.mark.parametrize(
    ("written", "mode"), [("joueur", "joueur"), ("meneur", "meneur"), ("nobody", "joueur"), ("leader", "meneur")]
)
def test_who_leads_is_said_in_french_or_as_an_english_set_up_says_it(written: str, mode: str) -> None:
    assert LEADER.convert(written, None, None) == mode


def test_another_word_for_who_leads_is_refused_with_all_that_there_are() -> None:
    with pytest.raises(click.BadParameter, match="'joueur', 'meneur', 'nobody', 'leader'"):
        LEADER.convert("chief", None, None)


@pytest.mark.parametrize("option", ["no_sound", "voice", "no_ambience", "no_ears", "model", "remote"])
def test_an_option_of_the_equipment_means_the_same_to_a_table_and_to_a_box(option: str) -> None:
    def of(command: str) -> dict[str, object]:
        return next(param for param in main.commands[command].params if param.name == option).to_info_dict()

    assert of("play") == of("box")
