"""Which version a box runs is known whenever the power goes, and one that never speaks does not stay."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from versions import SCRIPT, program

STEPS = 11
"""How often a change flushes, and the starts after it until it is taken back."""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a box with an old version, which runs, and a new one."""
    for name in ("old", "new"):
        program_folder = tmp_path / "box/versions" / name / "bin"
        program_folder.mkdir(parents=True)
        program(program_folder, "narrator", "#!/bin/sh\n")
        (program_folder.parent / "complete").touch()
    (tmp_path / "box/venv").symlink_to("versions/old")
    (tmp_path / "box/versions.sh").write_bytes(SCRIPT.read_bytes())
    return tmp_path / "box"


def told(place: Path, *words: str, **environment: str) -> int:
    """Call the script; return its status."""
    path = f"{place.parent / 'bin'}:{os.environ['PATH']}"
    said = subprocess.run(
        ["sh", place / "versions.sh", *words],
        env={"PATH": path, **environment},
        capture_output=True,
        check=False,
    )
    return said.returncode


def leads_to(place: Path) -> str:
    return (place / "venv").readlink().name


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_the_power_may_go_at_any_step_of_a_change_and_of_the_way_back(place: Path, step: int) -> None:
    """After each flush all before it is on the disk; there the shell is killed, once."""
    count = place / "flushes"
    count.touch()
    program(
        place.parent / "bin",
        "sync",
        f"#!/bin/sh\necho >>{count}\n[ $(wc -l <{count}) != {step} ] || kill -9 $PPID\n",
    )
    ended, seen = [told(place, "take", "new")], [leads_to(place)]
    for _ in range(4):  # it never comes to speak
        ended.append(told(place, "begin"))
        seen.append(leads_to(place))
        assert (place / "venv/complete").exists()
    assert sum(status != 0 for status in ended) == 1, "it was killed"
    assert seen[-1] == "old"
    assert not (place / "trial").exists()


def test_a_version_that_speaks_stays_however_often_it_is_started(place: Path) -> None:
    program(place.parent / "bin", "systemctl", "#!/bin/sh\necho set-up\n")
    told(place, "take", "new")
    for _ in range(5):
        assert told(place, "begin") == 0
        assert told(place, "settled", MAINPID=str(os.getpid())) == 0
    assert leads_to(place) == "new"


def test_a_version_whose_process_ends_before_it_has_spoken_is_not_settled(place: Path) -> None:
    program(place.parent / "bin", "systemctl", "#!/bin/sh\necho starting\n")
    told(place, "take", "new")
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    assert told(place, "settled", MAINPID=str(gone.pid)) != 0
    assert (place / "trial").exists()


@pytest.mark.parametrize("missing", ["complete", "bin/narrator"])
def test_a_version_that_is_not_whole_is_not_taken(place: Path, missing: str) -> None:
    (place / "versions/new" / missing).unlink()
    assert told(place, "take", "new") != 0
    assert (leads_to(place), (place / "trial").exists()) == ("old", False)
