"""`python -m machine.card IMAGE`: a card of `make image` speaks in an emulated machine, asks, and takes its leave.

Nothing on it is changed but its settings, for the pad of QEMU has letters. It starts with its own kernel, initial root,
command line and unit; the machine is no Raspberry Pi. Status 1 where anything is not as it should be.
"""

from __future__ import annotations

import argparse
import re
import struct
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from machine.emulator import ARM, CARD, Clock, Emulator, sound_into
from machine.heard import first_sound, loud_seconds
from machine.kernel import MissingError
from machine.watched import Watched

SECTOR = 512
TABLE, ENTRY = 446, "<8xII"
LOG = "/var/lib/narrator/box.log"
SETTINGS = "keypad: QEMU QEMU USB Keyboard\n"
WAITS = 5.0
"""Seconds of silence after which a question has been asked, and is to be answered."""


def partitions(image: Path) -> list[tuple[int, int]]:
    """Return where each partition of a disk begins and how long it is, in bytes.

    Raises:
        MissingError: it is no disk with a partition table of that old kind.
    """
    with image.open("rb") as disk:
        first = disk.read(SECTOR)
    if first[-2:] != b"\x55\xaa":
        raise MissingError(f"{image} has no partition table")
    entries = (struct.unpack_from(ENTRY, first, TABLE + 16 * number) for number in range(4))
    return [(start * SECTOR, length * SECTOR) for start, length in entries if length]


def boot_files(image: Path, place: Path) -> tuple[Path, Path, str]:
    """Copy what a Raspberry Pi reads first out of an image; return kernel, initial root and command line."""
    at = partitions(image)[0][0]
    subprocess.run(
        ["mcopy", "-i", f"{image}@@{at}", "::vmlinuz-*", "::initrd.img-*", "::cmdline.txt", place], check=True
    )
    return next(place.glob("vmlinuz-*")), next(place.glob("initrd.img-*")), (place / "cmdline.txt").read_text().strip()


def spoken(card: Path, place: Path) -> tuple[float, float, Path]:
    """Let a box speak, and be told to go; return how long it took to speak and to go, and what was heard."""
    kernel, first, line = boot_files(card, place)
    wav = card.with_suffix(".wav")
    wav.unlink(missing_ok=True)
    devices = ["-drive", f"file={card},if=none,id=card,format=raw", "-device", "virtio-blk-pci,drive=card"]
    began = time.monotonic()
    line += f" systemd.setenv=NARRATOR_LOG={LOG} systemd.journald.forward_to_console=1"
    with Emulator(kernel, first, line, [*devices, *sound_into(wav), *CARD], clock=Clock.COUNTED, kind=ARM) as box:
        seen = Watched(box, wav)
        seen.is_heard_longer_than(0)
        spoke = time.monotonic() - began
        heard = seen.falls_silent(WAITS)
        box.key("0\n")
        seen.is_heard_longer_than(heard + 1)
        seen.falls_silent(WAITS)
        box.key("1\n")
        box.ends()
    return spoke, time.monotonic() - began, wav


def on_the_card(card: Path, command: str) -> str:
    """Have debugfs do something with the files of the games' partition; return what it writes."""
    words = ["debugfs", "-w", "-R", command, f"{card}?offset={partitions(card)[2][0]}"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def main() -> int:
    """Print when what happened, in seconds since the kernel began, and how long that took here."""
    parser = argparse.ArgumentParser(prog="card")
    parser.add_argument("image", type=Path)
    image = parser.parse_args().image.resolve()
    card = image.with_suffix(".card")
    try:
        with TemporaryDirectory() as folder:
            place = Path(folder)
            subprocess.run(["cp", "--sparse=always", image, card], check=True)
            (place / "settings.yaml").write_text(SETTINGS)
            on_the_card(card, f"write {place / 'settings.yaml'} settings.yaml")
            spoke, ended, wav = spoken(card, place)
            on_the_card(card, f"dump box.log {place / 'box.log'}")
            log = (place / "box.log").read_text()
    except MissingError as error:
        sys.stdout.write(f"Nothing was emulated: {error}.\n")
        return 0
    finally:
        card.unlink(missing_ok=True)
    sys.stdout.write(re.sub(r"^(.*) DEBUG .*\n", "", log, flags=re.MULTILINE))
    sys.stdout.write(f"heard in {wav}\n")
    sys.stdout.write(f"spoke after {spoke:.0f} s here, and was off after {ended:.0f} s\n")
    sys.stdout.write(f"first words {first_sound(wav):.2f} s after the sound began, {loud_seconds(wav):.1f} s in all\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
