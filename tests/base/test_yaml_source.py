"""Reading YAML: scalars are text, places are kept, nothing is lost silently."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from narrator.base.diagnostics import Code, Diagnostic
from narrator.base.yaml_source import Document, data_in, data_of, read

WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=8)
TREES = st.recursive(
    st.sampled_from(["no", "yes", "on", "1.0", "null", "~", "été", "a: b", "1e3", "2001-01-01"]) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("marks") / "file.yaml"


def reading(file: Path, text: str) -> tuple[Document | None, list[Diagnostic]]:
    file.write_text(text, encoding="utf-8", newline="")
    faults: list[Diagnostic] = []
    return read(file, faults), faults


def codes(faults: list[Diagnostic]) -> list[Code]:
    return [fault.code for fault in faults]


@pytest.mark.parametrize("text", ["no", "on", "Yes", "1", "1.50", "null", "~", "2001-12-14", "0x10"])
def test_a_scalar_is_the_text_that_its_author_wrote(place: Path, text: str) -> None:
    document, faults = reading(place, f"key: {text}\n")
    assert document is not None
    assert document.data == {"key": text}
    assert not faults


@given(tree=st.dictionaries(WORDS, TREES, min_size=1, max_size=4))
def test_whatever_is_written_as_yaml_is_read_as_it_was(place: Path, tree: dict[str, object]) -> None:
    document, faults = reading(place, yaml.safe_dump(tree, allow_unicode=True))
    assert document is not None
    assert document.data == tree
    assert not faults


@given(names=st.lists(WORDS, min_size=1, max_size=5, unique=True), data=st.data())
def test_any_key_that_stands_twice_is_diagnosed_where_it_stands_again(
    place: Path, names: list[str], data: st.DataObject
) -> None:
    twice = data.draw(st.sampled_from(names))
    text = "".join(f"'{name}': {name}\n" for name in names) + f"'{twice}': again\n"
    document, faults = reading(place, text)
    assert document is not None
    assert document.data == {name: name for name in names}
    assert [(fault.code, fault.line) for fault in faults] == [(Code.DUPLICATE_KEY, len(names) + 1)]


def test_a_key_that_stands_twice_is_found_at_any_depth(place: Path) -> None:
    _, faults = reading(place, "a:\n  - b: {c: 1, d: 2, c: 3}\n")
    assert [(fault.code, fault.line, fault.column) for fault in faults] == [(Code.DUPLICATE_KEY, 2, 21)]
    assert "line 2" in faults[0].problem


def test_a_value_knows_its_line_and_column(place: Path) -> None:
    document, _ = reading(place, "a:\n  b:\n    - x\n    - y\n")
    assert document is not None
    assert (document.mark(("a", "b")).line, document.mark(("a", "b")).column) == (2, 3)
    assert (document.mark(("a", "b", 1)).line, document.mark(("a", "b", 1)).column) == (4, 7)


def test_what_is_not_there_is_placed_at_what_surrounds_it(place: Path) -> None:
    document, _ = reading(place, "a:\n  b: c\n")
    assert document is not None
    assert document.mark(("a", "b", "nowhere", 7)).line == 2
    assert document.mark(("nowhere",)).line == 1


def test_a_byte_order_mark_is_no_part_of_the_first_key(place: Path) -> None:
    document, _ = reading(place, "\ufeffa: b\n")
    assert document is not None
    assert document.data == {"a": "b"}


@pytest.mark.parametrize("text", ["a: [b\n", "a: b: c\n", "\ta: b\n", "a: 'b\n", "a: b\n---\nc: d\n", "a: \x07\n", ""])
def test_what_is_not_yaml_is_a_diagnostic(place: Path, text: str) -> None:
    document, faults = reading(place, text)
    assert document is None
    assert codes(faults) == [Code.SYNTAX]


UNCLOSED, BEHIND, CURLY, TAB = "no closing quotation mark", "something stands behind it", "are curly", "a tab"


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ('a: "x\nb: "y"\nc: 1\n', (1, 4), UNCLOSED),
        ('a: "x\nb: 2\n', (1, 4), UNCLOSED),
        ("a:\n  b: 'it\n  c: d\n  e: 'f'\n", (2, 6), UNCLOSED),
        ('lines:\n  - "un\n  - "deux"\n', (2, 5), UNCLOSED),
        ('a: "one\n  two"\nb: "x\nc: "y"\n', (3, 4), UNCLOSED),
        ('a: "one\n  two"\nb: c: d\n', (3, 5), "a colon where none may stand"),
        ("a: 'l'eau'\n", (1, 6), BEHIND),
        ('a: "b" c\n', (1, 6), BEHIND),
        ("a:\n\tb: 1\n", (2, 1), TAB),
        ("a: “Il dit : oui”\n", (1, 4), CURLY),
        ("a: « Il dit : oui »\n", (1, 4), CURLY),
        ("a: [1, 2\nb: 1\n", (2, 2), "has not ended here"),
        ('a: {b: "x}\nc: 1\n', (1, 8), UNCLOSED),
        ('a: {b: "x", c: "y}\nd: {e: "z"}\n', (1, 16), UNCLOSED),
        ('a:\n  b "x"\n  c: "y"\n', (2, 3), "no colon"),
        ('a:\n  b:"x"\n\n  c: "y"\n', (2, 3), "no colon"),
        ("a:\n  - [x, 'y]\n  - [z]\n", (2, 9), UNCLOSED),
    ],
)
def test_a_slip_is_told_where_it_was_made(place: Path, text: str, at: tuple[int, int], why: str) -> None:
    document, (fault,) = reading(place, text)
    assert document is None
    assert (fault.line, fault.column) == at
    assert why in fault.problem


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('x"', "belongs to no pair"),
        ('il dit "oui" et "non"', None),
        ("“x”", CURLY),
        ("« x »", CURLY),
        ("“x", CURLY),
        ("x”", "belongs to no pair"),
        ("« Oui », dit-on", None),
        ("elle dit « oui »", None),
        ("l’ange", None),
        ('"« Oui »"', None),
    ],
)
def test_a_quotation_mark_around_a_text_that_is_not_straight_or_half_a_pair_is_noticed(
    place: Path, text: str, why: str | None
) -> None:
    document, faults = reading(place, f"a:\n  b: {text}\n")
    assert document is not None
    assert [(fault.code, fault.line, fault.column) for fault in faults] == (
        [] if why is None else [(Code.SYNTAX, 2, 6)]
    )
    assert why is None or why in faults[0].problem


def test_a_slip_is_told_in_the_language_of_the_system(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    _, (fault,) = reading(place, "a:\n\tb: 1\n")
    assert "tabulation" in str(fault)


def test_of_a_file_that_is_too_large_nobody_is_told_to_create_it(place: Path) -> None:
    _, (fault,) = reading(place, "#" * 5_000_000)
    assert "File too large" in fault.problem
    assert "create" not in fault.remedy


def test_bytes_that_are_not_utf8_are_a_diagnostic_with_their_line(place: Path) -> None:
    place.write_bytes("a: b\nc: été\n".encode("latin-1"))
    faults: list[Diagnostic] = []
    assert read(place, faults) is None
    assert [(fault.code, fault.line) for fault in faults] == [(Code.ENCODING, 2)]


def test_a_file_that_is_not_there_never_ends_or_never_begins_is_a_diagnostic(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "endless.yaml").symlink_to("/dev/zero")
    for name in ("nothing.yaml", "pipe.yaml", "endless.yaml"):
        faults: list[Diagnostic] = []
        assert read(tmp_path / name, faults) is None
        assert codes(faults) == [Code.FILE]


@pytest.mark.parametrize(
    "text",
    [
        "a: &x [1]\nb: *x\n",
        "a: &x {b: *x}\n",  # a value that contains itself
        "? [a, b]\n: c\n",
        "a: " + "[" * 40 + "]" * 40 + "\n",
        "a: " + "[" * 5000 + "]" * 5000 + "\n",
    ],
)
def test_what_packs_do_not_use_of_yaml_is_refused_and_never_followed_for_ever(place: Path, text: str) -> None:
    _, faults = reading(place, text)
    assert codes(faults) in ([Code.STRANGE_YAML], [Code.SYNTAX])


def test_a_document_over_another_keeps_its_own_and_takes_what_it_lacks(tmp_path: Path) -> None:
    ours, _ = reading(tmp_path / "ours.yaml", "lines: {a: ours}\nonly: ours\n")
    theirs, _ = reading(tmp_path / "theirs.yaml", "other: theirs\nlines:\n  a: theirs\n  b: theirs\n")
    assert ours is not None
    assert theirs is not None
    both = ours.over(theirs)
    assert both.data == {"lines": {"a": "ours", "b": "theirs"}, "only": "ours", "other": "theirs"}
    assert both.mark(("lines", "a")).file.endswith("ours.yaml")
    assert (both.mark(("lines", "b")).file, both.mark(("lines", "b")).line) == (str(theirs.file), 4)


def test_a_small_file_is_read_as_the_texts_that_stand_there(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text("{output: on, day: 2026-02-31, decks: [no, 7]}", encoding="utf-8")
    assert data_of(tmp_path / "small.yaml") == {"output": "on", "day": "2026-02-31", "decks": ["no", "7"]}
    assert data_in("# nothing") is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: [", "not valid YAML: .*expected"),
        ("a: b: c", "a colon where none may stand"),
        ("\0", "a character that nobody can type"),
        ("[" * 5000, "values inside values without end"),
        ("a: 1\na: 2", "line 2: `a` stands here a second time"),
    ],
    ids=["open", "colons", "a zero", "deep", "twice"],
)
def test_what_is_no_yaml_is_an_error_of_values(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        data_in(text)
