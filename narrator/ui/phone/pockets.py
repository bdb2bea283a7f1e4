"""The phones of the players in one game: each shows its seat's card and what it was told for good, and takes its vote.

All texts are public, and sent to every phone: each card of the composition, each thing that a seat may be told. Which
of them are one seat's are three bytes, which cross the network under the pad of its phone.
"""

from __future__ import annotations

import json
import logging
import threading
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from narrator.core.answers import NOBODY, Seats, Token
from narrator.core.effects import Ask, Poll
from narrator.core.secrets import Secret, unseal
from narrator.inbox.moment import Moment
from narrator.session.known_cards import Kept
from narrator.ui.phone.messages import Greeting, ask_data
from narrator.ui.phone.seats import SeatPhones

_logger = logging.getLogger(__name__)

Send = Callable[[str, bytes], None]


@dataclass(frozen=True)
class Prints:
    """All that may stand on a player's phone: cards as (id, heading, text), and notes by their line.

    A note has one text, or as many as there are seats that it may name.
    """

    cards: Sequence[tuple[str, str, str]]
    notes: Mapping[str, Sequence[str]]

    def data(self) -> dict[str, object]:
        return {"cards": [[heading, text] for _, heading, text in self.cards], "notes": [*self.notes.values()]}

    def code(self, kept: Kept | None) -> bytes:
        """Return the three bytes that say what one seat keeps: which card, which notes, and whom one of them names."""
        if kept is None or kept.card is None:
            return bytes(3)
        ids = [id_ for id_, _, _ in self.cards]
        bits = sum(1 << bit for bit, line in enumerate(self.notes) if line in kept.told)
        named = next((seat for line, seat in kept.told.items() if line in self.notes and seat), 0)
        return bytes((ids.index(kept.card) + 1, bits, named))


class PlayersPhones:
    """The players' phones of one game. `send` sends frames; `enough` is told a turn once all have voted in it."""

    def __init__(
        self,
        seats: SeatPhones,
        prints: Prints,
        greeting: Greeting,
        send: Send,
        enough: Callable[[int], None],
        now: Moment,
    ) -> None:
        self._lock = threading.RLock()
        self._seats = seats
        self._prints = prints
        self._greeting = greeting
        self._send = send
        self._enough = enough
        self._now = now
        self._codes: dict[int, bytes] | None = None
        self._sent: dict[str, tuple[int, bytes]] = {}  # by the session of each phone
        self._polls = 0  # their turns: those of the inbox count what a leader does in secret
        self._votes: dict[int, Seats | Token] = {}
        self._shown: tuple[bytes, bytes] | None = None
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
            self._enough(slot)

    @staticmethod
    def _choices(ask: Ask) -> Callable[[Seats | Token], bool]:
        choices = ask.choices
        return lambda choice: not isinstance(choices, Secret) and choices.refusal(choice) is None

    @staticmethod
    def _asked(moment: Moment) -> Ask | None:
        return moment.asked if moment.asked is not None and moment.asked.poll is not None else None

    # --- frames ---------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show every phone its own view, and all pages who is there."""
        with self._lock:
            shown = self._circle(), self._pockets()
            if shown == self._shown:
                return
            self._shown = shown
            self._send("circle", shown[0])
            self._send("pockets", shown[1])

    def _circle(self) -> bytes:
        """Return what everybody sees: who has a phone, whose is there, who has voted; never whom he voted for."""
        seats = self._seats
        data = {
            "with": seats.seated,
            "there": seats.there,
            "voted": sorted(self._votes),
            "dealt": seats.dealt,
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
        ask = self._asked(self._now)
        voters = [voter for voter, _ in ask.poll.voters] if ask is not None and ask.poll is not None else []
        asked = None if ask is None else {**ask_data(ask, self._greeting), "kind": "seats", "most": 1, "ties": False}
        views = {}
        for one in holders:
            at, code = self._sent.get(one.session, (-1, b""))
            views[one.session] = {
                "turn": self._polls,
                "seat": one.seat,
                "asks": one.asks,
                "ask": asked if one.seat in voters else None,
                "card": [at, b64encode(code).decode()],
                "ended": bool(one.seat and self._codes is not None and one.session not in self._sent),
            }
        return json.dumps({"pockets": views}, ensure_ascii=False, separators=(",", ":")).encode()
