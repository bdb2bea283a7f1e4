"""Where a box keeps its games: in its own folder or, while the partition of that folder is missing, in memory.

A folder that is hidden once the partition comes would be the wrong place: nobody would find again what is in it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from narrator.base import whole_files
from narrator.base.resources import user_folder
from narrator.evening.app.settings import log
from narrator.table.inbox.inbox import Clock
from narrator.table.journal.journal_file import SUFFIX, missing

PATIENCE = 10.0
"""Seconds for which the first words wait for the partition: most often it is only a moment late."""

_LOOK = 0.5

SPARE = ("settings.yaml", ".asoundrc")
"""What `make pi` has set aside, so that a box speaks and can be answered without its partition."""


class Keeping:
    """The place of a box's games. Every change of it is one of the environment, in which all look for their folders.

    `home` is the box's own folder, `tonight` makes one that is forgotten, `left` is what was made so before a restart.
    `is_missing` tells whether the partition of `home` is.
    """

    def __init__(
        self,
        home: Path,
        tonight: Callable[[], Path],
        *,
        left: Path | None = None,
        spare: Path | None = None,
        is_missing: Callable[[Path], object | None] = missing,
    ) -> None:
        self._home = home
        self._tonight = tonight
        self._left = left
        self._spare = spare
        self._is_missing = is_missing
        self._there: Path | None = None
        self._own: dict[str, str | None] = {}
        self._given_up = False

    @property
    def away(self) -> bool:
        """Whether games are kept in memory now."""
        return self._there is not None

    @property
    def returns(self) -> bool:
        """Whether games are kept in memory, and need not be any more."""
        return self.away and not self._given_up and self._is_missing(self._home) is None

    def begin(self, clock: Clock) -> None:
        """Wait a little for the partition, and do without it for now. What a restart has left in memory comes too."""
        end = clock.now() + PATIENCE
        while self._is_missing(self._home) is not None and clock.now() < end:
            clock.sleep(_LOOK)
        if not self.settle() and self._left is not None and self._left.is_dir():
            self._bring(self._left)

    def settle(self) -> bool:
        """Keep games where they are to be kept now, and bring there what was in memory; return whether it is new."""
        if self.returns:
            return self._come_back()
        if self.away or self._is_missing(self._home) is None:
            return False
        self._leave()
        return True

    def _leave(self) -> None:
        self._there = self._tonight()
        for name in SPARE:
            if self._spare is not None and (self._spare / name).is_file():
                shutil.copyfile(self._spare / name, self._there / name)
        self._own = {name: os.environ.get(name) for name in ("NARRATOR_HOME", "HOME")}
        os.environ["NARRATOR_HOME"] = str(self._there)
        if self._own["HOME"] == str(self._home):  # a service's, where its sound cards are named
            os.environ["HOME"] = str(self._there)

    def _come_back(self) -> bool:
        if self._there is None or not self._bring(self._there):
            self._given_up = True
            return False
        for name, value in self._own.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        self._there = None
        return True

    def _bring(self, memory: Path) -> bool:
        """Bring what is in memory home; False where it has to stay."""
        try:
            carry(memory / "games", self._home / "games")
        except OSError as error:
            log(f"The games in memory stay there: {error}")
            return False
        shutil.rmtree(memory, ignore_errors=True)
        return True


def of_this_machine(is_missing: Callable[[Path], object | None] = missing) -> Keeping:
    """Return the place of this machine's box: a service has a folder in memory, which outlives a restart of it."""
    runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    spare = os.environ.get("NARRATOR_SPARE")
    left = Path(runtime) / "tonight" if runtime else None

    def tonight() -> Path:
        if left is None:
            return Path(tempfile.mkdtemp(prefix="narrator-"))
        whole_files.make_folder(left)
        return left

    folder = None if spare is None else Path(spare)
    return Keeping(user_folder().absolute(), tonight, left=left, spare=folder, is_missing=is_missing)


def carry(source: Path, target: Path) -> None:
    """Move journals, none of them open, onto another disk, whole or not at all; what has their names there stays.

    Raises:
        OSError: one cannot be moved; it and those after it stay where they are.
    """
    journals = sorted(source.glob(f"*{SUFFIX}"))
    if not journals:
        return
    whole_files.make_folder(target)
    for journal in journals:
        name, twin = journal.stem, 1
        while (target / f"{name}{SUFFIX}").exists():
            twin += 1
            name = f"{journal.stem}-{twin}"
        with tempfile.TemporaryDirectory(dir=target, prefix=".coming-") as staged:
            copy = Path(staged) / f"{name}{SUFFIX}"
            shutil.copy(journal, copy)
            whole_files.flush(copy)
            os.replace(copy, target / copy.name)
        whole_files.flush_folder(target)
        journal.unlink()
