"""Boxes whose narrator is a few lines long, and wheels of other such narrators."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import narrator
from narrator.evening.box.versions import Versions

SCRIPT = Path(narrator.__file__).parent / "pi" / "versions.sh"

NARRATOR = """
import sys

def main():
    if "--version" in sys.argv:
        print("narrator, version {version}")
    else:
        print("{version} says hello")
        sys.exit({status})
"""

SYSTEMCTL = """#!/bin/sh
# Stands for systemd: starts the service until it stays, as the unit says.
cd {place}
case $1 in
show) echo set-up ;;
restart)
	for start in 1 2 3 4; do
		sh versions.sh begin
		venv/bin/narrator box >>spoken && exec env MAINPID=$$ sh versions.sh settled
	done
	;;
esac
"""


def wheel(
    folder: Path, version: str, status: int = 0, *, name: str = "narrator", wants: str = "", lock: str = ""
) -> Path:
    """Make a wheel whose `narrator box` says hello and ends with a status; its digest lies beside it."""
    told = f"{name}-{version}.dist-info"
    files = {
        f"{name}/__init__.py": NARRATOR.format(version=version, status=status),
        f"{name}/_data/requirements-play.txt": lock,
        f"{told}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        + (f"Requires-Dist: {wants}\n" if wants else ""),
        f"{told}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{told}/entry_points.txt": f"[console_scripts]\n{name} = {name}:main\n",
    }
    file = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
        archive.writestr(f"{told}/RECORD", _record(files, told))
    file.with_name(f"{file.name}.sha256").write_text(f"{digest(file)}  {file.name}\n", encoding="ascii")
    return file


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _record(files: Mapping[str, str], told: str) -> str:
    def sha(text: str) -> str:
        return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()

    lines = [f"{path},sha256={sha(content)},{len(content.encode())}" for path, content in files.items()]
    return "\n".join([*lines, f"{told}/RECORD,,", ""])


def environment(folder: Path) -> Path:
    """Make an environment in which pip and narrator 1.0 are."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True)
    words = ["install", "-qq", "--disable-pip-version-check", "--no-index", str(wheel(folder, "1.0"))]
    subprocess.run([folder / "bin/python", "-m", "pip", *words], check=True, capture_output=True)
    (folder / "complete").touch()
    return folder


def box_with(made: Path, place: Path) -> Versions:
    """Return a box on which an environment was installed."""
    (place / "versions").mkdir(parents=True)
    shutil.copytree(made, place / "versions/installed", symlinks=True, copy_function=os.link)
    (place / "venv").symlink_to("versions/installed")
    shutil.copy(SCRIPT, place)
    return Versions(place)


def program(folder: Path, name: str, script: str) -> None:
    """Make a program that stands for one of the system's, in a folder of the search path."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(script, encoding="utf-8")
    (folder / name).chmod(stat.S_IRWXU)
