"""Debian's own kernel, and the few of its drivers that a guest needs before it has a root."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DRIVERS = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4", "9pnet_virtio", "9p")
"""What a guest boots with, from a disk or from a folder of this machine."""

SOUND = ("snd_hda_codec_generic", "snd_hda_intel", "snd_usb_audio")
"""What sound cards need, in that order: a card asks for what reads its codec but once."""

PAD = ("xhci_pci", "usbhid", "hid_generic", "evdev")
"""What a keypad needs."""

STICK = ("usb_storage", "sd_mod")
"""What a USB stick needs."""

PINS = ("gpio_sim",)
"""What simulated pins need."""

GPIO_SIM = Path(__file__).parents[2] / ".ci" / "gpio-sim"

FIRST = """\
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
for driver in $(/bin/busybox cat /order); do /bin/busybox insmod "/drivers/$driver"; done
/bin/busybox mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 root /root
for place in dev proc sys; do /bin/busybox mount -o move "/$place" "/root/$place"; done
/bin/busybox mount -t tmpfs run /root/run
/bin/busybox mkdir /root/dev/shm
/bin/busybox mount -t tmpfs shm /root/dev/shm
exec /bin/busybox switch_root /root /bin/sh "$guest"
"""
"""The first process of a guest whose root is this machine's, read-only; the kernel's line says `guest=SCRIPT`."""


class MissingError(Exception):
    """Something that an emulated machine is made of cannot be had here; the text says what."""


@dataclass(frozen=True)
class Kernel:
    """A kernel, and the folder of its drivers."""

    image: Path
    drivers: Path


def fetched(work: Path) -> Kernel:
    """Return Debian's kernel for servers and desktops, fetched where it is not there yet, but never installed.

    Raises:
        MissingError: there is no Debian archive within reach.
    """
    place = work / "kernel"
    if not (place / "boot").is_dir():
        place.mkdir(parents=True, exist_ok=True)
        depends = _said("apt-cache", "depends", "linux-image-amd64")
        names = [line.split()[-1] for line in depends.splitlines() if "Depends: linux-image-6" in line]
        if not names:
            raise MissingError("there is no Debian kernel to be had: apt-get update")
        _said("apt-get", "download", "-qq", names[0], where=place)
        for package in place.glob("*.deb"):
            _said("dpkg-deb", "-x", str(package), str(place))
            package.unlink()
    return Kernel(next((place / "boot").glob("vmlinuz-*")), next((place / "lib" / "modules").iterdir()))


def simulate_pins(kernel: Kernel, work: Path) -> None:
    """Give a kernel the driver of simulated pins, which Debian leaves out: made once, from the source of its kernel.

    Raises:
        MissingError: that source, or a compiler, cannot be had here.
    """
    module = work / f"gpio_sim-{kernel.drivers.name}.ko"
    if not module.exists():
        _said(str(GPIO_SIM), kernel.drivers.name, str(module))
    folder = kernel.drivers / "extra"
    folder.mkdir(exist_ok=True)
    shutil.copy(module, folder / "gpio_sim.ko")
    (kernel.drivers / "modules.dep").unlink(missing_ok=True)


def initrd(kernel: Kernel, wanted: Sequence[str], target: Path) -> Path:
    """Write the first root of a guest: busybox, and these drivers with all that they stand on."""
    tree = target.with_suffix(".tree")
    shutil.rmtree(tree, ignore_errors=True)
    for folder in ("bin", "dev", "proc", "sys", "root", "drivers"):
        (tree / folder).mkdir(parents=True)
    busybox = shutil.which("busybox")
    if busybox is None:
        raise MissingError("busybox-static is not installed")
    shutil.copy(busybox, tree / "bin" / "busybox")
    order = list(_in_order(_needs(kernel.drivers / "modules.dep"), wanted))
    for driver in order:
        shutil.copy(kernel.drivers / driver, tree / "drivers" / Path(driver).name)
    (tree / "order").write_text("\n".join(Path(driver).name for driver in order))
    (tree / "init").write_text(FIRST)
    (tree / "init").chmod(0o755)
    names = "\n".join(str(path.relative_to(tree)) for path in sorted(tree.rglob("*")))
    packed = subprocess.run(
        ["cpio", "--create", "--quiet", "--format=newc"],
        input=names.encode(),
        cwd=tree,
        capture_output=True,
        check=True,
    )
    target.write_bytes(packed.stdout)
    shutil.rmtree(tree)
    return target


def _needs(listed: Path) -> dict[str, list[str]]:
    """Return what every driver stands on, by its path; made by depmod where the package has no such list."""
    if not listed.is_file():
        _said("depmod", "-b", str(listed.parents[3]), listed.parent.name)
    lines = (line.split(":") for line in listed.read_text().splitlines())
    return {driver: needed.split() for driver, needed in lines}


def _in_order(needs: Mapping[str, Sequence[str]], wanted: Sequence[str]) -> Iterator[str]:
    """Yield drivers after those that they stand on, each once."""
    by_name = {Path(path).stem.replace("-", "_"): path for path in needs}
    seen: set[str] = set()

    def of(path: str) -> Iterator[str]:
        if path not in seen:
            seen.add(path)
            for needed in needs[path]:
                yield from of(needed)
            yield path

    for name in wanted:
        if name in by_name:  # else it is built in
            yield from of(by_name[name])


def _said(*words: str, where: Path | None = None) -> str:
    try:
        return subprocess.run(words, cwd=where, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise MissingError(f"{' '.join(words)}: {getattr(error, 'stderr', '') or error}".strip()) from error
