"""What was heard of a box, to be shown: the spectrogram of its first half minute, and the sound itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import soundfile

from machine.kernel import MissingError

SECONDS = 30
RATE = 24_000
"""Samples a second, more than the recordings have, and one that Opus knows."""


def pictured(wav: Path, target: Path) -> None:
    """Write TARGET.png and TARGET.opus of the beginning of a WAV.

    Raises:
        MissingError: sox is not installed.
    """
    if shutil.which("sox") is None:
        raise MissingError("sox is not installed: apt install sox")
    beginning = wav.with_suffix(".beginning.wav")
    subprocess.run(["sox", wav, beginning, "remix", "1", "trim", "0", str(SECONDS), "rate", str(RATE)], check=True)
    size = ["-x", "800", "-y", "160", "-Z", "-20", "-z", "60", "-q", "40"]
    title = ["-t", "What an emulated sound card was given at a first start", "-c", " "]
    subprocess.run(["sox", beginning, "-n", "spectrogram", *size, *title, "-o", target.with_suffix(".png")], check=True)
    samples, rate = soundfile.read(beginning, dtype="float32")
    soundfile.write(target.with_suffix(".opus"), samples, rate, format="OGG", subtype="OPUS", compression_level=0.94)
