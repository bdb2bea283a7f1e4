"""The disk and the journal are tried where games lie; what is wrong there is said, and nothing is left behind."""

from __future__ import annotations

import os
import shutil
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from narrator.doctor import storage
from narrator.doctor.storage import disk, journal
from narrator.doctor.visit import Finding, State, Visit, says
from narrator.table.journal.journal import Journal
from narrator.table.journal.journal_file import StorageCause, StorageError


@pytest.fixture
def visit(home: Path, monkeypatch: pytest.MonkeyPatch) -> Visit:
    """A visit to a disk that takes no time: the one below may have other work."""
    assert not home.exists()
    monkeypatch.setattr(storage, "monotonic", lambda: 0.0)
    return Visit("en", lambda words: pytest.fail(f"{words} is told"), quick=True)


def both(visit: Visit) -> tuple[Finding, Finding]:
    return disk(visit), journal(visit)


def test_a_folder_that_can_be_written_is_well_and_stays_empty(visit: Visit, home: Path) -> None:
    assert [found.state for found in both(visit)] == [State.WELL, State.WELL]
    assert os.listdir(home) == []


def test_a_folder_that_cannot_be_written_is_said_with_what_to_do(visit: Visit, home: Path) -> None:
    home.write_text("in the way", encoding="utf-8")
    for found in both(visit):
        assert found.state is State.WRONG
        assert found.remedy is not None
        assert str(home) in found.remedy.written("en")


def test_a_disk_that_is_nearly_full_is_said(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=20_000_000))
    found = disk(visit)
    assert (found.state, "20 MB" in found.text.written("en")) == (State.WRONG, True)


@pytest.mark.parametrize(("own", "cache"), [("own", "own/cache"), ("", "usual/narrator")])
def test_on_a_full_disk_the_cache_that_is_named_is_the_one_in_use(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, cache: str
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", own and str(tmp_path / own))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "usual"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=20_000_000))
    found = disk(visit)
    assert found.remedy is not None
    assert f"`{tmp_path / cache}`" in found.remedy.written("en")


def test_a_disk_that_takes_long_for_a_row_is_noted(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "monotonic", count(step=1.5).__next__)
    _, found = both(visit)
    assert (found.state, "1500" in found.text.written("en")) == (State.NOTE, True)


def test_a_read_only_root_is_no_fault(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    flagged = SimpleNamespace(f_flag=os.ST_RDONLY, f_frsize=4096, f_bavail=10**6, f_blocks=10**7, f_bfree=10**6)
    monkeypatch.setattr(os, "statvfs", lambda _root: flagged)
    found = disk(visit)
    assert (found.state, "read-only" in found.text.written("en")) == (State.WELL, True)


def test_journals_that_others_can_read_are_counted_and_not_named(visit: Visit, home: Path) -> None:
    with Journal.create(home / "games" / "20260101-200000.journal", {"names": ["Zébulon"]}):
        pass
    assert journal(visit).state is State.WELL
    (home / "games" / "20260101-200000.journal").chmod(0o644)
    found = journal(visit)
    assert found.state is State.WRONG
    assert found.text.written("en").startswith("1 journals")
    assert "20260101" not in f"{found}"


def test_damaged_games_are_counted_and_not_named(visit: Visit, home: Path) -> None:
    path = home / "games" / "20260101-200000.journal"
    with Journal.create(path, {"names": ["Zébulon"]}) as kept:
        kept.cue(1)
        kept.cue(2)
        assert journal(visit).state is State.WELL
    path.write_bytes(path.read_bytes()[:-100])
    found = journal(visit)
    assert (found.state, found.text.written("en")) == (State.WRONG, "1 games that are kept are damaged.")
    assert found.remedy is not None
    assert "narrator resume" in found.remedy.written("en")
    assert "20260101" not in f"{found}"


def test_a_disk_that_refuses_a_row_is_said(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_journal: Journal, _number: int) -> None:
        raise StorageError(StorageCause.FAILING, "disk I/O error")

    monkeypatch.setattr(Journal, "cue", refuse)
    assert disk(visit).state is State.WELL
    found = journal(visit)
    assert (found.state, found.remedy) == (State.WRONG, says("storage.change_disk"))
    assert "disk I/O error" in found.text.written("en")


def test_a_file_system_without_permissions_is_said(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    disk(visit)
    made = os.open

    def opened(path: str, flags: int, mode: int = 0o777, **more: int | None) -> int:
        handle = made(path, flags, mode, **more)
        if f"{path}".endswith("trial.journal"):
            os.fchmod(handle, 0o666)
        return handle

    monkeypatch.setattr(os, "open", opened)
    assert "keeps no permissions" in journal(visit).text.written("en")


def test_a_partition_that_is_missing_is_said_before_anything_is_written_below_it(
    visit: Visit, home: Path, tmp_path: Path
) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "fstab").write_text(f"LABEL=narrator {home} ext4 nofail 0 2", encoding="utf-8")
    visit.root = tmp_path
    found = disk(visit)
    assert found.state is State.WRONG
    assert found.remedy is not None
    assert f"sudo mount {home}" in found.remedy.written("en")
    assert not home.exists()
