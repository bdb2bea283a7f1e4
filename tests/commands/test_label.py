"""`narrator label` writes a page to print, for the page of the phone as it will be served."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from narrator.app.settings import Settings, keep_settings
from narrator.cli import main


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the machine be called narrator, with settings of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
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


def test_what_is_no_address_or_cannot_be_written_is_refused_with_a_sentence(tmp_path: Path) -> None:
    refused = run("-", "--remote", "here")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "here" in refused.stderr
    unwritten = run(str(tmp_path / "missing" / "label.html"))
    assert unwritten.exit_code == 2
    assert "label.html" in unwritten.stderr
