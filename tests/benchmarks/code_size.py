"""`make size`: lines, files, protocols, words of the pages and the wheel, without running anything."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from zipfile import ZipFile

from benchmarks.figures import heading, row

_ROOT = Path(__file__).resolve().parents[2]
_NOT_COUNTED = ("benchmarks", "machine", "models")

# They have one implementation, or none but doubles, and stay: law 1 is that these parts reach nothing else.
# Pockets take the place of the private screen in a night on phones.
_CARRY_LAW_1 = ("Acknowledger", "Light", "Pockets", "PrivateScreen", "QuestionOpener")

# The pages that users, writers of packs and contributors read; what `docs/` has besides them are records.
_PAGES = (
    "README.md",
    "LISEZMOI.md",
    "CONTRIBUTING.md",
    "docs/*.md",
    "docs/fr/*.md",
    "scripts/README.md",
    "scripts/LISEZMOI.md",
)
_RECORDS = ("benchmarks.md", "dependencies.md", "evidence.md", "odds.md", "tree.md")

# What a class has, by name: the names of a method's parameters, or nothing for what is no method.
Members = dict[str, tuple[str, ...] | None]


@dataclass(frozen=True)
class _Class:
    """A class of narrator: what it is made of, and what it has itself."""

    name: str
    bases: tuple[str, ...]
    members: Members

    @property
    def is_protocol(self) -> bool:
        return "Protocol" in self.bases


def code_size(root: Path) -> int:
    """Print the figures of the tree at `root`: which may be another clone's, to be compared with."""
    lengths = _lengths(root / "narrator")
    tests = [
        length
        for path, length in _lengths(root / "tests").items()
        if path.relative_to(root / "tests").parts[0] not in _NOT_COUNTED
    ]
    heading("")
    row("lines in narrator/", f"{sum(lengths.values()):,}")
    row("files in narrator/", str(len(lengths)), f"median {median(lengths.values()):.0f} lines")
    lonely = [protocol.name for protocol in _protocols_with_one_implementation(root / "narrator")]
    others = [name for name in lonely if name not in _CARRY_LAW_1]
    row("protocols with one implementation", str(len(others)), ", ".join(others))
    row("protocols that carry law 1", str(len(_CARRY_LAW_1)), ", ".join(_CARRY_LAW_1))
    row(f"lines in tests/, without {', '.join(_NOT_COUNTED)}", f"{sum(tests):,}", f"{len(tests)} files")
    words = {page: len(page.read_text(encoding="utf-8").split()) for page in _pages(root)}
    row("words on the pages people read", f"{sum(words.values()):,}", f"{len(words)} pages")
    if wheels := sorted((root / "dist").glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime):
        with ZipFile(wheels[-1]) as wheel:
            files = len(wheel.namelist())
        row(f"the wheel: {wheels[-1].name}", f"{wheels[-1].stat().st_size / 1e6:.1f} MB", f"{files} files")
    else:
        row("the wheel", "none in dist/", "`make wheel` builds it")
    return 0


def _lengths(folder: Path) -> dict[Path, int]:
    return {path: path.read_text(encoding="utf-8").count("\n") for path in sorted(folder.rglob("*.py"))}


def _pages(root: Path) -> list[Path]:
    return [page for pattern in _PAGES for page in sorted(root.glob(pattern)) if page.name not in _RECORDS]


def _protocols_with_one_implementation(package: Path) -> list[_Class]:
    """Return the protocols that at most one class of narrator implements, by its bases or by what it has.

    A protocol of `__call__` alone is the type of a function, and anything may be a function: it is left out.
    """
    classes = [found for path in sorted(package.rglob("*.py")) for found in _classes(path)]
    by_name = {found.name: found for found in classes}
    protocols = [found for found in classes if found.is_protocol and _asked(found, by_name).keys() != {"__call__"}]
    others = [found for found in classes if not found.is_protocol]
    return [one for one in protocols if sum(_implements(other, one, by_name) for other in others) <= 1]


def _classes(path: Path) -> list[_Class]:
    return [
        _Class(node.name, tuple(map(_base_name, node.bases)), _members(node))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]


def _base_name(base: ast.expr) -> str:
    """Return the name of a base, without its module and its parameters."""
    if isinstance(base, ast.Subscript):
        base = base.value
    return base.attr if isinstance(base, ast.Attribute) else ast.unparse(base)


def _members(node: ast.ClassDef) -> Members:
    """Return the methods, properties and fields of a class, and what its methods set on `self`."""
    found: Members = {}
    for child in ast.walk(node):
        if isinstance(child, ast.Attribute) and isinstance(child.ctx, ast.Store) and ast.unparse(child.value) == "self":
            found[child.attr] = None
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            is_property = any(ast.unparse(decorator).endswith("property") for decorator in child.decorator_list)
            parameters = [*child.args.posonlyargs, *child.args.args, *child.args.kwonlyargs][1:]
            found[child.name] = None if is_property else tuple(parameter.arg.lstrip("_") for parameter in parameters)
        elif isinstance(child, ast.AnnAssign) and isinstance(child.target, ast.Name):
            found[child.target.id] = None
        elif isinstance(child, ast.Assign):
            found |= dict.fromkeys(map(ast.unparse, child.targets))
    return found


def _implements(found: _Class, protocol: _Class, by_name: dict[str, _Class]) -> bool:
    """Tell whether a class extends a protocol, or has all that it asks for, with parameters of the same names."""
    if protocol.name in _ancestors(found, by_name):
        return True
    has = _inherited(found, by_name)
    return all(name in has and _fits(has[name], asked) for name, asked in _asked(protocol, by_name).items())


def _fits(has: tuple[str, ...] | None, asked: tuple[str, ...] | None) -> bool:
    return has is asked is None or (has is not None and asked is not None and has[: len(asked)] == asked)


def _asked(protocol: _Class, by_name: dict[str, _Class]) -> Members:
    """Return what a protocol asks for, that of the protocols that it extends included."""
    members = _inherited(protocol, by_name)
    return {name: has for name, has in members.items() if name == "__call__" or not name.startswith("_")}


def _inherited(found: _Class, by_name: dict[str, _Class]) -> Members:
    members: Members = {}
    for name in sorted(_ancestors(found, by_name)):
        members |= by_name[name].members
    return members | found.members


def _ancestors(found: _Class, by_name: dict[str, _Class]) -> set[str]:
    """Return the names of the bases of a class, and of theirs; two classes of one name may be bases of each other."""
    names: set[str] = set()
    waiting = set(found.bases)
    while waiting := {name for name in waiting if name in by_name} - names - {found.name}:
        names |= waiting
        waiting = {base for name in waiting for base in by_name[name].bases}
    return names


if __name__ == "__main__":
    sys.exit(code_size(Path(sys.argv[1]).resolve() if sys.argv[1:] else _ROOT))
