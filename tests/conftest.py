"""How long the tests run: a tenth by default, in full where NARRATOR_FULL is set.

Its place makes `tables` importable from every test: pytest puts the folder of a conftest on the path.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from servers import Library, serving
from terminals import LINES, PLAY, narrator

os.environ["LC_ALL"] = "en_GB.UTF-8"  # whatever the language of who tests
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has its jobs in the background ignore Ctrl-C

settings.register_profile(
    "table",
    deadline=None,  # no test asserts a time
    derandomize=not os.environ.get("NARRATOR_FULL"),  # the short form is the same for everybody; the long one explores
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("table")


LONGEST_ID = 80
"""The most letters of a value that stands in the id of a test as it is."""


def pytest_make_parametrize_id(val: object) -> str | None:
    """Return how a long text is called in the id of a test: by its beginning and its length."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_ID:
        return f"{val[:24]!a}...{len(val)}"
    return None


def pytest_collection_finish() -> None:
    """Keep what was collected out of the garbage collector's sight: it would look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """Return a server on this machine to fetch from; no proxy stands between."""
    monkeypatch.setenv("no_proxy", "*")
    with serving(Library()) as library:
        yield library


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the player's data folder, which does not exist yet."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="session")
def spoken_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder whose cache of spoken phrases all tests of a run share: no phrase is rendered twice."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # games that begin together may share a cache, and so may workers
    (base / "spoken").mkdir(exist_ok=True)
    return base / "spoken"


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """Return a data folder with a game that is over, and what its narrator said."""
    home = tmp_path_factory.mktemp("played")
    return home, narrator(home, *PLAY, lines=LINES)


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """Return a data folder with a game that is not over, and what its narrator said."""
    home = tmp_path_factory.mktemp("begun")
    return home, narrator(home, *PLAY, lines=LINES[:23])


@pytest.fixture
def over(played: tuple[Path, object], tmp_path: Path) -> Path:
    """Return a data folder of one's own with a game that is over."""
    return shutil.copytree(played[0], tmp_path / "home")


@pytest.fixture
def unfinished(begun: tuple[Path, object], tmp_path: Path) -> Path:
    """Return a data folder of one's own with a game that is not over."""
    return shutil.copytree(begun[0], tmp_path / "home")


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a board whose pins are driven by the test."""
    gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    mock = pytest.importorskip("gpiozero.pins.mock")
    factory = mock.MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    yield factory
    factory.reset()
