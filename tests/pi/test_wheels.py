"""All that the box needs is there for its machine: a wheel for aarch64, or a package of Debian that is installed.

It asks a package index, where NARRATOR_NETWORK is set.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from locked import locked
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
GLIBC = {"3.11": 36, "3.13": 41}
"""By the Python of a Debian, the second number of its C library's version: what its wheels may ask for."""

ONLY_SOURCES = ("srt",)
"""Has no wheel at all, and is Python alone: pip makes one, which any machine takes."""

pytestmark = pytest.mark.skipif(not os.environ.get("NARRATOR_NETWORK"), reason="NARRATOR_NETWORK asks a package index")


def pip(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "pip", *words], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    done = pip("wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), *ONLY_SOURCES)
    assert done.returncode == 0, done.stderr
    assert len([*folder.glob("*-none-any.whl")]) == len(ONLY_SOURCES)
    return folder


@pytest.mark.parametrize("python", GLIBC)
def test_every_dependency_has_a_wheel_for_the_box(python: str, made: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["piper"]]
    assert len(found_for(python, wanted, made, tmp_path)) >= len(wanted)


@pytest.mark.parametrize("python", GLIBC)
def test_what_the_box_installs_is_in_the_lock_to_the_digest(python: str, made: Path, tmp_path: Path) -> None:
    lock = {(one.name, one.version): one for layer in ("build", "play", "pi") for one in locked(layer)}
    of = {"platform_machine": "aarch64", "python_version": python, "python_full_version": f"{python}.2"}
    markers = ((one, one.requirement.marker) for one in lock.values())
    wanted = [f"{one.name}=={one.version}" for one, marker in markers if marker is None or marker.evaluate(of)]
    # pip compares what is pinned with the Python that it runs in, too.
    found = found_for(python, ["--ignore-requires-python", *wanted], made, tmp_path)
    assert len(found) == len(wanted), "the lock is whole: nothing came that it does not name"
    for package in found:
        name = canonicalize_name(package["metadata"]["name"])
        one = lock[name, package["metadata"]["version"]]
        if name not in ONLY_SOURCES:
            assert package["download_info"]["archive_info"]["hashes"]["sha256"] in one.digests


def found_for(python: str, wanted: list[str], made: Path, tmp_path: Path) -> list[dict[str, Any]]:
    platforms = ["manylinux2014", *(f"manylinux_2_{minor}" for minor in range(17, GLIBC[python] + 1))]
    report = tmp_path / "report"
    done = pip(
        "install",
        *("--dry-run", "--quiet", "--ignore-installed", "--only-binary=:all:", "--report", str(report)),
        *("--target", str(tmp_path / "nowhere"), "--find-links", str(made)),
        *("--implementation", "cp", "--python-version", python),
        *(f"--platform={platform}_aarch64" for platform in platforms),
        *wanted,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["install"]
    return found


@pytest.mark.skipif(shutil.which("apt-cache") is None, reason="there is no apt here")
def test_what_has_no_wheel_is_a_package_that_the_installer_names() -> None:
    installer = (ROOT / "narrator" / "pi" / "install.sh").read_text(encoding="utf-8")
    packages = installer.split("\npackages=(")[1].split(")")[0].split()
    assert {"python3-evdev", "libportaudio2"} <= {*packages}
    assert "evdev" not in {one.name for one in locked("pi")}, "it has no wheel"
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    for package in packages:
        policy = subprocess.run(
            ["apt-cache", "policy", package], capture_output=True, text=True, check=True, env=environment
        )
        assert "Candidate: " in policy.stdout, f"{package}: apt knows no such package"
        assert "Candidate: (none)" not in policy.stdout, package
