"""Who holds which seat with a phone of his own: codes, each good for one phone, and the one-time pad in each.

What is private to a seat crosses the network as a few bytes, each combined with a byte of the pad that the phone's own
QR code carried in its fragment, which no browser sends. No byte is used twice, whatever is started again or taken
back: what is used up is on disk before anything is sent. What the phone sends uses bytes of its own.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from base64 import b32encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from narrator.base.closing import Later
from narrator.base.whole_files import replace
from narrator.screens.phone.pads import LARGEST
from narrator.screens.phone.pairing import fresh_code, is_same
from narrator.table.setup.circle import read_names

_logger = logging.getLogger(__name__)

DOWN, UP = 48, 24
"""Bytes of a pad for what a phone is shown, and for what it sends; what follows is for nights."""
NIGHTS, MORE_NIGHTS = 296, 612
"""Bytes of a pad for nights: as many as a code of 77 columns holds, or one of 101."""
A_NIGHT = 200
"""Bytes of a pad that are set apart as a night begins: what it does not use is given back in the morning."""
AT_LEAST = 100
"""Bytes of a pad without which no night begins; fewer will do where the night before took fewer."""
LASTS = 12 * 3600.0
"""Seconds for which a phone keeps its seat."""
MOST = 64
"""Phones at a table."""
SECONDS_GONE, SECONDS_ASLEEP = 20.0, 600.0
"""How long a phone may be away before it counts as silent: without a word, or since nobody looks at it."""


ASKED = "seats.asks"
"""The line that asks the table whether a phone may have a seat."""


Refusal = Callable[[tuple[str, ...]], str]
"""Tells why these cannot be the names by seat, where an empty one is none; nothing where they can."""


def in_a_thread(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Do something in a thread of its own, after so many seconds."""
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()
    return timer.cancel


class PadEndedError(Exception):
    """The pad of a phone is used up: it needs another code."""


@dataclass
class Holder:
    """A phone: the digest of its cookie's secret, its pad, and how much of that is used; the seat that it has or wants.

    A phone that joined by a typed code has no pad: what it is shown, and what it sends, crosses the network as it is.
    `since` is the time of the day, in seconds of the epoch, at which it came; `name` whose it is, once that is known.
    """

    session: str
    pad: str
    since: float
    seat: int = 0
    name: str = ""
    asks: int = 0
    down: int = 0
    up: int = 0
    night: int = 0

    @property
    def nights(self) -> int:
        """Return how many bytes of its pad are for nights."""
        return len(self.pad) // 2 - DOWN - UP

    def combine(self, at: int, text: bytes) -> bytes:
        """Combine a text with the bytes of the pad from that one of the nights on."""
        return _combined(text, bytes.fromhex(self.pad)[DOWN + UP + at :])

    def seal(self, plain: bytes) -> tuple[int, bytes]:
        """Use up as many bytes of the pad as are given; return where they begin, and what crosses the network.

        Raises:
            PadEndedError: there are not so many left.
        """
        if not self.pad:
            return 0, plain
        at = self.down
        if at + len(plain) > DOWN:
            raise PadEndedError
        self.down += len(plain)
        return at, _combined(plain, bytes.fromhex(self.pad)[at:])

    def open(self, at: int, code: int) -> int:
        """Return the byte that was sent with this byte of the pad.

        Raises:
            PadEndedError: that byte of the pad was used before, or does not exist.
        """
        if not self.pad:
            return code
        if not max(self.up, 0) <= at < UP:
            raise PadEndedError
        self.up = at + 1
        return code ^ bytes.fromhex(self.pad)[DOWN + at]


def _combined(plain: bytes, pad: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(plain, pad, strict=False))


class SeatCode:
    """What one phone scans: what admits it, and its pad; in letters that a QR code holds closely."""

    def __init__(self, nights: int = 0) -> None:
        self.link = b32encode(secrets.token_bytes(15)).decode()
        self.pad = secrets.token_bytes(DOWN + UP + nights)

    @property
    def fragment(self) -> str:
        return f"{self.link}.{b32encode(self.pad).decode().rstrip('=')}"


class SeatPhones:
    """The phones of one evening, kept in the file `kept`. Safe for any thread.

    `changed` is called when who is admitted, or who has which seat, has changed; `told` with a line and a seat when the
    table is to know of something.
    """

    def __init__(
        self,
        kept: Path,
        changed: Callable[[], None],
        told: Callable[[str, int], None],
        clock: Callable[[], float] = time.time,
        after: Later = in_a_thread,
    ) -> None:
        self.lock = threading.RLock()
        self.players = 0
        self.names: tuple[str, ...] = ()
        """The first names by seat, where they were said."""
        self.naming = False
        """Whether they were not, and each player types his own."""
        self.dealt = False
        """Whether cards are dealt: from then on a phone gets a seat with the table's consent alone."""
        self.nights = 0
        """Bytes of each new pad for nights that are played on these phones."""
        self.code: SeatCode | None = None
        self.digits: str | None = None
        """What many phones may type where no screen shows a code to scan."""
        self._refused: dict[str, str] = {}
        self._refusal: Refusal = lambda _names: ""
        self._kept = kept
        self._changed = changed
        self._told = told
        self._clock = clock
        self._after = after
        self._away: dict[str, Callable[[], None]] = {}  # what ends the wait for a phone that has gone
        self._silent: set[str] = set()
        self._here: set[str] = set()
        self._holders = self._read()
        self._used: dict[str, tuple[int, int]] = {}  # what a night has used of each pad, and up to where it may
        self._awaited: dict[str, int] = {}  # under which bytes of its pad each is to send
        self._before: dict[str, int] = {}  # where the pads stood as the night began
        self._cost = AT_LEAST

    # --- who there is ---------------------------------------------------------------------------------------------

    @property
    def holders(self) -> list[Holder]:
        with self.lock:
            return [*self._holders.values()]

    def holder(self, seat: int) -> Holder | None:
        return next((one for one in self.holders if one.seat == seat), None)

    @property
    def seated(self) -> tuple[int, ...]:
        """Return the seats of the game that have a phone."""
        return tuple(sorted(one.seat for one in self.holders if 0 < one.seat <= self.players))

    @property
    def there(self) -> tuple[int, ...]:
        """Return the seats whose phones are connected."""
        return tuple(sorted(one.seat for one in self.holders if one.seat and one.session in self._here))

    def all_answer(self, *, at_night: bool = False) -> bool:
        """Whether every seat of the game has a phone that is not silent; `at_night` with enough of its pad left."""
        with self.lock:
            answering = [one for one in self._holders.values() if one.session not in self._silent]
            seats = {one.seat for one in answering if not at_night or self._lasts(one)}
        return {*range(1, self.players + 1)} <= seats

    def begin(self, players: int, names: Sequence[str] = (), refusal: Refusal | None = None) -> None:
        """Begin a game of so many: who has a phone keeps his seat, or follows his name to another.

        Where there is a `refusal` and no names, each player types his own.
        """
        with self.lock:
            self.players, self.names, self.dealt = players, tuple(names), False
            self.naming = refusal is not None and not names
            self._refusal = refusal or (lambda _names: "")
            for holder in self._holders.values():
                holder.asks = 0
                if names and holder.name:
                    holder.seat = self.names.index(holder.name) + 1 if holder.name in names else 0
                elif holder.seat > players:
                    holder.seat = 0
            self._keep()

    def named(self) -> tuple[str, ...]:
        """Return the first names by seat, as they were said or typed; none where nobody has one."""
        typed = {one.seat: one.name for one in self.holders}
        names = self.names or tuple(typed.get(seat, "") for seat in range(1, self.players + 1))
        return names if any(names) else ()

    def offer(self, willing: bool, *, typed: bool = False) -> None:
        """Draw a code for one phone to scan, and where that is wanted one that is `typed`; or offer none."""
        with self.lock:
            self.code = SeatCode(self.nights) if willing else None
            self.digits = fresh_code() if willing and typed else None
        self._changed()

    # --- what phones do -------------------------------------------------------------------------------------------

    def join(self, session: str, link: str, before: str | None) -> bool:
        """Let in a phone that has scanned the code, or to which it was typed.

        `before` is its own session of earlier, whose seat it keeps.
        """
        with self.lock:
            scanned = self.code is not None and is_same(link, self.code.link)
            typed = self.digits is not None and is_same(link, self.digits)
            if not (scanned or typed) or len(self._holders) >= MOST:
                return False
            old = self._holders.pop(before, None) if before else None
            pad = self.code.pad.hex() if scanned and self.code is not None else ""
            fresh = Holder(session, pad, self._clock(), *((old.seat, old.name) if old else ()))
            self._holders[session] = fresh
            if self.dealt:
                self.code = self.digits = None
            elif scanned:
                self.code = SeatCode(self.nights)
            self._keep()
        if fresh.seat:
            self._told("seats.taken", fresh.seat)
        self._changed()
        return True

    def sit(self, session: str, seat: int, text: str = "") -> None:
        """Give a phone the seat that it names, before the deal; afterwards ask the table for it.

        A seat whose phone answers is never given away. Where no names were said, its player has typed his own: why it
        cannot be is told on his phone.
        """
        with self.lock:
            phone, other = self._holders.get(session), self.holder(seat)
            if phone is None or not 0 < seat <= self.players:
                return
            if other is not None and other is not phone and other.session not in self._silent:
                return
            (name, *_) = self.names[seat - 1 : seat] or read_names(f"{text},") or ("",)
            if phone.seat == seat and phone.name == name:
                return
            typed = {one.seat: one.name for one in self._holders.values() if one is not phone} | {seat: name}
            why = "" if self.names else self._refusal(tuple(typed.get(its, "") for its in range(1, self.players + 1)))
            self._refused[session] = why
            line = "" if why else self._seat(phone, other, seat, name)
        if line or why:
            self._changed()
        if line:
            self._told(line, seat)

    def _seat(self, phone: Holder, other: Holder | None, seat: int, name: str) -> str:
        """Give a phone a seat, or have it ask for it; return the line that tells the table, empty where neither is."""
        if self.dealt or (other is not None and other is not phone):
            if phone.seat or phone.asks == seat:
                return ""
            phone.asks, line = seat, ASKED
        else:
            phone.seat, phone.name, line = seat, name, "seats.taken"
        self._keep()
        return line

    def refused(self, session: str) -> str:
        """Return why the name that was typed on a phone cannot be; nothing where it can."""
        return self._refused.get(session, "")

    def decide(self, seat: int, given: bool) -> None:
        """Give a seat to the phone that asked for it last; not `given`, or held by a phone that is back, let it out."""
        with self.lock:
            phone = next((one for one in reversed(self._holders.values()) if one.asks == seat), None)
            if phone is None:
                return
            other, phone.asks = self.holder(seat), 0
            given = given and (other is None or other.session in self._silent)
            if given:
                phone.seat, phone.name = seat, "".join(self.names[seat - 1 : seat])
            gone = other if given else phone
            if gone is not None:
                del self._holders[gone.session]
            self._keep()
        if given:
            self._told("seats.taken", seat)
        self._changed()

    def come(self, session: str) -> None:
        """Take in that a phone is connected."""
        self._await(session, None)

    def go(self, session: str, *, asleep: bool) -> None:
        """Take in that a phone has gone: who looks away comes back."""
        self._await(session, SECONDS_ASLEEP if asleep else SECONDS_GONE)

    def miss(self) -> None:
        """Wait for every phone that there is: the server begins anew."""
        for holder in self.holders:
            self._await(holder.session, SECONDS_ASLEEP)

    def _await(self, session: str, seconds: float | None) -> None:
        with self.lock:
            if (stop := self._away.pop(session, None)) is not None:
                stop()
            if session not in self._holders:
                return
            if seconds is None:
                self._here.add(session)
                self._silent.discard(session)
            else:
                self._here.discard(session)
                self._away[session] = self._after(seconds, lambda: self._hush(session))
        self._changed()

    def _hush(self, session: str) -> None:
        with self.lock:
            if self._away.pop(session, None) is None or session not in self._holders:
                return  # it has come back just now
            self._silent.add(session)
            seat = self._holders[session].seat
        if seat:
            self._told("seats.silent", seat)
        self._changed()

    def close(self) -> None:
        with self.lock:
            for stop in self._away.values():
                stop()

    # --- what crosses the network ---------------------------------------------------------------------------------

    def seal(self, plain: Mapping[str, bytes]) -> dict[str, tuple[int, bytes]]:
        """Return what is sent to these phones; one whose pad is used up gets nothing. It is used up on disk before.

        Raises:
            OSError: that cannot be stored: nothing may be sent.
        """
        sealed = {}
        with self.lock:
            self._end_night()
            for session, text in plain.items():
                try:
                    sealed[session] = self._holders[session].seal(text)
                except (KeyError, PadEndedError):
                    _logger.info("a phone needs another code")
            self._keep(strictly=True)
        return sealed

    def open(self, session: str, at: int, code: int) -> int | None:
        """Return what a phone sent; None where it could not have."""
        with self.lock:
            try:
                opened = self._holders[session].open(at, code)
                self._keep(strictly=True)
            except (KeyError, PadEndedError, OSError):
                return None
        return opened

    # --- at night -------------------------------------------------------------------------------------------------

    @property
    def lit(self) -> tuple[int, ...]:
        """Return the seats whose phones are there, with enough of their pads left for another night."""
        with self.lock:
            enough = {one.seat for one in self._holders.values() if self._lasts(one)}
        return tuple(seat for seat in self.there if seat in enough)

    def _lasts(self, holder: Holder) -> bool:
        """Whether the table is no larger than a pad can tell of, and enough of a phone's is left for another night."""
        return self.players <= LARGEST and holder.nights - holder.night >= self._cost

    def begin_night(self) -> None:
        """Set apart on disk what a night may use of each pad: until the morning nothing waits for the disk."""
        with self.lock:
            self._used = {
                session: (one.night, min(one.night + A_NIGHT, one.nights)) for session, one in self._holders.items()
            }
            self._before = {session: at for session, (at, _) in self._used.items()}
            for session, (_, most) in self._used.items():
                self._holders[session].night = max(self._holders[session].night, most)
            try:
                self._keep(strictly=True)
            except OSError:
                self._used.clear()

    def light(self, plain: Mapping[str, bytes], back: int) -> dict[str, tuple[int, bytes]]:
        """Return what these phones are shown, and where their bytes begin; `back` more are for what each then sends.

        One of whose pad too little was set apart gets nothing.
        """
        lit = {}
        with self.lock:
            if not self._used:
                self.begin_night()  # the program was started again at night
            self._awaited.clear()
            for session, text in plain.items():
                at, most = self._used.get(session, (0, 0))
                if at + len(text) + back > most:
                    continue
                self._used[session] = at + len(text) + back, most
                lit[session] = at, self._holders[session].combine(at, text)
                if back:
                    self._awaited[session] = at + len(text)
        return lit

    def hear(self, session: str, code: bytes) -> bytes | None:
        """Return what a phone sent, once for each time that it was lit; None where it could not have."""
        with self.lock:
            at = self._awaited.pop(session, None)
            return None if at is None or session not in self._holders else self._holders[session].combine(at, code)

    def _end_night(self) -> None:
        """Give back what was set apart and not used."""
        for session, (at, _) in self._used.items():
            if session in self._holders:
                self._holders[session].night = at
        if self._used:
            self._cost = min(AT_LEAST, max(at - self._before[session] for session, (at, _) in self._used.items()))
        self._used.clear()
        self._awaited.clear()

    # --- on disk --------------------------------------------------------------------------------------------------

    def _keep(self, *, strictly: bool = False) -> None:
        content = json.dumps([asdict(holder) for holder in self._holders.values()]).encode()
        try:
            replace(self._kept, content)
        except OSError as error:
            _logger.warning("the phones of the players are not kept: %s", error)
            if strictly:
                raise

    def _read(self) -> dict[str, Holder]:
        """Return the phones of an evening that goes on; what cannot be read is none."""
        try:
            read = [Holder(**one) for one in json.loads(self._kept.read_bytes())]
            return {one.session: one for one in read if 0 <= self._clock() - one.since < LASTS}
        except (OSError, ValueError, TypeError):
            return {}
