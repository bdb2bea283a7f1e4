"""Room for a night: it is taken at nightfall, rows are written over it, and nothing of it is left at the end."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from tables import runs

from narrator.rules.core.answers import DONE, Leave, seat
from narrator.table.journal import chain
from narrator.table.journal.chain import HEADER_AT
from narrator.table.journal.journal import NIGHT, SLOT_ROW, DamagedError, Journal, JournalContent, Place, look, mend
from narrator.table.journal.journal_file import StorageCause, StorageError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "20260131-204500.journal"


@contextmanager
def full_at(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes: the system refuses it as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    taken = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, taken)


def night(journal: Journal, slots: int = 40) -> None:
    for number in range(slots):
        journal.slot(Place(1, number + 1), [("seer.target", seat(3)), (None, Leave(4))] if number % 3 else [])


def test_a_disk_without_room_for_a_night_says_so_at_nightfall_and_one_with_room_takes_all_of_it(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        journal.cue(1)
        used = path.stat().st_size
        with full_at(used + NIGHT - 1), pytest.raises(StorageError) as refused:
            journal.reserve()
        assert refused.value.cause is StorageCause.FULL
        with full_at(used + NIGHT):
            journal.reserve()
            night(journal)
        assert len(look_at(path).rows) == 41


def test_without_it_the_night_itself_would_meet_the_full_disk(path: Path) -> None:
    with Journal.create(path, {}) as journal, full_at(path.stat().st_size + 10 * SLOT_ROW), pytest.raises(StorageError):
        night(journal)


def test_what_was_reserved_in_part_before_the_disk_was_full_hinders_no_row(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        used = path.stat().st_size
        with full_at(used + 9000):
            for _ in range(2):
                with pytest.raises(StorageError):
                    journal.reserve()
            journal.answer("ready", DONE)
        journal.reserve()
        night(journal, 3)
        assert len(look_at(path).rows) == 4
    assert len(look(path).rows) == 4


def test_every_night_has_its_room_and_it_is_given_back_at_the_end(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        for _ in range(3):
            journal.reserve()
            size = path.stat().st_size
            night(journal, 20)
            assert path.stat().st_size == size
            assert path.read_bytes().rstrip(b" ").endswith(b"\n")
        assert path.stat().st_blocks * 512 >= NIGHT, "it is no hole"
    content = path.read_bytes()
    assert content.endswith(b"\n")
    assert content.index(b"\n60 ") > len(content) - SLOT_ROW - 100
    assert len(look(path).rows) == 60


def look_at(path: Path) -> JournalContent:
    """Read what stands in a file that is still open, as after a power cut: as another process with a copy of it."""
    copy = path.with_name("copy.journal")
    copy.write_bytes(path.read_bytes())
    return look(copy)


READER = """
import sys
from pathlib import Path
from narrator.table.journal.journal import look
print(*look(Path(sys.argv[1])).rows, sep="\\n")
"""


def test_another_process_that_looks_reads_the_same_rows_with_the_room_behind_them(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        journal.reserve()
        night(journal, 5)
        reserved = path.read_bytes()
        rows = tuple(journal._rows)
    path.write_bytes(reserved)  # the power went before it was closed
    told = subprocess.run([sys.executable, "-c", READER, str(path)], capture_output=True, text=True, check=True)
    assert tuple(told.stdout.splitlines()) == rows == look(path).rows
    assert path.read_bytes() == reserved, "who only looks changes nothing"
    with Journal.reopen(path) as journal:
        assert path.stat().st_size < len(reserved)
        journal.answer("ready", DONE)
    assert look(path).rows[:-1] == rows


# --- a power cut while a row is written over the blanks ------------------------------------------------------


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[bytes], tuple[str, ...]]:
    """Return a file with room for a night before and after each of its rows, and those rows."""
    path = tmp_path_factory.mktemp("games") / "20260131-204500.journal"
    contents = []
    with Journal.create(path, {}) as journal:
        journal.cue(1)
        journal._file.reserve(4 * SLOT_ROW)  # type: ignore[union-attr]  # it has a file
        for number in range(1, 4):
            contents.append(path.read_bytes())
            journal.slot(Place(1, number), [("seer.target", seat(3))])
        contents.append(path.read_bytes())
        return contents, tuple(journal._rows)


def head(before: bytes, after: bytes, kept: int) -> bytes:
    """Return a file of whose new row the first bytes are there, and the rest is still blank."""
    begin = len(before.rstrip(b" ")) + kept
    return before[:HEADER_AT] + after[HEADER_AT:begin] + before[begin:]


def tail(before: bytes, after: bytes, lost: int) -> bytes:
    """Return a file of whose new row the first bytes are still blank, and the rest is there."""
    begin = len(before.rstrip(b" ")) + lost
    return before[:begin] + after[begin:]


@pytest.mark.parametrize("slot", [False, True], ids=["without its slot", "with its slot"])
@pytest.mark.parametrize("torn", [head, tail])
def test_a_row_torn_anywhere_in_the_room_of_a_night_is_whole_or_was_never_there(
    stages: tuple[list[bytes], tuple[str, ...]],
    path: Path,
    torn: Callable[[bytes, bytes, int], bytes],
    slot: bool,
) -> None:
    files, rows = stages
    path.parent.mkdir()
    for number, (before, after) in enumerate(pairwise(files), start=1):
        for place in range(0, SLOT_ROW + 60, 1 if runs(10) == 10 else 7):
            content = torn(before, after, place)
            if slot:
                content = after[:HEADER_AT] + content[HEADER_AT:]
            reading = chain.read(content)
            assert not reading.damaged
            assert reading.rows in (rows[:number], rows[: number + 1]), (number, place)
            assert reading.rows == rows[: number + 1] or not slot, "its slot has it"
            if place % 210 == 0:
                path.write_bytes(content)
                with Journal.reopen(path) as journal:
                    journal.outcome("village")
                assert look(path).rows == (*reading.rows, '["outcome", null, "village"]')


def test_a_damaged_row_before_the_last_is_named_with_room_behind_as_without(
    stages: tuple[list[bytes], tuple[str, ...]], path: Path
) -> None:
    files, rows = stages
    path.parent.mkdir()
    content = files[-1]
    second = content.index(b"\n2 ") + 1
    for place in range(second, second + SLOT_ROW, 31):
        damaged = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        path.write_bytes(damaged)
        with pytest.raises(DamagedError) as named:
            look(path)
        assert named.value.sound.rows == rows[:1]
    mend(path)
    assert look(path).rows == rows[:1]


def test_a_row_cut_off_behind_the_room_of_a_night_is_found_or_named_wherever_the_file_ends(
    stages: tuple[list[bytes], tuple[str, ...]],
) -> None:
    files, rows = stages
    content = files[-1]
    first = content.index(b"\n1 ") + 1
    last = len(content.rstrip(b" "))
    for end in range(first, len(content), 1 if runs(10) == 10 else 7):
        reading = chain.read(content[:end])
        assert reading.rows == rows[: len(reading.rows)]
        assert reading.damaged or reading.rows == rows
        assert not reading.damaged or end < last - SLOT_ROW
