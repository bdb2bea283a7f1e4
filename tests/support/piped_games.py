"""narrator as a process on a pipe, and a recorded evening to type into it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

RECORDED = Path(__file__).parents[1] / "recorded"
LINES = (RECORDED / "thiercelieux-fr.txt").read_text(encoding="utf-8").splitlines()
"""What was typed at a recorded evening."""
PLAY = (RECORDED / "thiercelieux-fr.args").read_text(encoding="utf-8").split()
"""Its command line."""


def narrator(home: Path, *words: str, lines: list[str] | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run narrator, whose data folder is `home`, with these lines typed into it."""
    return _run((sys.executable, "-m", "narrator", *words), home, lines or (), more)


def without_privileges(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run narrator as one for whom permissions count, also where the tests are run by root."""
    bound = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    return _run((*bound, sys.executable, "-m", "narrator", *words), home, (), {})


def _run(
    command: Sequence[str], home: Path, lines: Sequence[str], more: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8", **more},
        check=False,
    )


def journals(home: Path) -> list[Path]:
    """Return the journals of a data folder, the first game's first."""
    return sorted((home / "games").glob("*.journal"))
