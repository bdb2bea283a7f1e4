"""Whether games can be stored: free space, a writable folder, a trial journal, and who may read the others."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from narrator.base import whole_files
from narrator.base.resources import cache_folder, files_in, user_folder
from narrator.base.sentences import reason, to_user
from narrator.doctor.visit import DISK, JOURNAL, Finding, Visit, says
from narrator.table.games import saved_games
from narrator.table.journal.journal import Journal, JournalError, OpenElsewhereError, look, writable
from narrator.table.journal.journal_file import StorageCause, StorageError, missing

_CAUSES = {
    StorageCause.FULL: "system.ENOSPC",
    StorageCause.READ_ONLY: "system.EROFS",
    StorageCause.FAILING: "system.EIO",
}
_LEAST, _SLOW = 100e6, 1000.0  # bytes, and milliseconds
_TRIALS = 10


def disk(visit: Visit) -> Finding:
    """See whether the folder of games can be written, and what room there is."""
    folder = user_folder()
    if (point := missing(folder.absolute(), visit.root / "etc/fstab")) is not None:
        return DISK.wrong(says("storage.no_partition", point=point), says("storage.plug_partition", point=point))
    try:
        whole_files.make_folder(folder)
        with TemporaryDirectory(dir=folder, prefix=".doctor-"):
            free = shutil.disk_usage(folder).free
    except OSError as error:
        return DISK.wrong(says("storage.not_writable", why=reason(error)), says("storage.elsewhere", folder=folder))
    if free < _LEAST:
        return DISK.wrong(says("storage.full", free=round(free / 1e6)), says("storage.empty_it", cache=cache_folder()))
    read_only = bool(os.statvfs(visit.root).f_flag & os.ST_RDONLY)
    text = says("storage.room", free=round(free / 1e6))
    return DISK.well(text + says("storage.read_only_root") if read_only else text)


def journal(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Write a trial journal, see how long each row takes to reach the disk, and read it back."""
    folder = user_folder()
    try:
        with TemporaryDirectory(dir=folder, prefix=".doctor-") as place:
            slowest = _on_trial(Path(place) / "trial.journal")
    except OSError as error:
        return JOURNAL.wrong(says("storage.failed", why=reason(error)), says("storage.elsewhere", folder=folder))
    except StorageError as error:
        remedy = (
            says("storage.change_disk")
            if error.cause is StorageCause.FAILING
            else says("storage.elsewhere", folder=folder)
        )
        why = f"{to_user(_CAUSES[error.cause])}: {error.detail}"
        return JOURNAL.wrong(says("storage.failed", why=why), remedy)
    except JournalError as error:
        return JOURNAL.wrong(says("storage.failed", why=error), says("storage.change_disk"))
    kept = saved_games.folder()
    try:
        journals = saved_games.journals()
    except OSError as error:
        return JOURNAL.wrong(says("storage.unread", why=reason(error)), says("storage.elsewhere", folder=kept))
    if count := sum(_open_to_others(path) for path in files_in(kept, "*")):
        return JOURNAL.wrong(says("storage.open_to_all", count=count), says("storage.close", folder=kept))
    if count := sum(_damaged(path) for path in journals):
        return JOURNAL.wrong(says("storage.damaged", count=count), says("storage.what_is_left"))
    if closed := [path.stem for path in journals if not writable(path)]:
        names = ", ".join(closed[:_TRIALS])
        return JOURNAL.note(
            says("storage.read_only", count=len(closed), names=names), says("storage.let_write", folder=kept)
        )
    if slowest > _SLOW:
        return JOURNAL.note(says("storage.slow", slowest=round(slowest)), says("storage.faster"))
    return JOURNAL.well(says("storage.well", slowest=slowest))


def _on_trial(path: Path) -> float:
    """Write a journal and read it; return the milliseconds that the slowest row took.

    Raises:
        JournalError, StorageError: it cannot be written, or is not what was written.
    """
    slowest = 0.0
    with Journal.create(path, {}) as trial:
        for number in range(1, _TRIALS + 1):
            begun = monotonic()
            trial.cue(number)
            slowest = max(slowest, 1000 * (monotonic() - begun))
    if _open_to_others(path):
        raise JournalError(to_user("journal.readable"))
    with Journal.reopen(path) as trial:
        if trial.record().place.cue != _TRIALS:
            raise JournalError(to_user("journal.not_held"))
    return slowest


def _damaged(path: Path) -> bool:
    try:
        look(path)
    except OpenElsewhereError:
        return False
    except (JournalError, StorageError):
        return True
    return False


def _open_to_others(path: Path) -> bool:
    return path.is_file() and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
