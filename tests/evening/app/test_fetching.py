"""What is fetched from the command line is introduced, shown as it comes, and refused with a sentence and a status."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from servers import Library, serving

import narrator
from narrator.cli import main

NETWORK = bytes(range(256)) * 4000
SETTINGS = b"{}"
WHOLE = "v is checked and ready: "


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """Return a server with a voice and a model, `v`, that the player's own manifests name."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    monkeypatch.setenv("no_proxy", "*")
    with serving(Library({"v.onnx": NETWORK, "v.onnx.json": SETTINGS})) as library:
        files = [
            {"path": path, "address": library.at(path), "size": len(page), "sha256": sha256(page).hexdigest()}
            for path, page in library.pages.items()
        ]
        about = {"language": "fr", "about": "a voice of the tests", "licence": "CC0-1.0", "source": "the tests"}
        for kind in ("voices", "models"):
            (tmp_path / kind).mkdir()
            manifest = {"downloads": [{"name": "v", **about, "note": "Made of tones.", "files": files}]}
            (tmp_path / kind / "manifest.yaml").write_text(json.dumps(manifest), encoding="utf-8")
        yield library


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_a_voice_is_introduced_and_its_way_is_shown_in_tenths(library: Library) -> None:
    result = run("voices", "fetch", "v")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:3] == [
        "v: a voice of the tests; 1.0 MB",
        "Licence: CC0-1.0. Source: the tests",
        "Made of tones.",
    ]
    assert [line for line in lines if "v.onnx:" in line] == [
        f"v.onnx: {tenth * 10} % of 1.0 MB" for tenth in range(1, 11)
    ]
    assert any(line.startswith(WHOLE) for line in lines)
    assert len(library.asked) == 2


def test_what_is_here_already_is_not_fetched(library: Library) -> None:
    run("voices", "fetch", "v")
    result = run("voices", "fetch", "v")
    assert result.exit_code == 0
    assert "is here already, and intact" in result.stdout
    assert len(library.asked) == 2


def test_what_was_interrupted_is_fetched_by_the_same_command(library: Library) -> None:
    library.cut = 500_000
    broken = run("voices", "fetch", "v")
    assert broken.exit_code == 2
    assert broken.stderr.startswith("v: the connection to 127.0.0.1 ended early: run the same command again")
    assert run("voices", "fetch", "v").exit_code == 0


def test_a_damaged_file_is_refused_with_the_reason(library: Library) -> None:
    library.pages["v.onnx"] = NETWORK[::-1]
    result = run("voices", "fetch", "v")
    assert result.exit_code == 2
    assert "v.onnx is damaged, or was changed at 127.0.0.1: its sha256 is" in result.stderr
    assert WHOLE not in result.stdout


@pytest.mark.parametrize("words", [("voices", "fetch"), ("models", "fetch"), ("models", "verify")])
def test_a_name_that_there_is_not_is_refused_with_those_that_there_are(
    library: Library, words: tuple[str, str]
) -> None:
    result = run(*words, "klingon")
    assert result.exit_code == 2
    assert "'klingon' is not in the manifest of" in result.stderr
    assert library.asked == []


def test_models_are_listed_with_size_and_licence_and_whether_they_are_here(library: Library) -> None:
    assert "not here: narrator models fetch v" in run("models", "list").stdout
    assert run("models", "fetch", "v").exit_code == 0
    listed = run("models", "list").stdout
    assert "not here: narrator models fetch v\n" not in listed
    assert "vosk-model-small-fr-0.22       fr   42.2 MB  Apache-2.0" in listed
    assert len(library.asked) == 2


def test_verifying_says_what_is_damaged_and_how_to_mend_it(library: Library, tmp_path: Path) -> None:
    assert run("models", "verify").stdout.startswith("No model was fetched, and the one that comes with narrator")
    ours = run("models", "verify", "fr")
    assert (ours.exit_code, "comes with narrator, and is not checked" in ours.stdout) == (0, True)
    assert run("models", "verify", "v").exit_code == 1
    run("models", "fetch", "v")
    whole = run("models", "verify")
    assert (whole.exit_code, whole.stdout) == (0, "v: OK\n")
    (tmp_path / "models" / "v" / "v.onnx").write_bytes(NETWORK[::-1])
    damaged = run("models", "verify", "v")
    assert damaged.exit_code == 1
    assert "v: v.onnx is damaged: its sha256 is" in damaged.stdout
    assert "narrator models fetch v" in damaged.stdout
    assert run("models", "fetch", "v").exit_code == 0
    assert run("models", "verify").exit_code == 0
    assert library.asked


def test_a_manifest_that_cannot_be_read_is_refused_with_its_place(library: Library, tmp_path: Path) -> None:
    (tmp_path / "models" / "manifest.yaml").write_text("downloads: [", encoding="utf-8")
    for words in (("list",), ("fetch",), ("verify",)):
        result = run("models", *words)
        assert result.exit_code == 2
        assert str(tmp_path / "models" / "manifest.yaml") in result.stderr
    assert library.asked == []


def test_a_terminal_shows_a_bar_and_ctrl_c_ends_it(library: Library) -> None:
    library.stall = 600_000
    near, far = pty.openpty()
    command = [sys.executable, "-P", "-m", "narrator", "voices", "fetch", "v"]
    environment = {**os.environ, "PYTHONPATH": str(Path(narrator.__file__).parents[1]), "TERM": "xterm"}
    with subprocess.Popen(
        command, env=environment, stdin=far, stdout=far, stderr=far, start_new_session=True
    ) as fetching:
        os.close(far)
        shown = b""
        while b"57%" not in shown:
            shown += os.read(near, 4096)
        fetching.send_signal(signal.SIGINT)
        rest = bytearray()
        reader = threading.Thread(target=_drain, args=(near, rest))
        reader.start()
        assert fetching.wait(20) == 130
        reader.join(20)
    os.close(near)
    assert b"v: stopped. The same command fetches it again." in rest
    library.stall = None
    assert run("voices", "fetch", "v").exit_code == 0


def _drain(terminal: int, into: bytearray) -> None:
    while True:
        try:
            block = os.read(terminal, 4096)
        except OSError:  # nobody writes to it any more
            return
        if not block:
            return
        into += block


def test_a_model_is_taken_from_a_folder_and_nobody_is_asked(library: Library, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for name, page in library.pages.items():
        (stick / name).write_bytes(page)
    assert run("models", "fetch", "v", "--from", str(stick)).exit_code == 0
    assert run("models", "verify").stdout == "v: OK\n"
    assert library.asked == []
