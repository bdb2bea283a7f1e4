"""Stands for the box where systemd itself is tried: its first starts end badly, each in another way.

`.ci/box` has a real systemd run it in place of `narrator box`, under the unit as it is, on a read-only root. What it
finds it writes into its data folder: a line for each start, and what it could do that it must not.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from narrator.base.processes.liveness import Pulse
from narrator.evening.box.service import Watchdog

DATA = Path(os.environ["NARRATOR_HOME"])
GOODBYE = 42


def may(deed: Callable[[], object]) -> bool:
    try:
        deed()
    except OSError:
        return False
    return True


def forbidden() -> list[str]:
    deeds: dict[str, Callable[[], object]] = {
        "write into /etc": lambda: Path("/etc/trial").write_text("", encoding="utf-8"),
        "write into /opt": lambda: Path("/opt/narrator/trial").write_text("", encoding="utf-8"),
        "write into /var": lambda: Path("/var/lib/trial").write_text("", encoding="utf-8"),
        "read homes": lambda: os.listdir("/root"),
        "read memory": lambda: Path("/dev/mem").open("rb").close(),
        "reach the network": lambda: socket.socket(socket.AF_INET).close(),
    }
    return [name for name, deed in deeds.items() if may(deed)]


def main() -> int:
    """Be started: hang, fail, be killed, and at last live and say goodbye."""
    log = DATA / "starts"
    start = len(log.read_text(encoding="utf-8").splitlines()) if log.exists() else 0
    with log.open("a", encoding="utf-8") as lines:
        lines.write(f"start {start}\n")
    granted = int(os.environ["WATCHDOG_USEC"]) / 1e6
    pulse = Pulse("engine", granted / 4)
    with Watchdog(pulse):
        match start:
            case 0:
                time.sleep(100 * granted)
            case 1:
                return 1
            case 2:
                os.kill(os.getpid(), signal.SIGKILL)
            case _:
                for _ in range(4 * round(granted)):  # twice as long as it lives unfed
                    pulse.beat()
                    time.sleep(0.5)
                Path("here").write_text("its own folder can be written", encoding="utf-8")
                (DATA / "forbidden").write_text("\n".join(forbidden()), encoding="utf-8")
    return GOODBYE


if __name__ == "__main__":
    sys.exit(main())
