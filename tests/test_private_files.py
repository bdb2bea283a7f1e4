"""Files for their owner's eyes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from narrator.base.whole_files import NotRegularError, content_of, open_private, open_regular


def test_a_file_that_others_could_read_is_its_owner_s_from_now_on(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o644)
    with open_private(file) as opened:
        assert file.stat().st_mode & 0o777 == 0o600, "before anything is written"
        opened.write("new")
    assert file.read_text(encoding="utf-8") == "oldnew"


def test_a_file_that_is_made_is_nobody_else_s_whatever_the_system_gives(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        open_private(tmp_path / "secret").close()
    finally:
        os.umask(before)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_what_is_no_file_keeps_its_place_and_its_permissions(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o644)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with open_private(pipe) as opened:
        opened.write("told")
    assert os.read(reading, 10) == b"told"
    os.close(reading)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert pipe.stat().st_mode & 0o777 == 0o644


def test_a_pipe_that_nobody_reads_yet_keeps_nobody_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with open_private(pipe) as opened:
        reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        opened.write("told")
        opened.flush()
        assert os.read(reading, 10) == b"told"
        os.close(reading)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may open what is another user's")
def test_what_is_another_user_s_is_left_to_him(tmp_path: Path) -> None:
    file = tmp_path / "his"
    file.write_text("his", encoding="utf-8")
    os.chown(file, 65534, -1)
    with pytest.raises(PermissionError):
        open_private(file)
    assert file.read_text(encoding="utf-8") == "his"


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    with open_regular(tmp_path / "file") as opened:
        assert opened.read() == b"content"


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(NotRegularError, match="not a regular file"):
            open_regular(path)


def test_of_a_huge_file_nothing_is_taken(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    assert content_of(tmp_path / "file", largest=7) == b"content"
    with pytest.raises(OSError, match="File too large"):
        content_of(tmp_path / "file", largest=6)
