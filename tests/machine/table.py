"""`python -m machine.table WORK`: a box speaks on emulated cards, loses its pad for a while, and is played at pins.

No systemd and no bare Debian: the root is this machine's. Status 1 where anything is not as it should be.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from machine.emulator import CARD, LOUDSPEAKER, SECONDS, Clock, Emulator, sound_into, this_root
from machine.emulator import PAD as KEYPAD
from machine.kernel import DRIVERS, PAD, PINS, SOUND, MissingError, fetched, initrd, simulate_pins
from machine.power_cuts import playing

HEADER = 44
"""Bytes before the samples of a WAV."""

RATE = 48000
FRAME = RATE // 100
LOUD = 1e-3
"""RMS of ten milliseconds above which something is heard."""


def loud_seconds(wav: Path) -> float:
    """Return for how long anything is heard in a file that may still grow."""
    return float(_loud(wav).sum()) / 100


def first_sound(wav: Path) -> float:
    """Return the second of such a file at which anything is first heard."""
    return float(_loud(wav).argmax()) / 100


def silent_seconds(wav: Path) -> float:
    """Return for how long nothing has been heard at the end of such a file; 0 where nothing ever was."""
    loud = _loud(wav)
    return float(loud[::-1].argmax()) / 100


def _loud(wav: Path) -> NDArray[np.bool_]:
    """Return which hundredths of a second are heard."""
    raw = wav.read_bytes()[HEADER:] if wav.exists() else b""
    samples = np.frombuffer(raw[: len(raw) // (4 * FRAME) * 4 * FRAME], "<i2").astype(np.float32) / 32768
    heard: NDArray[np.bool_] = np.sqrt((samples.reshape(-1, 2 * FRAME) ** 2).mean(axis=1)) > LOUD
    return heard


class Watched:
    """A box in a machine that is on, and how long anything was heard of it."""

    def __init__(self, box: Emulator, wav: Path) -> None:
        self.box = box
        self._wav = wav
        self._began = time.monotonic()

    def hears(self, words: str, what: str) -> str:
        """Listen until these words are said; return a row of the table."""
        after = self.box.hears(words).split()[0]
        return f"| {what} | {after} s | {time.monotonic() - self._began:.0f} s | {loud_seconds(self._wav):.1f} s |"

    def is_heard_longer_than(self, seconds: float) -> float:
        """See that more is heard by now, of what is written a little later than it is said; return how much."""
        deadline = time.monotonic() + SECONDS
        while (heard := loud_seconds(self._wav)) <= seconds:
            assert time.monotonic() < deadline, f"it is heard for {heard:.1f} s, and not for more than {seconds:.1f}"
            self.box.line(1.0)
        return heard

    def falls_silent(self, seconds: float) -> float:
        """See that it has spoken, and has been silent for so long; return how much was heard."""
        deadline = time.monotonic() + SECONDS
        while silent_seconds(self._wav) < seconds:
            assert time.monotonic() < deadline, f"it is never silent for {seconds:.1f} s"
            self.box.line(1.0)
        return loud_seconds(self._wav)


@contextmanager
def switched_on(work: Path, name: str, devices: Sequence[str]) -> Iterator[Watched]:
    """Switch a box on.

    Raises:
        MissingError: something that an emulated machine is made of cannot be had here.
    """
    kernel = fetched(work)
    first = initrd(kernel, (*DRIVERS, *PAD, *SOUND), work / "table.cpio")
    wav = work / f"{name}.wav"
    wav.unlink(missing_ok=True)
    words = [*this_root(), *sound_into(wav), *devices]
    with Emulator(kernel.image, first, playing("box"), words, clock=Clock.COUNTED) as box:
        yield Watched(box, wav)
        box.off()


def with_a_pad_that_goes(work: Path) -> Iterator[str]:
    """Set a box up with a keypad that is pulled out and put back; yield what was seen, a row each."""
    with switched_on(work, "pad", CARD) as seen:
        yield seen.hears("Je suis le narrateur", "first words, on a card that is built in")
        yield seen.hears("À quel jeu", "asks for a game")
        heard = seen.is_heard_longer_than(1)
        seen.box.key("5\n")
        yield seen.hears("Combien êtes-vous", "a key of the pad answers")
        seen.box.unplug("pad")
        yield seen.hears("ne répond plus", "the pad is pulled out, and that is told")
        seen.box.plug(KEYPAD)
        yield seen.hears("Le pavé numérique répond", "the pad is put back, and that is told")
        seen.box.key("8\n")
        yield seen.hears("Qui mène", "a key of the pad answers again")
        seen.is_heard_longer_than(heard)


def with_a_loudspeaker_that_comes(work: Path) -> Iterator[str]:
    """Switch a box on without a loudspeaker, and plug one in; yield what was seen, a row each."""
    with switched_on(work, "late", ()) as seen:
        yield seen.hears("À quel jeu", "asks for a game, without a loudspeaker")
        seen.box.plug(LOUDSPEAKER)
        yield seen.hears("Le son est revenu", "a USB loudspeaker is plugged in, and that is told")
        seen.is_heard_longer_than(1)
        seen.box.key("5\n")
        yield seen.hears("Combien êtes-vous", "a key of the pad answers, and that is heard")


def with_one_button_and_a_light(work: Path) -> Iterator[str]:
    """Play a first night at simulated pins; yield what was seen, a row each. Nothing is heard: time is skipped."""
    kernel = fetched(work)
    simulate_pins(kernel, work)
    first = initrd(kernel, (*DRIVERS, *PINS), work / "pins.cpio")
    silent = work / "pins.wav"
    with Emulator(kernel.image, first, playing("pins"), this_root(), clock=Clock.SKIPPING) as box:
        seen = Watched(box, silent)
        yield seen.hears("by the light", "one button sets up; the light deals eight cards, and they are all there")
        yield seen.hears("the lovers know", "the button names lovers; the light tells them, and the others nothing")
        yield seen.hears("the seer has seen", "the light shows the seer the card that was dealt")
        yield seen.hears("the witch knows", "the button names a victim; the light shows it to the witch")
        yield seen.hears("the night is over", "dawn tells who died")
        box.off()


SCENES = (with_a_pad_that_goes, with_a_loudspeaker_that_comes, with_one_button_and_a_light)


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="table")
    parser.add_argument("work", type=Path)
    work = parser.parse_args().work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    sys.stdout.write("| seen | in the guest after | here after | sound so far |\n|---|---|---|---|\n")
    try:
        for row in chain.from_iterable(tried(work) for tried in SCENES):
            sys.stdout.write(row + "\n")
            sys.stdout.flush()
    except MissingError as error:
        sys.stdout.write(f"Nothing was emulated: {error}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
