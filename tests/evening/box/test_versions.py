"""Which version a box runs is known whenever the power goes, and one that never speaks does not stay."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from versions import SCRIPT, digest, program, wheel

from narrator.base.downloads.transfer import DownloadError
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.evening.box.versions import found, on_a_stick

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


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick/narrator").mkdir(parents=True)
    return tmp_path / "stick"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("0.3.0rc1", "0.3.0"),
        ("0.3.0b2", "0.3.0rc1"),
        ("0.3.0.dev4", "0.3.0"),
        ("0.3.0", "0.3.0.post1"),
        ("0.9", "0.10"),
    ],
)
def test_a_version_on_trial_is_older_than_its_release(stick: Path, tmp_path: Path, older: str, newer: str) -> None:
    for version in (newer, older):
        wheel(stick, version)
    assert found(str(stick), tmp_path).version == newer


def test_the_newest_of_a_stick_is_found_with_its_digest(stick: Path, tmp_path: Path) -> None:
    wheel(stick, "1.9")
    newest = wheel(stick / "narrator", "1.10")
    file = found(str(stick), tmp_path)
    assert (file.version, file.sha256, file.beside) == ("1.10", digest(newest), stick / "narrator")
    assert file.bring(tmp_path, lambda _came: None).read_bytes() == newest.read_bytes()


def test_what_was_changed_on_the_way_is_not_brought(stick: Path, tmp_path: Path) -> None:
    file = found(str(wheel(stick, "1.9")), tmp_path)
    wheel(stick, "1.9", status=1)
    with pytest.raises(DownloadError, match="sha256"):
        file.bring(tmp_path, lambda _came: None)
    assert not (tmp_path / file.wheel).exists()


@pytest.mark.parametrize(
    "line", ["{}", "{}  narrator-1.9-py3-none-any.whl\n", "{} *narrator-1.9-py3-none-any.whl\r\n", "\ufeff{}\r\n"]
)
@pytest.mark.parametrize("letters", [str.lower, str.upper])
def test_a_digest_is_understood_as_other_systems_write_it(
    stick: Path, tmp_path: Path, line: str, letters: Callable[[str], str]
) -> None:
    file = wheel(stick, "1.9")
    Path(f"{file}.sha256").write_bytes(line.format(letters(digest(file))).encode())
    assert found(str(file), tmp_path).sha256 == digest(file)


@pytest.mark.parametrize("content", [b"", b"\xff\xfea\0", b"SHA256 hash of narrator:\r\n", b"a" * 63])
def test_what_is_no_digest_is_said_to_be_none(stick: Path, tmp_path: Path, content: bytes) -> None:
    file = wheel(stick, "1.9")
    Path(f"{file}.sha256").write_bytes(content)
    with pytest.raises(UserError) as refused:
        found(str(file), tmp_path)
    assert str(refused.value) == to_user("update.no_digest", where=f"{file}.sha256")
    with pytest.raises(UserError) as refused:
        found(str(file), tmp_path, "a" * 63)
    assert str(refused.value) == to_user("update.no_digest", where="--sha256")


def test_a_digest_in_a_pipe_is_not_waited_for(stick: Path, tmp_path: Path) -> None:
    file = wheel(stick, "1.9")
    note = Path(f"{file}.sha256")
    note.unlink()
    os.mkfifo(note)
    with pytest.raises(UserError, match="SHA-256"):
        found(str(file), tmp_path)


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("http://example.org/narrator-2.0-py3-none-any.whl", "no https address"),
        ("https://example.org/game.zip", "no version"),
        ("{stick}", "There is no"),
        ("{stick}/game.zip", "no version"),
        ("{stick}/away.whl", "There is no"),
        ("{stick}/narrator-2.0-py3-none-any.whl", "is missing"),
    ],
)
def test_what_is_no_version_is_refused(where: str, why: str, stick: Path, tmp_path: Path) -> None:
    (stick / "game.zip").touch()
    if why == "is missing":
        Path(where.format(stick=stick)).touch()
    with pytest.raises(UserError, match=why):
        found(where.format(stick=stick), tmp_path)


def test_a_stick_that_nothing_has_mounted_is_mounted_read_only_and_let_go_again(
    stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs, mounted = tmp_path / "bin", tmp_path / "mounted"
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    (tmp_path / "a disk").mkdir()
    there = str(tmp_path / "a disk").replace(" ", "\\\\x20")
    devices = f"/dev/mmcblk0p2 0 /\\n/dev/sda 1 \\n/dev/sda1 1 {there}\\n"
    program(programs, "lsblk", f"#!/bin/sh\nprintf '{devices}'\n")
    program(programs, "mount", f'#!/bin/sh\necho "$*" >>{mounted}\n[ $3 = /dev/sda ] && cp -r {stick}/. $4\n')
    program(programs, "umount", f"#!/bin/sh\necho gone >>{mounted}\nrm -r $1/*\n")
    with pytest.raises(UserError, match="No stick"), on_a_stick():
        pass
    wheel(stick / "narrator", "2.0")
    with on_a_stick() as place:
        assert found(str(place), tmp_path).version == "2.0"
    told = mounted.read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in told] == ["-o", "gone"] * 2
    assert told[0].startswith("-o ro,nosuid,nodev,noexec /dev/sda ")
    wheel(tmp_path / "a disk", "2.1")
    (programs / "mount").unlink()
    with on_a_stick() as place:
        assert place == tmp_path / "a disk", "it is mounted already"
