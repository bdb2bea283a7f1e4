"""What the documents list is what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.session.options import READERS
from narrator.story.diagnostics import Code
from narrator.village.powers import POWERS

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ("README.md", "LISEZMOI.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "scripts/README.md")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def mapped() -> set[str]:
    """Return the modules of the map in ARCHITECTURE.md, by their path."""
    (drawn,) = re.findall(r"## The map of the house.*?```\n(.*?)```", text("ARCHITECTURE.md"), re.DOTALL)
    found: set[str] = set()
    folders: list[str] = []
    for line in drawn.splitlines():
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        del folders[depth:]
        if name.endswith("/"):
            folders.append(name)
        else:
            found.add("".join(folders) + name)
    return found


def test_the_map_of_the_house_is_the_tree() -> None:
    package = ROOT / "narrator"
    modules = {path.relative_to(package).as_posix() for path in package.rglob("*.py") if path.name != "__init__.py"}
    assert mapped() == modules


@pytest.mark.parametrize("power", POWERS)
def test_the_guide_knows_every_power(power: str) -> None:
    assert f"`{power}`" in text("scripts/README.md")


@pytest.mark.parametrize("option", READERS)
def test_the_guide_and_both_readmes_know_every_option(option: str) -> None:
    for name in ("scripts/README.md", "README.md", "LISEZMOI.md"):
        assert f"| `{option}` |" in text(name), name


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_to_a_file_of_the_house_leads_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text(name)):
        assert ((ROOT / name).parent / target).exists(), target


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_document_names_a_diagnostic_that_does_not_exist(name: str) -> None:
    assert set(re.findall(r"\bN[123]\d\d\b", text(name))) <= set(Code)
