"""Standard streams that whoever starts narrator has closed: it plays all the same."""

from __future__ import annotations

import os
import subprocess
import sys
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
