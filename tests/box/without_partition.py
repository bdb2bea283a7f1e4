"""`narrator` on a machine whose table of file systems has a partition for its data: missing while the folder is."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from narrator.box import game_storage, service
from narrator.cli import main


def is_missing(home: Path) -> Path | None:
    """Whether the partition is not mounted."""
    return None if home.exists() else home


if __name__ == "__main__":
    game_storage.PATIENCE = 0.0
    vars(service)["of_this_machine"] = partial(game_storage.of_this_machine, is_missing)
    main(prog_name="narrator")
