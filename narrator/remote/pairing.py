"""Pairing: who keys the short code of the game first has the table's page, alone, until the terminal gives it away.

A code can be spoken across a table, so it is short; what keeps strangers out is how rarely they may guess. Wrong codes
lock their sender out, longer each time, and so many of them from anywhere burn the code.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

DIGITS = 6
FREE = 3
"""Wrong codes that cost their sender nothing."""
LONGEST_LOCK = 900.0
"""Seconds after which a sender may always try again."""
BURNS = 20
"""Wrong codes after which a code is worth nothing: a guesser's chance is 20 in a million for each code."""
_SENDERS = 512  # remembered at a time


@dataclass(frozen=True)
class Admitted:
    """The code was right: the secret is the table's page from now on."""

    secret: str


@dataclass(frozen=True)
class Refused:
    """The code was not taken: it was `wrong`, or not looked at, since its sender is `locked` or the table `taken`.

    `seconds` is how long the sender must wait before he is listened to again.
    """

    reason: str
    seconds: float = 0.0


def fresh_code() -> str:
    """Draw a code."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def digest_of(secret: str) -> str:
    """Return what may be kept of a page's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Pairing:
    """The code of the game, and the one page that is the table's. `session` is the digest of that page's secret."""

    def __init__(self, clock: Callable[[], float], code: str | None = None, session: str | None = None) -> None:
        self._clock = clock
        self._code = code
        self._wrong = 0
        self._locked: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self.session = session

    @property
    def burnt(self) -> bool:
        """Whether nobody can be admitted before a fresh code comes."""
        return self._code is None and self.session is None

    def renew(self, code: str) -> None:
        """Take a fresh code; whoever had the table has it no more."""
        self._code, self._wrong, self.session = code, 0, None

    def attempt(self, code: str, sender: str) -> Admitted | Refused:
        """Hear a code from a network address."""
        if self.session is not None:
            return Refused("taken")
        sender = _household(sender)
        tries, until = self._locked.get(sender, (0, 0.0))
        if self._code is None or self._clock() < until:
            return Refused("locked", max(1.0, until - self._clock()))
        if hmac.compare_digest(code.encode(), self._code.encode()):
            self._locked.clear()
            secret = secrets.token_urlsafe(32)
            self._code, self.session = None, digest_of(secret)
            return Admitted(secret)
        self._wrong += 1
        if self._wrong >= BURNS:
            self._code = None
        wait = 0.0 if tries + 1 < FREE else min(2.0 ** (tries + 1 - FREE), LONGEST_LOCK)
        self._locked[sender] = (tries + 1, self._clock() + wait)
        self._locked.move_to_end(sender)
        if len(self._locked) > _SENDERS:
            self._locked.popitem(last=False)
        return Refused("wrong", wait)

    def holds(self, secret: str) -> bool:
        """Whether this is the secret of the table's page."""
        return self.session is not None and hmac.compare_digest(digest_of(secret), self.session)


def _household(address: str) -> str:
    """Return what one guesser cannot change at will: an IPv4 address, or the network of an IPv6 address."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(read) if read.version == 4 else str(ipaddress.ip_network((read, 64), strict=False))
