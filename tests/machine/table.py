"""`python -m machine.table WORK [SCENE ...]`: a box in an emulated machine, heard, and answered at its keys and pins.

No systemd and no bare Debian: the root is this machine's. Status 1 where anything is not as it should be.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from machine import partition_scenes
from machine.emulator import CARD, LOUDSPEAKER, PAD, Clock, Emulator, this_root
from machine.kernel import DRIVERS, PINS, MissingError, fetched, initrd, simulate_pins
from machine.picture import pictured
from machine.power_cuts import SOURCE, playing
from machine.watched import PREPARING, Bench, Watched, switched_on


def with_a_loudspeaker_that_comes(bench: Bench) -> Iterator[str]:
    """Switch a box on without a loudspeaker, and plug one in; yield what was seen, a row each."""
    with switched_on(bench, "loudspeaker", ()) as seen:
        yield seen.hears("Combien êtes-vous", "asks who plays, without a loudspeaker")
        seen.box.plug(LOUDSPEAKER)
        yield seen.hears("Le son est revenu", "a USB loudspeaker is plugged in, and that is told")
        seen.is_heard_longer_than(1)
        seen.box.key("5\n")
        yield seen.hears("À quel jeu", "a key of the pad answers, and that is heard")


def with_a_pad_that_claims_letters(bench: Bench) -> Iterator[str]:
    """Have a box find its pad, a whole keyboard by its own word, there before, during or after its start."""
    for when in ("before", "during", "after"):
        with switched_on(bench, f"letters-{when}", CARD, KEYPAD="auto") as seen:
            if when != "before":
                seen.box.unplug("pad")
                seen.box.hears("the box is started" if when == "during" else "Je ne peux rien recevoir de vous")
                seen.box.plug(PAD)
            yield seen.hears(
                "Combien êtes-vous", f"asks who plays; a pad that claims letters was plugged in {when} the start"
            )
            seen.box.key("5\n")
            yield seen.hears("À quel jeu", "a key of that pad answers")


def with_one_button_and_a_light(bench: Bench) -> Iterator[str]:
    """Play a first night at simulated pins; yield what was seen, a row each. Nothing is heard: time is skipped."""
    with PREPARING:
        kernel = fetched(bench.work)
        simulate_pins(kernel, bench.work)
        first = initrd(kernel, (*DRIVERS, *PINS), bench.work / "pins.cpio")
    line = playing("pins", bench.source)
    with Emulator(kernel.image, first, line, this_root(), clock=Clock.SKIPPING) as box:
        seen = Watched(box, bench.work / "pins.wav")
        yield seen.hears("by the light", "one button sets up; the light deals eight cards, and they are all there")
        yield seen.hears("the lovers know", "the button names lovers; the light tells them, and the others nothing")
        yield seen.hears("the seer has seen", "the light shows the seer the card that was dealt")
        yield seen.hears("the witch knows", "the button names a victim; the light shows it to the witch")
        yield seen.hears("the night is over", "dawn tells who died")
        box.off()


SCENES = {
    "empty": partition_scenes.on_an_empty_partition,
    "late": partition_scenes.late,
    "night": partition_scenes.first_night,
    "missing": partition_scenes.missing,
    "start": partition_scenes.first_words,
    "loudspeaker": with_a_loudspeaker_that_comes,
    "letters": with_a_pad_that_claims_letters,
    "pins": with_one_button_and_a_light,
}

ON_ONE_DISK = ("empty", "late", "night")
"""Scenes of one game, in this order; the others know nothing of each other."""


def played(names: Sequence[str], bench: Bench) -> None:
    """Play scenes one after the other, and write what is seen."""
    try:
        for name in names:
            for row in SCENES[name](bench):
                sys.stdout.write(f"| {name} {row}\n")
                sys.stdout.flush()
    except MissingError as error:
        sys.stdout.write(f"Nothing was emulated for {', '.join(names)}: {error}.\n")


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="table")
    parser.add_argument("work", type=Path)
    parser.add_argument(
        "scenes", nargs="*", metavar="scene", choices=[[], *SCENES], help=f"all, or some of {[*SCENES]}"
    )
    parser.add_argument("--source", type=Path, default=SOURCE, help="the sources of another narrator")
    parser.add_argument("--picture", type=Path, help="where to draw and keep what was heard at a first start")
    parser.add_argument("--together", type=int, default=1, help="how many machines are on at once")
    asked = parser.parse_args()
    bench = Bench(asked.work.resolve(), asked.source.resolve())
    bench.work.mkdir(parents=True, exist_ok=True)
    compile_dir(bench.source / "narrator", quiet=1)  # as an installation does; a guest may not write
    sys.stdout.write("| scene | seen | since power-on | here after | sound so far |\n|---|---|---|---|---|\n")
    names = asked.scenes or [*SCENES]
    apart = [[name for name in ON_ONE_DISK if name in names], *([name] for name in names if name not in ON_ONE_DISK)]
    with ThreadPoolExecutor(asked.together) as pool:
        for done in [pool.submit(played, some, bench) for some in apart]:
            done.result()
    wav = bench.work / "first-boot.wav"
    if asked.picture and wav.exists():
        pictured(wav, asked.picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
