"""In the guest: a box as it comes, with an emulated card and pad; each line is told with the seconds since power-on.

The kernel's line may name a `PARTITION` for its games, such as sda. It stands in the table of file systems, and is
mounted as soon as there is such a device, as systemd does it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from threading import Thread

RUN = Path("/run")
MEMORY = RUN / "narrator"
"""What systemd calls the runtime directory: games of an evening without their partition are in it."""

ACCOUNT = RUN / "accounts" / "box"
"""The group of processes that a service is, in which its work is counted."""

AS_SERVICE = {"PYDANTIC_DISABLE_PLUGINS": "__all__", "RUNTIME_DIRECTORY": str(MEMORY)}
"""What the box's unit says, besides places. What imports nothing more delays no first word."""

PAD = "QEMU QEMU USB Keyboard"
"""The pad's own name; the kernel's line may say `KEYPAD=auto` in its place, as a box's settings do by default."""

EVDEV = "/usr/lib/python3/dist-packages"
HUNDREDTHS = 100


def seconds() -> float:
    """Return the seconds since power-on."""
    return time.monotonic() + _before_the_kernel()


@cache
def _before_the_kernel() -> float:
    """Return the seconds from power-on until the kernel's clock began: the processor counts them from its first."""
    trace = RUN / "trace"
    _mounted("tracefs", trace)
    (trace / "trace_clock").write_text("x86-tsc")
    began = time.monotonic()
    (trace / "trace_marker").write_text("now")
    (told,) = (line for line in (trace / "trace").read_text().splitlines() if "tracing_mark_write: now" in line)
    return int(told.split(": tracing_mark_write")[0].split()[-1]) / 1e9 - began


def computed() -> str:
    """Return how many million instructions the machine has computed, and the box of them: a million a millisecond."""
    _cpu, _user, _nice, _system, idle, waiting, *_rest = Path("/proc/stat").read_text().splitlines()[0].split()
    machine = seconds() * 1e3 - (int(idle) + int(waiting)) * 1e3 / HUNDREDTHS
    box = int((ACCOUNT / "cpu.stat").read_text().split()[1]) / 1e3
    return f"{machine:,.0f} million instructions, of which the box {box:,.0f}"


def games(home: Path) -> str:
    """Return how many games are kept where."""
    places = (home / "games", MEMORY / "tonight" / "games")
    kept, held = (len([*place.glob("*.journal")]) for place in places)
    return f"games: {kept} on the disk, {held} in memory"


def mount_when_there(partition: str, home: Path) -> None:
    """Mount the games' partition as soon as it is there."""
    while not (Path("/dev") / partition).is_block_device():
        time.sleep(0.1)
    if not home.is_mount():
        subprocess.run(["mount", home], check=True)
        tell("the partition is mounted")


def expect(partition: str, home: Path) -> None:
    """Write the games' partition into the table of file systems."""
    table = RUN / "fstab"
    table.write_text(f"/dev/{partition} {home} ext4 noatime,nofail 0 2\n")
    subprocess.run(["mount", "--bind", table, "/etc/fstab"], check=True)
    Thread(target=mount_when_there, args=(partition, home), daemon=True).start()


def tell(what: str) -> None:
    """Say this to whoever watches the machine."""
    sys.stdout.write(f"{seconds():.1f} {what}\n")
    sys.stdout.flush()


def _mounted(kind: str, place: Path) -> None:
    place.mkdir()
    subprocess.run(["mount", "-t", kind, "none", place], check=True)


def main() -> None:
    """Be a box until it ends."""
    partition = os.environ.get("PARTITION", "")
    home = RUN / (partition or "home")
    home.mkdir(exist_ok=True)
    MEMORY.mkdir()
    if partition:
        expect(partition, home)
    # As alsa-restore does it; a loudspeaker that comes later is not muted.
    subprocess.run(["amixer", "-q", "sset", "Master", "80%", "unmute"], check=False)
    _mounted("cgroup2", ACCOUNT.parent)
    ACCOUNT.mkdir()
    environment = {**os.environ, **AS_SERVICE, "NARRATOR_HOME": str(home), "HOME": str(home)}
    environment["PYTHONPATH"] += f":{EVDEV}"
    pad = os.environ.get("KEYPAD", PAD)
    words = ["box", "--no-ears", "--no-ambience", "--pace", "fast", "--keypad", pad]
    typed = subprocess.DEVNULL if pad != PAD else None  # at a service nobody types
    tell("the box is started")
    (ACCOUNT / "cgroup.procs").write_text("0")
    with subprocess.Popen(
        [sys.executable, "-m", "narrator", *words], stdin=typed, stdout=subprocess.PIPE, env=environment, text=True
    ) as box:
        assert box.stdout is not None
        told = games(home)
        for number, line in enumerate(box.stdout):
            tell(line.rstrip("\n"))
            if number == 0:
                tell(computed())
            if (now := games(home)) != told:
                told = now
                tell(now)


if __name__ == "__main__":
    main()
