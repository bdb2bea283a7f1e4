"""Where the phone's page listens, and how people find it: in letters, as a QR code, on a label for a box.

Unless it was told another address, it listens at those of this machine's local networks; never at a public address, a
tunnel or a network of containers, for the page is for the people in the room.
"""

from __future__ import annotations

import errno
import fcntl
import ipaddress
import socket
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, zip_longest
from typing import Any

from narrator.base.sentences import reason, to_user, unbroken
from narrator.base.user_error import UserError

PORT = 8642
"""Where the page is looked for, unless it is told or taken."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_SIOCGIFFLAGS, _SIOCGIFADDR = 0x8913, 0x8915  # from linux/sockios.h
_UP, _LOOPBACK, _POINT_TO_POINT = 0x1, 0x8, 0x10  # from linux/if.h
_BACKLOG = 128
_UNNAMED = 80  # the port that browsers leave out
_NOT_A_ROOM = ("docker", "veth", "virbr", "br-", "lxc", "podman", "cni")
"""How interfaces to containers and virtual machines begin: nobody at the table is there."""


class NoAddressError(UserError):
    """The page cannot listen; the text says why, and what to do."""


@dataclass(frozen=True)
class Interface:
    """An interface to a network, as the system tells it."""

    name: str
    flags: int
    address: Address

    @property
    def of_the_room(self) -> bool:
        """Whether the people in the room can be behind it."""
        outside = not self.flags & _UP or self.flags & (_LOOPBACK | _POINT_TO_POINT)
        return not outside and not self.name.startswith(_NOT_A_ROOM) and not self.address.is_global


def interfaces() -> list[Interface]:
    """Return this machine's interfaces that have an IPv4 address."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                flags = fcntl.ioctl(asking, _SIOCGIFFLAGS, request)
                address = fcntl.ioctl(asking, _SIOCGIFADDR, request)
            except OSError:
                continue  # it has no such address
            (bits,) = struct.unpack_from("H", flags, 16)
            found.append(Interface(name, bits, ipaddress.IPv4Address(address[20:24])))
    return found


def local_addresses(known: Sequence[Interface]) -> list[Address]:
    """Return the addresses under which the people in the room reach this machine.

    Raises:
        NoAddressError: there is none.
    """
    found = list(dict.fromkeys(interface.address for interface in known if interface.of_the_room))
    if not found:
        raise NoAddressError(to_user("remote.no_network"))
    return found


def on_a_network() -> bool:
    """Whether the people in the room can reach this machine."""
    return any(interface.of_the_room for interface in interfaces())


@dataclass(frozen=True)
class AddressOption:
    """Where to listen, as it was written. No address: at those of the local networks. No port: the usual one."""

    address: Address | None = None
    port: int | None = None


def read_address_option(text: str) -> AddressOption:
    """Read `ADDRESS`, `ADDRESS:PORT`, `[IPV6]:PORT`, or nothing.

    Raises:
        NoAddressError: it is none of these.
    """
    if not text:
        return AddressOption()
    host, _, port = text.rpartition(":") if text.count(":") == 1 or "]:" in text else (text, "", "")
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        raise NoAddressError(to_user("remote.no_address", given=text)) from None
    if address.is_unspecified or address.is_multicast or (address.version == 6 and address.is_link_local):
        raise NoAddressError(to_user("remote.not_reached", address=address))
    if port and not (port.isascii() and port.isdecimal() and len(port) <= 5 and 1 <= int(port) <= 65535):
        raise NoAddressError(to_user("remote.no_port", given=port))
    return AddressOption(address, int(port) if port else None)


def listen(text: str, known: Sequence[Interface] | None = None) -> list[socket.socket]:
    """Open listening sockets where the text says; they stay open when the server behind them is started again.

    Raises:
        NoAddressError: nothing can be listened to there.
    """
    options = read_address_option(text)
    addresses = (
        local_addresses(interfaces() if known is None else known) if options.address is None else [options.address]
    )
    try:
        return _listening(addresses, options.port or PORT)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and options.port is None:
            return _listening(addresses, 0)
        where = ", ".join(map(str, addresses))
        told = to_user("remote.not_listening", where=where, port=options.port or PORT, why=reason(error))
        raise NoAddressError(told) from error


def _listening(addresses: Sequence[Address], port: int) -> list[socket.socket]:
    """Listen at all of these addresses, at one port; 0 is any that is free."""
    found: list[socket.socket] = []
    try:
        for address in addresses:
            family = socket.AF_INET if address.version == 4 else socket.AF_INET6
            opened = socket.socket(family, socket.SOCK_STREAM)
            found.append(opened)
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind((str(address), port))
            opened.listen(_BACKLOG)
            port = opened.getsockname()[1]
    except OSError:
        for opened in found:
            opened.close()
        raise
    return found


def local_name() -> str | None:
    """Return the name under which the local network finds this machine (multicast DNS, RFC 6762); None without one.

    It is the host name that Avahi announces. No name server on the internet answers for `.local`, so that no foreign
    page can come under such a name.
    """
    name = socket.gethostname().partition(".")[0].lower()
    return None if name in ("", "localhost") else f"{name}.local"


def authority(listening: socket.socket) -> str:
    """Return what a browser names in its address line for this socket: `192.168.1.20:8642`."""
    return _authority(*listening.getsockname()[:2])


def authorities(sockets: Sequence[socket.socket]) -> frozenset[str]:
    """Return all that a browser may name for these sockets: their addresses, and the name of this machine."""
    ports = {listening.getsockname()[1] for listening in sockets}
    name = local_name()
    named = {_authority(name, port) for port in ports} if name else set()
    return frozenset({*map(authority, sockets), *named})


def lasting_authority(text: str) -> str:
    """Return under what the page is found on any evening, for a label: the address in `text`, or this machine's name.

    Raises:
        NoAddressError: the text is no address, or it is empty and the machine has no name.
    """
    options = read_address_option(text)
    host = local_name() if options.address is None else str(options.address)
    if host is None:
        raise NoAddressError(to_user("label.no_name"))
    return _authority(host, options.port or PORT)


def _authority(host: str, port: int) -> str:
    named = f"[{host}]" if ":" in host else host
    return named if port == _UNNAMED else f"{named}:{port}"


# --- for cameras ------------------------------------------------------------------------------------------------


_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_BORDER = 2
"""Light squares around a QR code, so that a camera finds it: four are asked for, and two do."""


def qr_code(address: str) -> list[str]:
    """Draw an address as lines of half blocks, light where the code is light: terminals are dark.

    Its fragment takes less room where it has capital letters and digits alone.
    """
    import segno  # the page's server draws no code

    where, mark, fragment = address.partition("#")
    parts: Any = [where + mark, fragment] if fragment else address
    code = segno.make(parts, error="l", micro=False)
    rows = [[not dark for dark in row] for row in code.matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return [
        "".join(_HALVES[upper, lower] for upper, lower in zip(rows[row], rows[row + 1], strict=True))
        for row in range(0, len(rows), 2)
    ]


def poster(addresses: Sequence[str], sentence: str, *, letters: str, columns: int) -> str:
    """Return the sentence, and over it the QR codes of addresses; one may hold the long secret that admits a page.

    The secret is the fragment of the address, which browsers keep to themselves; in letters it stands nowhere.
    The codes are drawn where the terminal has the letters and the room, from left to right or from top to bottom;
    `letters` is the encoding of the terminal.
    """
    drawn = [code for code in map(qr_code, addresses) if len(code[0]) <= columns]
    try:
        "".join(_HALVES.values()).encode(letters)
    except (UnicodeEncodeError, LookupError):
        drawn = []
    if len(drawn) > 1 and sum(len(code[0]) for code in drawn) <= columns:
        dark = [" " * len(code[0]) for code in drawn]
        rows = zip_longest(*drawn)
        drawn = [["".join(part or blank for part, blank in zip(row, dark, strict=True)) for row in rows]]
    return "\n".join([*chain.from_iterable(drawn), sentence])


_STYLE = """
@page { margin: 10mm; }
body { margin: 0; background: #fff; color: #000; font: 3.6mm/1.35 system-ui, sans-serif; }
main { box-sizing: border-box; width: 62mm; padding: 4mm; border: .2mm dashed #777; text-align: center; }
svg { display: block; width: 100%; height: auto; }
p { margin: 1.5mm 0 0; }
.address { font-weight: 600; overflow-wrap: anywhere; }
"""


def box_label(address: str, words: Mapping[str, str], language: str, network: tuple[str, str] | None = None) -> str:
    """Return a label for a box as an HTML page with nothing to fetch, 62 mm wide on paper: the width of label tape.

    Whoever sees the box may photograph it. It leads a phone to where it may watch, as anybody's may; only the six
    digits of the evening, which the narrator says, make it the table's. Where the box has a `network` of its own, its
    name and password stand there too, as a QR code says them and in words.
    """
    told = {id_: escape(unbroken(words[id_])) for id_ in ("label.title", "label.scan", "label.code")}
    joining = [] if network is None else [f"<p>{escape(unbroken(network[1]))}</p>", _label_code(network[0])]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(language)}">',
            '<head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{told['label.title']}</title>",
            f"<style>{_STYLE}</style></head>",
            "<body><main>",
            *joining,
            f"<p>{told['label.scan']}</p>",
            _label_code(address),
            f'<p class="address">{escape(address)}</p>',
            f"<p>{told['label.code']}</p>",
            "</main></body></html>",
            "",
        ]
    )


def _label_code(text: str) -> str:
    """Draw a QR code for paper: a quarter of it may be scratched or dirty."""
    import segno

    return segno.make(text, error="q", micro=False).svg_inline(border=4, light="#fff", omitsize=True)
