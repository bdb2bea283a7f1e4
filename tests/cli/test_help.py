"""The command line in French: its help, and what it refuses; English where a system speaks no language of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from terminals import narrator

from narrator.base.resources import languages
from narrator.base.sentences import sentences_in
from narrator.cli import main
from narrator.cli.shared_options import FILE, REFUSED

RANDOM = ("rehearse", "--players", "8", "--answers", "random")
FRENCH = sentences_in(languages()["fr"] / FILE)


def spoken(*words: str, locale: str = "fr_FR.UTF-8") -> Result:
    return CliRunner(env={"LC_ALL": locale}).invoke(main, words, prog_name="narrator")


def ids(command: click.Command, path: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the ids by which a command and each option with help may have French words."""
    yield (path or "narrator",)
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            yield f"{path}.{option.name}", str(option.name)
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from ids(inner, f"{path}.{name}".removeprefix("."))


def test_every_command_and_option_is_explained_in_french() -> None:
    assert [wanted for wanted in ids(main) if not {*wanted} & FRENCH.keys()] == []


def test_nothing_is_explained_that_there_is_not() -> None:
    known = {id_ for wanted in ids(main) for id_ in wanted} | {"players", "language"}
    assert {id_ for id_ in FRENCH if not id_.startswith("click.")} <= known


@pytest.mark.parametrize(
    ("locale", "told"), [("fr_FR", "Combien sont dans le cercle."), ("en_GB", "How many sit in the circle.")]
)
def test_help_is_in_the_language_of_the_system(tmp_path: Path, locale: str, told: str) -> None:
    assert told in narrator(tmp_path, "play", "--help", LC_ALL=f"{locale}.UTF-8").stdout


@pytest.mark.parametrize("command", ["", "play", "voices", "voices try"])
def test_help_is_a_word_too(command: str) -> None:
    asked = spoken("help", *command.split(), locale="en_GB.UTF-8")
    assert (asked.exit_code, asked.stderr) == (0, "")
    assert asked.stdout == spoken(*command.split(), "--help", locale="en_GB.UTF-8").stdout


def test_help_is_a_word_of_every_group() -> None:
    assert spoken("voices", "help").stdout == spoken("voices", "--help").stdout


def test_no_help_is_given_for_a_command_that_there_is_not() -> None:
    assert "aucune commande ne s'appelle « nope »" in spoken("help", "nope").stderr


@pytest.mark.parametrize(
    ("command", "usage", "option"),
    [
        ("record", "[OPTIONS] JEU", "--jobs ENTIER"),
        ("resume", "[OPTIONS] [PARTIE]", "--model TEXTE"),
        ("play", "[JEU]...", "--remote [ADRESSE[:PORT]]"),
        ("label", "FICHIER", "--remote ADRESSE[:PORT]"),
        ("models", "[OPTIONS] COMMANDE [MOTS]...", "list"),
    ],
)
def test_what_is_to_be_given_has_a_name_in_the_language_of_the_system(command: str, usage: str, option: str) -> None:
    told = spoken(*command.split(), "--help").stdout
    assert usage in told.splitlines()[0]
    assert option in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("aide",), "aucune commande ne s'appelle « aide » : « narrator help » les montre toutes."),
        (("voices", "nope"), "aucune commande ne s'appelle « nope » : « narrator voices help » les montre toutes."),
        (("play", "--nope"), "aucune option ne s'appelle --nope."),
        (("play", "--phone"), "aucune option ne s'appelle --phone : peut-être --remote ?"),
        (("play", "--telephone"), "aucune option ne s'appelle --telephone : peut-être --remote ?"),
        (("play", "--role"), "aucune option ne s'appelle --role : peut-être --roles ?"),
        (("play", "--quick=1"), "--quick ne prend pas de valeur."),
        (("play", "--names"), "--names attend une valeur."),
        (("games", "nope"), "« nope » est de trop."),
        (("check", "mafia", "cuba", "nope"), "« cuba nope » est de trop."),
        (("play", "--mode", "nope"), "choisissez parmi joueur, meneur, nobody, leader"),
        (("play", "--players", "nope"), "--players : écrivez un nombre, par exemple 8."),
        (("play", "--lang", "de"), "--lang : choisissez parmi en, fr."),
        (("ear", "--count", "0"), "--count : écrivez un nombre, par exemple 8."),
        (("models", "fetch", "--from", "/nowhere"), "--from : il n'y a rien de tel à cet endroit."),
        (("models", "fetch", "--from", __file__), "--from : il n'y a pas de dossier à cet endroit."),
        (("rehearse", "mafia"), "il manque"),
        (("pack", "add", "/nowhere.zip"), "/nowhere.zip : il n'y a pas de tel fichier, ou pas de tel dossier"),
        (("pack", "export", "mafia", "/dev/null"), "/dev/null : il y a déjà quelque chose de ce nom"),
        ((*RANDOM, "mafia", "--set", "debate=abc"), "écrivez debate=secondes, de 0 (sans limite) à 7200"),
        ((*RANDOM, "mafia", "--set", "debate-warning=x"), "écrivez debate_warning=secondes avant la fin du débat"),
        ((*RANDOM, "mafia", "--set", "revenge_on=x"), "écrivez revenge_on=un ou plusieurs de night,vote,grief,shot"),
        ((*RANDOM, "cuba", "--set", "jokers=x"), "écrivez jokers=un nombre de 0 à "),
        ((*RANDOM, "cuba", "--set", "parrain=x"), "écrivez parrain=le numéro d'un joueur"),
        (("play",), "dites combien vous êtes"),
        (("play", "nope", "--players", "8"), "aucun jeu ne s'appelle « nope »"),
        (("models", "verify", "nope"), "n'est pas dans la liste"),
        (("resume", "nope"), "aucune partie nope"),
        (("check", "nope"), "aucun jeu ne s'appelle « nope »"),
        (("rehearse", "nope", "--players", "8", "--answers", "random"), "aucun jeu ne s'appelle « nope »"),
    ],
)
def test_what_cannot_be_is_refused_in_it(words: tuple[str, ...], said: str) -> None:
    refused = spoken(*words)
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert "Error" not in refused.stderr


def test_an_option_that_may_be_meant_is_named_in_english_too() -> None:
    refused = spoken("play", "--phone", locale="en_GB.UTF-8")
    assert refused.exit_code == 2
    assert "No such option '--phone'. Did you mean --remote?" in refused.stderr


def test_a_group_without_a_command_says_what_it_can_do() -> None:
    told = spoken("models")
    assert "Erreur" not in told.stderr
    assert "Commandes:" in told.stdout + told.stderr


@pytest.mark.parametrize("language", ["en_GB.UTF-8", "fr_FR.UTF-8"])
@pytest.mark.parametrize(
    "command", ["games", "play thiercelieux --players 8 --mode meneur --no-sound --pace instant", "evenings --help"]
)
def test_where_nobody_reads_any_more_it_ends_without_a_word(command: str, language: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = (sys.executable, "-m", "narrator", *command.split())
    environment = os.environ | {"LC_ALL": language}
    ended = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, env=environment)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (1, b"")


@pytest.mark.parametrize("help_", ['click.usage: "Uzo:"', 'click.choose: "{0} {nome}"', 'click.error: "{"'])
@pytest.mark.parametrize("typed", [("paly",), ("play", "--nope"), ("play", "--pace", "x"), ("play", "--players", "x")])
def test_a_language_without_a_refusal_has_clicks_own(tmp_path: Path, help_: str, typed: tuple[str, ...]) -> None:
    mine = tmp_path / "languages" / "eo"
    mine.mkdir(parents=True)
    (mine / "words.yaml").touch()
    (mine / FILE).write_text(help_, encoding="utf-8")
    refused = CliRunner(env={"NARRATOR_HOME": str(tmp_path), "LC_ALL": "eo.UTF-8"}).invoke(main, typed)
    assert refused.exit_code == REFUSED, refused.output
    assert typed[-1] in refused.output


GROUPS = {
    "pack": {"add", "export"},
    "voices": {"fetch", "list", "try"},
    "models": {"fetch", "list", "verify"},
}


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_holds_its_commands_and_lists_them(name: str) -> None:
    group = main.commands[name]
    assert isinstance(group, click.Group)
    assert {*group.commands} == GROUPS[name]
    listed = CliRunner().invoke(main, [name, "--help"]).output
    assert all(command in listed for command in GROUPS[name])
