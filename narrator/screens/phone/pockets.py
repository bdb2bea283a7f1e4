"""The phones of the players in one game: each shows its seat's card and what it was told for good, and takes its vote.

All texts are public, and sent to every phone: each card of the composition, each thing that a seat may be told. Which
of them are one seat's are three bytes, which cross the network under the pad of its phone. In a night that is played
on these phones they are its private screens, all lit at once.
"""

from __future__ import annotations

import json
import logging
import threading
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from narrator.rules.core.answers import NOBODY, Answer, Seats, Token
from narrator.rules.core.effects import Ask, Deed, Effect, Poll, Show
from narrator.rules.core.secrets import Secret, unseal
from narrator.screens.phone.messages import Greeting, ask_data
from narrator.screens.phone.pads import SHOWN, TOUCHED, Pads, PadTexts
from narrator.screens.phone.seats import DOWN, UP, Holder, SeatPhones
from narrator.screens.screens import NoScreen
from narrator.table.inbox.entry import Entry, Order, Unread
from narrator.table.inbox.moment import Moment
from narrator.table.session.known_cards import Kept
from narrator.table.setup.circle import LONGEST_NAME

_logger = logging.getLogger(__name__)

Send = Callable[[str, bytes], None]


@dataclass(frozen=True)
class Prints:
    """All that may stand on a player's phone: cards as (id, heading, text), and notes by their line.

    A note has one text, or as many as there are seats that it may name.
    """

    cards: Sequence[tuple[str, str, str]]
    notes: Mapping[str, Sequence[str]]
    pads: PadTexts = field(default_factory=PadTexts)

    def data(self) -> dict[str, object]:
        cards = [[heading, text] for _, heading, text in self.cards]
        return {"cards": cards, "notes": [*self.notes.values()], "pads": self.pads.data()}

    def code(self, kept: Kept | None) -> bytes:
        """Return the three bytes that say what one seat keeps: which card, which notes, and whom one of them names."""
        if kept is None or kept.card is None:
            return bytes(3)
        ids = [id_ for id_, _, _ in self.cards]
        bits = sum(1 << bit for bit, line in enumerate(self.notes) if line in kept.told)
        named = next((seat for line, seat in kept.told.items() if line in self.notes and seat), 0)
        return bytes((ids.index(kept.card) + 1, bits, named))


class PlayersPhones(NoScreen):
    """The players' phones of one game. `send` sends frames; `put` puts what they enter into the inbox, for a slot.

    At night `ghosts` see what is done: who is dead, as everybody knows. What else a screen is shown comes as a number,
    to `tell` and `ask`, or stands on every page.
    """

    def __init__(
        self,
        seats: SeatPhones,
        prints: Prints,
        greeting: Greeting,
        send: Send,
        put: Callable[[Entry, int], object],
        now: Moment,
        *,
        ghosts: bool = False,
    ) -> None:
        self._lock = threading.RLock()
        self._seats = seats
        self._prints = prints
        self._greeting = greeting
        self._send = send
        self._put = put
        self._now = now
        self._codes: dict[int, bytes] | None = None
        self._sent: dict[str, tuple[int, bytes]] = {}  # by the session of each phone
        self._polls = 0  # their turns: those of the inbox count what a leader does in secret
        self._votes: dict[int, Seats | Token] = {}
        self._shown: tuple[bytes, bytes] | None = None
        self._pads = Pads(prints.pads, [id_ for id_, _, _ in prints.cards], greeting.players)
        self.ghosts = ghosts
        self._heading = ""
        self._lit: dict[str, tuple[int, bytes]] = {}  # what each phone is shown in a window, by its session
        self._keys: dict[str, object] | None = None  # what all of them show there
        self._lights = 0
        self.show()

    # --- a game's pockets -----------------------------------------------------------------------------------------

    def seated(self) -> tuple[int, ...]:
        with self._lock:
            self._seats.dealt = True
            return self._seats.seated

    def fill(self, kept: Mapping[int, Secret[Kept]]) -> None:
        with self._lock:
            if not kept and not self._codes:
                return  # before the deal there is nothing to show, nor to hide again
            self._codes = {seat: self._prints.code(unseal(secret)) for seat, secret in kept.items()}
            self._seats.dealt = self._seats.dealt or bool(kept)
            self._sent.clear()
            self.show()

    def count(self, poll: Poll) -> Mapping[int, Seats | Token]:
        with self._lock:
            return {seat: self._votes[seat] for seat, _ in poll.voters if seat in self._votes}

    # --- what happens ---------------------------------------------------------------------------------------------

    def moment(self, moment: Moment) -> None:
        with self._lock:
            if self._asked(moment) is not self._asked(self._now):
                self._votes.clear()
                self._polls += 1
            self._now = moment
            self.show()

    def vote(self, session: str, at: int, code: int, turn: int) -> None:
        """Take a vote that came under a phone's pad: a seat, or 0 for nobody. It may change until all have voted."""
        with self._lock:
            ask = self._asked(self._now)
            seat = next((one.seat for one in self._seats.holders if one.session == session), 0)
            opened = self._seats.open(session, at, code)
            if ask is None or ask.poll is None or opened is None or turn != self._polls:
                return
            voters = [voter for voter, _ in ask.poll.voters]
            choice = Seats((opened,)) if opened else NOBODY
            if seat not in voters or not self._choices(ask)(choice):
                return
            self._votes[seat] = choice
            self.show()
            voted, slot = all(voter in self._votes for voter in voters), self._now.slot
        if voted:
            self._put(Order.NEXT, slot)

    @staticmethod
    def _choices(ask: Ask) -> Callable[[Seats | Token], bool]:
        choices = ask.choices
        return lambda choice: not isinstance(choices, Secret) and choices.refusal(choice) is None

    @staticmethod
    def _asked(moment: Moment) -> Ask | None:
        return moment.asked if moment.asked is not None and moment.asked.poll is not None else None

    # --- a night on them ------------------------------------------------------------------------------------------

    def lit(self) -> tuple[int, ...]:
        with self._lock:
            self._pads.forget_deeds()
            lit = self._seats.lit
            if {*self._now.facts.living} <= {*lit}:
                self._seats.begin_night()
            return lit

    def open_window(self, heading: str) -> None:
        with self._lock:
            self._heading = heading
            self._pads.open()

    def close_window(self) -> None:
        with self._lock:
            self._keys = None
            self._lit.clear()
            self.show()

    def light(self, slot: int, *, takes: bool) -> None:
        with self._lock:
            now, keys = self._now, self._keys or {}
            if now.window is None:
                return
            if keys.get("turn") != now.slot:
                self._pads.forget()
            codes = self._pads.codes({*now.facts.dead} if self.ghosts else ())
            plain = {one.session: codes[one.seat] for one in self._seats.holders if one.seat in codes}
            self._lit = self._seats.light(plain, TOUCHED if takes else 0)
            self._lights += 1
            self._keys = {
                "turn": now.slot,
                "light": self._lights,
                "takes": takes,
                "heading": self._heading,
                "ghosts": self.ghosts,
                "ask": self._pads.keys(now.window, slot, self._greeting.words.label),
            }
            self.show()

    def touch(self, session: str, code: bytes) -> None:
        """Take in what a phone sends when it is lit: what was touched on it, or nothing."""
        with self._lock:
            seat = next((one.seat for one in self._seats.holders if one.session == session), 0)
            opened = self._seats.hear(session, code)
            slot = self._now.slot
            if opened is None or len(opened) != TOUCHED or self._keys is None or self._keys["turn"] != slot:
                return  # too late: another slot has begun
            self._pads.touch(seat, opened)
        self._put(Unread(self._read, own=True), slot)

    def _read(self, ask: Ask | None) -> Entry:
        with self._lock:
            return self._pads.read(ask)

    def ask(self, ask: Ask | None) -> None:
        with self._lock:
            self._pads.ask(ask)

    def tell(self, show: Show) -> None:
        with self._lock:
            self._pads.show(show)

    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - when it is shown is not decided here
        if isinstance(effect, Deed):
            with self._lock:
                self._pads.note(effect)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """It stays as it was touched."""

    # --- frames ---------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show every phone its own view, and all pages who is there."""
        with self._lock:
            shown = self._circle(), self._pockets()
            if shown == self._shown:
                return
            self._shown = shown
            self._send("pockets", shown[1])  # first: a card that may be looked at is there
            self._send("circle", shown[0])

    def _circle(self) -> bytes:
        """Return what everybody sees: who has a phone, whose is there, who has voted; never whom he voted for."""
        seats = self._seats
        data = {
            "with": seats.seated,
            "there": seats.there,
            "voted": sorted(self._votes),
            "dealt": seats.dealt,
            "names": seats.named(),
            "naming": seats.naming,
            "longest": LONGEST_NAME,
            "typed": seats.digits is not None,
            "parts": {"sends": DOWN, "nights": DOWN + UP},
            **self._prints.data(),
        }
        return json.dumps({"circle": data}, ensure_ascii=False, separators=(",", ":")).encode()

    def _pockets(self) -> bytes:
        """Return the view of each phone, by its session: alike in size and time, whatever the card is."""
        holders = self._seats.holders
        unsent = [one for one in holders if self._codes is not None and one.seat and one.session not in self._sent]
        if unsent and self._codes is not None and not self._now.eyes_closed:
            try:
                self._sent |= self._seats.seal({one.session: self._codes.get(one.seat, bytes(3)) for one in unsent})
            except OSError:
                _logger.warning("nothing is sent to the players' phones")
        views = {one.session: self._view(one) for one in holders}
        return json.dumps({"pockets": views}, ensure_ascii=False, separators=(",", ":")).encode()

    def _view(self, holder: Holder) -> dict[str, object]:
        """Return what one phone is shown."""
        ask = self._asked(self._now)
        votes = ask is not None and ask.poll is not None and holder.seat in (voter for voter, _ in ask.poll.voters)
        asked = {**ask_data(ask, self._greeting), "kind": "seats", "most": 1, "ties": False} if ask and votes else None
        at, code = self._sent.get(holder.session, (-1, b""))
        return {
            "turn": self._polls,
            "seat": holder.seat,
            "asks": holder.asks,
            "open": not holder.pad,
            "refused": self._seats.refused(holder.session),
            "ask": asked,
            "card": [at, b64encode(code).decode()],
            "ended": bool(holder.seat and self._codes is not None and holder.session not in self._sent),
            "night": self._keys and {**self._keys, "code": _lit(*self._lit.get(holder.session, UNLIT))},
        }


UNLIT = 2**16 - 1, bytes(SHOWN)
"""What is shown, as all is, on a phone that has no pad, or nothing left of it."""


def _lit(at: int, code: bytes) -> str:
    """Return where a code begins in a pad, and the code: as long for everybody."""
    return b64encode(at.to_bytes(2) + code).decode()
