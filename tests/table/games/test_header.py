"""The header of a journal: what no game of this narrator can have is refused with a sentence, whatever it is."""

from __future__ import annotations

import copy
import json
import reprlib
from typing import Any

import pytest
from havana import family
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import runs, table

from narrator.rules.core.play import Walk
from narrator.table.games.cuba_engine import CubaGame
from narrator.table.games.founding import written
from narrator.table.games.registry import evening_of, restored
from narrator.table.journal.journal import JournalError

VILLAGE = {"engine": "village", **written(table("loup-garou*2 voyante sorcière cupidon villageois*3"))}
CUBA = {"engine": "cuba", **CubaGame(family()).header()}
EVENING = {"pack": "thiercelieux", "language": "fr", "pace": "normal", "respellings": {}}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def places(value: object, *at: object) -> list[tuple[object, ...]]:
    """Return every place in a value: the keys and indices that lead there."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, part in inner for place in places(part, *at, key))]


def changed(header: dict[str, object], place: tuple[object, ...], value: object) -> dict[str, object]:
    """Return a header with another value at a place."""
    new: Any = json.loads(json.dumps(header))
    part = new
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    return dict(new)


PLACED = [(header, place) for header in (VILLAGE, CUBA) for place in places(json.loads(json.dumps(header))) if place]


@settings(max_examples=runs(5000))
@given(st.sampled_from(PLACED), JSON)
def test_a_header_with_anything_else_in_it_is_a_game_that_begins_or_refused(
    placed: tuple[dict[str, object], tuple[object, ...]], value: object
) -> None:
    try:
        game = restored(changed(*placed, value))
    except JournalError:
        return
    assert Walk(game.setup).run()
    assert game.repertoire().lines


@settings(max_examples=runs(1000))
@given(st.dictionaries(st.sampled_from(sorted(EVENING)) | st.text(), JSON))
def test_the_rest_of_a_header_is_typed_or_refused(header: dict[str, object]) -> None:
    try:
        evening = evening_of({**EVENING, **header})
    except JournalError:
        return
    assert isinstance(evening.pack, str)
    assert isinstance(evening.language, str)


@pytest.mark.parametrize("header", [VILLAGE, CUBA], ids=["village", "cuba"])
@pytest.mark.parametrize("key", sorted({*VILLAGE, *CUBA}))
def test_a_header_that_lacks_something_is_refused(header: dict[str, object], key: str) -> None:
    if key in header:
        with pytest.raises(JournalError, match="the header of the journal is damaged"):
            restored({name: value for name, value in header.items() if name != key})


def deep(depth: int) -> list[Any]:
    nested: list[Any] = []
    for _ in range(depth):
        nested = [nested]
    return nested


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("players",), 99999999),
        (("players",), "8"),
        (("players",), 8.5),
        (("players",), True),
        (("players",), 0),
        (("windows",), {}),
        (("windows", "seer"), [15.0]),
        (("windows", "seer"), [15.0, float("inf")]),
        (("windows", "seer"), [15.0, -1.0]),
        (("windows", "seer"), [15.0, 1e300]),
        (("hand",), [["loup-garou", 10**12]]),
        (("hand",), [["dragon", 8]]),
        (("hand", 0), ["villageois", 5]),
        (("roles", 0, 1), "dragons"),
        (("roles", 0, 2), ["fire"]),
        (("roles", 0, 2), ["lovers"]),
        (("calls_every", 0), "dragon"),
        (("calls_every", 0), "wolves"),
        (("options", "reveal"), "everything"),
        (("options", "elect"), "day:0"),
        (("options", "fire"), True),
        (("options", "debate"), 1e9),
        (("options", "debate"), "300"),
        (("options", "drum"), "yes"),
        (("options", "drum"), ["yes"]),
        (("options", "words"), ["few", "many"]),
        (("options",), {"reveal": "role"}),
        (("options", "reveal"), {}),
        (("mode",), "dragon"),
        (("key",), "no hexadecimal"),
        (("key",), "00" * 65),
        (("fixed",), [["loup-garou"] * 8, []]),
        (("names",), ["Alice"]),
        (("names",), deep(500)),
        (("engine",), "town"),
        (("seed",), None),
    ],
    ids=reprlib.repr,
)
def test_what_no_village_can_have_is_refused(place: tuple[object, ...], value: object) -> None:
    assert restored(copy.deepcopy(VILLAGE)).setup.players == 8
    with pytest.raises(JournalError):
        restored(changed(VILLAGE, place, value))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pack", "a\0b"),
        ("pack", "~nobody/pack"),
        ("pack", ""),
        ("language", 3),
        ("pace", "hurried"),
        ("respellings", []),
    ],
)
def test_an_evening_that_cannot_be_is_refused(key: str, value: object) -> None:
    with pytest.raises(JournalError):
        evening_of({**EVENING, key: value})
