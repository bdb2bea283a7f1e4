"""`narrator` on a machine whose table of file systems has a partition for its data: missing while the folder is.

A box waits for it as many seconds as PATIENCE says, or not at all.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from narrator.cli import main
from narrator.evening.box import game_storage, service


def is_missing(home: Path) -> Path | None:
    return None if home.exists() else home


if __name__ == "__main__":
    game_storage.PATIENCE = float(os.environ.get("PATIENCE", "0"))
    vars(service)["of_this_machine"] = partial(game_storage.of_this_machine, is_missing)
    main(prog_name="narrator")
