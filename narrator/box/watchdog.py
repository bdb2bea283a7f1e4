"""What a service tells systemd: that it is ready, what it is doing, and that it lives while its pulses are fresh.

The protocol is that of sd_notify(3): lines in one datagram to the socket that NOTIFY_SOCKET names, of which a leading
`@` stands for the abstract namespace. Where there is no such socket, nothing is told to anybody.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping

from narrator.processes.liveness import Pulse

_logger = logging.getLogger(__name__)

_LOOK_AGAIN = 1.0  # seconds, where a pulse is missing
_MICROSECONDS = 1e6
_PATIENCE = 1.0  # seconds for a full socket


class Watchdog:
    """Tells systemd of a service. Use it in a `with` statement: entered, the service is ready; left, it is stopping.

    In between it is fed at half the time that systemd grants, and only while every pulse is fresh. Once one is not, the
    service is ended and started again, unless the pulse comes back before.
    """

    def __init__(
        self,
        *pulses: Pulse,
        environment: Mapping[str, str] = os.environ,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pulses = pulses
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._interval = _half(environment)
        self._now = now
        self._fed: float | None = None
        self._status = ""
        self._missing: list[str] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._feed, name="watchdog", daemon=True)

    def status(self, text: str) -> None:
        """Tell what the service does, for `systemctl status`: one line, and nothing that is not for everybody."""
        self._status = " ".join(text.split())
        self._tell(f"STATUS={self._status}")

    def turn(self) -> float:
        """Feed it where it is time and every pulse is fresh; return the seconds until it is to be looked at again."""
        if self._interval is None:
            return threading.TIMEOUT_MAX
        now = self._now()
        if self._fed is not None and now < self._fed + self._interval:
            return self._fed + self._interval - now
        missing = [pulse.name for pulse in self._pulses if not pulse.fresh]
        if missing != self._missing:
            self._missing = missing
            self._tell(f"STATUS={'No sign of life: ' + ', '.join(missing) if missing else self._status}")
        if missing:
            return min(_LOOK_AGAIN, self._interval)
        self._tell("WATCHDOG=1")
        self._fed = now
        return self._interval

    def __enter__(self) -> Watchdog:
        self._tell("READY=1")
        if self._address and self._interval is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self._tell("STOPPING=1")

    def _feed(self) -> None:
        while not self._over.wait(self.turn()):
            pass

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        # Whoever listened may be gone: that ends no game.
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as teller:
                teller.settimeout(_PATIENCE)
                # Unconnected, it would pass for writable while the other socket is full, and be tried again at once.
                teller.connect(self._address)
                teller.send(state.encode())
        except OSError as error:
            _logger.warning("systemd is not told: %s", error)


def _address(named: str) -> bytes:
    """Return the socket's address; nothing where none is named, or one of another kind."""
    if named.startswith("@"):
        return b"\0" + os.fsencode(named[1:])
    return os.fsencode(named) if named.startswith("/") else b""


def _half(environment: Mapping[str, str]) -> float | None:
    """Return half the seconds that systemd waits for a sign; None where it does not wait, or not for this process."""
    granted = environment.get("WATCHDOG_USEC", "")
    if not granted.isdecimal() or not int(granted):
        return None
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(granted) / _MICROSECONDS / 2
