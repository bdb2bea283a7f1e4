"""A pretended NetworkManager: an `nmcli` that answers like the real one, and notes what it is asked and told."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path

from narrator.screens.phone.addresses import Interface

UP = 0x1

_NMCLI = """#!{python} -IS
import json, os, sys
from pathlib import Path

folder = Path({folder!r})
kind, *words = (folder / "kind").read_text().splitlines()
asked = sys.argv[1:]
told = "" if os.isatty(0) else sys.stdin.read()
with (folder / "asked").open("a") as log:
    log.write(json.dumps([asked, told, dict(os.environ)]) + "\\n")
profile, open_ = folder / "profile", folder / "open"

def fail(status, *lines):
    print(*lines, sep="\\n", file=sys.stderr)
    sys.exit(status)

if kind == "not running":
    fail(8, "Error: NetworkManager is not running.")
if asked[-1] == "device":
    print(*words, sep="\\n")
elif "delete" in asked:
    if not profile.exists():
        fail(10, "Error: unknown connection 'narrator-hotspot'.")
    profile.unlink()
    open_.unlink(missing_ok=True)
elif "add" in asked:
    if kind == "refused":
        fail(1, "Error: Failed to add 'narrator-hotspot' connection: Insufficient privileges")
    profile.touch()
elif "up" in asked:
    if kind == "dies":
        os.kill(os.getpid(), 9)
    if kind == "hangs":
        os.read(os.open(folder / "never", os.O_RDWR), 1)
    if kind == "fails":
        fail(4, "Error: Connection activation failed: 802.1X supplicant took too long to authenticate")
    open_.touch()
"""


@dataclass(frozen=True)
class Asked:
    """What nmcli was started with, and what it read."""

    words: list[str]
    told: str
    environment: dict[str, str]


class NetworkManager:
    """One that works, or is of another `kind`; `devices` are the types and states of those that it knows."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()
        (folder / "bin").mkdir()
        nmcli = folder / "bin" / "nmcli"
        nmcli.write_text(_NMCLI.format(python=sys.executable, folder=str(folder)), encoding="utf-8")
        nmcli.chmod(0o755)
        self.be("works")

    @property
    def path(self) -> str:
        """The folder of its nmcli."""
        return str(self._folder / "bin")

    def be(self, kind: str, *devices: str) -> None:
        devices = devices or ("wifi:disconnected", "ethernet:unavailable", "loopback:unmanaged")
        (self._folder / "kind").write_text("\n".join([kind, *devices]), encoding="utf-8")

    @property
    def asked(self) -> list[Asked]:
        log = self._folder / "asked"
        return [Asked(*json.loads(line)) for line in log.read_text("utf-8").splitlines()] if log.exists() else []

    @property
    def profile(self) -> bool:
        """Whether it knows the network."""
        return (self._folder / "profile").exists()

    @property
    def open(self) -> bool:
        return (self._folder / "open").exists()

    def interfaces(self, address: IPv4Address) -> list[Interface]:
        """Return those of this machine, of which one has an address while the network is open."""
        return [Interface("wlan0", UP, address)] if self.open else []
