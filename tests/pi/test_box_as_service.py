"""The box itself, started as systemd starts it, at a socket that stands for systemd's."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

SECONDS = 60.0
"""How long a test waits for what must come."""

WITHOUT_PARTITION = Path(__file__).parents[1] / "evening" / "box" / "without_partition.py"
WATCHED_FOR = "2000000"  # microseconds: it is to be fed every second


class Service:
    """A box in a process of its own, and what systemd is told of it."""

    def __init__(self, place: Path) -> None:
        self.home = place / "home"
        address = str(place / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.settimeout(SECONDS)
        environment = {**os.environ, "NARRATOR_HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        environment |= {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": WATCHED_FOR, "PATIENCE": str(SECONDS)}
        self.process = subprocess.Popen(
            [sys.executable, str(WITHOUT_PARTITION), "box", "--no-sound", "--keypad", "none"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
        )

    def tells(self, wanted: str) -> list[str]:
        before: list[str] = []
        while (told := self.socket.recv(4096).decode()) != wanted:
            before.append(told)
        return before


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Start a box that has neither sound nor hands: it says so, and waits for some."""
    service = Service(tmp_path)
    with service.socket:
        yield service
        service.process.kill()
        service.process.wait()


def test_a_box_is_ready_before_it_has_begun_is_fed_and_stops_when_it_is_asked_to(service: Service) -> None:
    assert service.tells("READY=1") == []
    # It has not come far: it waits for the partition of its folder.
    for _ in range(3):
        assert {*service.tells("WATCHDOG=1")} <= {"STATUS=starting"}
    service.home.mkdir()
    service.tells("STATUS=set-up")
    for _ in range(3):
        assert [told for told in service.tells("WATCHDOG=1") if told.startswith("STATUS=No sign")] == []
    service.process.send_signal(signal.SIGTERM)
    service.tells("STOPPING=1")
    assert service.process.wait(SECONDS) == 0
