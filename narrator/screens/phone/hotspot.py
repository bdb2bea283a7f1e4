"""A Wi-Fi network of this machine's own, for tables where there is none: NetworkManager opens it, and closes it again.

Its name and password are made once and kept, so that a phone that has joined it joins again another evening. A laptop
has it while it plays. A box leaves it to NetworkManager, which opens it whenever it sees no network that it knows.

`nmcli` reads the password from a pipe, for everybody on a machine can see what programs are started with; it is asked
for as a profile that keeps no password and is in no file (nmcli(1), nm-settings-nmcli(5), nm-settings-keyfile(5)).
"""

from __future__ import annotations

import atexit
import getpass
import json
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Mapping
from configparser import ConfigParser
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from io import StringIO
from ipaddress import IPv4Address
from pathlib import Path

from narrator.base import whole_files
from narrator.base.resources import user_folder
from narrator.base.sentences import reason, to_user
from narrator.base.user_error import UserError
from narrator.screens.phone.addresses import NoAddressError, interfaces, read_address_option

ADDRESS = IPv4Address("10.42.86.1")
"""This machine's in its own network: the page stays where it is, from one evening to the next."""

EVENING, BOX = "narrator-hotspot", "narrator-box"
"""What the profiles are called, for one evening and for good."""

_PROFILE = {
    "802-11-wireless.mode": "ap",
    "802-11-wireless.band": "bg",  # 2.4 GHz: every phone has it, and every country allows it
    "802-11-wireless-security.key-mgmt": "wpa-psk",
    "802-11-wireless-security.proto": "rsn",
    "802-11-wireless-security.pairwise": "ccmp",
    "802-11-wireless-security.group": "ccmp",
    "802-11-wireless-security.pmf": "1",  # none: with it nobody can join a Raspberry Pi (raspberrypi/linux, issue 3619)
    "ipv4.method": "shared",  # phones are given addresses
    "ipv4.addresses": f"{ADDRESS}/24",
    "ipv6.method": "disabled",
}
_PASSWORD = "802-11-wireless-security.psk"

_SECONDS_TO_OPEN, _SECONDS_TO_CLOSE = 30, 5
_SECONDS_MORE = 5
"""How long nmcli may take beyond the time that it was given."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another


class HotspotError(UserError):
    """The network could not be opened; the text says why."""


@dataclass(frozen=True)
class Hotspot:
    """A network of this machine's own. Its password is for the people in the room."""

    name: str
    password: str = field(repr=False)

    @property
    def code(self) -> str:
        """What a QR code says that has a phone join."""
        from segno.helpers import make_wifi_data

        return make_wifi_data(self.name, self.password, "WPA")

    def open(self) -> None:
        """Open it, or open it again.

        Raises:
            HotspotError: it cannot be opened; nothing is left of it.
        """
        # Untranslated; what nmcli says of a failure is for people.
        devices = _nmcli("--terse", "--fields", "TYPE,STATE", "device", environment={"LC_ALL": "C"}).splitlines()
        if not {device for device in devices if device.startswith("wifi:")} - {"wifi:unavailable", "wifi:unmanaged"}:
            raise HotspotError(to_user("hotspot.no_wifi"))
        self.close()
        settings = {**_PROFILE, f"{_PASSWORD}-flags": "2"}  # it is not kept, but asked for
        if os.geteuid():
            settings["connection.permissions"] = f"user:{getpass.getuser()}"  # his own, for which he needs no rights
        try:
            _nmcli(
                *("connection", "add", "save", "no", "type", "wifi", "con-name", EVENING, "autoconnect", "no"),
                *("ifname", "*", "ssid", self.name),
                *(word for setting in settings.items() for word in setting),
            )
            _nmcli(
                *("--wait", str(_SECONDS_TO_OPEN), "connection", "up", "id", EVENING, "passwd-file", "/dev/stdin"),
                told=f"{_PASSWORD}:{self.password}\n",
                seconds=_SECONDS_TO_OPEN,
            )
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close it, if it is open."""
        with suppress(HotspotError):
            _nmcli("--wait", str(_SECONDS_TO_CLOSE), "connection", "delete", "id", EVENING)

    def keep(self) -> None:
        """Let this machine have it from now on.

        Raises:
            OSError: it cannot be kept.
        """
        whole_files.make_folder(_place().parent)
        whole_files.replace(_place(), json.dumps(asdict(self)).encode())

    def keyfile(self) -> str:
        """Return it as a file for NetworkManager, which then opens it wherever it knows no other."""
        written = {
            "connection.id": BOX,
            "connection.type": "802-11-wireless",
            "connection.autoconnect-priority": "-999",  # after every network that it knows
            "802-11-wireless.ssid": self.name,
            _PASSWORD: self.password,
            **_PROFILE,
        }
        file = ConfigParser(interpolation=None)
        for setting, value in written.items():
            section, key = setting.split(".")
            file.setdefault(section, {})
            file[section][key] = value
        text = StringIO()
        file.write(text, space_around_delimiters=False)
        return text.getvalue()


def kept() -> Hotspot | None:
    """Return the network of this machine; None where it never had one, or the file is no use."""
    with suppress(OSError, ValueError, TypeError):
        found = Hotspot(**json.loads(whole_files.content_of(_place())))
        if 1 <= len(found.name.encode()) <= 32 and 8 <= len(found.password) <= 63:  # as Wi-Fi wants it
            return found
    return None


def fresh() -> Hotspot:
    """Return a network that no other machine has."""
    password = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
    return Hotspot(f"narrator-{secrets.token_hex(2)}", password)


def for_the_page(where: str) -> Hotspot | None:
    """Open a network until the program ends, if the page is for the local networks and this machine is on none.

    Return it, also where it is open already; None where there is another network, or nothing to open one with.

    Raises:
        NoAddressError: it cannot be opened.
    """
    if read_address_option(where).address is not None:
        return None
    there = {interface.address for interface in interfaces() if interface.of_the_room}
    opened = ADDRESS in there  # by a program that was killed, or for good
    if not opened and (there or shutil.which("nmcli") is None):
        return None
    try:
        hotspot = kept() or fresh()
        if not opened:
            hotspot.open()
        atexit.register(hotspot.close)
        hotspot.keep()
    except (HotspotError, OSError) as error:
        why = to_user("remote.no_hotspot", why=error)
        raise NoAddressError(f"{to_user('remote.no_network')} ({why})") from error
    return hotspot


def _place() -> Path:
    return user_folder() / "hotspot.json"


def _nmcli(
    *words: str, told: str = "", seconds: float = _SECONDS_TO_CLOSE, environment: Mapping[str, str] | None = None
) -> str:
    """Have NetworkManager do something; return what it says. What it is `told` is read by nmcli alone.

    Raises:
        HotspotError: it refuses, or does not answer; the text is what it says.
    """
    try:
        done = subprocess.run(
            ["nmcli", *words],
            input=told,
            capture_output=True,
            timeout=seconds + _SECONDS_MORE,
            check=True,
            text=True,
            errors="replace",
            env={**os.environ, **(environment or {})},
        )
    except subprocess.CalledProcessError as error:
        raise HotspotError(" ".join(error.stderr.split()) or f"nmcli: {error.returncode}") from error
    except subprocess.TimeoutExpired as error:
        raise HotspotError(to_user("hotspot.slow")) from error
    except OSError as error:
        raise HotspotError(reason(error)) from error
    return done.stdout


if __name__ == "__main__":
    own = kept() or fresh()
    own.keep()
    sys.stdout.write(own.keyfile())
