"""A cache of sound gives back what was put in, or nothing; whatever happens to its files, and however many use it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import narrator
from narrator.voice.cache import Cache

ROOT = Path(narrator.__file__).parents[1]
WORDS = [f"phrase {number}".encode() for number in range(4)]


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.pcm"))


def taken(folder: Path) -> int:
    return sum(entry.stat().st_size for entry in entries(folder))


# What can happen to a file behind the cache's back.


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def lengthened(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"\0\0")


def flipped(file: Path) -> None:
    if contents := bytearray(file.read_bytes()):
        contents[len(contents) * 2 // 3] ^= 1
    file.write_bytes(contents)


def gone(file: Path) -> None:
    file.unlink()


def exchanged(file: Path) -> None:
    other = next((entry for entry in entries(file.parent) if entry != file), None)
    if other is None:
        return gone(file)
    contents = file.read_bytes()
    file.write_bytes(other.read_bytes())
    other.write_bytes(contents)
    return None


@dataclass(frozen=True)
class Put:
    """Sound is put in."""

    word: bytes
    sound: bytes


@dataclass(frozen=True)
class Get:
    """Sound is asked for."""

    word: bytes


@dataclass(frozen=True)
class Damage:
    """Something happens to a file."""

    number: int
    how: Callable[[Path], None]


@dataclass(frozen=True)
class Begin:
    """Another game begins."""


words = st.sampled_from(WORDS)
doings = st.lists(
    st.builds(Put, words, st.binary(max_size=30))
    | st.builds(Get, words)
    | st.builds(Damage, st.integers(0, 3), st.sampled_from([cut, emptied, lengthened, flipped, gone, exchanged]))
    | st.builds(Begin),
    max_size=25,
)


@given(doings)
def test_whatever_happens_it_is_a_dictionary_with_misses(steps: list[Put | Get | Damage | Begin]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "cache"
        cache = Cache(folder)
        kept: dict[bytes, bytes] = {}
        files: dict[bytes, Path] = {}
        written: dict[bytes, bytes] = {}
        for step in steps:
            match step:
                case Put(word=word, sound=sound):
                    before = set(entries(folder))
                    cache.put(word, sound)
                    kept[word] = sound
                    files[word] = next(iter(set(entries(folder)) - before), files.get(word, folder))
                    written[word] = files[word].read_bytes()
                case Get(word=word):
                    whole = word in kept and files[word].exists() and files[word].read_bytes() == written[word]
                    assert cache.get(word) == (kept[word] if whole else None)
                case Damage(number=number, how=how):
                    if there := entries(folder):
                        how(there[number % len(there)])
                case Begin():
                    cache = Cache(folder)
        assert cache.trouble == ""


@pytest.mark.parametrize("how", [cut, emptied, lengthened, flipped, gone])
def test_a_damaged_entry_is_a_miss_and_is_replaced(how: Callable[[Path], None], tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(b"words", b"sound")
    (entry,) = entries(tmp_path)
    how(entry)
    assert cache.get(b"words") is None
    cache.put(b"words", b"sound again")
    assert cache.get(b"words") == b"sound again"
    assert entries(tmp_path) == [entry]


def test_an_entry_under_another_name_is_a_miss(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(b"one", b"the sound of one")
    cache.put(b"two", b"the sound of two")
    exchanged(entries(tmp_path)[0])
    assert cache.get(b"one") is None
    assert cache.get(b"two") is None


def test_the_next_game_finds_what_this_one_has_put_in(tmp_path: Path) -> None:
    Cache(tmp_path / "cache").put(b"words", b"sound")
    assert Cache(tmp_path / "cache").get(b"words") == b"sound"


def test_only_its_owner_may_look(tmp_path: Path) -> None:
    open_to_all = tmp_path / "cache"
    open_to_all.mkdir(mode=0o777)
    Cache(open_to_all).put(b"words", b"sound")
    assert stat.S_IMODE(open_to_all.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in open_to_all.iterdir()} == {0o600}


def test_words_cannot_be_guessed_from_names(tmp_path: Path) -> None:
    """The same words have another name on another machine."""
    for machine in ("mine", "yours"):
        Cache(tmp_path / machine).put(b"words", b"sound")
    (mine,), (yours,) = entries(tmp_path / "mine"), entries(tmp_path / "yours")
    assert mine.name != yours.name


@pytest.mark.parametrize("key", [b"", b"short", b"x" * 33])
def test_a_key_that_was_damaged_is_made_anew_and_the_old_entries_are_misses(key: bytes, tmp_path: Path) -> None:
    Cache(tmp_path).put(b"words", b"sound")
    (tmp_path / "key").write_bytes(key)
    cache = Cache(tmp_path)
    assert cache.get(b"words") is None
    cache.put(b"words", b"sound")
    assert Cache(tmp_path).get(b"words") == b"sound"


def used(file: Path, when: int) -> None:
    os.utime(file, (when, when))


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, limit=10_000)
    for number in range(8):
        before = set(entries(tmp_path))
        cache.put(b"%d" % number, bytes(1000))
        for entry in set(entries(tmp_path)) - before:
            used(entry, number)
    assert cache.get(b"0") is not None  # and was used now
    cache.put(b"large", bytes(3000))
    kept = {number for number in range(8) if cache.get(b"%d" % number) is not None}
    assert 0 in kept
    assert kept - {0} == set(range(8 - len(kept) + 1, 8))
    assert cache.get(b"large") is not None


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 900)), max_size=40))
def test_it_does_not_outgrow_its_limit(puts: list[tuple[int, int]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        cache = Cache(folder, limit=4000)
        for word, length in puts:
            cache.put(b"%d" % word, bytes(length))
            assert taken(folder) <= 4000 * 17 // 16
        assert cache.trouble == ""


def test_what_a_killed_game_left_unfinished_is_cleared_away_and_what_another_writes_is_not(tmp_path: Path) -> None:
    left, being_written = tmp_path / ".new-left", tmp_path / ".new-being-written"
    left.write_bytes(b"half")
    used(left, 1_000_000)
    being_written.write_bytes(b"half")
    Cache(tmp_path).put(b"words", b"sound")
    assert not left.exists()
    assert being_written.exists()


def test_without_a_folder_it_keeps_nothing_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    cache = Cache(tmp_path / "file" / "cache")
    assert "Not a directory" in cache.trouble
    cache.put(b"words", b"sound")
    assert cache.get(b"words") is None


def test_a_folder_that_was_taken_away_is_no_error(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    cache.put(b"words", b"sound")
    for file in (tmp_path / "cache").iterdir():
        file.unlink()
    (tmp_path / "cache").rmdir()
    assert cache.get(b"words") is None
    cache.put(b"words", b"sound")
    assert "No such file" in cache.trouble


def python(program: str, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program, *arguments], env=environment, stdout=subprocess.PIPE, text=True
    )


FULL = """
import resource, sys
from pathlib import Path
from narrator.voice.cache import Cache

cache = Cache(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
cache.put(b"small", bytes(100))
assert cache.trouble == ""
cache.put(b"large", bytes(10_000))
print(cache.trouble)
assert cache.get(b"large") is None
assert cache.get(b"small") == bytes(100)
"""


def test_where_no_more_can_be_written_what_is_there_still_serves(tmp_path: Path) -> None:
    """A file may not grow beyond a length here, as none may on a full disk."""
    with python(FULL, str(tmp_path)) as game:
        said, _ = game.communicate()
    assert game.returncode == 0
    assert "File too large" in said
    assert len(entries(tmp_path)) == 1
    assert list(tmp_path.glob(".new-*")) == []


BUSY = """
import sys
from pathlib import Path
from narrator.voice.cache import Cache

cache = Cache(Path(sys.argv[1]), limit=40_000)
print(flush=True)
for turn in range(600):
    word = turn * int(sys.argv[2]) % 17
    found = cache.get(b"%d" % word)
    assert found is None or found == bytes([word]) * (2000 + word)
    cache.put(b"%d" % word, bytes([word]) * (2000 + word))
    assert cache.trouble == "", cache.trouble
"""


def test_two_games_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    games = [python(BUSY, str(tmp_path), step) for step in ("1", "3")]
    for game in games:
        game.communicate()
    assert [game.returncode for game in games] == [0, 0]
    assert 0 < taken(tmp_path) <= 40_000 * 18 // 16


KEY = """
import sys
from pathlib import Path
from narrator.voice.cache import Cache

for turn in range(100):
    folder = Path(sys.argv[1]) / str(turn)
    Cache(folder).put(b"words", b"sound")
    assert Cache(folder).get(b"words") == b"sound"
"""


def test_games_that_make_the_folder_together_have_one_key(tmp_path: Path) -> None:
    games = [python(KEY, str(tmp_path)) for _ in range(2)]
    for game in games:
        game.communicate()
    assert [game.returncode for game in games] == [0, 0]
    assert all(len(entries(tmp_path / str(turn))) == 1 for turn in range(100))
