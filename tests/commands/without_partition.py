"""`narrator` on a machine whose table of file systems has a partition for its data: missing while the folder is."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from narrator.cli import main
from narrator.commands import box, keeping


def is_missing(home: Path) -> Path | None:
    """Whether the partition is not mounted."""
    return None if home.exists() else home


if __name__ == "__main__":
    keeping.PATIENCE = 0.0
    vars(box)["of_this_machine"] = partial(keeping.of_this_machine, is_missing)
    main(prog_name="narrator")
