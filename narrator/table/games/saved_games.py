"""The games stored on this machine: their journals, in the player's own data folder, for his eyes alone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from hashlib import blake2b
from pathlib import Path
from secrets import randbits
from typing import Any

from narrator import __version__
from narrator.base import whole_files
from narrator.base.closing import Closing
from narrator.base.resources import cache_folder, files_in, user_folder
from narrator.base.sentences import to_user
from narrator.base.whole_files import content_of
from narrator.rules.core.keyed_draws import SERIES
from narrator.table.games.engine import EveningPart
from narrator.table.games.registry import evening_of, restored
from narrator.table.journal.journal import (
    RULES,
    DamagedError,
    JournalContent,
    JournalError,
    OpenElsewhereError,
    OtherRulesError,
    look,
)
from narrator.table.journal.journal_file import SUFFIX, StorageError

_NEVER = 9000
"""No game began in this year or later: whoever calls a file so does not decide what the next one is called."""

STAMP, LETTERS = "%Y%m%d-%H%M%S", 15
"""How the id of a game begins: when it was begun."""


class Condition(Enum):
    """In what condition a journal is."""

    SOUND = "sound"
    DAMAGED = "damaged"
    """What stands before the damage is sound: its header, and some of its rows."""
    OTHER_RULES = "other rules"
    """It is played by the rules of another release: here it can neither go on nor be told."""
    LOST = "lost"
    """None of it can be trusted, or read."""


@dataclass(frozen=True)
class SavedGame:
    """A game that was kept: its id, its header, its outcome once it is over, and in what condition all that is.

    Of a game that is over the header has what `TOLD` names, and may have no more. `why` says what is wrong with it.
    Where nothing of it can be played here, no header is given.
    """

    id: str
    header: dict[str, Any]
    outcome: str | None
    condition: Condition = Condition.SOUND
    why: str = ""

    @property
    def begun(self) -> datetime | None:
        return _begun(self.id)

    @property
    def playable(self) -> bool:
        """Whether it can be played from where it stands, or from what is left of it."""
        return self.condition in (Condition.SOUND, Condition.DAMAGED)

    @property
    def left_out(self) -> bool:
        """Whether it was played to its end by other rules, and cannot be told here."""
        return self.condition is Condition.OTHER_RULES and self.outcome is not None


def folder() -> Path:
    """Return the folder of the journals, which need not exist."""
    return user_folder() / "games"


def path_of(game_id: str) -> Path:
    """Return where the journal of a game lies.

    Raises:
        JournalError: that is no id of a game.
    """
    if not game_id or "/" in game_id or game_id.startswith("."):
        raise JournalError(to_user("play.no_id", name=repr(game_id)))
    path = folder() / f"{game_id}{SUFFIX}"
    if not path.is_file():
        raise JournalError(to_user("play.no_such_game", name=game_id))
    return path


def journals() -> list[Path]:
    """Return the journals on this machine, the latest first.

    Raises:
        OSError: their folder cannot be read; `filename` tells it.
    """
    try:
        names = os.listdir(folder())
    except FileNotFoundError:
        return []
    return [folder() / name for name in sorted(names, reverse=True) if name.endswith(SUFFIX)]


def new_path(now: datetime) -> Path:
    """Return where to put the journal of a game that begins now: a name by which it is the latest.

    A Raspberry Pi without a network has no clock: whenever it is switched on, it may be the same day.
    """
    named = (_begun(path.stem) for path in files_in(folder(), f"*{SUFFIX}"))
    latest = max((begun for begun in named if begun is not None and begun.year < _NEVER), default=datetime.min)
    begun = max(now.replace(microsecond=0), latest + timedelta(seconds=1))
    return folder() / f"{begun.strftime(STAMP)}{SUFFIX}"


def kept(tell: Callable[[OpenElsewhereError], object] = lambda _busy: None) -> Iterator[SavedGame]:
    """Return the games on this machine, the latest first, but for those that another narrator has open: they are told.

    Nothing is changed, and one that is damaged stands in nobody's way: it is among them, with what is wrong with it.

    Raises:
        OSError: their folder cannot be read; `filename` tells it.
    """
    with SeenFiles("games") as seen:
        for path in journals():
            try:
                yield _seen(path, seen)
            except OpenElsewhereError as error:
                tell(error)


def one(game_id: str) -> SavedGame:
    """Return one game.

    Raises:
        JournalError: there is none, or another narrator has it open.
    """
    return _kept(path_of(game_id))


def left_out() -> Iterator[str]:
    """Yield the sentence that says how many games were played to their end by other rules; nothing where none was."""
    yield from told_left_out(kept())


def told_left_out(games: Iterable[SavedGame]) -> Iterator[str]:
    """Yield the same of games that were read."""
    if number := sum(game.left_out for game in games):
        yield to_user(f"evenings.left_out.{'one' if number == 1 else 'many'}", number=number)


def unfinished(tell: Callable[[OpenElsewhereError], object] = lambda _busy: None) -> Iterator[SavedGame]:
    """Return the games that were not played to their end, the latest first; damaged and lost ones are among them.

    Those that another narrator has open are told, as by `kept`.
    """
    return (game for game in kept(tell) if game.outcome is None)


def last_finished() -> SavedGame | None:
    """Return, of the games that were played to their end, the one that ended last: it may have waited for it long."""
    over = (game for game in kept() if game.outcome is not None and game.condition is Condition.SOUND)
    return max(over, key=lambda game: path_of(game.id).stat().st_mtime, default=None)


def next_seed() -> int:
    """Return the public seed of the next game: that of the latest one's series, so that it is told in other words."""
    latest = None
    with suppress(OSError):  # where no game can be kept is said elsewhere
        latest = next((game for game in kept() if game.header), None)
    seed = 0 if latest is None else latest.header["seed"]
    return seed + 1 if seed >= SERIES else SERIES * (1 + randbits(30))


def _begun(game_id: str) -> datetime | None:
    try:
        return datetime.strptime(game_id[:LETTERS], STAMP)
    except ValueError:
        return None


def _kept(path: Path) -> SavedGame:
    condition, why = Condition.SOUND, ""
    try:
        try:
            held = look(path)
        except DamagedError as error:
            held, condition, why = error.sound, Condition.DAMAGED, str(error)
        restored(held.header)
        evening_of(held.header)
        return SavedGame(path.stem, held.header, held.record().outcome, condition, why)
    except OpenElsewhereError:
        raise
    except OtherRulesError as error:
        return SavedGame(path.stem, {}, _outcome(error.content), Condition.OTHER_RULES, str(error))
    except (JournalError, StorageError) as error:
        return SavedGame(path.stem, {}, None, Condition.LOST, f"{path.stem}: {error}")


TOLD = ("game", "players", "seed", *EveningPart.model_fields)
"""What is kept of the header of a game that is over: nothing that was secret."""


def _seen(path: Path, seen: SeenFiles) -> SavedGame:
    """Return a game as `_kept` does; one that is over is read again only where its file has changed."""
    read: SavedGame | None = None

    def find() -> dict[str, Any] | None:
        nonlocal read
        read = _kept(path)
        if read.outcome is None or read.condition not in (Condition.SOUND, Condition.OTHER_RULES):
            return None
        header = {key: read.header[key] for key in TOLD if key in read.header}
        return {"header": header, "outcome": read.outcome, "condition": read.condition.value, "why": read.why}

    try:
        found = seen.of(path, find)
    except OSError:  # it was removed meanwhile, or is none
        return _kept(path)
    if read is not None or found is None:
        return read or _kept(path)
    return SavedGame(path.stem, found["header"], found["outcome"], Condition(found["condition"]), found["why"])


def _outcome(content: JournalContent) -> str | None:
    """Return how a game ended, as far as its rows can be understood."""
    try:
        return content.record().outcome
    except JournalError:
        return None


_LARGEST = 50_000_000
"""The most bytes that are kept of all files together."""


class SeenFiles(Closing):
    """What was found in files, by their names, kept so that it is not looked for at every start.

    It is never needed, and never believed of a file that has changed since: what is missing or damaged is found again.
    Nothing secret may be kept of them.
    """

    def __init__(self, name: str) -> None:
        self._place = _place(name)
        self._before = self._kept()
        self._now: dict[str, list[Any]] = {}

    def of(self, path: Path, find: Callable[[], dict[str, Any] | None]) -> dict[str, Any] | None:
        """Return what is found in a file: as it was found before, where the file is the same; None is never kept.

        Raises:
            OSError: there is no such file. Whatever `find` raises is passed on.
        """
        there = os.stat(path)
        state = [there.st_mtime_ns, there.st_ctime_ns, there.st_size, there.st_ino]
        known = self._before.get(path.name)
        found: dict[str, Any] | None = known[1] if known is not None and known[0] == state else find()
        if found is not None:
            self._now[path.name] = [state, found]
        return found

    def close(self) -> None:
        kept = {**self._before, **self._now}
        if kept != self._before:
            body = json.dumps(kept).encode()
            with suppress(OSError):
                whole_files.make_folder(self._place.parent)
                whole_files.replace(self._place, _digest(body) + b"\n" + body)

    def _kept(self) -> dict[str, list[Any]]:
        """Return what was kept, if this version of narrator kept it and it is whole."""
        with suppress(OSError, ValueError):
            digest, _, body = content_of(self._place, _LARGEST).partition(b"\n")
            if digest == _digest(body):
                return dict(json.loads(body))
        return {}


def forget(name: str) -> None:
    """Keep nothing more of what was found."""
    with suppress(OSError):
        _place(name).unlink(missing_ok=True)


def _place(name: str) -> Path:
    return cache_folder() / f"{name}.json"


def _digest(body: bytes) -> bytes:
    return blake2b(body, key=f"{__version__} {RULES}".encode(), digest_size=16).hexdigest().encode()
