"""Files from elsewhere: only regular ones are opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from narrator.whole_files import NotRegularError, content_of, open_regular


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
