"""A box gets another narrator, which stays where it comes to speak; else the one before it is back."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from servers import Library
from versions import SYSTEMCTL, box_with, digest, environment, program, wheel

from narrator.base.user_error import UserError
from narrator.cli import main
from narrator.commands.update import STAYED, back, update
from narrator.evening.app.settings import Settings, keep_settings
from narrator.evening.box.versions import Versions
from narrator.screens.phone.hotspot import fresh


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("made") / "environment")


@pytest.fixture
def box(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Versions:
    """Return a box that runs narrator 1.0."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # nobody is asked
    program(tmp_path / "bin", "systemctl", SYSTEMCTL.format(place=tmp_path / "box"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return box_with(made, tmp_path / "box")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick/narrator").mkdir(parents=True)
    return tmp_path / "stick"


def updated(box: Versions, where: Path | str | None, sha256: str | None = None) -> int:
    """Update a box; systemd stands ready."""
    return update(None if where is None else str(where), sha256, box, systemd=box.place)


def spoken(box: Versions) -> list[str]:
    """Return what the box has said, start by start."""
    file = box.place / "spoken"
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def stands(box: Versions) -> list[str]:
    """Return the versions that are on a box."""
    return sorted(folder.name.partition("-")[0] for folder in (box.place / "versions").iterdir())


@pytest.mark.thorough
def test_the_newest_version_of_a_stick_runs_and_the_one_before_is_kept_until_the_next(
    box: Versions, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel(stick / "narrator", "1.9")
    wheel(stick / "narrator", "1.10")
    assert updated(box, stick) == 0
    assert spoken(box) == ["1.10 says hello"]
    assert (box.running.partition("-")[0], box.before, box.on_trial) == ("1.10", "installed", False)
    assert "installed is kept" in capsys.readouterr().out
    with pytest.raises(UserError, match="is here already"):
        updated(box, stick)
    assert not box.coming.exists()
    wheel(stick / "narrator", "1.11")
    assert updated(box, stick) == 0
    assert spoken(box)[1:] == ["1.11 says hello"]
    assert stands(box) == ["1.10", "1.11"]
    assert not box.coming.exists()


@pytest.mark.thorough
def test_the_version_before_comes_back_when_it_is_asked_for(
    box: Versions, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UserError):
        back(box, box.place)
    updated(box, wheel(stick, "2.0"))
    assert back(box, box.place) == 0
    assert spoken(box) == ["2.0 says hello", "1.0 says hello"]
    assert (box.running, box.before.partition("-")[0]) == ("installed", "2.0")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UserError, match="nothing was changed"):
        back(box, box.place)


@pytest.mark.thorough
def test_a_version_that_does_not_come_to_speak_gives_way_to_the_one_before(
    box: Versions, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert updated(box, wheel(stick, "2.0", status=1)) == STAYED
    assert spoken(box) == ["2.0 says hello", "2.0 says hello", "1.0 says hello"]
    assert (box.running, box.before, box.on_trial) == ("installed", "", False)
    assert "installed is back" in capsys.readouterr().err
    assert updated(box, wheel(stick, "2.1")) == 0
    assert stands(box) == ["2.1", "installed"]


@pytest.mark.thorough
def test_a_version_that_does_not_even_start_is_never_tried(box: Versions, stick: Path) -> None:
    file = wheel(stick, "2.0", lock="", wants="narrator-is-nowhere-to-be-found")
    with pytest.raises(UserError, match="requires narrator-is-nowhere-to-be-found"):
        updated(box, file)
    assert (spoken(box), box.running, box.on_trial) == ([], "installed", False)
    assert [place.name for place in (box.place / "versions").iterdir()] == [box.running], "nothing takes room"
    assert not box.coming.exists()


@pytest.mark.thorough
def test_what_a_new_version_needs_comes_with_it_and_is_what_its_lock_says(box: Versions, stick: Path) -> None:
    needed = wheel(stick, "3.1", name="needed")
    lock = f"needed==3.1 --hash=sha256:{digest(needed)}\n"
    assert updated(box, wheel(stick, "2.0", wants="needed>=3", lock=lock)) == 0
    assert [*(box.place / "venv/lib").glob("python*/site-packages/needed")]
    assert not [*(box.place / "before/lib").glob("python*/site-packages/needed")], "the old one is as it was"
    forged = lock.replace(digest(needed), digest(stick / needed.name)[::-1])
    with pytest.raises(UserError):
        updated(box, wheel(stick, "2.1", wants="needed>=4", lock=forged))
    assert box.running.startswith("2.0")


@pytest.mark.thorough
def test_a_version_comes_from_the_network_with_its_digest_and_anew_after_a_cut(
    box: Versions, tmp_path: Path, library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    file = wheel(tmp_path, "2.0")
    name = file.name
    library.pages |= {name: file.read_bytes(), f"{name}.sha256": f"{digest(file)}  {name}\n".encode()}
    library.answers[f"{name}.sha256"] = lambda request: request.say(200, body=library.pages[f"{name}.sha256"])
    library.cut = 400
    with pytest.raises(UserError):
        updated(box, library.at(name))
    library.cut = None
    assert updated(box, library.at(name)) == 0, capsys.readouterr().err
    assert spoken(box) == ["2.0 says hello"]


@pytest.mark.thorough
@pytest.mark.parametrize("noted", ["0" * 64, "not a digest", ""], ids=["another", "none", "empty"])
def test_what_is_not_as_its_digest_says_changes_nothing(
    noted: str, box: Versions, stick: Path, library: Library
) -> None:
    file = wheel(stick, "2.0")
    Path(f"{file}.sha256").write_text(noted, encoding="ascii")
    library.pages |= {file.name: file.read_bytes(), f"{file.name}.sha256": noted.encode()}
    for where in (file, library.at(file.name)):
        with pytest.raises(UserError):
            updated(box, where)
    assert (stands(box), box.on_trial) == (["installed"], False)
    assert updated(box, file, digest(file)) == 0, "its digest is told otherwise"


def test_a_machine_that_is_no_box_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="make pi"):
        update(None, None, Versions(tmp_path))


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the machine be called narrator, with settings of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(socket, "gethostname", lambda: "narrator")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["label", *words])


def test_the_label_is_written_into_the_file_or_printed(tmp_path: Path) -> None:
    file = tmp_path / "label.html"
    written = run(str(file))
    assert (written.exit_code, written.stdout) == (0, f"Written: {file}\n")
    assert "http://narrator.local:8642/" in file.read_text(encoding="utf-8")
    assert run("-").stdout == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kept", "words", "address"),
    [
        ("on", (), "http://narrator.local:8642/"),
        ("192.168.1.20:8000", (), "http://192.168.1.20:8000/"),
        ("192.168.1.20:8000", ("--remote", "192.168.1.30"), "http://192.168.1.30:8642/"),
    ],
)
def test_the_address_is_that_of_the_settings_unless_another_is_told(
    kept: str, words: tuple[str, ...], address: str
) -> None:
    keep_settings(Settings(remote=kept))
    assert f">{address}<" in run("-", *words).stdout


def test_a_box_with_a_network_of_its_own_tells_its_name_and_password_in_a_file_for_its_owner(tmp_path: Path) -> None:
    own, file = fresh(), tmp_path / "label.html"
    assert own.password not in run("-").stdout
    own.keep()
    assert run(str(file)).exit_code == 0
    assert f"{own.name}, password {own.password}." in file.read_text(encoding="utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_is_no_address_or_cannot_be_written_is_refused_with_a_sentence(tmp_path: Path) -> None:
    refused = run("-", "--remote", "here")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "here" in refused.stderr
    unwritten = run(str(tmp_path / "missing" / "label.html"))
    assert unwritten.exit_code == 2
    assert "label.html" in unwritten.stderr
