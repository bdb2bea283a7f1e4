"""Where data lies."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.base import resources, user_error
from narrator.base.resources import UnknownGameError, cache_folder, folder, folder_called, games, languages, pack_path
from narrator.evening.app.settings import settings_path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder of the player's own, empty."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def pack(place: Path) -> Path:
    place.mkdir(parents=True)
    (place / "game.yaml").write_text("game: g\n", encoding="utf-8")
    return place


def test_a_game_is_found_by_its_name() -> None:
    assert pack_path("thiercelieux") == folder("scripts") / "thiercelieux"
    assert "thiercelieux" in games()


def test_the_shared_words_are_no_game() -> None:
    assert "common" not in games()
    with pytest.raises(UnknownGameError):
        pack_path("common")


def test_a_language_of_the_players_own_does_not_hide_ours(home: Path) -> None:
    for own in ("eo", "fr"):
        (home / "languages" / own).mkdir(parents=True)
        (home / "languages" / own / "words.yaml").touch()
    known = languages()
    assert known["eo"] == home / "languages" / "eo"
    assert known["fr"] == folder("scripts") / "common" / "fr"
    assert list(known) == sorted(known)


def test_a_language_of_the_players_own_is_found_once_its_disk_is_there(home: Path) -> None:
    assert "eo" not in languages()
    (home / "languages" / "eo").mkdir(parents=True)
    (home / "languages" / "eo" / "words.yaml").touch()
    assert languages()["eo"] == home / "languages" / "eo"


def test_any_folder_may_be_a_pack(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    assert pack_path(str(mine)) == mine
    assert pack_path("mine") == Path("mine")
    assert pack_path("./mine") == Path("mine")


def test_a_pack_in_the_players_folder_is_found_by_its_name(home: Path) -> None:
    mine = pack(home / "packs" / "mine")
    assert pack_path("mine") == mine
    assert list(games()) == sorted(games())


def test_a_pack_of_the_players_own_does_not_hide_ours(home: Path) -> None:
    pack(home / "packs" / "thiercelieux")
    assert pack_path("thiercelieux") == folder("scripts") / "thiercelieux"


def test_a_name_that_nothing_has_is_refused_with_those_that_exist(home: Path) -> None:
    pack(home / "packs" / "mine")
    with pytest.raises(UnknownGameError, match=r"'thiercelieu'.*mine.*thiercelieux") as refused:
        pack_path("thiercelieu")
    assert str(refused.value).startswith("no game is called")


@pytest.mark.parametrize("name", ["~nobody-at-all", "x" * 5000, "a\0b", "\udcff"])
def test_a_name_that_can_be_no_folder_is_no_game(home: Path, name: str) -> None:
    assert not home.exists()
    with pytest.raises(UnknownGameError):
        pack_path(name)
    assert name not in languages()
    assert folder_called(name) is None


@pytest.mark.parametrize(
    ("named", "data", "cache", "settings"),
    [
        ({}, "/home/anne/.local/share/narrator", "/home/anne/.cache/narrator", "/home/anne/.config/narrator"),
        ({"NARRATOR_HOME": "/srv/box"}, "/srv/box", "/srv/box/cache", "/srv/box"),
        ({"NARRATOR_HOME": "box"}, "box", "box/cache", "box"),
        (
            {"XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c", "XDG_CONFIG_HOME": "/s"},
            *("/d/narrator", "/c/narrator", "/s/narrator"),
        ),
        ({"NARRATOR_HOME": "/srv/box", "XDG_DATA_HOME": "/d"}, "/srv/box", "/srv/box/cache", "/srv/box"),
        (
            {"NARRATOR_HOME": "", "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "XDG_CONFIG_HOME": ""},
            *("/home/anne/.local/share/narrator", "/home/anne/.cache/narrator", "/home/anne/.config/narrator"),
        ),
    ],
)
def test_what_is_kept_is_where_it_always_was(
    named: dict[str, str], data: str, cache: str, settings: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NARRATOR_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/anne", **named}.items():
        monkeypatch.setenv(name, value)
    assert (resources.user_folder(), cache_folder()) == (Path(data), Path(cache))
    assert settings_path() == Path(settings) / "settings.yaml"
    assert resources.log_file() == Path(data) / "narrator.log"


def test_a_data_folder_that_was_not_installed_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="nonsense"):
        folder("nonsense")


def test_an_installed_package_uses_the_data_that_it_carries(tmp_path: Path) -> None:
    """A copy of the modules with data beside them stands for the wheel, whose own test is in `packaging`."""
    installed = tmp_path / "site" / "narrator"
    pack(installed / "_data" / "scripts" / "carried")
    (installed / "__init__.py").write_text("", encoding="utf-8")
    (installed / "base").mkdir()
    for module in (resources, user_error):
        place = Path(str(module.__file__))
        (installed / "base" / place.name).write_bytes(place.read_bytes())
    (tmp_path / "site" / "scripts" / "stranger").mkdir(parents=True)
    program = "from narrator.base.resources import games; print(*games().values())"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(installed / "_data" / "scripts" / "carried")]
