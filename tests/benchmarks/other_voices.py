"""Voices of other synthesisers, which no model may learn from, as company at the table: MBROLA's, and SVOX Pico.

Debian has them in its non-free part: `mbrola`, `mbrola-fr1` to `mbrola-fr7`, `libttspico-utils`.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.recordings import Company, Sound, read, trimmed

PICO = "pico"
_DIPHONES = Path("/usr/share/mbrola")


class OtherVoice(Company):
    """One of them. It says half of all texts, as each of the recorded voices does."""

    def __init__(self, name: str) -> None:
        super().__init__(())
        self._name = name
        self._said: dict[str, Sound] = {}

    def can_say(self, text: str) -> bool:
        """Whether it is one of those."""
        return Random(f"{self._name} {text}").random() < 0.5

    def says(self, text: str, chance: Random) -> Sound:  # noqa: ARG002 - there is one way to say it
        """Return how it says a text: nothing before the voice, and nothing after it."""
        if text not in self._said:
            self._said[text] = _spoken(self._name, text)
        return self._said[text]


def present() -> tuple[str, ...]:
    """Return the names of those that are installed."""
    espeak = shutil.which("espeak-ng") and shutil.which("mbrola")
    diphones = [f"mb-{place.name}" for place in sorted(_DIPHONES.glob("fr[1-9]"))] if espeak else []
    return (*diphones, *([PICO] if shutil.which("pico2wave") else []))


def _spoken(name: str, text: str) -> Sound:
    with TemporaryDirectory() as place:
        file = Path(place) / "said.wav"
        by_pico = ("pico2wave", "-l", "fr-FR", "-w", file, text)
        command = by_pico if name == PICO else ("espeak-ng", "-v", name, "-w", file, text)
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return trimmed(read(file))
