"""`make bench ARGS=hops`: how many functions carry a typed answer to the disk, and a line from its id to its samples.

A game is played with a pretended loudspeaker, in a process of its own, under a profiler. A function carries what it is
given or returns: the typed line, what was read of it, its row; or the line to say, its texts and phrases, its samples.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
from dataclasses import fields, is_dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from benchmarks.figures import row

_ROOT = Path(__file__).resolve().parents[2]
_PACKAGE = str(_ROOT / "narrator") + os.sep
_TYPED, _QUESTION, _LINE = "Eve", b'"vote.result"', "welcome"
_EVENING = _ROOT / "tests" / "recorded" / "thiercelieux-en.txt"
_NAMES = "--names Ann,Ben,Cleo,Dan,Eve,Finn,Gus,Hal"
_GAME = "--mode meneur --deal cards --lang en --seed 1"
_WHAT = {"answer": "a typed answer to the disk", "line": "a line from its id to its samples"}
_LONG = 2000  # bytes, or samples, from which on it is sound


class _Way:
    """The functions that one thing passed through, in their order, between its first and its last."""

    def __init__(self, begins: str, carries: Any, ends: Any) -> None:
        self._begins, self._carries, self._ends = begins, carries, ends
        self.functions: dict[str, None] = {}
        self.over = False

    def see(self, function: str, place: str, values: list[object]) -> None:
        """Note a call with these arguments, or a return of this value; the first is of a folder of the package."""
        if self.over or not (self.functions or self._begins in place):
            return
        if not any(self._carries(value, bool(self.functions)) for value in values):
            return
        self.functions[function] = None
        self.over = any(self._ends(function, value) for value in values)


def hops() -> int:
    """Print both figures, and the functions."""
    from pretended import pretend, speaker

    lines = _EVENING.read_text(encoding="utf-8").splitlines()
    lines[lines.index("5")] = _TYPED
    for what, pace in (("answer", "instant"), ("line", "normal")):
        with TemporaryDirectory() as home:
            pretend(Path(home), 50.0).furnish(speaker("loudspeaker"))
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.hops", what, pace],
                input="\n".join(lines) + "\n",
                env={
                    **os.environ,
                    "NARRATOR_HOME": home,
                    "PRETENDED_ROOM": home,
                    "PYTHONPATH": os.pathsep.join((home, "tests", str(_ROOT))),
                },
                stdout=subprocess.PIPE,
                text=True,
                check=True,
                cwd=_ROOT,
            )
        functions = json.loads(done.stdout.splitlines()[-1])
        row(f"functions that carry {_WHAT[what]}", str(len(functions)))
        print(*(f"    {function}" for function in functions), sep="\n")
    return 0


def _played(what: str, pace: str) -> None:
    """Play the evening until it has been carried, and print which functions carried it."""
    from narrator.cli import main
    from narrator.rules.core.answers import seat
    from narrator.rules.core.effects import Say

    answer = seat(5)

    def is_answer(value: object, begun: bool, depth: int = 2) -> bool:
        if isinstance(value, str):
            return value.strip() == _TYPED or (begun and _QUESTION in value.encode())
        if isinstance(value, bytes):
            return begun and _QUESTION in value
        if begun and value == answer:
            return True
        return depth > 0 and is_dataclass(value) and any(is_answer(part, begun, depth - 1) for part in _parts(value))

    def is_line(value: object, begun: bool) -> bool:
        if isinstance(value, Say):
            return value.line == _LINE
        if not begun:
            return False
        if isinstance(value, tuple | list):
            return bool(value) and is_line(value[0], begun)
        made_of_words = type(value).__module__ in ("narrator.packs.markup", "narrator.voice.performance")
        return made_of_words or (type(value).__name__ in ("ndarray", "bytes") and len(value) > _LONG)  # type: ignore[arg-type]

    ways = {
        "answer": _Way("/devices/", is_answer, lambda name, value: name == "write" and isinstance(value, bytes)),
        "line": _Way(
            "/session/narration",
            is_line,
            lambda name, value: name == "Sound.begin_pcm" and isinstance(value, bytes) and any(value),
        ),
    }
    way = ways[what]

    def profile(frame: FrameType, event: str, value: object) -> None:
        code = frame.f_code
        function = code.co_qualname
        if event not in ("call", "return") or not code.co_filename.startswith(_PACKAGE) or "<" in function:
            return
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = [value] if event == "return" else [frame.f_locals.get(name) for name in names]
        way.see(function, code.co_filename, given)
        if way.over:
            os.write(1, ("\n" + json.dumps(list(way.functions)) + "\n").encode())
            os._exit(0)

    gc.disable()  # where it runs while a profiler reads a frame, Python 3.11 breaks down
    threading.setprofile(profile)
    sys.setprofile(profile)
    who = _NAMES if what == "answer" else "--players 8"  # no name is composed then
    main(["play", "thiercelieux", *who.split(), *_GAME.split(), "--pace", pace])


def _parts(value: Any) -> list[object]:
    return [getattr(value, field.name, None) for field in fields(value)]


if __name__ == "__main__":
    _played(*sys.argv[1:])
