"""YAML as authors mean it: every scalar is text, every value knows where it stands, no key may come twice.

YAML by itself would read `no` as a truth value and let a second key of the same name overwrite the first.
Types come from the schema later; this file only reads. It is the one reader of what people write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from narrator.base.diagnostics import Code, Diagnostic
from narrator.base.sentences import reason, to_user
from narrator.base.whole_files import content_of

if TYPE_CHECKING:  # a machine without such files does without it
    import yaml

Plain: TypeAlias = "str | list[Plain] | dict[str, Plain]"
Where: TypeAlias = tuple[str | int, ...]

DEEPEST = 32
"""How many lists and mappings may stand inside each other."""
LARGEST = 200_000
"""The most bytes of a small file, which has no schema of a pack."""
KEPT = 32
"""How many files are kept as they were read: each game's words stand over the same shared ones, and are read again."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file; line and column count from 1."""

    file: str
    line: int = 1
    column: int = 1

    def fault(self, code: Code, problem: str, remedy: str) -> Diagnostic:
        """Say what is wrong here."""
        return Diagnostic(code, self.file, self.line, self.column, problem, remedy)


@dataclass(frozen=True, slots=True)
class Document:
    """A file as plain data. `marks` has the key of every mapping entry and the start of every list item."""

    file: Path
    data: Plain
    marks: dict[Where, Mark]

    def mark(self, where: Sequence[str | int] = ()) -> Mark:
        """Return the place of a value, or of the nearest one around it."""
        return self.marks[self.nearest(where)]

    def nearest(self, where: Sequence[str | int]) -> Where:
        """Return the longest beginning of `where` that exists in the file."""
        path = tuple(where)
        while path and path not in self.marks:
            path = path[:-1]
        return path

    def over(self, other: Document) -> Document:
        """Return this document with what only the other has: sections are merged key by key."""
        if not isinstance(self.data, dict) or not isinstance(other.data, dict):
            return self
        data: dict[str, Plain] = {**other.data, **self.data}
        for key, mine in self.data.items():
            theirs = other.data.get(key)
            if isinstance(mine, dict) and isinstance(theirs, dict):
                data[key] = {**theirs, **mine}
        return Document(self.file, data, {**other.marks, **self.marks})


def read(file: Path, faults: list[Diagnostic]) -> Document | None:
    """Read a file; None where nothing can be read. What is wrong is added to `faults`."""
    start = Mark(str(file))
    try:
        text = content_of(file).decode("utf-8-sig")
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        remedy = to_user("yaml.create" if missing else "yaml.readable", name=file.name)
        faults.append(start.fault(Code.FILE, to_user("yaml.unread", detail=reason(error)), remedy))
        return None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        mark = Mark(str(file), line)
        faults.append(mark.fault(Code.ENCODING, to_user("yaml.encoding"), to_user("yaml.encoding.mend")))
        return None
    try:
        return _sound(text, file)
    except _UnsoundError as unsound:
        faults += unsound.faults
        return unsound.document


class _UnsoundError(Exception):
    """Something is wrong in a file; `document` is what can be read of it all the same."""

    def __init__(self, document: Document | None, faults: list[Diagnostic]) -> None:
        self.document, self.faults = document, faults


@lru_cache(maxsize=KEPT)
def _sound(text: str, file: Path) -> Document:
    """Return what a file says in which nothing is wrong; else why, in the language of the moment, is raised anew."""
    faults: list[Diagnostic] = []
    document = _parsed(text, file, faults)
    if document is None or faults:
        raise _UnsoundError(document, faults)
    return document


def data_of(file: Path) -> Plain | None:
    """Return what a small file says, as `data_in` does.

    Raises:
        ValueError: it is no YAML, or no UTF-8 text; the text says where.
        OSError: it cannot be read, is no regular file, or is too large.
    """
    return data_in(content_of(file, LARGEST).decode("utf-8-sig"))


def data_in(text: str) -> Plain | None:
    """Return what a text says that is no part of a pack; None where it says nothing.

    Raises:
        ValueError: it is no YAML as authors mean it; the text says where.
    """
    faults: list[Diagnostic] = []
    document = _parsed(text, Path(), faults, empty=True)
    if faults:
        raise ValueError("; ".join(f"line {found.line}: {found.problem}" for found in faults))
    return None if document is None else document.data


def _parsed(text: str, file: Path, faults: list[Diagnostic], *, empty: bool = False) -> Document | None:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # PyYAML built without libyaml has only the slow one
    try:
        # The parser in C that makes nodes has no limit but the stack, and ends the program there; events need none.
        if (too_deep := _too_deep(text, loader)) is not None:
            faults.append(
                Mark(str(file), *too_deep).fault(Code.STRANGE_YAML, to_user("yaml.deep"), to_user("yaml.deep.mend"))
            )
            return None
        root = yaml.compose(text, Loader=loader)
    except (yaml.YAMLError, RecursionError) as error:
        faults.append(_syntax(file, text, error))
        return None
    if root is None:
        if not empty:
            faults.append(Mark(str(file)).fault(Code.SYNTAX, to_user("yaml.empty"), to_user("yaml.empty.mend")))
        return None
    reading = _Reading(str(file), faults, by_hand=not empty)
    return Document(file, reading.plain(root, ()), reading.marks)


def _too_deep(text: str, loader: type[yaml.SafeLoader]) -> tuple[int, int] | None:
    """Return the line and column where values stand deeper inside others than any pack needs; None: nowhere."""
    import yaml

    depth = 0
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST and event.start_mark is not None:
                return event.start_mark.line + 1, event.start_mark.column + 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return None


COMPLAINTS = {
    "mapping values are not allowed": "colon",
    "',' or": "flow",
    "characters are not allowed": "control",
    "expected": "indent",
}
"""Which sentence tells what the parser complains of, by a part of its words: the first counts."""
_BEGIN = re.compile(r"""\s*(?:- +)*(?:[\w.-]+: +)?(?P<quote>["'\u201c\u201d\u201e\u00ab\u2018\u2019])""")
"""How a line begins whose text stands in quotation marks, or in what looks like them."""
_FLOW = re.compile(r"\s*(?:- +)*(?:[\w.-]+: *)?[\[{]")
_IN_FLOW = re.compile(r"""(?:[\[{,]|: )\s*(?P<quote>["'])""")
"""A line with values between braces or brackets, and how a text in quotation marks begins there."""
_ENDS = {'"': re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL), "'": re.compile(r"(?:[^']|'')*'")}
"""What goes up to the end of a text, from behind its first quotation mark."""
_NO_ENTRY = re.compile(r"\s*(?![-#\s])(?:(?!: |:$).)*")
"""A line that gives no key its value, and is no item of a list and no comment."""
_CURLY = re.compile(r"[\u201c\u201e][^\u201c\u201d]*[\u201c\u201d]?|\u00ab[^\u00bb]*\u00bb?")
"""A text inside one pair of curly marks, or behind half of one."""
_HALF = re.compile(r"""[^"]*(?:"[^"]*"[^"]*)*"|[^\u201c\u201e]*\u201d""")
"""A text that ends with a mark that nothing began."""


def _slip_in(text: str) -> str:
    """Return what is wrong with the quotation marks of a text that has no straight ones around it."""
    return "curly" if _CURLY.fullmatch(text) else "stray" if _HALF.fullmatch(text) else ""


def _syntax(file: Path, text: str, error: yaml.YAMLError | RecursionError) -> Diagnostic:
    """Put the parser's complaint into our form, and say where what it has not understood begins."""
    found = getattr(error, "problem_mark", None)
    line, column = (found.line + 1, found.column + 1) if found else (1, 1)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or ""
    lines = text.split("\n")
    here = lines[line - 1] if line <= len(lines) else ""
    begun = _BEGIN.match(here)
    if (unclosed := _unclosed(lines, line)) is not None:
        what, (line, column) = "unclosed", unclosed
    elif here[column - 1 : column] == "\t":
        what = "tab"
    elif begun is not None and begun["quote"] not in _ENDS:
        what, column = "curly", begun.start("quote") + 1
    elif begun is not None and (end := _ENDS[begun["quote"]].match(here, begun.end())) and here[end.end() :].strip():
        what, column = "behind", end.end()
    else:
        what = next((what for part, what in COMPLAINTS.items() if part in problem), "other")
        above = next((n for n in range(line - 1, 0, -1) if lines[n - 1].strip()), line)
        own = what == "indent" or (what == "colon" and " " not in here[: column - 1].strip())
        if own and _NO_ENTRY.fullmatch(lines[above - 1]):  # the parser has read on for a colon
            what, line, column = "entry", above, len(lines[above - 1]) - len(lines[above - 1].lstrip()) + 1
    return Mark(str(file), line, column).fault(Code.SYNTAX, to_user(f"yaml.{what}"), to_user(f"yaml.{what}.mend"))


def _unclosed(lines: Sequence[str], until: int) -> tuple[int, int] | None:
    """Return the line and column of a quotation mark that was never closed, if that is what went wrong in a line.

    Then its text goes on to the next such mark, which stands in that line and begins another one, or to the end.
    """
    for number, line in enumerate(lines[:until], 1):
        begun = _left_open(line)
        if begun is None:
            continue
        rest = "\n".join([line[begun.end() :], *lines[number:]])
        end = _ENDS[begun["quote"]].match(rest)
        if end is None or number + end[0].count("\n") == until:
            return number, begun.start("quote") + 1
    return None


def _left_open(line: str) -> re.Match[str] | None:
    """Return the quotation mark in a line that begins a text and has no end there."""
    begun = _IN_FLOW.search(line) if _FLOW.match(line) else _BEGIN.match(line)
    while begun is not None and begun["quote"] in _ENDS:
        end = _ENDS[begun["quote"]].match(line, begun.end())
        if end is None:
            return begun
        begun = _IN_FLOW.search(line, end.end()) if _FLOW.match(line) else None
    return None


class _Reading:
    """One pass over the nodes of a file."""

    def __init__(self, file: str, faults: list[Diagnostic], *, by_hand: bool) -> None:
        self.file = file
        self._by_hand = by_hand
        self.faults = faults
        self.marks: dict[Where, Mark] = {(): Mark(file)}
        self._read: dict[int, Plain] = {}

    def plain(self, node: yaml.Node, where: Where) -> Plain:
        """Return a node as plain data and note the marks below it."""
        import yaml

        if id(node) in self._read:  # the parser gives an alias as the very node that it repeats
            self._refuse(self.marks[where], Code.STRANGE_YAML, "alias")
            return self._read[id(node)]
        self._read[id(node)] = ""
        match node:
            case yaml.SequenceNode():
                value = self._sequence(node, where)
            case yaml.MappingNode():
                value = self._mapping(node, where)
            case _:
                value = self._scalar(node)
        self._read[id(node)] = value
        return value

    def _sequence(self, node: yaml.Node, where: Where) -> Plain:
        items: list[Plain] = []
        for index, item in enumerate(node.value):
            self.marks[(*where, index)] = self._mark(item)
            items.append(self.plain(item, (*where, index)))
        return items

    def _mapping(self, node: yaml.Node, where: Where) -> Plain:
        import yaml

        entries: dict[str, Plain] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self._refuse(self._mark(key), Code.STRANGE_YAML, "key")
                continue
            name = str(key.value)
            mark = self._mark(key)
            if name in entries:
                first = self.marks[(*where, name)]
                self.faults.append(
                    mark.fault(
                        Code.DUPLICATE_KEY,
                        to_user("yaml.twice", name=name, number=first.line),
                        to_user("yaml.twice.mend"),
                    )
                )
                continue
            self.marks[(*where, name)] = mark
            entries[name] = self.plain(value, (*where, name))
        return entries

    def _scalar(self, node: yaml.Node) -> str:
        """Return a text; one without quotation marks around it may have some in it, but no half of a pair."""
        text = str(node.value)
        if self._by_hand and getattr(node, "style", None) in (None, "") and (slip := _slip_in(text)):
            self._refuse(self._mark(node), Code.SYNTAX, slip)
        return text

    def _refuse(self, mark: Mark, code: Code, what: str) -> None:
        self.faults.append(mark.fault(code, to_user(f"yaml.{what}"), to_user(f"yaml.{what}.mend")))

    def _mark(self, node: yaml.Node) -> Mark:
        return Mark(self.file, node.start_mark.line + 1, node.start_mark.column + 1)
