"""Law 7 in real processes: on a slow disk a night takes no other time where somebody answers than where nobody can.

It takes more than a minute, hardly any of it computing: `.ci/run` sets NARRATOR_TWINS. It wants strace.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from real_twins import compare

pytestmark = pytest.mark.skipif(
    not os.environ.get("NARRATOR_TWINS") or shutil.which("strace") is None,
    reason="real nights: NARRATOR_TWINS=1 asks for them, and strace slows the disk down",
)


def test_a_slow_disk_does_not_tell_who_is_there(tmp_path: Path) -> None:
    found = compare(tmp_path, 5)
    assert not found.heard, str(found)
