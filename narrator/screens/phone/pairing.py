"""Pairing: the first page with the six-digit code or the long secret has the table, alone; wrong codes are locked out.

A code can be spoken across a table, so it is short; what keeps strangers out is how rarely they may guess. Wrong codes
lock their sender out, longer each time, and so many of them from anywhere burn the code. The secret, which a QR code
carries, cannot be guessed: it is never locked, so that no guesser can keep the table from its own phone.

By night, and in a window, nobody is admitted, and nothing that is named then is even looked at.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

DIGITS = 6
FREE = 3
"""Wrong codes that cost their sender nothing."""
LONGEST_LOCK = 900.0
"""Seconds after which a sender may always try again."""
BURNS = 20
"""Wrong codes after which a code is worth nothing: a guesser's chance is 20 in a million for each code."""
_SENDERS = 512  # remembered at a time
_LINK_BYTES = 16
"""Of the long secret: 128 bits, which no number of tries finds."""


@dataclass(frozen=True)
class Admitted:
    """What was named was right: who has this secret is the table's page from now on."""

    secret: str


RefusalReason: TypeAlias = Literal["wrong", "stale", "locked", "taken", "asleep"]


@dataclass(frozen=True)
class Refused:
    """Nobody was admitted.

    The code was `wrong`, or the long secret `stale`; or they were not looked at, since the sender is `locked`, the
    table `taken`, or everybody `asleep`.

    `seconds` is how long the sender must wait before he is listened to again.
    """

    reason: RefusalReason
    seconds: float = 0.0


def fresh_code() -> str:
    """Draw a code."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def fresh_link() -> str:
    """Draw a long secret, in letters that an address may hold."""
    return secrets.token_urlsafe(_LINK_BYTES)


def digest_of(secret: str) -> str:
    """Return what may be kept of a page's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Pairing:
    """What admits a page, and the one page that is the table's.

    `session` is the digest of that page's secret; nobody is admitted while it is `closed`. A link beside a session
    admits another page in its place.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        code: str | None = None,
        session: str | None = None,
        *,
        link: str | None = None,
    ) -> None:
        self.closed = False
        self._clock = clock
        self._code = code
        self._link = link
        self._wrong = 0
        self._locked: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self.session = session

    @property
    def open(self) -> bool:
        """Whether a page may be given the table: no page has it, or the one that has it has fallen silent."""
        return self.session is None or self._link is not None

    @property
    def burnt(self) -> bool:
        """Whether no code admits anybody before a fresh one comes."""
        return self._code is None and self.open

    def follow(self, link: str) -> Admitted | Refused:
        if (refused := self._unheard()) is not None:
            return refused
        if self._link is None or not is_same(link, self._link):
            return Refused("stale")
        return self._admit()

    def attempt(self, code: str, sender: str) -> Admitted | Refused:
        refused = self._unheard() or self.check(code, sender)
        return self._admit() if refused is None else refused

    def check(self, code: str, sender: str) -> Refused | None:
        """Return why a code admits nobody now; None where it is right: it stays what admits."""
        sender = _household(sender)
        tries, until = self._locked.get(sender, (0, 0.0))
        if self._code is None or self._clock() < until:
            return Refused("locked", max(1.0, until - self._clock()))
        if is_same(code, self._code):
            return None
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

    def _unheard(self) -> Refused | None:
        if self.closed:
            return Refused("asleep")
        return None if self.open else Refused("taken")

    def _admit(self) -> Admitted:
        """Give the table to a page; what admitted it admits nobody else."""
        self._locked.clear()
        secret = secrets.token_urlsafe(32)
        self._code, self._link, self.session = None, None, digest_of(secret)
        return Admitted(secret)


def is_same(named: str, right: str) -> bool:
    """Compare in a time that does not tell how much is right, whatever a stranger has named."""
    return hmac.compare_digest(named.encode(errors="surrogatepass"), right.encode())


def _household(address: str) -> str:
    """Return what one guesser cannot change at will: an IPv4 address, or the network of an IPv6 address."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(read) if read.version == 4 else str(ipaddress.ip_network((read, 64), strict=False))
