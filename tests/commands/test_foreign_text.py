"""What others wrote, in packs, settings, answers, names and answers of servers: shown on a screen, and never obeyed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from servers import Library, Request, serving
from terminals import PseudoTerminal

from narrator.base.resources import pack_path
from narrator.screens.clean_text import CONTROLS, TURNING, clean

WRITTEN = "\\ec\\x9d0;stolen\\a\\x9b2J\\u202eDLROW\\L\\x00\\x7f"
"""As in a YAML file: orders to a terminal, old and new, then letters that would be read backwards, and a line's end."""
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
NESTED = "[" * 3000 + "]" * 3000
ENOUGH = ("--players", "8", "--pace", "instant", "--no-sound")
LED = ("--mode", "meneur", "--set", "introduction=full")


def narrator(home: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "narrator", *words],
        input=typed.encode(),
        capture_output=True,
        env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "en_GB.UTF-8", "no_proxy": "*"},
        check=False,
    )


def sentence(done: subprocess.CompletedProcess[bytes], status: int = 2) -> str:
    """Return what a command told people, none of which a terminal would obey and none of which is a traceback."""
    told = (done.stdout + done.stderr).decode()
    assert "Traceback" not in told
    assert OBEYED.search(told) is None
    assert done.returncode == status, told
    return told


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a game whose every word that can be seen at once has something to be obeyed in it."""
    folder = tmp_path / "packs" / "rude"
    shutil.copytree(pack_path("thiercelieux"), folder)
    for language in ("fr", "en"):
        file = folder / f"{language}.yaml"
        text = re.sub(
            r"^(title|summary): .*$",
            lambda found: f'{found[1]}: "Evil {WRITTEN}"',
            file.read_text(encoding="utf-8"),
            flags=re.MULTILINE,
        )
        text = text.replace("\nlines:\n", f'\nlines:\n  seating.names:\n    - "Evil {WRITTEN}"\n', 1)
        file.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.thorough
def test_a_pack_is_listed_and_checked_without_being_obeyed(pack: Path, tmp_path: Path) -> None:
    assert "Evil" in sentence(narrator(tmp_path, "games"), 0)
    (pack / "fr.yaml").write_text(f'"{WRITTEN}": 1\n', encoding="utf-8")
    assert "DLROW" in sentence(narrator(tmp_path, "check", "rude"), 1)


def test_on_a_pipe_neither_words_nor_names_are_obeyed(pack: Path, tmp_path: Path) -> None:
    names = ",".join(["Al\x1b[2Jice", "Bru\u202eno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo"])
    words = ("play", str(pack), "--names", names, "--pace", "instant", "--no-sound", *LED)
    told = sentence(narrator(tmp_path, *words, typed="non\n"), 0)
    assert "Evil" in told


ORDERS = ("\x1bc", "\x1b]0;", "\x9d", "\x9b", "\u202e", "\u2028", "\x7f")
"""What was written, as a terminal would obey it; our own screens draw with none of these."""


@pytest.fixture(params=["--plain", ""], ids=["plain", "full screen"])
def terminal(request: pytest.FixtureRequest, pack: Path, tmp_path: Path) -> Iterator[PseudoTerminal]:
    names = "Al\x1b]0;stolen\x07ice,Bruno,Chloé,David,Emma,Farid,Gwen,Hugo"
    words = ("play", str(pack), "--names", names, "--pace", "instant", "--no-sound", *LED)
    terminal = PseudoTerminal(tmp_path, *words, *filter(None, [request.param]))
    yield terminal
    terminal.close()


def test_on_a_terminal_neither_words_nor_names_are_obeyed(terminal: PseudoTerminal) -> None:
    terminal.awaited("DLROW")
    terminal.signal(signal.SIGINT)
    terminal.ended()
    assert "0;stolen" in terminal.text, "it is there to be seen"
    assert not [order for order in ORDERS if order in terminal.text]


def test_settings_are_told_of_without_being_obeyed(tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").write_text(f'"{WRITTEN}": 1\n', encoding="utf-8")
    told = sentence(narrator(tmp_path, "play", *ENOUGH, "--mode", "meneur"), 0)
    assert "DLROW" in told
    assert "there is no setting" in told


@pytest.mark.thorough
@pytest.mark.parametrize("written", [NESTED, f"output: {NESTED}", NESTED[:3000]], ids=range(3))
def test_settings_inside_settings_without_end_are_refused_with_a_sentence(tmp_path: Path, written: str) -> None:
    (tmp_path / "settings.yaml").write_text(written, encoding="utf-8")
    told = sentence(narrator(tmp_path, "play", *ENOUGH, "--mode", "meneur"), 0)
    assert "settings" in told
    assert "are not used" in told


@pytest.mark.thorough
@pytest.mark.parametrize("answers", [NESTED, f"seer.target: {NESTED}", f'"{WRITTEN}": [1]'], ids=range(3))
def test_answers_that_cannot_be_read_are_refused_with_a_sentence(tmp_path: Path, answers: str) -> None:
    file = tmp_path / "answers.yaml"
    file.write_text(answers, encoding="utf-8")
    done = narrator(tmp_path, "rehearse", "thiercelieux", "--players", "8", "--answers", str(file))
    assert done.returncode != 0
    assert sentence(done, done.returncode).strip()


@pytest.mark.thorough
@pytest.mark.parametrize("depth", [3000, 300_000])
def test_a_pack_of_values_inside_values_without_end_is_refused_with_a_sentence(
    pack: Path, tmp_path: Path, depth: int
) -> None:
    (pack / "fr.yaml").write_text("title: " + "[" * depth + "]" * depth, encoding="utf-8")
    assert "values inside values without end" in sentence(narrator(tmp_path, "check", "rude"), 1)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Return a server with a voice, `v`, that the player's own manifest names."""
    with serving(Library()) as library:
        (tmp_path / "voices").mkdir()
        file = {"path": "v.onnx", "address": library.at("v.onnx"), "size": 10, "sha256": "0" * 64}
        about = {"language": "fr", "about": "a voice", "licence": "CC0-1.0", "source": "here", "note": "None."}
        manifest = {"downloads": [{"name": "v", **about, "files": [file]}]}
        (tmp_path / "voices" / "manifest.yaml").write_text(json.dumps(manifest), encoding="utf-8")
        yield library


def test_what_a_server_says_is_not_obeyed_and_not_told_without_end(library: Library, tmp_path: Path) -> None:
    def refuses(request: Request) -> None:
        request.wfile.write(b"HTTP/1.1 403 \x1b]0;stolen\x07\x1b[2Jno" + b"o" * 5000 + b"\r\nContent-Length: 0\r\n\r\n")

    library.answers["v.onnx"] = refuses
    told = sentence(narrator(tmp_path, "voices", "fetch", "v"))
    assert "]0;stolen" in told
    assert "o" * 100 not in told


@pytest.mark.parametrize("header", ["Content-Length", "Content-Range"])
def test_a_length_of_five_thousand_digits_is_refused_with_a_sentence(
    library: Library, tmp_path: Path, header: str
) -> None:
    value = "9" * 5000 if header == "Content-Length" else f"bytes {'9' * 5000}-{'9' * 5000}/{'9' * 5000}"

    def announces(request: Request) -> None:
        request.send_response(200 if header == "Content-Length" else 206)
        request.send_header(header, value)
        request.end_headers()
        request.close_connection = True

    library.answers["v.onnx"] = announces
    told = sentence(narrator(tmp_path, "voices", "fetch", "v"))
    assert len(told) < 2000
    assert "9" * 100 not in told


@given(st.text())
def test_a_clean_text_is_as_long_as_before_and_one_line_that_nothing_obeys(text: str) -> None:
    assert len(clean(text)) == len(text)
    assert not {*map(ord, clean(text))} & {*CONTROLS, *TURNING}
    assert len(clean(text).splitlines()) <= 1
    assert clean(clean(text)) == clean(text)


@given(st.text("abcdeéàœçÉ «»’…—\u00a0\u202f\N{WOLF FACE}"))
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert clean(text) == text
