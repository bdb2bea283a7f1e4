"""Writes docs/tree.md: the packages and what each may know, who imports whom, every module's first sentence.

`make tree` calls it; a test refuses a page that is not the code's.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "narrator"
WIDTH = 26

HEAD = """\
# The tree

Made by `make tree` from the docstrings and imports of `narrator/`: do not edit.

## Packages

Each room may import what stands below it, never what stands above; and so may a package inside of one.

"""


@cache
def modules() -> dict[str, ast.Module]:
    """Return the tree of every module by its path inside the package; all who ask share it."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


GROUPS = {"base", "evening", "rules", "sound", "table"}
"""Packages of packages: each of those inside has its own place among those that may import each other."""


def package_of(path: str) -> str:
    """Return the package that a module stands in; empty for a module directly under `narrator`."""
    *folders, _ = path.split("/")
    return "/".join(folders[: 2 if GROUPS & {*folders[:1]} else 1])


def room_of(path: str) -> str:
    """Return the package directly under `narrator` that a module stands in; empty for a module beside those."""
    return package_of(path).split("/")[0]


@cache
def packages() -> frozenset[str]:
    return frozenset(map(package_of, modules()))


@cache
def imports(tree: ast.AST) -> set[str]:
    """Return the packages that a tree imports from, wherever in it."""
    found = set()
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        paths = ["/".join(name.split(".")[1:3]) for name in names if name.startswith("narrator.")]
        found |= {path if path in packages() else path.split("/")[0] for path in paths} & packages()
    return found


def known(trees: dict[str, ast.Module], place: Callable[[str], str] = package_of) -> dict[str, set[str]]:
    """Return, for every package, or whatever `place` makes of a module's path, what it imports."""
    graph: dict[str, set[str]] = defaultdict(set)
    for path, tree in trees.items():
        if package := place(path):
            graph[package] |= {place(f"{other}/") for other in imports(tree)} - {package}
    return dict(graph)


def levels(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the packages in rows, those that import nothing last.

    Raises:
        ValueError: some import each other.
    """
    left, rows = dict(graph), []
    while left:
        row = sorted(package for package, others in left.items() if not others & left.keys())
        if not row:
            raise ValueError(f"these packages import each other: {', '.join(sorted(left))}")
        rows.append(row)
        left = {package: others for package, others in left.items() if package not in row}
    return rows[::-1]


def direct(graph: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return the imports that no chain of other imports implies: the arrows that a picture needs."""

    def reached(package: str) -> set[str]:
        return graph[package].union(*map(reached, graph[package]))

    return sorted(
        (package, other)
        for package, others in graph.items()
        for other in others
        if not any(other in reached(between) for between in others - {other})
    )


def sentence(tree: ast.Module) -> str:
    """Return the first line of a docstring."""
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def drawn(trees: dict[str, ast.Module]) -> str:
    """Return the whole page."""
    rooms, packages = known(trees, room_of), known(trees)
    abouts = {path.removesuffix("/__init__.py"): ast.get_docstring(tree) or "" for path, tree in trees.items()}
    lines = ["| package | what it is, and what it may know |", "|---|---|"]
    for room in (room for row in levels(rooms) for room in row):
        inside = [name for row in levels(packages) for name in row if name.startswith(f"{room}/")]
        lines += [f"| `{name}` | {' '.join(abouts[name].split())} |" for name in (room, *inside)]
    lines += ["", "```mermaid", "graph TD", *(f"  {one} --> {other}" for one, other in direct(rooms)), "```", ""]
    lines += ["An arrow that other arrows imply is left out.", "", "## Modules", "", "```"]
    files = defaultdict(list)
    for path in trees:
        folder, _, name = path.rpartition("/")
        files[folder].append(name)
    for folder, names in sorted(files.items()):
        if folder:
            lines.append(f"{folder}/")
        lines += [
            f"{'  ' if folder else ''}{name:{WIDTH}}{sentence(trees[f'{folder}/{name}'.lstrip('/')])}"
            for name in names
            if name != "__init__.py"
        ]
    return HEAD + "\n".join([*lines, "```", ""])


if __name__ == "__main__":
    (ROOT / "docs" / "tree.md").write_text(drawn(modules()), encoding="utf-8")
