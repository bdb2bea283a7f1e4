"""Machines for the doctor: this one with pieces really taken away, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import narrator

_HOOK = """
import sys
TAKEN = {taken!r}

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in TAKEN:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nowhere())
"""

READ_ONLY = Path("/sys/narrator")
"""A place where nobody can write, the administrator neither."""


@dataclass
class Machine:
    """A machine without some packages; `programs` are scripts by name, all that can be called.

    `modules` are folders with modules that stand in for others.
    """

    folder: Path
    taken: tuple[str, ...] = ()
    programs: dict[str, str] = field(default_factory=dict)
    home: Path | None = None
    more: dict[str, str] = field(default_factory=dict)
    modules: list[Path] = field(default_factory=list)

    def doctor(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Call the doctor, without a terminal."""
        return subprocess.run(
            [sys.executable, "-m", "narrator", "doctor", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment(),
            cwd=self.folder,
            timeout=300,
            check=False,
        )

    def environment(self) -> dict[str, str]:
        """Return the environment of a program on this machine."""
        modules, programs = self.folder / "modules", self.folder / "programs"
        modules.mkdir(exist_ok=True)
        programs.mkdir(exist_ok=True)
        (modules / "sitecustomize.py").write_text(_HOOK.format(taken=self.taken), encoding="utf-8")
        for name, script in self.programs.items():
            (programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            (programs / name).chmod(0o700)
        path = os.pathsep.join(map(str, (modules, *self.modules, Path(narrator.__file__).parents[1])))
        return {
            "HOME": str(self.folder),
            "NARRATOR_HOME": str(self.home or self.folder / "home"),
            "PATH": str(programs),
            "PYTHONPATH": path,
            "PYTHONUTF8": "1",
            **self.more,
        }
