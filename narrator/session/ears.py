"""The ears of a real table: what is said to an open question becomes an entry of the one inbox, or nothing at all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from narrator.core.answers import DONE
from narrator.core.effects import Ask
from narrator.inputs.inbox import Entry, Misheard, Misread, Order, Reply
from narrator.inputs.spelling import Known
from narrator.inputs.spoken import Grammar, Moment, grammar_of
from narrator.inputs.tongue import Tongue
from narrator.session.relaunching import DEBATES


class Listener(Protocol):
    """What recognises phrases: see `narrator.voice.ear.listener`."""

    def open(self, phrases: Sequence[str]) -> None:
        """Listen for these phrases from now on, and for nothing said before."""
        ...

    def close(self) -> None:
        """Listen for nothing."""
        ...


class TableEars:
    """Opens the ears with each question, and puts what was said into the inbox, in the turn in which it was said.

    By day they listen to the question's answers, at night to neutral words alone (law 1); while a debate goes on, talk
    that is no answer is table talk. `listening` is told when a public question begins to be listened to: an earcon.
    """

    def __init__(
        self,
        listener: Listener,
        tongue: Tongue,
        known: Known,
        put: Callable[[Entry, int], None],
        turn: Callable[[], int],
        listening: Callable[[], None],
    ) -> None:
        self._listener = listener
        self._tongue = tongue
        self._known = known
        self._put = put
        self._turn = turn
        self._listening = listening
        self._moment = Moment.DAY
        self._lock = threading.Lock()  # the driver opens and closes, the listener's thread hears
        self._open: tuple[Grammar, Ask | None, int] | None = None

    def moment(self, moment: Moment) -> None:
        """Take in whether it is day, or night, or a leader's word is awaited."""
        self._moment = moment

    def opened(self, ask: Ask | None) -> None:
        """Listen to what may be said to a question, or while nothing is asked."""
        grammar = grammar_of(ask, self._tongue, self._moment, self._known)
        with self._lock:
            self._open = grammar, ask, self._turn()
        self._listener.open(grammar.phrases)
        if ask is not None and ask.slot is None and self._moment is Moment.DAY:
            self._listening()

    def closed(self) -> None:
        """Listen to nothing."""
        with self._lock:
            self._open = None
        self._listener.close()

    def rest(self) -> None:
        """Hear nothing more before the next question."""
        self.closed()

    def caught(self, text: str) -> None:
        """Take in a phrase that was recognised as a whole, from the listener's thread."""
        with self._lock:
            heard = self._open
        if heard is None:
            return
        grammar, ask, turn = heard
        entry = grammar.read(text)
        if entry is not None:
            self._put(_aloud(entry, ask), turn)
        else:
            self._missed(ask, turn)

    def missed(self) -> None:
        """Take in that somebody spoke words of the game, but no whole phrase of them."""
        with self._lock:
            heard = self._open
        if heard is not None:
            self._missed(*heard[1:])

    def _missed(self, ask: Ask | None, turn: int) -> None:
        by_day = self._moment is Moment.DAY and ask is not None and ask.slot is None
        if by_day and ask is not None and ask.question not in DEBATES:
            self._put(Misheard(), turn)


def _aloud(entry: Entry, ask: Ask | None) -> Entry:
    """Mark an answer as spoken, so that it is read back; `next` is the answer that goes on."""
    match entry:
        case Reply(answer=answer):
            return Reply(answer, spoken=True)
        case Order.NEXT if ask is not None:
            return Reply(DONE, spoken=True)
        case Misread():
            return Misheard()
        case _:
            return entry


class TableTalk:
    """Follows how long nobody has talked, by the level that the ears report; no word is recognised for it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last = now()

    def heard(self, talking: bool) -> None:
        """Take in whether somebody talks, from the listener's thread."""
        if talking:
            self._last = self._now()

    def silent_for(self) -> float:
        """Return the seconds since somebody was heard to talk."""
        return self._now() - self._last
