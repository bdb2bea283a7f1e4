"""The game's end of the page's server: a process that is restarted when it dies, with the sockets it had.

The game never waits for it: of every kind of frame the latest is kept, and written when there is somebody to read it.

Who has the table's page, and its code, is announced through the one inbox, and only by day. A page is given the table
by day, but the narrator may be speaking just then, and night fall before he listens again. What has not been said by
nightfall, or when a window opens, is said afterwards: nothing heard at night comes from what somebody did alone.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from narrator.base.processes.child import Child, ChildLostError, spawned
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.screens.phone.addresses import authority
from narrator.screens.phone.messages import MalformedError, entry_of
from narrator.screens.phone.pairing import fresh_code, fresh_link
from narrator.screens.phone.seats import SeatPhones
from narrator.table.inbox.entry import Order
from narrator.table.inbox.inbox import LiveInbox

_logger = logging.getLogger(__name__)

NEEDED = ("starlette", "uvicorn", "websockets", "segno")
LIVES, IN_SECONDS = 5, 60.0
"""How often the server may die in how many seconds before it is given up."""

SECONDS_GONE, SECONDS_ASLEEP = 20.0, 600.0
"""How long the table's page may be away until another may take its place: without a word, or since nobody looks at it.

A phone may sleep through a debate.
"""

_SECONDS_TO_END = 1.0
_PAIRING = "pairing"
_SEATS = "seats"
_ORDER = ("table", "story", "pockets", _PAIRING, _SEATS, "circle", "public", "greeting")
"""In which kinds of frames are written: what was private is wiped first, and a page that sees the day is admitted."""


class MissingPackagesError(UserError):
    """The page cannot be served; the text says what to install."""


def check_packages() -> None:
    """Make sure that the page can be served.

    Raises:
        MissingPackagesError: a package is not installed.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise MissingPackagesError(to_user("remote.packages", names=", ".join(missing)))


class PageHost:
    """The page of one evening, whatever games are played in it.

    `told` is called with a fresh code when the one before was burnt, `lost` when the server is given up, `paired` when
    a page was given the table (True) or it was taken from one (False), `silent` when the page that has it has fallen
    silent, so that another may take its place, or is back before; all of them from any thread. `code` and `link`
    are what admits a page: six digits to be said, and a long secret to be carried by a QR code.
    """

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        told: Callable[[str], None],
        lost: Callable[[], None],
        paired: Callable[[bool], None] = lambda _given: None,
        silent: Callable[[bool], None] = lambda _gone: None,
    ) -> None:
        self._sockets = sockets
        self._told = told
        self._lost = lost
        self._paired = paired
        self._silent = silent
        self._away: threading.Timer | None = None  # runs while the table's page is away
        self._open = False  # whether it has been for so long that another may take its place
        self._news = threading.Condition()
        self._writing = threading.Lock()  # a pipe is not closed, and its number not given away, while it is written to
        self._latest: dict[str, bytes] = {}
        self._unsent: set[str] = set()
        self._session: str | None = None
        self._inbox: LiveInbox | None = None
        self._seats: SeatPhones | None = None
        self.voted: Callable[[str, int, int, int], None] = lambda _session, _at, _code, _turn: None
        """Called with each vote that comes from a player's phone."""
        self.touched: Callable[[str, bytes], None] = lambda _session, _code: None
        """Called with what such a phone sends when it is lit."""
        self.seating = False
        """Whether players have phones of their own: then the table's page may ask for another of these."""
        self._closed = False
        self._willing = True
        self._burnt = False
        self._round = 0  # of pairing: what was named for an earlier one is worth nothing
        self._decided: str | None = None
        self.code = self.link = ""
        self.renew()
        self._process = self._started()
        self._threads = [
            threading.Thread(target=self._write, name="phone, out", daemon=True),
            threading.Thread(target=self._read, name="phone, in", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def addresses(self) -> list[str]:
        """Return what is typed into a browser."""
        return [f"http://{authority(listening)}/" for listening in self._sockets]

    @property
    def pid(self) -> int:
        return self._process.pid

    # --- the game's side ------------------------------------------------------------------------------------

    def send(self, kind: str, frame: bytes) -> None:
        """Send pages a frame in place of the one before of its kind: see `Phone`."""
        with self._news:
            self._latest[kind] = frame
            self._unsent.add(kind)
            self._news.notify()

    def tell_story(self, page: str | None) -> None:
        """Serve the story of a game that is over, or nothing in its place."""
        self.send("story", json.dumps({"story": page}).encode())

    def fill(self, inbox: LiveInbox | None) -> None:
        """Put what the table's page sends into this inbox from now on."""
        self._inbox = inbox

    def admit(self, willing: bool) -> None:
        """Let a page be given the table from now on, or not until told otherwise.

        It is decided here, in the game's own process: no page is admitted after this returns, whatever is on its way.
        """
        with self._news:
            if willing == self._willing:
                return
            self._willing = willing
            _logger.debug("pages are admitted" if willing else "no page is admitted")
            self._put_pairing()
            burnt = self._burnt and willing
        if burnt:
            self._tell_fresh_code()

    def renew(self) -> None:
        """Take the table from the page that has it; another may have it with a code and a link that are new."""
        with self._news:
            self._draw_code()
            self.link = fresh_link()
            had, self._session = self._session is not None, None
            self._await_page(None)
            self._put_pairing()
            if had:
                _logger.info("the table is taken from its page")
                self._paired(False)

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify()
        if self._seats is not None:
            self._seats.close()
        self._process.terminate()
        for thread in self._threads:
            thread.join(_SECONDS_TO_END)
        for listening in self._sockets:
            listening.close()

    def _draw_code(self) -> None:
        self.code, self._burnt, self._round = fresh_code(), False, self._round + 1

    @property
    def free(self) -> bool:
        """Whether a page may be given the table."""
        return self._session is None or self._open

    def _put_pairing(self) -> None:
        given = {
            "round": self._round,
            "code": self.code if self.free else None,
            "link": self.link if self.free else None,
            "session": self._session,
            "closed": not self._willing,
            "decided": self._decided,
        }
        self.send(_PAIRING, json.dumps({_PAIRING: given}).encode())

    # --- the server's side ----------------------------------------------------------------------------------

    def _started(self) -> Child:
        """Start the server. No secret is among its arguments."""
        descriptors = [listening.fileno() for listening in self._sockets]
        return Child(spawned("narrator.screens.phone.server", *map(str, descriptors), descriptors=descriptors))

    def _write(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._unsent or self._closed)
                if self._closed:
                    return
                process, kinds = self._process, sorted(self._unsent, key=_ORDER.index)
                lines = b"".join(self._latest[kind] + b"\n" for kind in kinds)
                self._unsent.clear()
            with self._writing, suppress(ChildLostError):  # the one that follows is sent everything
                process.write(lines, None)

    def _read(self) -> None:
        deaths: list[float] = []
        while True:
            with suppress(ChildLostError):
                while True:
                    self._take(self._process.receive(None))
            with self._writing:
                self._process.kill()
            deaths = [*(at for at in deaths if at > time.monotonic() - IN_SECONDS), time.monotonic()]
            with self._news:
                if self._closed:
                    return
                if len(deaths) >= LIVES or not self._start_again():
                    break
        self._lost()

    def _start_again(self) -> bool:
        """Restart the server with the present state; False if the machine has no room for it."""
        try:
            self._process = self._started()
        except OSError as error:
            _logger.warning("the page's server is not started again: %s", error)
            return False
        self._put_pairing()
        self._await_page(SECONDS_GONE)
        if self._seats is not None:
            self._seats.miss()
        self._unsent.update(self._latest)
        return True

    def _take(self, said: dict[str, Any]) -> None:
        match said:
            case {"join": str(session), "link": str(link), "before": before}:
                self._join(session, link, before)
            case {"phone": str(session), **told}:
                self._hear_phone(session, told)
            case {"say": say, "turn": int(turn)}:
                self._pass_on(say, turn)
            case {"session": str(session), "round": int(number)}:
                self._give(session, number)
            case {"burnt": int(number)}:
                self._replace_burnt(number)
            case {"there": True}:
                self._await_page(None)
            case {"asleep": bool(asleep)}:
                self._await_page(SECONDS_ASLEEP if asleep else SECONDS_GONE)
            case _:
                pass

    def _give(self, session: str, number: int) -> None:
        """Decide whether the page that named what admits in this round of pairing is given the table."""
        with self._news:
            given = self._willing and self.free and number == self._round
            if given:
                self._await_page(None)
                self._session, self._round = session, self._round + 1
                self._await_page(SECONDS_GONE)  # until it comes
            self._decided = session
            self._put_pairing()
            _logger.info("a page is given the table" if given else "a page is refused")
            if given:
                self._paired(True)

    def _replace_burnt(self, number: int) -> None:
        """Draw another code; by night the table is told of it, and may use it, in the morning."""
        with self._news:
            if not self.free or number != self._round:
                return
            _logger.info("a code is burnt")
            self._burnt = True
            if not self._willing:
                return
        self._tell_fresh_code()

    def _tell_fresh_code(self) -> None:
        with self._news:
            self._draw_code()
            self._put_pairing()
            code = self.code
        self._told(code)

    def _await_page(self, seconds: float | None) -> None:
        """Wait for so long for the page that has the table, then let another take its place; None where it is there."""
        with self._news:
            if self._away is not None:
                self._away.cancel()
                self._away = None
            if seconds is not None and self._session is not None:
                self._away = threading.Timer(seconds, self._give_up_page)
                self._away.daemon = True
                self._away.start()
            elif self._open:
                self._open = False
                self._put_pairing()
                self._silent(False)

    def _give_up_page(self) -> None:
        with self._news:
            if self._away is not threading.current_thread() or self._closed:
                return  # it has come back just now
            _logger.info("the table's page is silent")
            self._open, self.link = True, fresh_link()
            self._draw_code()
            self._put_pairing()
            self._silent(True)

    # --- the players' phones --------------------------------------------------------------------------------

    def seat(self, seats: SeatPhones) -> None:
        """Let the phones of players in from now on."""
        self._seats = seats
        self.put_seats()

    def put_seats(self, decided: str | None = None) -> None:
        """Tell the server which phones there are, and what admits the next."""
        with self._news:
            if self._seats is None:
                return
            code, sessions = self._seats.code, [one.session for one in self._seats.holders]
            link = None if code is None else code.link
            given = {"link": link, "digits": self._seats.digits, "sessions": sessions, "decided": decided}
            self.send(_SEATS, json.dumps({_SEATS: given}).encode())

    def _join(self, session: str, link: str, before: str | None) -> None:
        if self._seats is not None and self._willing:
            self._seats.join(session, link, before)
        self.put_seats(session)

    def _hear_phone(self, session: str, told: dict[str, Any]) -> None:
        """Take in what a player's phone says, or that it comes or goes; what no page of ours says comes to nothing."""
        if self._seats is None:
            return
        match told:
            case {"there": True}:
                self._seats.come(session)
            case {"asleep": bool(asleep)}:
                self._seats.go(session, asleep=asleep)
            case {"say": {"sit": int(seat), "name": str(name), **rest}} if not rest and self._willing:
                self._seats.sit(session, seat, name)
            case {"say": {"sit": int(seat), **rest}} if not rest and self._willing:
                self._seats.sit(session, seat)
            case {"say": {"vote": [int(at), int(code)], **rest}, "turn": int(turn)} if not rest and 0 <= code < 256:
                self.voted(session, at, code, turn)
            case {"say": {"touched": str(code), **rest}} if not rest and len(code) == len("AAA="):
                with suppress(ValueError):
                    self.touched(session, b64decode(code, validate=True))
            case _:
                _logger.warning("a player's phone says what it cannot")

    def _pass_on(self, say: dict[str, Any], turn: int) -> None:
        """Put what the table's page said into the inbox; what no page of ours says comes to nothing."""
        inbox = self._inbox
        if inbox is None or turn > inbox.moment.slot:
            return
        try:
            inbox.put(Order.PHONE if self.seating and say == {"order": "phone"} else entry_of(say), turn)
        except MalformedError:
            _logger.warning("a page says what is no entry")


PAIRED, TAKEN, SILENT = "phone.paired", "phone.taken", "phone.silent"
"""The lines: a page was given the table, it was taken from one, or the one that has it has fallen silent."""
