"""A server to fetch from, and a data folder to fetch into, for every test here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import Library, serving


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """Return a server on this machine; no proxy stands between."""
    monkeypatch.setenv("no_proxy", "*")
    with serving(Library()) as library:
        yield library


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the player's data folder, which does not exist yet."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
