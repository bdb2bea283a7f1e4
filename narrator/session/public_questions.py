"""Public questions: put to everyone by day, they stand until they are answered (law 5)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import DONE, Answer, Refusal
from narrator.core.effects import Ask
from narrator.core.play import refusal_of
from narrator.inputs.inbox import Misread, Order, Reply
from narrator.session.bells import bells
from narrator.session.hearing import Hearing
from narrator.session.orders import Orders
from narrator.session.room import Room
from narrator.story.wording import Wording


class PublicQuestions:
    """Puts the public questions of one table.

    `announce` speaks a line of the session; `undo` goes back, told whether the table has asked for it twice, and says
    whether it did.
    """

    def __init__(
        self,
        room: Room,
        wording: Wording,
        hearing: Hearing,
        orders: Orders,
        announce: Callable[[str], None],
        undo: Callable[[bool], bool],
    ) -> None:
        self._room = room
        self._wording = wording
        self._hearing = hearing
        self._orders = orders
        self._announce = announce
        self._undo = undo

    def put(self, ask: Ask) -> Answer | None:
        """Ask everyone, and say the question again from time to time; None where the game went back instead."""
        self._prompt(ask)
        self._room.inbox.open(ask)
        ringing = bells(ask.timer, self._hearing.now(), self._room.pace.factor)
        at, line = next(ringing)
        undo_asked = False
        while True:
            entry = self._hearing.get(at)
            if entry is None:
                if line is None:
                    self._orders.repeat()
                else:
                    self._announce(line)
                at, line = next(ringing)
                continue
            if entry is Order.UNDO and self._undo(undo_asked):
                self._room.inbox.close()
                return None
            undo_asked = entry is Order.UNDO
            answer = self._read(ask, entry)
            if answer is not None:
                self._room.inbox.close()
                return answer

    def _read(self, ask: Ask, entry: object) -> Answer | None:
        """Return the answer that an entry gives; what it says else is served here."""
        match entry:
            case Reply(answer=answer):
                refusal = refusal_of(ask, answer)
                if refusal is None:
                    return answer
                self._refuse(ask, refusal)
            case Order.NEXT:
                return self._read(ask, Reply(DONE))
            case Misread(refusal=refusal):
                self._refuse(ask, refusal)
            case Order.UNDO:
                pass
            case _:
                self._prompt(ask)
        return None

    def _refuse(self, ask: Ask, refusal: Refusal) -> None:
        self._room.screen.notice(self._wording.line(refusal.value))
        self._prompt(ask)

    def _prompt(self, ask: Ask) -> None:
        self._room.screen.prompt(self._wording.prompt(ask))
