"""The guide for authors is followed to the letter: its commands, its files, and then hundreds of games of its pack.

What is to be done stands in the guide alone. A block `console` has commands after `$ ` and what they print; a block
`yaml` has a file, whose first line is a comment with its name, and so has a link to one that stands elsewhere: under
`packs/` in the data folder, or where one stands.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from tables import runs

from narrator.base.resources import LANGUAGE
from narrator.base.sentences import to_user
from narrator.cli import main

ROOT = Path(__file__).resolve().parents[2]
GUIDES = {"en": "scripts/README.md", "fr": "scripts/LISEZMOI.md"}
GAMES = runs(240, tenths=1.25)  # every number of players from 5 to 24, led or not, with real cards or not
BLOCK = re.compile(r"^```(console|yaml)\n(.*?)^```$|\[`(packs/[^`]+)`\]\(([^)]+)\)", re.MULTILINE | re.DOTALL)
ELLIPSIS = "..."


@dataclass(frozen=True)
class Command:
    """A command of the guide, and what it is said to print; `...` stands for anything."""

    text: str
    prints: str


@dataclass(frozen=True)
class File:
    """A file of the guide."""

    name: str
    text: str


def steps(guide: str) -> list[Command | File]:
    """Return what the guide says to do, in its order."""
    found: list[Command | File] = []
    for kind, body, name, elsewhere in BLOCK.findall(guide):
        if elsewhere:
            found.append(File(name, (ROOT / "scripts" / elsewhere).read_text(encoding="utf-8")))
            continue
        if kind == "yaml":
            found.append(File(body.partition("\n")[0].removeprefix("# "), body))
            continue
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            text, _, prints = part.partition("\n")
            found.append(Command(text, prints.strip()))
    return found


def is_printed(said: str, printed: str) -> bool:
    """Whether a command printed what the guide says: all of it, but where there are dots."""
    return re.fullmatch(".*".join(map(re.escape, said.split(ELLIPSIS))), printed.strip(), re.DOTALL) is not None


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An author who begins: an empty home, and nothing set."""
    for name in ("NARRATOR_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def steps_of(language: str) -> list[Command | File]:
    """Return what the guide of a language says to do."""
    return steps((ROOT / GUIDES[language]).read_text(encoding="utf-8"))


@pytest.fixture(params=GUIDES)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The language of an author and of his system."""
    language = str(request.param)
    monkeypatch.setenv(LANGUAGE, language)
    return language


@pytest.fixture
def author(home: Path, language: str) -> Path:
    """An author who has followed the guide."""
    for step in steps_of(language):
        match step:
            case File(name=name, text=text):
                place = home / ".local/share/narrator" if name.startswith("packs/") else home
                (place / name).write_text(text, encoding="utf-8")
            case Command(text=text, prints=prints):
                printed = typed(text, home)
                assert is_printed(prints, printed), f"$ {text}\n{printed}"
    return home


def typed(command: str, home: Path) -> str:
    """Type a command into a shell; return what it prints, errors included."""
    narrator = f'narrator() {{ "{sys.executable}" -m narrator "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", narrator + command],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},  # of what bash has, without a warning
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode < 2, f"$ {command}\n{done.stderr}"
    return done.stdout + done.stderr


def test_the_guide_goes_from_nothing_to_a_rehearsed_game(language: str) -> None:
    done = [step.text.split()[:2] for step in steps_of(language) if isinstance(step, Command)]
    assert done[0] == ["narrator", "new-pack"]
    assert done[-1] == ["narrator", "rehearse"]


@pytest.mark.thorough
def test_the_pack_of_the_guide_rehearses_hundreds_of_games_in_its_words(author: Path, language: str) -> None:
    outcomes = set()
    for seed in range(GAMES):
        options = f"pirates --players {5 + seed % 20} --answers random --seed {seed} --lang {language}".split()
        mode = ["--mode", "meneur"] if seed % 3 == 0 else []
        deal = ["--deal", "cards"] if seed % 4 == 0 else []
        done = CliRunner().invoke(main, ["rehearse", *options, *mode, *deal])
        assert done.exit_code == 0, (seed, done.output, done.exception)
        outcomes.add(done.stdout.splitlines()[-1].partition(": ")[2])
    assert (author / ".local/share/narrator/packs" / "pirates" / f"{language}.yaml").is_file()
    camps = {"fr": {"l'équipage", "les Mutins"}, "en": {"the crew", "the Mutineers"}}[language]
    assert camps <= outcomes <= {*camps, to_user("evenings.nobody")}


@pytest.mark.parametrize(
    ("said", "printed", "fits"),
    [
        ("no problems found", "no problems found\n", True),
        ("no problems found", "problems: 1", False),
        ("...N302 `a`\n...N309 `b`", "x:1:1: N302 `a`\nx:2:1: N305\nx:3:1: N309 `b`", True),
        ("...N302 `a`\n...N309 `b`", "x:1:1: N302 `a`", False),
        ("", "an error", False),
    ],
)
def test_what_is_printed_is_compared_but_where_there_are_dots(said: str, printed: str, fits: bool) -> None:
    assert is_printed(said, printed) is fits
