"""Golden journals: evenings as they were kept once, as text, with what they must replay to.

`python tests/support/golden.py NAME JOURNAL` writes `tests/journals/NAME.jsonl` from the journal of a game of one's
own. Its first line says what it replays to; its header follows, then a row a line. A golden journal is never written
again to make a test pass: it stands for the evenings of people who play on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from narrator.table.games.registry import restored
from narrator.table.journal.journal import look
from narrator.table.journal.journal_file import contents
from narrator.table.session.replay import replay

FOLDER = Path(__file__).parents[1] / "journals"


def fingerprint(journal: Path) -> dict[str, object]:
    """Return what a journal replays to: how it stands, and how many effects led there."""
    kept = look(journal)
    record = kept.record()
    replayed = replay(restored(kept.header).setup, record.answers)
    pending = replayed.walk.pending
    return {
        "game": kept.header["game"],
        "answers": len(record.answers),
        "effects": len(replayed.steps),
        "cue": record.place.cue,
        "pending": None if pending is None else pending.question,
        "outcome": replayed.walk.outcome,
    }


def written(name: str) -> list[str]:
    """Return the lines of a golden journal: what it replays to, its header, its rows."""
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def laid_out(name: str, folder: Path) -> Path:
    """Make the file of a golden journal again."""
    _, header, *rows = written(name)
    path = folder / f"{name}.journal"
    path.write_bytes(contents(json.loads(header), rows))
    path.chmod(0o600)
    return path


def dump(name: str, journal: Path) -> None:
    """Write down a journal and its fingerprint."""
    kept = look(journal)
    lines = (json.dumps(fingerprint(journal)), json.dumps(kept.header), *kept.rows)
    (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    dump(sys.argv[1], Path(sys.argv[2]))
