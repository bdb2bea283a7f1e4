"""Sizes as people read them, and what is wrong with a file, in the language of the system."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.downloads.manifest import Pin, megabytes


@pytest.mark.parametrize(
    ("system", "large", "small"), [("C.UTF-8", "42.2 MB", "0.5 kB"), ("fr_FR.UTF-8", "42,2 Mo", "0,5 ko")]
)
def test_a_size_is_written_as_in_the_language_of_the_system(
    system: str, large: str, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    assert (megabytes(42_233_323), megabytes(512)) == (large, small)


@pytest.mark.parametrize(
    ("system", "pin", "said"),
    [
        ("C.UTF-8", Pin(size=4), "it has 3 bytes, not 4"),
        ("fr_FR.UTF-8", Pin(size=4), "le fichier a 3 octets, et non 4"),
        ("fr_FR.UTF-8", Pin(at_most=2), "le fichier a 3 octets, plus que 2"),
        ("fr_FR.UTF-8", Pin(size=3, md5="0" * 32), "son md5 est 900150983cd2..., et non 000000000000..."),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_the_language_of_the_system(
    system: str, pin: Pin, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    (tmp_path / "file").write_bytes(b"abc")
    assert pin.fault(tmp_path / "file") == said
