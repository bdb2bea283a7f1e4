"""How often the loudspeaker ran dry, game by game: a small public file beside the games, read by the doctor.

It has counts and times and nothing of what was played: `underruns.json` in the player's data folder, mode 0600.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from narrator.base import whole_files
from narrator.base.closing import Closing
from narrator.base.resources import user_folder

_logger = logging.getLogger(__name__)

FILE = "underruns.json"
LOOK = 5.0
"""Seconds between two looks at the loudspeaker, and so the most that pulling the plug can lose."""


@dataclass(frozen=True)
class Underruns:
    """What is known: games with sound and their seconds, how often the loudspeaker ran dry in them, and when last.

    `last` is in seconds since 1970, UTC; `latest_seconds` and `latest` are those of the latest game alone.
    """

    games: int = 0
    seconds: float = 0.0
    underruns: int = 0
    last: float | None = None
    latest_seconds: float = 0.0
    latest: int = 0


def path() -> Path:
    """Return where the record is, or would be."""
    return user_folder() / FILE


def read() -> Underruns | None:
    """Return the record; nothing where there is none, or none that can be read."""
    try:
        written = json.loads(path().read_text(encoding="utf-8"))
        return Underruns(
            games=int(written["games"]),
            seconds=float(written["seconds"]),
            underruns=int(written["underruns"]),
            last=None if written["last"] is None else float(written["last"]),
            latest_seconds=float(written["latest_seconds"]),
            latest=int(written["latest"]),
        )
    except (OSError, ValueError, TypeError, LookupError, OverflowError, RecursionError):
        return None


class Tally(Closing):
    """Keeps the record of one game. Close it, or use it in a `with` statement; then the game is over.

    It looks at `count`, how often the loudspeaker has run dry so far, from a thread of its own: the sound must not wait
    for a disk. Where the record cannot be written there is none, and the game goes on.
    """

    def __init__(
        self,
        count: Callable[[], int],
        *,
        now: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        """`now` is the machine's clock, `passed` one that is never set."""
        self._count, self._now, self._passed = count, now, passed
        self._before = read() or Underruns()
        self._begun = passed()
        self._at_first = count()  # the loudspeaker may have been open for the game before
        self._seen = 0
        self._last = self._before.last
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="underruns", daemon=True)
        self._thread.start()

    def look(self) -> None:
        """Look at the loudspeaker; where it has run dry since, write that down."""
        seen = self._count() - self._at_first
        if seen != self._seen:
            self._seen, self._last = seen, self._now()
            self._keep()

    def close(self) -> None:
        if not self._over.is_set():
            self._over.set()
            self._thread.join()
            self.look()
            self._keep()

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            self.look()

    def _keep(self) -> None:
        before, seconds = self._before, round(self._passed() - self._begun, 1)
        try:
            _write(
                replace(
                    before,
                    games=before.games + 1,
                    seconds=round(before.seconds + seconds, 1),
                    underruns=before.underruns + self._seen,
                    last=self._last,
                    latest_seconds=seconds,
                    latest=self._seen,
                )
            )
        except OSError as error:
            _logger.warning("underruns are not kept: %s", error)


def _write(record: Underruns) -> None:
    """Write the record, whole or not at all, for its owner's eyes.

    Raises:
        OSError: it cannot be written.
    """
    place = path()
    whole_files.make_folder(place.parent)
    whole_files.replace(place, json.dumps(asdict(record)).encode())
