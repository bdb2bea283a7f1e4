"""What is put onto the disk is there whole, or what was there before is; and nothing else stays behind."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from full_disks import small_files

from narrator.base import whole_files
from narrator.base.downloads.manifest import Pin, digest_of
from narrator.base.downloads.transfer import carry
from narrator.commands.packs import new_folder
from narrator.doctor.storage import disk
from narrator.doctor.visit import Visit
from narrator.evening.app.settings import Settings, keep_settings
from narrator.recording.making import Work
from narrator.table.journal.journal import Journal
from narrator.voice.cache import Cache

Calls = list[tuple[str, str]]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Return what is asked of the disk from now on, in its order: the call, and the name of the file or folder."""
    asked: Calls = []

    def noting(name: str, named: Callable[..., str]) -> None:
        real = getattr(os, name)

        def noted(*arguments: object, **more: object) -> object:
            asked.append((name, named(*arguments)))
            return real(*arguments, **more)

        monkeypatch.setattr(os, name, noted)

    noting("fsync", lambda handle: Path(os.readlink(f"/proc/self/fd/{handle}")).name)
    for name in ("link", "replace", "rename"):
        noting(name, lambda _source, target: Path(target).name)
    return asked


def unfinished(calls: Calls, name: str) -> str:
    """Return what a file was called before it had its name: what was flushed first."""
    first = calls[0][1]
    assert calls[0][0] == "fsync"
    assert first != name
    return first


def test_a_file_is_flushed_before_it_has_its_name_and_its_folder_after(tmp_path: Path, calls: Calls) -> None:
    for put, named in ((whole_files.make, "link"), (whole_files.replace, "replace")):
        calls.clear()
        put(tmp_path / "a.yaml", b"1")
        assert calls == [("fsync", unfinished(calls, "a.yaml")), (named, "a.yaml"), ("fsync", tmp_path.name)]


def test_what_was_there_stays_where_the_new_cannot_be_flushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole_files.replace(tmp_path / "a.yaml", b"before")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        whole_files.replace(tmp_path / "a.yaml", b"after")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.yaml", b"before")]


def test_nobody_s_file_is_made_twice(tmp_path: Path) -> None:
    whole_files.make(tmp_path / "a", b"first")
    with pytest.raises(FileExistsError):
        whole_files.make(tmp_path / "a", b"second")
    assert (tmp_path / "a").read_bytes() == b"first"
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_no_file_is_written_that_somebody_else_put_where_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.urandom", bytes)  # as if it had been guessed
    theirs = tmp_path / "theirs"
    theirs.write_bytes(b"theirs")
    (tmp_path / f"settings.{bytes(8).hex()}.new").symlink_to(theirs)
    with pytest.raises(FileExistsError):
        whole_files.replace(tmp_path / "settings.json", b"mine")
    assert theirs.read_bytes() == b"theirs"


def packed(home: Path) -> None:
    with new_folder(home / "packs" / "hamlet"):
        pass


PRIVATE: list[Callable[[Path], object]] = [
    whole_files.make_folder,
    Cache,
    packed,
    lambda home: Work(home / "voice.work").close(),
    lambda home: Journal.create(home / "a.journal", {}).close(),
    lambda _home: keep_settings(Settings()),
    lambda _home: disk(Visit("en", lambda _words: None)),
]


@pytest.mark.parametrize("make", PRIVATE)
def test_folders_of_what_is_private_are_closed_to_others_whatever_the_umask(
    make: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "share" / "narrator"
    monkeypatch.setenv("NARRATOR_HOME", str(home))
    before = os.umask(0)
    try:
        make(home)
    finally:
        os.umask(before)
    assert [place.stat().st_mode & 0o777 for place in (home, home.parent)] == [0o700, 0o700]


def test_a_folder_that_is_made_is_flushed_into_those_above_it(tmp_path: Path, calls: Calls) -> None:
    whole_files.make_folder(tmp_path / "b" / "c")
    assert sorted(calls) == sorted([("fsync", "b"), ("fsync", tmp_path.name)])


def test_every_folder_of_a_tree_is_flushed(tmp_path: Path, calls: Calls) -> None:
    (tmp_path / "top" / "a" / "b").mkdir(parents=True)
    (tmp_path / "top" / "a" / "file").write_bytes(b"")
    whole_files.flush_tree(tmp_path / "top")
    assert sorted(name for _, name in calls) == ["a", "b", "top"]


def test_settings_are_flushed_whole(home: Path, calls: Calls) -> None:
    keep_settings(Settings(output="USB"))
    assert calls[-2:] == [("replace", "settings.yaml"), ("fsync", home.name)]


def test_what_is_brought_on_a_stick_is_flushed_before_its_digest_is_believed(tmp_path: Path, calls: Calls) -> None:
    (tmp_path / "model.zip").write_bytes(b"words")
    pin = Pin(size=5, sha256=digest_of(tmp_path / "model.zip"))
    carry(tmp_path / "model.zip", pin, tmp_path / "model", lambda _count: None)
    assert calls == [("fsync", "model.part"), ("replace", "model")]


def write_asked(path: Path, text: str, mode: int = whole_files.COMMON) -> None:
    whole_files.write_asked(path, text, mode)


def test_a_file_that_somebody_asked_for_is_there_whole_or_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "label.html"
    for before in ([], [file]):
        with pytest.raises(OSError, match="File too large") as refused, small_files(10):
            write_asked(file, "a page that is long")
        assert refused.value.filename == str(file)
        assert [*tmp_path.iterdir()] == before
        write_asked(file, "a page")
        assert file.read_text(encoding="utf-8") == "a page"


def test_a_file_that_somebody_asked_for_is_flushed_before_it_has_its_name(tmp_path: Path, calls: Calls) -> None:
    write_asked(tmp_path / "label.html", "a page")
    assert calls == [
        ("fsync", unfinished(calls, "label.html")),
        ("replace", "label.html"),
        ("fsync", tmp_path.name),
    ]


def test_what_is_refused_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    for file in (tmp_path / "nowhere" / "label.html", tmp_path, Path("/dev/full")):
        with pytest.raises(OSError, match=str(file)) as refused:
            write_asked(file, "a page")
        assert refused.value.filename == str(file)


def test_a_file_that_somebody_asked_for_keeps_its_mode_and_a_link_to_it(tmp_path: Path) -> None:
    file, link = tmp_path / "label.html", tmp_path / "link.html"
    file.write_text("before", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    write_asked(link, "a page")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "a page"
    assert file.stat().st_mode & 0o777 == 0o640
    write_asked(link, "a tale", whole_files.PRIVATE)
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_pipe_takes_what_was_asked_for_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match=str(pipe)) as refused:
        write_asked(pipe, "to nobody")
    assert refused.value.errno == errno.ENXIO
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_asked(pipe, "told", whole_files.PRIVATE)
    assert os.read(reading, 10) == b"told"
    os.close(reading)


def test_a_pack_is_flushed_before_it_has_its_name_and_its_folder_after(
    tmp_path: Path, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    (tmp_path / "packs").mkdir()
    with new_folder(tmp_path / "packs" / "hamlet") as begun:
        (begun / "game.yaml").write_text("", encoding="utf-8")
    assert calls == [("fsync", "game.yaml"), ("fsync", "hamlet"), ("rename", "hamlet"), ("fsync", "packs")]
