"""QEMU: a machine that is emulated, with a console that is read and a USB keypad that is pressed."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from types import TracebackType
from typing import Any, Self

from machine.kernel import MissingError


@dataclass(frozen=True)
class Kind:
    """A kind of machine: QEMU's program and Debian's package for it, what it is made of, and its console."""

    program: str
    package: str
    words: tuple[str, ...]
    console: str


PC = Kind("qemu-system-x86_64", "qemu-system-x86", ("-machine", "q35,vmport=off,i8042=off", "-cpu", "max"), "ttyS0")
ARM = Kind("qemu-system-aarch64", "qemu-system-arm", ("-machine", "virt", "-cpu", "cortex-a72"), "ttyAMA0")
"""No Raspberry Pi, but a processor like that of a Pi 4."""


class Clock(Enum):
    """What the time of a machine is."""

    HOST = "that of this machine"
    COUNTED = "its instructions, a thousand million a second: no load of this machine makes a gap in its sound"
    SKIPPING = "its instructions, and what it waits for comes at once: a guest that makes no sound"


SECONDS = 1200.0
"""How long anything may take; an idle machine needs a fortieth of it."""

CODES = {
    **{str(digit): f"kp_{digit}" for digit in range(10)},
    "\n": "kp_enter",
    "+": "kp_add",
    "-": "kp_subtract",
    "*": "kp_multiply",
    "/": "kp_divide",
    ".": "kp_decimal",
}
"""QEMU's names of the keys of a numeric pad."""


PAD = "usb-kbd,id=pad"


CARD = ["-device", "ich9-intel-hda", "-device", "hda-output,audiodev=sound"]
"""A sound card that is built in."""

LOUDSPEAKER = "usb-audio,id=loudspeaker,audiodev=sound"


def sound_into(wav: Path) -> list[str]:
    """Return the words for a file into which the sound of a card or loudspeaker goes."""
    return ["-audiodev", f"wav,id=sound,path={wav},out.frequency=48000,out.channels=2,out.format=s16"]


STICK = "usb-storage,id=stick,drive=stick"


def disk_of(image: Path, name: str) -> list[str]:
    """Return the words for what a disk or a stick holds, which is called so when one is put in."""
    return ["-blockdev", f"driver=raw,node-name={name},file.driver=file,file.filename={image}"]


def recorded_disk(image: Path, log: Path) -> list[str]:
    """Return the words for a disk of which every write and flush is written down, in the form of dm-log-writes."""
    log.write_bytes(b"")
    name = image.stem.replace("-", "_")
    return [
        *("-blockdev", f"driver=raw,node-name={name}_disk,file.driver=file,file.filename={image}"),
        *("-blockdev", f"driver=raw,node-name={name}_log,file.driver=file,file.filename={log},cache.no-flush=on"),
        *("-blockdev", f"driver=blklogwrites,node-name={name},file={name}_disk,log={name}_log,log-sector-size=512"),
        *("-device", f"virtio-blk-pci,drive={name},discard=off,write-zeroes=off"),
    ]


def this_root() -> list[str]:
    """Return the words for a root that is this machine's own, and read-only."""
    return ["-virtfs", "local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap"]


# Translated, whatever /dev/kvm says: not every machine that has it can run Debian's kernel with it.
ACCELERATORS = {
    Clock.HOST: ("-accel", "tcg,thread=multi"),
    Clock.COUNTED: ("-accel", "tcg,thread=single", "-icount", "shift=0,sleep=on"),
    Clock.SKIPPING: ("-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off"),
}


class Emulator:
    """A machine that is on. Its end is the plug: what the guest has not flushed is not owed to it."""

    def __init__(
        self,
        kernel: Path,
        initrd: Path,
        line: str,
        devices: Sequence[str],
        *,
        clock: Clock = Clock.HOST,
        kind: Kind = PC,
    ) -> None:
        """`line` is the kernel's command line, `devices` what QEMU gives it besides a console and a keypad.

        Raises:
            MissingError: QEMU is not installed.
        """
        if shutil.which(kind.program) is None:
            raise MissingError(f"{kind.program} is not installed: apt install {kind.package}")
        self.said: list[str] = []
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._place = TemporaryDirectory(prefix="machine-")
        address = Path(self._place.name) / "qmp"
        words = [*kind.words, *ACCELERATORS[clock], "-m", "768", "-smp", "1"]
        words += ["-nodefaults", "-no-reboot", "-display", "none", "-serial", "stdio"]
        words += [
            "-kernel",
            str(kernel),
            "-initrd",
            str(initrd),
            "-append",
            f"quiet panic=-1 {line} console={kind.console}",
        ]
        words += ["-qmp", f"unix:{address},server=on,wait=off", "-device", "qemu-xhci", "-device", PAD, *devices]
        self._process = subprocess.Popen(
            [kind.program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._qmp = _connected(address, self._process)
        self._answers = self._qmp.makefile("r")
        self._answers.readline()
        self._ask("qmp_capabilities")

    def key(self, keys: str) -> None:
        """Press keys of the pad, one after the other."""
        for cap in keys:
            for down in (True, False):
                key = {"down": down, "key": {"type": "qcode", "data": CODES[cap]}}
                self._ask("input-send-event", events=[{"type": "key", "data": key}])
                time.sleep(0.05)  # a pad is asked a hundred times a second

    def unplug(self, name: str) -> None:
        """Pull a device out of its USB port."""
        self._ask("device_del", id=name)

    def plug(self, device: str) -> None:
        """Put a device in, which is written as on QEMU's command line."""
        driver, *options = device.split(",")
        self._ask("device_add", driver=driver, **dict(option.split("=") for option in options))

    def hears(self, words: str) -> str:
        """Listen until a line of its console has these words; return it."""
        deadline = time.monotonic() + SECONDS
        while True:
            line = self.line(deadline - time.monotonic())
            assert line is not None, f"{words!r} was not said, but: {self.said[-20:]}"
            if words in line:
                return line

    def line(self, seconds: float) -> str | None:
        """Return the next line of its console; None where none comes within so long."""
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except Empty:
            return None
        assert line is not None, f"it has ended after: {self.said[-20:]}"
        return line

    def ends(self) -> None:
        """Wait until it has switched itself off."""
        self._process.wait(SECONDS)

    def off(self) -> None:
        """Let QEMU write down all that its guest has handed over, and end."""
        self._ask("quit")
        self._process.wait(SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._listener.join()
        self._answers.close()
        self._qmp.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._place.cleanup()

    def _listen(self) -> None:
        assert self._process.stdout is not None  # it is a pipe, as asked for
        for line in self._process.stdout:
            self.said.append(line.decode("utf-8", "replace").rstrip("\r\n"))
            self._lines.put(self.said[-1])
        self._lines.put(None)

    def _ask(self, what: str, **arguments: object) -> Any:
        self._qmp.sendall(json.dumps({"execute": what, "arguments": arguments}).encode() + b"\n")
        for line in self._answers:
            answer = json.loads(line)
            if "event" not in answer:
                assert "error" not in answer, answer
                return answer["return"]
        return None  # it is gone


def _connected(address: Path, process: subprocess.Popen[bytes]) -> socket.socket:
    deadline = time.monotonic() + SECONDS
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(address))
        except OSError:
            connection.close()
            assert process.poll() is None, "QEMU has ended at once"
            assert time.monotonic() < deadline, "QEMU does not answer"
            time.sleep(0.05)
        else:
            return connection
