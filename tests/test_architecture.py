"""Imports run one way, rules stay pure, and few modules open what is secret."""

from __future__ import annotations

import ast
from typing import TypeAlias

import module_tree
import pytest

Trees: TypeAlias = dict[str, ast.Module]

MAY_IMPORT = {
    "core": set(),
    "village": {"core", "user_error"},
    "cuba": {"core"},
    "story": {"core", "whole_files", "resources", "user_error"},
    "dsp": {"whole_files"},
    "soundscape": {"dsp"},
    "processes": {"closing", "whole_files"},
    "journal": {"core", "closing", "story", "user_error", "whole_files"},
    "inbox": {"core"},
    "closing": set(),
    "resources": {"user_error"},
    "user_error": set(),
    "whole_files": set(),
}
"""What the lowest packages may know besides themselves: a rule knows no word, a word no game, a sound no rule."""

IMPURE = {
    *("asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "select"),
    *("shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "uuid"),
}
"""Clocks, files, devices, the machine and chance: nothing that a rule may ask."""

MAKES_FACTS = {
    "village/declassify.py": "all that a night-and-day game makes public",
    "cuba/declassify.py": "all that the box makes public",
    "session/announcements.py": "tells again, after a resume, what was public news",
    "setup/dialog.py": "says what is asked before a game, when nothing is secret yet",
}

UNSEALS = {
    "core/play.py": "checks an answer against the choices of the one who is asked",
    "village/game.py": "deals the cards from the key",
    "village/state.py": "draws lots from the key inside the generator, which is never handed out",
    "games/founding.py": "writes the key and the cards into the journal's header, a file of mode 0600",
    "session/slot_worker.py": "shows on the private screen, to its addressee, what was meant for him",
    "session/known_cards.py": "remembers for a leader's eyes who holds what",
    "ui/phone/pockets.py": "sends each player's phone, under its pad, what its seat may know",
    "ui/phone/pads.py": "tells a called one, on his own phone and under its pad, what he is shown and asked",
    "rehearsal/trace.py": "writes the private lines of a rehearsal's trace, addressed",
    "recap/tale.py": "tells a game that is over",
}


@pytest.fixture(scope="module")
def trees() -> Trees:
    """Return the tree of every module by its path inside the package: parsed once, which takes seconds."""
    return module_tree.modules()


def part_of(trees: Trees, part: str) -> Trees:
    found = {name: tree for name, tree in trees.items() if name.split("/")[0].removesuffix(".py") == part}
    assert found, part
    return found


def imports(tree: ast.AST) -> set[str]:
    """Return every name that is imported, wherever it stands: `a.b` and, for `from a import b`, `a` and `a.b`."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            found |= {source} | {f"{source}.{alias.name}" for alias in node.names}
    return found


def parts_known_to(tree: ast.AST) -> set[str]:
    return {name.split(".")[1] for name in imports(tree) if name.startswith("narrator.")} - {"__version__"}


def calls(tree: ast.AST) -> set[str]:
    """Return the last name of everything that is called: `b` of `a.b()`."""
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {f.id if isinstance(f, ast.Name) else f.attr for f in called if isinstance(f, ast.Name | ast.Attribute)}


def opens_the_seal(tree: ast.AST) -> bool:
    return "narrator.core.secrets.unseal" in imports(tree) or any(
        isinstance(node, ast.Attribute) and (node.attr == "unseal" or "__value" in node.attr) for node in ast.walk(tree)
    )


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_run_one_way(part: str, trees: Trees) -> None:
    found = part_of(trees, part)
    strangers = {name: parts_known_to(tree) - MAY_IMPORT[part] - {part} for name, tree in found.items()}
    assert {name: found for name, found in strangers.items() if found} == {}


def test_no_two_packages_import_each_other(trees: Trees) -> None:
    graph = module_tree.known(trees)
    assert sorted(package for row in module_tree.levels(graph) for package in row) == sorted(graph)
    with pytest.raises(ValueError, match="a, b, c"):
        module_tree.levels({"a": {"b"}, "b": {"a"}, "c": {"a"}})


def test_the_page_of_the_tree_is_the_code_s(trees: Trees) -> None:
    page = module_tree.ROOT / "docs" / "tree.md"
    assert page.read_text(encoding="utf-8") == module_tree.drawn(trees), "make tree writes it anew"


def test_no_class_name_occurs_twice(trees: Trees) -> None:
    places: dict[str, list[str]] = {}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_imports_inside_the_package_are_absolute(trees: Trees) -> None:
    assert [name for name, tree in trees.items() if any(source.startswith(".") for source in imports(tree))] == []


@pytest.mark.parametrize("part", ["core", "village", "cuba"])
def test_rules_ask_no_clock_no_file_and_no_chance(part: str, trees: Trees) -> None:
    for name, tree in part_of(trees, part).items():
        assert {source.split(".")[0] for source in imports(tree)} & IMPURE == set(), name
        assert calls(tree) & {"open", "print", "input", "hash", "id"} == set(), name


def test_public_facts_are_made_where_they_are_declassified_and_nowhere_else(trees: Trees) -> None:
    makers = {name for name, tree in trees.items() if "Fact" in calls(tree)}
    assert makers <= MAKES_FACTS.keys()
    assert "village/declassify.py" in makers


def test_a_secret_is_opened_only_by_those_who_have_a_reason(trees: Trees) -> None:
    openers = {name for name, tree in trees.items() if name != "core/secrets.py" and opens_the_seal(tree)}
    assert openers == UNSEALS.keys(), "a module here that opens nothing has lost its reason"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import narrator.session.driver", {"session"}),
        ("from narrator.session import driver", {"session"}),
        ("from narrator import session", {"session"}),
        ("def late():\n    from narrator.session.driver import Driver", {"session"}),
        ("import typing\nfrom narrator import __version__", set()),
    ],
)
def test_no_way_to_import_is_overlooked(source: str, found: set[str]) -> None:
    assert parts_known_to(ast.parse(source)) == found


@pytest.mark.parametrize(
    "source",
    ["from narrator.core.secrets import unseal as see", "secrets.unseal(x)", "x._Secret__value", "a.b.unseal"],
)
def test_no_way_to_open_a_secret_is_overlooked(source: str) -> None:
    assert opens_the_seal(ast.parse(source))


PUBLIC = {
    "narrator.session.ports.Mouth",
    "narrator.session.ports.Screen",
    "narrator.session.ports.Ports",
    "narrator.session.ports.Ears",
    "narrator.session.narration",
    "narrator.inbox.inbox",
    "narrator.session.entry_wait",
    "narrator.session.table_orders",
    "narrator.session.driver",
    "narrator.session.open_window",
    "time",
}
"""What is heard, seen by all, or tells the time."""


SECRET = ("slot_worker", "private_game", "answer_store", "replay", "presses", "known_cards")


@pytest.mark.parametrize("name", SECRET)
def test_what_happens_in_secret_can_reach_nothing_public(name: str, trees: Trees) -> None:
    assert not imports(trees[f"session/{name}.py"]) & PUBLIC


def test_the_public_scheduler_opens_no_secret(trees: Trees) -> None:
    assert "narrator.core.secrets" not in imports(trees["session/driver.py"])
