"""In the guest: the evenings of which every write to the disk is recorded.

On the first disk a box plays games with the keypad, and narrator's own code stores all else that it keeps. On the
others the same is done with a fault that is put in. Whatever was promised, because the call that stores it has
returned, is told at the end of its disk by O_DIRECT: not flushed, but in the order of all writes.
"""

from __future__ import annotations

import json
import mmap
import os
import runpy
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml
from machine.kept import ABOUT, OFTEN, ROUNDS, SPOKEN, model_words, phrase, samples_of, settings_of, sound_of

from narrator.base import whole_files
from narrator.base.downloads.store import MODELS
from narrator.evening.app.settings import keep_settings
from narrator.recording.making import Cut, Quality, Work, published
from narrator.sound.audio import underruns
from narrator.table.journal import journal_file
from narrator.table.journal.journal import Journal
from narrator.voice.cache import Cache
from narrator.voice.profile import load_voice

PAGE = 4096
PAD = "QEMU QEMU USB Keyboard"


class Teller:
    """Tells what was promised, at the end of a disk; each page has all of it."""

    now: Teller

    def __init__(self, disk: str) -> None:
        self.home = Path("/run") / disk / "narrator"
        self._disk = os.open(f"/dev/{disk}", os.O_WRONLY | os.O_DIRECT)
        self._at = os.lseek(self._disk, 0, os.SEEK_END) - PAGE
        self._page = mmap.mmap(-1, PAGE)  # O_DIRECT wants memory that begins with a page
        self._promised: dict[str, int] = {}

    def tell(self, what: str, number: int) -> None:
        """Tell that so much of something is kept."""
        self._promised[what] = number
        self._page[:] = ("promised " + json.dumps(self._promised)).encode().ljust(PAGE, b"\0")
        os.pwrite(self._disk, self._page, self._at)

    def begin(self) -> None:
        """Have narrator keep everything on this disk."""
        Teller.now = self
        os.environ["NARRATOR_HOME"] = str(self.home)
        whole_files.make_folder(self.home)


def promise_rows() -> None:
    """Tell of every row that a journal has stored, from now on, on the disk where narrator keeps everything by then."""
    create, append = Journal.create.__func__, Journal._append  # type: ignore[attr-defined]

    def created(cls: type[Journal], path: Path | None, header: dict[str, object]) -> Journal:
        journal: Journal = create(cls, path, header)
        if path is not None:
            Teller.now.tell(path.name, 0)
        return journal

    def appended(journal: Journal, kind: str, question: str | None, value: Any, size: int = 0) -> None:
        append(journal, kind, question, value, size)
        if journal.path is None:  # a set-up is kept in memory
            return
        Teller.now.tell(journal.path.name, len(journal._rows))
        if kind == "answer" or (kind == "slot" and value["answers"]):
            _say("promised an answer")

    Journal.create = classmethod(created)  # type: ignore[assignment, method-assign]
    Journal._append = appended  # type: ignore[method-assign, assignment]


def games() -> None:
    """Be a box until somebody at the keypad says goodbye."""
    named = {(node / "device/name").read_text().strip(): node.name for node in Path("/sys/class/input").glob("event*")}
    pad = f"/dev/input/{named[PAD]}"
    sys.argv = ["narrator", "box", "--no-sound", "--pace", "instant", "--keypad", pad]
    with suppress(SystemExit):
        runpy.run_module("narrator", run_name="__main__")


def all_else(teller: Teller, rounds: int) -> None:
    """Keep settings, counts, phrases, downloads and recordings, again and again."""
    names = [f"model-{number}" for number in range(1, 1 + rounds // OFTEN)]
    stick = Path("/run/tmp/stick")
    stick.mkdir()
    downloads = []
    for name in names:
        words = model_words(name)
        (stick / f"{name}.bin").write_bytes(words)
        file = {"path": f"{name}.bin", "address": f"https://example.org/{name}.bin", "size": str(len(words))}
        about = {"name": name, "language": "fr", "about": name, "licence": "none", "source": "nobody"}
        downloads.append({**about, "files": [{**file, "sha256": sha256(words).hexdigest()}]})
    whole_files.make_folder(MODELS.place)
    whole_files.replace(MODELS.place / "manifest.yaml", yaml.safe_dump({"downloads": downloads}).encode())
    cache = Cache(teller.home / "cache")
    voice = load_voice("veilleur")
    with closing(Work(teller.home / "spoken.work")) as work:
        for number in range(1, 1 + rounds):
            keep_settings(settings_of(number))
            teller.tell("settings", number)
            underruns._write(underruns.Underruns(games=number))
            teller.tell("counts", number)
            cache.put(phrase(number), sound_of(number))
            if number % OFTEN == 0:
                MODELS.fetch(f"model-{number // OFTEN}", lambda *_progress: None, source=stick)
                teller.tell("models", number // OFTEN)
                samples = samples_of(number // OFTEN)
                work.put([Cut(SPOKEN[number // OFTEN], samples, Quality(0.1, 0.1, 0.1, 0.1, 0.0, 0.0, 0.0))], 1)
                published(work, SPOKEN, voice, teller.home / "own.recordings", ABOUT, jobs=1)
                teller.tell("recordings", number // OFTEN)


def a_journal(name: str, rows: int) -> None:
    """Play a game that is nothing but scenes."""
    with Journal.create(Path(os.environ["NARRATOR_HOME"]) / "games" / f"{name}.journal", {"players": 8}) as journal:
        for number in range(rows):
            journal.cue(number + 1)


def without_flush() -> None:
    """Acknowledge rows that were not flushed."""
    journal_file._FLUSH = lambda _handle: None
    for number in range(8):
        a_journal(f"game-{number}", 12)


def without_folder_flush() -> None:
    """Say that a game has begun before its name is on the disk."""
    whole_files.flush_folder = lambda folder: None  # noqa: ARG005
    for number in range(40):
        a_journal(f"game-{number}", 0)


def settings_without_flush(teller: Teller) -> None:
    """Say that settings are kept which were only renamed."""
    os.fsync = lambda fd: None  # noqa: ARG005
    for number in range(1, 40):
        keep_settings(settings_of(number))
        teller.tell("settings", number)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Play all of it; each fault in a process of its own."""
    promised = Teller("vda")
    promised.begin()
    promise_rows()
    games()
    _say("the box has ended")
    all_else(promised, ROUNDS)
    faults: list[Callable[[Teller], None]] = [
        lambda _teller: without_flush(),
        lambda _teller: without_folder_flush(),
        settings_without_flush,
    ]
    for disk, fault in zip(("vdb", "vdc", "vdd"), faults, strict=True):
        if os.fork() == 0:
            teller = Teller(disk)
            teller.begin()
            fault(teller)
            os._exit(0)
        os.wait()
    _say("all is recorded")


if __name__ == "__main__":
    main()
