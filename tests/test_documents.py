"""What the documents list is what there is."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from itertools import chain
from pathlib import Path

import click
import pytest
from benchmarks.__main__ import bench
from click.testing import CliRunner
from shipped import shipped

from narrator import __version__
from narrator.base.diagnostics import Code
from narrator.cli import main
from narrator.devices.opening import pin_number
from narrator.evening.app.settings import Settings, load_settings, settings_path
from narrator.rules.village.powers import POWERS
from narrator.rules.village.table import Options
from narrator.table.games.options import OPTIONS, words_of
from narrator.table.games.village_engine import village_rules
from narrator.voice.voice_files import first_names

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = tuple(
    path.relative_to(ROOT).as_posix()
    for places in ("*.md", "docs/**/*.md", "[!.]*/README.md", "[!.]*/LISEZMOI.md", ".github/**/*.md")
    for path in sorted(ROOT.glob(places))
)
OF_TODAY = tuple(name for name in DOCUMENTS if name != "CHANGELOG.md")
"""What tells of this version alone."""

DECISIONS = sorted(
    (path for place in ("docs", "models/build") for path in (ROOT / place / "decisions").glob("0*.md")),
    key=lambda path: path.name,
)
DIARY = tuple(path.relative_to(ROOT) for path in DECISIONS if "models" in path.parts)
"""How the ear was trained: what it names was there then."""

TWINS = ("playing.md", "options.md", "voice.md", "phone.md", "box.md", "never-tried.md")
"""The pages of `docs/` that are in French too, under `docs/fr/`."""


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("power", POWERS)
def test_the_guide_knows_every_power_in_both_languages(power: str) -> None:
    for name in ("scripts/README.md", "scripts/LISEZMOI.md"):
        assert f"`{power}`" in text(name), name


@pytest.mark.parametrize("name", OPTIONS)
def test_both_pages_of_options_have_every_option_with_its_values_and_what_it_usually_is(name: str) -> None:
    legal, usual = OPTIONS[name].legal, words_of(getattr(Options(), name))
    for page in ("docs/options.md", "docs/fr/options.md"):
        row = re.search(rf"^\| `{name}` \| (.*?) \| (.*?) \|", text(page), re.MULTILINE)
        assert row is not None, page
        assert not isinstance(legal, str) or row[1].split(", ") == legal.split(" | ")
        assert len(usual) > 1 or (row[2],) == usual


def test_both_guides_explain_the_same_fields_powers_options_and_marks() -> None:
    english, french = (
        set(re.findall(r"^\| (`[^|]*`) \|", text(name), re.MULTILINE))
        for name in ("scripts/README.md", "scripts/LISEZMOI.md")
    )
    assert english == french


def anchors(path: Path) -> set[str]:
    """Return what headings of a document can be linked to as."""
    prose = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", sorted({*DOCUMENTS, "models/fr/README.md", *map(str, DIARY)}))
def test_every_link_and_every_picture_leads_somewhere(name: str) -> None:
    place = ROOT / name
    linked = re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text(name))
    shown = [(target, "") for target in re.findall(r'<img [^>]*src="([^"]+)"', text(name))]
    for target, anchor in (*linked, *shown):
        there = place.parent / target if target else place
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


def test_the_documents_that_are_read_first_are_short() -> None:
    for name in ("README.md", "LISEZMOI.md"):
        assert len(text(name).splitlines()) <= 150, name
    assert len(text("ARCHITECTURE.md").split()) <= 2500


def test_what_is_read_first_shows_one_picture_and_the_two_commands_that_set_everything_up() -> None:
    for name in ("README.md", "LISEZMOI.md"):
        assert text(name).count("](tests/screenshots/") == 1, name
        assert "make play" in text(name), name
        assert "make test" in text(name), name


def test_every_page_for_players_has_its_twin_and_links_to_it() -> None:
    assert {path.name for path in (ROOT / "docs" / "fr").iterdir()} == set(TWINS)
    for name in TWINS:
        assert f"(fr/{name})" in text(f"docs/{name}"), name
        assert f"(../{name})" in text(f"docs/fr/{name}"), name


@pytest.mark.parametrize(("language", "page"), [("en", "docs/options.md"), ("fr", "docs/fr/options.md")])
def test_the_pages_of_options_name_each_card_of_the_extensions(language: str, page: str) -> None:
    pack, said = shipped("thiercelieux"), " ".join(text(page).split())
    cards = pack.words[language].cards
    extensions = [card for card, its in village_rules(pack.rules).cards.items() if its.extension]
    assert [card for card in extensions if cards[card].bare not in said] == []


def test_both_pages_of_the_voice_count_the_first_names_that_are_recorded() -> None:
    french, english = (len(first_names(language)) for language in ("fr", "en"))
    assert re.search(rf"{french:,}\s+French and {english} English", text("docs/voice.md"))
    counted = f"{french:,}".replace(",", " ")
    assert re.search(rf"{counted}\s+prénoms français et {english} anglais", text("docs/fr/voice.md"))


def test_the_version_is_the_same_wherever_it_stands() -> None:
    versions = re.findall(r"^## \[([^\]]+)\](.*)$", text("CHANGELOG.md"), re.MULTILINE)
    assert [version for version, _ in versions[:2]] == ["Unreleased", __version__]
    assert all(re.fullmatch(r" - \d{4}-\d\d-\d\d", date) for _, date in versions[1:])
    assert tomllib.loads(text("pyproject.toml"))["project"]["version"] == __version__


@pytest.mark.parametrize("name", ["README.md", "LISEZMOI.md"])
def test_what_commands_are_said_to_print_is_what_they_print(name: str, tmp_path: Path) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    parts = [
        part.partition("\n") for block in fenced(name) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    ]
    shown = [(command, prints) for command, _, prints in parts]
    assert shown
    for command, prints in shown:
        done = subprocess.run(
            ["bash", "-c", f'narrator() {{ "{sys.executable}" -m narrator "$@"; }}\n{command}'],
            cwd=tmp_path,
            env={**os.environ, "NARRATOR_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        wanted = ".*".join(map(re.escape, prints.strip().split("[...]")))
        assert re.search(wanted, done.stdout, re.DOTALL), f"$ {command}\n{done.stdout}"


# --- what is said of the code -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OF_TODAY)
def test_every_module_that_is_named_exists(name: str) -> None:
    places = (ROOT, ROOT / "narrator", ROOT / "narrator" / "rules" / "village")
    for named in quoted(name):
        if re.fullmatch(r"[a-z_]+/[\w/]*\.(?:py|c|sh|md)", named):
            assert any((place / named).exists() for place in places), named


def test_every_test_that_is_said_to_hold_something_exists() -> None:
    held = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", text("docs/evidence.md"))
    assert len(held) > 20
    for module, name in held:
        assert f"\ndef {name}(" in text(module), f"{module}::{name}"


def test_every_test_that_is_run_alone_is_found() -> None:
    shown = re.findall(r"-m pytest ([\w/]+) -k (\w+)", text("CONTRIBUTING.md"))
    assert shown
    for place, name in shown:
        files = [path for path in (ROOT / place).rglob("*") if path.suffix in {".py", ".scene"}]
        assert any(name in path.name or f"_{name}" in path.read_text(encoding="utf-8") for path in files), name


def test_every_function_on_the_walks_of_an_answer_and_a_line_exists() -> None:
    steps = re.findall(r"`(\S+\.py)`\s+`([\w.]+)`", text("ARCHITECTURE.md"))
    assert len(steps) > 20
    for module, name in steps:
        tree: ast.AST = ast.parse(text(f"narrator/{module}"))
        for part in name.split("."):
            inside = [node for node in ast.iter_child_nodes(tree) if getattr(node, "name", None) == part]
            assert inside, f"{module} {name}"
            tree = inside[0]


def test_decisions_are_numbered_listed_and_say_why() -> None:
    assert [int(path.name[:4]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    for number, path in enumerate(DECISIONS, 1):
        decision = path.read_text(encoding="utf-8")
        title = re.match(rf"# {number}\. (.+)\n", decision)
        assert title is not None, path
        assert re.findall(r"^## (.*)$", decision, re.MULTILINE) == ["Context", "Decision", "Consequences"], path
        place = os.path.relpath(path, ROOT / "docs" / "decisions")
        assert f"{number}. [{title[1]}]({place})\n" in text("docs/decisions/README.md"), path


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    wanted = {re.split(r"[<>=;\[]", line)[0] for line in chain(project["dependencies"], *extras.values())}
    reasons = text("docs/dependencies.md")
    assert [name for name in sorted(wanted - {"narrator"}) if not re.search(rf"\b{name}\b", reasons)] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_document_names_a_diagnostic_that_does_not_exist(name: str) -> None:
    assert set(re.findall(r"\bN[123]\d\d\b", text(name))) <= set(Code)


# --- the page of the box, in both languages -----------------------------------------------------------------

BOX_PAGES = ("docs/box.md", "docs/fr/box.md")
MANUALS = (
    *("README.md", "LISEZMOI.md", *BOX_PAGES),
    *(f"docs/{folder}{page}" for folder in ("", "fr/") for page in ("playing.md", "voice.md", "phone.md")),
)
NOBODYS = {"model_offered"}
"""Settings that the program keeps for itself."""

ESPEAKS = {"--ipa"}
"""Options of espeak-ng, which the guide for authors names."""


def fenced(name: str) -> list[str]:
    return re.findall(r"^```\w*\n(.*?)^```", text(name), re.DOTALL | re.MULTILINE)


def quoted(name: str) -> list[str]:
    """Return what stands between backquotes, in running text."""
    prose = re.sub(r"^```.*?^```", "", text(name), flags=re.DOTALL | re.MULTILINE)
    return [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose)]


def commands(name: str) -> list[str]:
    """Return every call of narrator that a document shows, from the name of the command on."""
    shown = [*quoted(name), *(line.lstrip("$ ") for block in fenced(name) for line in block.splitlines())]
    calls = (re.search(r"(?:^|[/;] ?|sudo |=)narrator ([a-z][a-z-]*(?: .*)?)$", line) for line in shown)
    return [call[1] for call in calls if call]


def benchmarks(name: str) -> list[str]:
    """Return every call of the benchmarks that a document shows."""
    return [call for code in quoted(name) for call in re.findall(r"make bench ARGS='?([^']*)", code)]


def called(line: str, command: click.Command | None = main) -> click.Command | None:
    """Return the command that a line calls; None where there is none."""
    for word in line.split():
        if not isinstance(command, click.Group):
            break
        command = command.commands.get(word)
    return command


def options_of(command: click.Command) -> set[str]:
    own = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    return own.union({"--help", "--version"}, *map(options_of, inner))


@pytest.mark.parametrize("name", MANUALS)
def test_every_manual_shows_commands(name: str) -> None:
    assert commands(name)


@pytest.mark.parametrize("name", OF_TODAY)
def test_every_command_that_is_shown_exists_with_its_options(name: str) -> None:
    for line in commands(name):
        command = called(line)
        assert command is not None, line
        assert set(re.findall(r"(?<!\S)--[a-z-]+", line)) <= options_of(command), line


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_benchmark_that_is_shown_exists_with_its_options(name: str) -> None:
    for line in benchmarks(name):
        command = called(line, bench)
        assert command not in (None, bench), line
        assert set(re.findall(r"(?<!\S)--[a-z-]+", line)) <= options_of(bench), line


@pytest.mark.parametrize("name", OF_TODAY)
def test_every_option_that_is_named_alone_is_some_commands(name: str) -> None:
    named = {option for code in quoted(name) for option in re.findall(r"^--[a-z-]+", code)}
    assert named <= options_of(main) | options_of(bench) | ESPEAKS


@pytest.mark.parametrize("name", BOX_PAGES)
def test_the_page_of_the_box_knows_every_setting_and_no_other(name: str) -> None:
    (table,) = re.findall(r"^\| (?:key|clé) \|.*?\n\n", text(name), re.DOTALL | re.MULTILINE)
    first = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")]
    assert {key for cell in first for key in re.findall(r"`(\w+)`", cell)} == {
        setting.name for setting in fields(Settings)
    } - NOBODYS


@pytest.mark.parametrize("name", BOX_PAGES)
def test_settings_that_are_shown_can_be_read(name: str, home: Path) -> None:
    written = re.search(r"printf '(.*)' \| sudo -u narrator tee", text(name))
    assert written is not None
    lines = written[1].replace("\\n", "\n")
    home.mkdir()
    settings_path().write_text(lines, encoding="utf-8")
    known = load_settings(pytest.fail)
    assert (pin_number(known.button), pin_number(known.light)) == (17, 27)


@pytest.mark.parametrize("name", BOX_PAGES)
def test_what_is_said_of_the_installation_is_what_it_does(name: str) -> None:
    for word in re.findall(r"make pi(?:-remove)? ([A-Z]+)=", text(name)):
        assert f"$({word})" in text("Makefile"), word


@pytest.mark.parametrize("name", BOX_PAGES)
def test_the_minutes_of_a_counted_night_are_those_of_a_rehearsal(name: str) -> None:
    def minutes(*more: str) -> float:
        words = ["rehearse", "thiercelieux", "--players", "8", "--answers", "random", *more]
        night = re.search(r"^(?:night|nuit) 1\D*(\d+) s", CliRunner().invoke(main, words).stdout, re.MULTILINE)
        assert night is not None
        return int(night[1]) / 60

    told = re.search(r"(\d+)\s+minutes\s+(?:in\s+place\s+of|au\s+lieu\s+de)\s+(\d+)", text(name))
    assert told is not None
    assert [*map(int, told.groups())] == pytest.approx([minutes("--counted"), minutes()], abs=1)


def test_both_pages_of_the_box_name_the_same_commands() -> None:
    programs = (
        "narrator ",
        "make ",
        "sudo ",
        "aplay",
        "arecord",
        "alsamixer",
        "bluetoothctl",
        "systemctl",
        "cd ",
        "/opt",
    )

    def named(name: str) -> set[str]:
        blocks = [block for block in fenced(name) if "GPIO14" not in block]
        lines = {line.partition("  #")[0] for block in blocks for line in block.splitlines()}
        found = lines | {code for code in quoted(name) if code.startswith(programs)}
        return {line.replace("ADRESSE", "ADDRESS").replace("NOM", "NAME") for line in found}

    english, french = map(named, BOX_PAGES)
    assert english == french
