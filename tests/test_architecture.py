"""Imports run one way, rules stay pure, and few modules open what is secret."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import module_tree
import pytest

Trees: TypeAlias = dict[str, ast.Module]

MAY_IMPORT = {
    "base": set(),
    "base/processes": {"base"},
    "base/downloads": {"base"},
    "rules/core": set(),
    "rules/village": {"rules/core", "base"},
    "rules/cuba": {"rules/core"},
    "packs": {"rules/core", "base"},
    "sound/dsp": {"base"},
    "sound/soundscape": {"sound/dsp"},
    "sound/audio": {"sound/dsp", "sound/soundscape", "base", "base/processes"},
    "table/inbox": {"rules/core"},
    "table/journal": {"rules/core", "base"},
}
"""What the lowest packages may know besides themselves: a rule knows no word, a word no game, a sound no rule."""

IMPURE = {
    *("asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "select"),
    *("shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "uuid"),
}
"""Clocks, files, devices, the machine and chance: nothing that a rule may ask."""

MAKES_FACTS = {
    "rules/village/declassify.py": "all that a night-and-day game makes public",
    "rules/cuba/declassify.py": "all that the box makes public",
    "table/session/announcements.py": "tells again, after a resume, what was public news",
    "table/setup/dialog.py": "says what is asked before a game, when nothing is secret yet",
}

UNSEALS = {
    "rules/core/play.py": "checks an answer against the choices of the one who is asked",
    "rules/village/game.py": "deals the cards from the key",
    "rules/village/state.py": "draws lots from the key inside the generator, which is never handed out",
    "table/games/founding.py": "writes the key and the cards into the journal's header, a file of mode 0600",
    "table/session/slot_worker.py": "shows on the private screen, to its addressee, what was meant for him",
    "table/session/known_cards.py": "remembers for a leader's eyes who holds what",
    "screens/phone/pockets.py": "sends each player's phone, under its pad, what its seat may know",
    "screens/phone/pads.py": "tells a called one, on his own phone and under its pad, what he is shown and asked",
    "evening/rehearsal/trace.py": "writes the private lines of a rehearsal's trace, addressed",
    "evening/recap/tale.py": "tells a game that is over",
}


@pytest.fixture(scope="module")
def trees() -> Trees:
    """Return the tree of every module by its path inside the package: parsed once, which takes seconds."""
    return module_tree.modules()


@cache
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


@cache
def calls(tree: ast.AST) -> set[str]:
    """Return the last name of everything that is called: `b` of `a.b()`."""
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {f.id if isinstance(f, ast.Name) else f.attr for f in called if isinstance(f, ast.Name | ast.Attribute)}


def opens_the_seal(tree: ast.AST) -> bool:
    return "narrator.rules.core.secrets.unseal" in imports(tree) or any(
        isinstance(node, ast.Attribute) and (node.attr == "unseal" or "__value" in node.attr) for node in ast.walk(tree)
    )


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_run_one_way(package: str, trees: Trees) -> None:
    assert module_tree.known(trees)[package] <= MAY_IMPORT[package]


@pytest.mark.parametrize("place", [module_tree.package_of, module_tree.room_of])
def test_no_two_packages_import_each_other(place: Callable[[str], str], trees: Trees) -> None:
    graph = module_tree.known(trees, place)
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


def test_rules_ask_no_clock_no_file_and_no_chance(trees: Trees) -> None:
    rules = {name: tree for name, tree in trees.items() if module_tree.room_of(name) == "rules"}
    assert len(rules) > 40
    for name, tree in rules.items():
        assert {source.split(".")[0] for source in imports(tree)} & IMPURE == set(), name
        base = {source for source in imports(tree) if source.startswith("narrator.base")}
        assert base <= {"narrator.base.user_error", "narrator.base.user_error.UserError"}, name
        assert calls(tree) & {"open", "print", "input", "hash", "id"} == set(), name


def test_public_facts_are_made_where_they_are_declassified_and_nowhere_else(trees: Trees) -> None:
    makers = {name for name, tree in trees.items() if "Fact" in calls(tree)}
    assert makers <= MAKES_FACTS.keys()
    assert "rules/village/declassify.py" in makers


def test_a_secret_is_opened_only_by_those_who_have_a_reason(trees: Trees) -> None:
    openers = {name for name, tree in trees.items() if name != "rules/core/secrets.py" and opens_the_seal(tree)}
    assert openers == UNSEALS.keys(), "a module here that opens nothing has lost its reason"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import narrator.table.session.driver", {"table/session"}),
        ("from narrator.table.session import driver", {"table/session"}),
        ("from narrator.table import session", {"table/session"}),
        ("from narrator.base import whole_files", {"base"}),
        ("from narrator import packs", {"packs"}),
        ("def late():\n    from narrator.table.session.driver import Driver", {"table/session"}),
        ("import typing\nfrom narrator import __version__", set()),
    ],
)
def test_no_way_to_import_is_overlooked(source: str, found: set[str]) -> None:
    assert module_tree.imports(ast.parse(source)) == found


@pytest.mark.parametrize(
    "source",
    ["from narrator.rules.core.secrets import unseal as see", "secrets.unseal(x)", "x._Secret__value", "a.b.unseal"],
)
def test_no_way_to_open_a_secret_is_overlooked(source: str) -> None:
    assert opens_the_seal(ast.parse(source))


PUBLIC = {
    "narrator.table.session.ports.Mouth",
    "narrator.table.session.ports.Screen",
    "narrator.table.session.ports.Ports",
    "narrator.table.session.ports.Ears",
    "narrator.table.session.narration",
    "narrator.table.inbox.inbox",
    "narrator.table.session.entry_wait",
    "narrator.table.session.table_orders",
    "narrator.table.session.driver",
    "narrator.table.session.open_window",
    "time",
}
"""What is heard, seen by all, or tells the time."""


SECRET = ("slot_worker", "private_game", "answer_store", "replay", "presses", "known_cards")


@pytest.mark.parametrize("name", SECRET)
def test_what_happens_in_secret_can_reach_nothing_public(name: str, trees: Trees) -> None:
    assert not imports(trees[f"table/session/{name}.py"]) & PUBLIC


def test_the_public_scheduler_opens_no_secret(trees: Trees) -> None:
    assert "narrator.rules.core.secrets" not in imports(trees["table/session/driver.py"])
