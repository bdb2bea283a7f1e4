"""Sizes as people read them."""

from __future__ import annotations

import pytest

from narrator.downloads.pin import megabytes


@pytest.mark.parametrize(
    ("system", "large", "small"), [("C.UTF-8", "42.2 MB", "0.5 kB"), ("fr_FR.UTF-8", "42,2 Mo", "0,5 ko")]
)
def test_a_size_is_written_as_in_the_language_of_the_system(
    system: str, large: str, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    assert (megabytes(42_233_323), megabytes(512)) == (large, small)
