"""What players read while narrator is installed; pip itself is pretended, its words are its own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

INSTALL = Path(__file__).resolve().parents[2] / ".ci" / "install"
PIP = """\
import pathlib, sys, sysconfig, time
if "--editable" in sys.argv:
    sys.exit()
print("Collecting one==1\\n  Downloading one-1.whl\\nIgnoring two: markers do not match your environment")
print("Installing collected packages: one\\n  Attempting nothing")
time.sleep(0.5)
if "{fails}" and "play" in sys.argv[-1]:
    print("ERROR: no space left")
    sys.exit(1)
"""


def installed(tmp_path: Path, lang: str, *, fails: str = "", terminal: bool = True) -> tuple[int, str]:
    """Install what two lists name; return the status and what is read."""
    (tmp_path / ".ci").mkdir()
    for name in ("build", "play"):
        (tmp_path / ".ci" / f"requirements-{name}.txt").write_text("one==1 \\\n    --hash=sha256:0\ntwo==2\n")
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "__init__.py").touch()
    (tmp_path / "pip" / "__main__.py").write_text(PIP.format(fails=fails))
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "utf-8", "LANG": lang}
    ours, theirs = pty.openpty()
    stderr = theirs if terminal else subprocess.PIPE
    done = subprocess.run([sys.executable, INSTALL], cwd=tmp_path, env=env, stderr=stderr, check=False)
    os.close(theirs)
    read = b"" if terminal else done.stderr
    try:
        while terminal and (part := os.read(ours, 4096)):
            read += part
    except OSError:  # nobody writes any more
        pass
    os.close(ours)
    return done.returncode, read.decode()


@pytest.mark.parametrize(
    ("lang", "title", "installs"),
    [("fr_FR.UTF-8", "Installation de narrator", "j'installe"), ("en_GB.UTF-8", "Installing narrator", "installing")],
)
def test_one_bar_moves_to_its_end_in_the_language_of_the_system(
    tmp_path: Path, lang: str, title: str, installs: str
) -> None:
    status, read = installed(tmp_path, lang)
    drawn = [line for line in read.split("\r") if line.strip()]
    assert status == 0
    assert all(line.startswith(title) for line in drawn)
    assert any(installs in line for line in drawn)
    assert "100%" in drawn[-1]
    assert len({line.count("█") for line in drawn}) > 1


def test_where_there_is_no_terminal_it_is_one_line(tmp_path: Path) -> None:
    assert installed(tmp_path, "C", terminal=False) == (0, "Installing narrator ...\n")


def test_what_pip_says_is_read_where_it_fails(tmp_path: Path) -> None:
    status, read = installed(tmp_path, "C", fails="yes", terminal=False)
    assert status == 1
    assert "ERROR: no space left" in read
