"""Whatever befalls a stored game, or its disk, it is never another game, and never silently shorter.

The doubles at the end of each half read, or write, as one must not: they are caught.
"""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from damages import KINDS, cut, mended_rows, stored_game, suffered
from disks import failing_disk, suffered_disks
from tables import runs

from narrator.table.journal.journal import DamagedError, Journal, JournalContent, JournalError, look, mend
from narrator.table.journal.journal_file import contents


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return stored_game(tmp_path)


def places(path: Path) -> list[int]:
    """Return every place in a file, or a tenth of a tenth of them: most of them where something is written."""
    size = path.stat().st_size
    return list(range(size)) if runs(10) == 10 else [*range(3, 8192, 700), *range(8192, size, 53)]


@pytest.mark.parametrize("name", KINDS)
def test_a_damaged_game_is_whole_or_refused_or_named_with_what_is_left(game: Path, name: str) -> None:
    tally = suffered(game, name, places(game))
    wide = name in ("cut there", "zeros from there to the end", "a page of zeros")
    assert (tally.bad, tally.named > 0) == (0, True), tally
    assert (tally.refused > 0) is wide, "all else leaves one line of the header"


def test_what_is_left_of_a_damaged_game_goes_on_and_the_damaged_file_is_kept_for_its_owner(game: Path) -> None:
    kept, content = look(game).rows, game.read_bytes()
    rows = [place for place in places(game) if place > content.index(b"\n1 ")]
    seen = set()
    for damaged in cut(content, rows[:: 1 + len(rows) // 40]):
        game.write_bytes(damaged)
        try:
            look(game)
        except DamagedError as error:
            left = error.sound.rows
            seen.add(len(left))
            assert mended_rows(game) == (*left, '["outcome", null, "village"]')
            assert left == kept[: len(left)]
            (copy,) = game.parent.glob("*.damaged")
            assert copy.read_bytes() == damaged
            assert stat.S_IMODE(copy.stat().st_mode) == stat.S_IMODE(game.stat().st_mode) == 0o600
            copy.unlink()
    assert len(seen) > 5


def test_a_second_damage_does_not_write_over_what_was_kept_of_the_first(game: Path) -> None:
    for _ in range(2):
        game.write_bytes(game.read_bytes()[:-200])
        mend(game)
    assert {path.suffix for path in game.parent.glob("*.damaged*")} == {".damaged", ".damaged-2"}


def test_a_last_row_that_is_torn_off_comes_back_from_its_second_copy(game: Path) -> None:
    kept, content = look(game), game.read_bytes()
    begin = content.rindex(b"\n", 0, -1) + 1
    for end in range(begin, len(content)):
        game.write_bytes(content[:end])
        assert look(game) == kept
    with Journal.reopen(game) as journal:
        journal.outcome("village")
    assert look(game).rows == (*kept.rows, '["outcome", null, "village"]')


def test_a_row_that_was_never_acknowledged_is_no_damage(game: Path) -> None:
    before, content = look(game), game.read_bytes()
    with Journal.reopen(game) as journal:
        journal.outcome("village")
    torn = game.read_bytes()[len(content) :]
    for end in range(len(torn)):
        game.write_bytes(content + torn[:end] + bytes(len(torn) - end))
        assert look(game) == before


def test_a_header_is_sound_as_long_as_one_of_its_two_lines_is(game: Path) -> None:
    kept, content = look(game), game.read_bytes()
    first = content.index(b'"key"') + 10
    second = content.index(b'"key"', first) + 10
    for places in ((first,), (second,), (first, second)):
        damaged = bytearray(content)
        for place in places:
            damaged[place] ^= 1
        game.write_bytes(damaged)
        if len(places) == 1:
            assert look(game) == kept
            with Journal.reopen(game) as journal:
                journal.outcome("village")
            assert look(game).rows == (*kept.rows, '["outcome", null, "village"]')
            continue
        for opened in (look, Journal.reopen, mend):
            with pytest.raises(JournalError, match="damaged or no journal") as raised:
                opened(game)
            assert not isinstance(raised.value, DamagedError)
        assert game.read_bytes() == damaged


@pytest.mark.parametrize("size", [10, 4096, 5000])
def test_a_page_of_either_line_of_a_header_may_be_lost_however_long_it_is(game: Path, size: int) -> None:
    header = {**look(game).header, "more": "x" * size}
    row = '["outcome", null, "village"]'
    content = contents(header, [row])
    rows = content.index(b"\n1 ") + 1
    for at in range(8192, rows - 4096, 4096):
        game.write_bytes(content[:at] + bytes(4096) + content[at + 4096 :])
        assert look(game).rows == (row,)


def test_rows_of_another_game_are_no_rows_of_this_one(game: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = stored_game(tmp_path / "other", "thiercelieux-meneur-undone").read_bytes()
    content = game.read_bytes()
    game.write_bytes(content[: content.index(b"\n1 ")] + other[other.index(b"\n1 ") :])
    with pytest.raises(DamagedError) as raised:
        look(game)
    assert raised.value.sound.rows == ()


def test_a_reader_that_takes_what_is_sound_for_all_is_caught(game: Path) -> None:
    def reader(path: Path) -> JournalContent:
        try:
            return look(path)
        except DamagedError as error:
            return error.sound

    assert suffered(game, "cut there", places(game), reader).bad > 0


def played(folder: Path, *more: str) -> dict[str, list[str]]:
    """Play on a disk that fails; return what must not be, by fault."""
    library = failing_disk(folder)
    if library is None:
        pytest.skip("there is no C compiler to make a failing disk with: apt install gcc libc6-dev")
    place = folder / "played"
    place.mkdir()
    results = suffered_disks(library, place, 1 if runs(10) == 10 else 4, *more)
    assert len(results) == 5
    assert all(tries > 0 for _, tries, _ in results)
    return {name: bad for name, _, bad in results}


def test_no_fault_of_a_disk_loses_or_doubles_what_was_acknowledged(tmp_path: Path) -> None:
    assert {name: bad for name, bad in played(tmp_path).items() if bad} == {}


def test_a_journal_that_acknowledges_before_it_flushes_is_caught(tmp_path: Path) -> None:
    bad = played(tmp_path, "hasty")
    assert bad["the power goes, and what was not flushed is lost or torn"]
