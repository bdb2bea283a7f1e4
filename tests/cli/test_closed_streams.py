"""Standard streams that whoever starts narrator has closed: it plays all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from terminals import LINES, PLAY, journals

from narrator.journal.journal import look


@pytest.mark.thorough
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_game_is_played_where_streams_are_closed(tmp_path: Path, closed: str) -> None:
    play = [sys.executable, "-m", "narrator", *PLAY]
    shell = ["sh", "-c", f'exec "$0" "$@" {closed}', *play]
    environment = {**os.environ, "NARRATOR_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    typed = "".join(f"{line}\n" for line in LINES).encode()
    assert subprocess.run(shell, input=typed, capture_output=True, env=environment, check=False).returncode == 0
    (journal,) = journals(tmp_path)
    over = look(journal).record().outcome is not None
    assert over is ("<&-" not in closed), "what was typed is played to its end"


@pytest.mark.parametrize(
    ("buffered", "command"),
    [
        *product(("", "1"), ("games", " ".join(PLAY))),
        ("1", "--help"),
        ("", "label - --remote 192.0.2.1"),
        ("1", "box --no-sound"),
    ],
)
def test_an_output_that_takes_nothing_is_told_in_a_sentence(tmp_path: Path, buffered: str, command: str) -> None:
    own = {"NARRATOR_HOME": str(tmp_path), "LC_ALL": "en_GB.UTF-8", "PYTHONUNBUFFERED": buffered}
    asked = [sys.executable, "-m", "narrator", *command.split()]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            asked, stdout=full, stderr=subprocess.PIPE, env={**os.environ, **own}, check=False, text=True
        )
    assert done.returncode == 2
    assert done.stderr == "/dev/stdout: No space left on device\n"
