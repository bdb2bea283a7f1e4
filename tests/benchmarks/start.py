"""`make bench ARGS=start`: what a box computes and reads until its first word, part by part.

Counts, not seconds: on a busy machine they are the same. Instructions are counted by valgrind, files by strace, where
these are installed. Bytes are those that were read, and those of mapped files that are in memory.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

GAME = {
    "the command line": "import narrator.cli",
    "the box, its settings": """
from narrator.evening.app.settings import Equipment
from narrator.evening.box.service import BoxOptions
from narrator.evening.box.service import hello
BoxOptions("fr", Equipment()).settings()""",
    "the words of hello": "said = hello('fr')",
    "what opens sound": """
from narrator.sound.audio.sound import Sound
from narrator.voice.table_sound import open_sound""",
    "the sound of hello": """
from narrator.voice.voice_files import read_first_words
from narrator.packs.markup import caption
assert read_first_words("fr", caption(said))""",
}
"""What the process of the game does until it hands hello over, in this order."""

AUDIO = """
import contextlib, narrator.sound.audio.process.__main__
with contextlib.suppress(OSError): import sounddevice"""
"""What the process of sound does until it opens a loudspeaker."""

COUNTED = """
import json, re, sys
modules = len(sys.modules)
read = int(re.search(r"rchar: (\\d+)", open("/proc/self/io").read())[1])
mapped = int(re.search(r"RssFile:\\s+(\\d+)", open("/proc/self/status").read())[1])
print(json.dumps([modules, read + 1024 * mapped]))"""

AS_SERVICE = {"PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""What the box's unit says of how fast it starts."""

AGAIN = 5
"""Runs of which the median of the processor's time is taken."""


@dataclass(frozen=True)
class Cost:
    """What a program has cost: None where this machine cannot count it."""

    modules: int
    bytes: int
    files: int | None
    instructions: int | None
    seconds: float


def start() -> int:
    """Print a row for each part: what has been spent by its end, since the process began."""
    print(f"{'until':36} {'modules':>8} {'files':>6} {'MB':>6} {'million instructions':>21} {'times bare Python':>18}")
    bare = cost("")
    _row("bare Python", bare, bare)
    for number, part in enumerate(GAME):
        _row(part, cost("\n".join(list(GAME.values())[: number + 1])), bare)
    _row("beside it, the process of sound", cost(AUDIO), bare)
    return 0


def _row(what: str, spent: Cost, bare: Cost) -> None:
    files = "-" if spent.files is None else spent.files
    instructions = "-" if spent.instructions is None else f"{spent.instructions / 1e6:.0f}"
    times = f"{spent.seconds / bare.seconds:.1f}"
    print(f"{what:36} {spent.modules:8} {files:>6} {spent.bytes / 1e6:6.1f} {instructions:>21} {times:>18}", flush=True)


def cost(program: str) -> Cost:
    """Run a program again and again, and return what it costs where nothing had to be compiled first."""
    with TemporaryDirectory(prefix="narrator-") as folder:
        place = Path(folder)
        words = [sys.executable, "-c", program + COUNTED]
        modules, read = json.loads(_run(words, place))
        seconds = statistics.median(_seconds(words, place) for _ in range(AGAIN))
        return Cost(modules, read, _files(words, place), _instructions(words, place), seconds)


def _run(words: Sequence[str], place: Path) -> str:
    environment = {**os.environ, **AS_SERVICE, "NARRATOR_HOME": str(place), "PYTHONHASHSEED": "0"}
    return subprocess.run(words, cwd=place, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def _seconds(words: Sequence[str], place: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(words, place)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _files(words: Sequence[str], place: Path) -> int | None:
    """Return how many files it opens."""
    if shutil.which("strace") is None:
        return None
    log = place / "strace"
    _run(["strace", "-f", "-qq", "-e", "trace=open,openat", "-o", str(log), *words], place)
    opened = re.findall(r'open(?:at)?\((?:AT_FDCWD, )?"([^"]+)".* = \d+$', log.read_text(), re.MULTILINE)
    return len({file for file in opened if not file.startswith(("/proc/", str(place)))})


def _instructions(words: Sequence[str], place: Path) -> int | None:
    if shutil.which("valgrind") is None:
        return None
    log = place / "valgrind"
    counted = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"--log-file={log}"]
    _run(["valgrind", *counted, *words], place)
    told = re.search(r"I +refs: +([\d,]+)", log.read_text())
    assert told is not None, log.read_text()
    return int(told[1].replace(",", ""))
