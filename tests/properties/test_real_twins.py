"""Law 7 in real processes, on a slow disk: a night takes as long where somebody is asked as where nobody can be.

It takes minutes, hardly any of it computing: `.ci/run` sets NARRATOR_TWINS. It wants strace. What was measured is
printed: `-rP` shows it.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from real_twins import ANSWERED, KEYED, PAUSED, Script, compare

pytestmark = pytest.mark.skipif(
    not os.environ.get("NARRATOR_TWINS") or shutil.which("strace") is None,
    reason="real nights: NARRATOR_TWINS=1 asks for them, and strace slows the disk down",
)


@pytest.mark.parametrize(
    ("script", "rounds"),
    [
        pytest.param(ANSWERED, 5, id="answers"),
        pytest.param(PAUSED, 2, id="pauses, departures and half-typed lines"),
        pytest.param(KEYED, 2, id="pauses and half-keyed digits at a box"),
    ],
)
def test_a_table_at_which_somebody_is_asked_is_seen_as_one_at_which_nobody_is(
    tmp_path: Path, script: Script, rounds: int
) -> None:
    found = compare(tmp_path, script, rounds)
    sys.stdout.write(f"{found}\n")
    assert not found.heard, str(found)
