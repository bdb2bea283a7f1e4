"""The wheel carries all that a game needs, and plays where there is no source tree."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).resolve().parents[2]
DATA = ("scripts", "voices", "models")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    return place


def run(installed: Path, place: Path, *command: str) -> str:
    """Run Python with the unpacked wheel before everything else, in another folder."""
    environment = {**os.environ, "PYTHONPATH": str(installed), "NARRATOR_HOME": str(place / "home")}
    done = subprocess.run(
        [sys.executable, "-P", *command], cwd=place, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.thorough
def test_every_pack_and_every_voice_is_in_the_wheel(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    for folder in DATA:
        assert not [name for name in carried if name.startswith(f"narrator/_data/{folder}/build/")]
        depth = "*.yaml" if folder == "models" else "**/*.yaml"  # how the tiny model is made is for the source tree
        files = {file.relative_to(ROOT).as_posix() for file in (ROOT / folder).glob(depth)}
        assert files
        assert {f"narrator/_data/{file}" for file in files} <= carried


def test_the_wheel_brings_one_package_its_licence_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"narrator"}
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert [name for name in names if name.endswith((".pyc", ".db")) or "/tests/" in name] == []


def test_the_wheel_says_that_it_is_typed(wheel: Path) -> None:
    assert "narrator/py.typed" in zipfile.ZipFile(wheel).namelist()


def test_the_wheel_carries_what_makes_a_box_and_takes_it_away(wheel: Path) -> None:
    carried = {f"narrator/pi/{file.name}" for file in (ROOT / "narrator" / "pi").iterdir()}
    assert {"narrator/pi/install.sh", "narrator/pi/remove.sh", "narrator/pi/narrator.service"} <= carried
    assert carried <= set(zipfile.ZipFile(wheel).namelist())


def test_data_are_found_in_the_installed_package(installed: Path, tmp_path: Path) -> None:
    program = f"from narrator.base.resources import folder; print(*(folder(name) for name in {DATA}), sep='\\n')"
    found = run(installed, tmp_path, "-c", program).split()
    assert found == [str(installed / "narrator" / "_data" / name) for name in DATA]


def test_an_installed_game_plays_to_its_end(installed: Path, tmp_path: Path) -> None:
    game = ["rehearse", "thiercelieux", "--players", "8", "--answers", "random", "--seed", "1"]
    told = run(installed, tmp_path, "-m", "narrator", *game).splitlines()[-1]
    assert re.fullmatch("(Qui a gagné|Who won) ?: .+", told)


def test_an_installed_voice_speaks(installed: Path, tmp_path: Path) -> None:
    program = (
        "from pathlib import Path\n"
        "from narrator.voice.cache import Cache; from narrator.voice.profile import load_voice\n"
        "from narrator.voice.recital import LineSpeaker; from narrator.voice.performance import Phrase\n"
        "speaker = LineSpeaker(load_voice('fr'), Cache(Path('kept')), print)\n"
        "for words in (Phrase('Marie'), Phrase('Rien de cela n’est enregistré.')):\n"
        "    print(len(speaker.rendered([words])(words)))\n"
        "speaker.close()"
    )
    recorded, rendered = map(int, run(installed, tmp_path, "-c", program).split())
    assert recorded > 5_000
    assert rendered > 10_000


def test_the_wheel_stays_small_with_its_recordings(wheel: Path) -> None:
    assert wheel.stat().st_size < 80e6
    recordings = [entry for entry in zipfile.ZipFile(wheel).infolist() if entry.filename.endswith(".recordings")]
    assert 0 < sum(entry.file_size for entry in recordings) < 2 * 25e6  # of two languages
