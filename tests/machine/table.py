"""`python -m machine.table WORK`: a box speaks on an emulated card, and is set up with a pad that goes and comes back.

No systemd and no bare Debian: the root is this machine's. Status 1 where anything is not as it should be.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from machine.emulator import Emulator, loudspeaker, this_root
from machine.kernel import DRIVERS, PAD, SOUND, MissingError, fetched, initrd
from machine.power_cuts import playing

HEADER = 44
"""Bytes before the samples of a WAV."""

RATE = 48000
FRAME = RATE // 100
LOUD = 1e-3
"""RMS of ten milliseconds above which something is heard."""


def loud_seconds(wav: Path) -> float:
    """Return for how long anything is heard in a file that may still grow."""
    raw = wav.read_bytes()[HEADER:] if wav.exists() else b""
    samples = np.frombuffer(raw[: len(raw) // (4 * FRAME) * 4 * FRAME], "<i2").astype(np.float32) / 32768
    return float((np.sqrt((samples.reshape(-1, 2 * FRAME) ** 2).mean(axis=1)) > LOUD).sum()) / 100


def played(work: Path) -> Iterator[str]:
    """Switch a box on and set it up; yield what was seen, a row each.

    Raises:
        MissingError: something that an emulated machine is made of cannot be had here.
    """
    kernel = fetched(work)
    first = initrd(kernel, (*DRIVERS, *PAD, *SOUND), work / "table.cpio")
    wav = work / "table.wav"
    wav.unlink(missing_ok=True)
    began = time.monotonic()
    with Emulator(kernel.image, first, playing("box"), [*this_root(), *loudspeaker(wav)], counted=True) as box:

        def row(what: str, said: str) -> str:
            return f"| {what} | {said.split()[0]} s | {time.monotonic() - began:.0f} s | {loud_seconds(wav):.1f} s |"

        yield row("first words", box.hears("Je suis le narrateur"))
        yield row("asks for a game", box.hears("À quel jeu"))
        heard = loud_seconds(wav)
        assert heard > 1, f"the first words were heard for {heard} s"
        box.key("5\n")
        yield row("a key of the pad answers", box.hears("Combien êtes-vous"))
        box.unplug()
        yield row("the pad is pulled out, and that is told", box.hears("ne répond plus"))
        box.plug()
        yield row("the pad is put back, and that is told", box.hears("Le pavé numérique répond"))
        box.key("8\n")
        yield row("a key of the pad answers again", box.hears("Qui mène"))
        assert loud_seconds(wav) > heard
        box.off()


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="table")
    parser.add_argument("work", type=Path)
    work = parser.parse_args().work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    sys.stdout.write("| seen | in the guest after | here after | sound so far |\n|---|---|---|---|\n")
    try:
        for row in played(work):
            sys.stdout.write(row + "\n")
            sys.stdout.flush()
    except MissingError as error:
        sys.stdout.write(f"Nothing was emulated: {error}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
