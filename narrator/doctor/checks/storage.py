"""Whether games can be kept: room, a folder that can be written, a journal on trial, and who may read the others."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from narrator.doctor.check_names import DISK, JOURNAL
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit
from narrator.games import saved_games
from narrator.journal.journal import Journal, JournalError, OpenElsewhereError, look
from narrator.journal.partition import missing
from narrator.journal.storage_error import StorageCause, StorageError
from narrator.resources import user_folder

NOT_WRITABLE = DoctorWords("Le dossier des parties ne peut pas être écrit ({why}).", "Games cannot be written ({why}).")
ELSEWHERE = DoctorWords(
    "Rendez ce dossier accessible en écriture : `{folder}`, ou prenez-en un autre : `NARRATOR_HOME=DOSSIER narrator`.",
    "Make this folder writable: `{folder}`, or choose another: `NARRATOR_HOME=FOLDER narrator`.",
)
NO_PARTITION = DoctorWords(
    "La partition des parties n'est pas là ({point}) : tout ce qui se joue sera oublié.",
    "The partition of the games is not there ({point}): all that is played will be forgotten.",
)
PLUG_PARTITION = DoctorWords(
    "Branchez-la, puis : `sudo mount {point}`, ou corrigez sa ligne de ce fichier : `/etc/fstab`.",
    "Plug it in, then: `sudo mount {point}`, or correct its line in this file: `/etc/fstab`.",
)
FULL = DoctorWords("Le disque est presque plein : {free} Mo de libres.", "The disk is nearly full: {free} MB are free.")
EMPTY_IT = DoctorWords(
    "Faites de la place ; on peut supprimer sans rien perdre : `{cache}`.",
    "Make room; nothing is lost by removing this: `{cache}`.",
)
ROOM = DoctorWords("{free} Mo de libres pour les parties.", "{free} MB are free for games.")
READ_ONLY_ROOT = DoctorWords(
    "La racine est en lecture seule, comme il convient à une boîte.", "The root is read-only, as suits a box."
)
FAILED = DoctorWords(
    "Un journal d'essai n'a pas pu être gardé ({why}).", "A journal on trial could not be kept ({why})."
)
CHANGE_DISK = DoctorWords(
    "Sauvegardez vos parties et changez la carte ou le disque, ou choisissez un autre dossier : "
    "`NARRATOR_HOME=DOSSIER narrator`.",
    "Save your games and change the card or the disk, or choose another folder: `NARRATOR_HOME=FOLDER narrator`.",
)
OPEN_TO_ALL = DoctorWords(
    "{count} journaux peuvent être lus par d'autres : les rôles y sont écrits.",
    "{count} journals can be read by others: roles are written in them.",
)
CLOSE = DoctorWords(
    "Réservez-les à leur propriétaire : `chmod -R go= {folder}`.", "Keep them for their owner: `chmod -R go= {folder}`."
)
DAMAGED = DoctorWords("{count} parties gardées sont abîmées.", "{count} games that are kept are damaged.")
WHAT_IS_LEFT = DoctorWords(
    "Pour savoir ce qu'il en reste, et repartir de là : `narrator resume`.",
    "To hear what is left of them, and to go on from there: `narrator resume`.",
)
SLOW = DoctorWords(
    "Chaque réponse met {slowest} ms à être gardée ; la partie attendra.",
    "An answer takes {slowest} ms to be kept; the game will wait.",
)
FASTER = DoctorWords("Prenez une carte plus rapide (classe A1 ou A2).", "Take a faster card (class A1 or A2).")
WELL = DoctorWords(
    "Une réponse est sur le disque en {slowest} ms au plus, lisible de son propriétaire seul.",
    "An answer is on the disk within {slowest} ms, for its owner's eyes alone.",
)

_LEAST, _SLOW = 100e6, 1000.0  # bytes, and milliseconds
_TRIALS = 10


def disk(visit: Visit) -> Finding:
    """See whether the folder of games can be written, and what room there is."""
    folder = user_folder()
    if (point := missing(folder.absolute(), visit.root / "etc/fstab")) is not None:
        return Finding(DISK, State.WRONG, NO_PARTITION(point=point), PLUG_PARTITION(point=point))
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryDirectory(dir=folder, prefix=".doctor-"):
            free = shutil.disk_usage(folder).free
    except OSError as error:
        return Finding(DISK, State.WRONG, NOT_WRITABLE(why=_why(error)), ELSEWHERE(folder=folder))
    if free < _LEAST:
        return Finding(DISK, State.WRONG, FULL(free=round(free / 1e6)), EMPTY_IT(cache=folder / "cache"))
    text = ROOM(free=round(free / 1e6))
    return Finding(DISK, State.WELL, text + READ_ONLY_ROOT if _read_only(visit.root) else text)


def journal(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Keep a journal on trial, see how long each row takes to be on the disk, and read it again."""
    folder = user_folder()
    try:
        with TemporaryDirectory(dir=folder, prefix=".doctor-") as place:
            slowest = _on_trial(Path(place) / "trial.journal")
    except OSError as error:
        return Finding(JOURNAL, State.WRONG, FAILED(why=_why(error)), ELSEWHERE(folder=folder))
    except StorageError as error:
        remedy = CHANGE_DISK if error.cause is StorageCause.FAILING else ELSEWHERE(folder=folder)
        return Finding(JOURNAL, State.WRONG, FAILED(why=error), remedy)
    except JournalError as error:
        return Finding(JOURNAL, State.WRONG, FAILED(why=error), CHANGE_DISK)
    if count := sum(_open_to_others(path) for path in saved_games.folder().glob("*")):
        return Finding(JOURNAL, State.WRONG, OPEN_TO_ALL(count=count), CLOSE(folder=saved_games.folder()))
    if count := sum(_damaged(path) for path in saved_games.folder().glob(f"*{saved_games.SUFFIX}")):
        return Finding(JOURNAL, State.WRONG, DAMAGED(count=count), WHAT_IS_LEFT)
    if slowest > _SLOW:
        return Finding(JOURNAL, State.NOTE, SLOW(slowest=round(slowest)), FASTER)
    return Finding(JOURNAL, State.WELL, WELL(slowest=slowest))


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
        raise JournalError("others can read it: the file system keeps no permissions")
    with Journal.reopen(path) as trial:
        if trial.record().cue != _TRIALS:
            raise JournalError("it does not hold what was written")
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


def _read_only(root: Path) -> bool:
    return bool(os.statvfs(root).f_flag & os.ST_RDONLY)


def _why(error: OSError) -> str:
    return error.strerror or str(error)
