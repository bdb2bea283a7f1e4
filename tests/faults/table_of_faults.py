"""`python tests/faults/table_of_faults.py` does every damage to every byte, and lets a disk fail at every call.

It prints the tables that the documentation shows; status 1 where anything bad came of it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from damages import HEAD, KINDS, stored_game, suffered
from disks import failing_disk, suffered_disks


def main() -> int:
    with TemporaryDirectory() as place:
        game = stored_game(Path(place))
        tallies = [suffered(game, name, range(game.stat().st_size)) for name in KINDS]
        lines = [HEAD, *(tally.row() for tally in tallies)]
        bad = sum(tally.bad for tally in tallies)
        library = failing_disk(Path(place))
        if library is not None:
            lines += ["", "| fault of the disk | tries | bad |", "|---|---|---|"]
            (Path(place) / "played").mkdir()
            for name, tries, wrong in suffered_disks(library, Path(place) / "played", 1):
                lines.append(f"| {name} | {tries:,} | {len(wrong)} |")
                bad += len(wrong)
    sys.stdout.write("\n".join((*lines, "")))
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
