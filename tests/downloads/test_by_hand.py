"""A file that is brought by hand: what goes wrong with it is not said of the place where it is to be put."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.downloads.manifest import Pin
from narrator.downloads.transfer import DownloadError, carry

UNREADABLE = Path("/proc/self/mem")
"""A regular file that can be opened, and whose first byte cannot be read: as on a stick that fails."""


def test_a_stick_that_fails_while_it_is_read_is_named_and_not_the_place_of_the_copy(tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=f"{UNREADABLE} cannot be read"):
        carry(UNREADABLE, Pin(at_most=1000), tmp_path / "copy", lambda _came: None)


def test_a_place_that_cannot_be_written_is_named_and_not_what_is_brought(tmp_path: Path) -> None:
    (tmp_path / "brought").write_bytes(b"sound")
    with pytest.raises(DownloadError, match=f"{tmp_path / 'nowhere'} cannot be written"):
        carry(tmp_path / "brought", Pin(at_most=1000), tmp_path / "nowhere" / "copy", lambda _came: None)
