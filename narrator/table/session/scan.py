"""Answering a public question with one button: its answers are counted, and a press takes the one just named."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from narrator.rules.core.answers import NOBODY, Answer, Choices, Kind, Seats, Tie, Token, seat
from narrator.rules.core.effects import Ask, Purpose, Say
from narrator.rules.core.play import choices_of
from narrator.table.inbox.entry import Entry, Order, Pressed, Reply
from narrator.table.language.offered_answers import SetupAsk
from narrator.table.session import announcements
from narrator.table.session.counting import REST, Named, Rhythm
from narrator.table.session.entry_wait import EntryWait
from narrator.table.session.ports import Pace, Ports
from narrator.table.session.presses import Presses, Sign, items_of

Given: TypeAlias = Answer | Sign | Entry | None
"""What came of a count: what was pressed, or another entry that ended it, or nothing."""


class Scan:
    """Counts for the public questions of one table. At instant pace, or where nothing counts, nothing is counted."""

    def __init__(self, ports: Ports, rhythm: Rhythm, entries: EntryWait) -> None:
        self._ports = ports
        self._rhythm = rhythm
        self._entries = entries

    def run(self, ask: Ask) -> Entry | None:
        """Count all that answers a question, twice; what alone answers it needs no count.

        Return the answer that was pressed, which wants a yes as one that was heard does; or what else came, which ends
        the count; None where nothing came.
        """
        choices = choices_of(ask)
        items = [offer.answer for offer in ask.offers] if isinstance(ask, SetupAsk) else items_of(choices)
        if len(items) == 1:
            return _reply(items[0])
        lead, several = announcements.counting(Purpose.CHOOSE), choices.count[1] > 1
        given = self._count(items, lead, Presses(choices), partial(_said, ask), several=several)
        return _reply(self._tied(choices) if given is Sign.TIE else given)

    def enumerate(self, ask: SetupAsk) -> Entry | None:
        """Count, once and unasked, what answers a question; return what `run` does."""
        if self._ports.inbox.answered():
            return None
        items = [offer.answer for offer in ask.offers]
        return _reply(self._count(items, None, Presses(choices_of(ask)), partial(_said, ask)))

    def _tied(self, choices: Choices) -> Given:
        """Count those that may be tied; where two may be out at once, then who has more votes than they."""
        several = Choices(kind=Kind.SEATS, seats=choices.seats, count=(2, len(choices.seats)))
        items = [seat(number) for number in choices.seats]
        given = self._count(items, announcements.said("count.tied"), Presses(several), several=True)
        if not isinstance(given, Seats):
            return given
        tied = tuple(sorted(given.seats))
        others = tuple(number for number in choices.seats if number not in tied)
        if choices.count[1] == 1 or not others:
            return Tie(tied)
        one = Choices(kind=Kind.SEATS, seats=others, words=(NOBODY,))
        given = self._count(items_of(one), announcements.said("count.clear"), Presses(one))
        match given:
            case Seats(seats=(clear,)):
                return Tie(tied, clear)
            case Token():
                return Tie(tied)
            case _:
                return given

    def _count(
        self,
        items: Sequence[object],
        lead: Say | None,
        presses: Presses,
        said: Named = announcements.counted,
        *,
        several: bool = False,
    ) -> Given:
        """Count these items. Where `several` seats may be named, the answer is what was pressed in the whole count."""
        counting = self._ports.counting
        if counting is None or self._ports.pace is Pace.INSTANT:
            return None
        strokes = [*self._rhythm.strokes(items, lead, self._entries.now(), said)]
        until = strokes[-1].at + REST
        counting.begin(strokes)
        try:
            while (entry := self._entries.get(until)) is not None:
                match entry:
                    case Pressed(item=Sign() as sign):
                        return sign
                    case Pressed(item=item):
                        answer = presses.press(item)
                        if answer is not None and not (several and isinstance(answer, Seats)):
                            return answer
                    case Order.UNDO if presses.clear():
                        pass
                    case _:
                        return entry
            return presses.answer if several else None
        finally:
            counting.stop()


def _said(ask: Ask, item: object) -> Say:
    return announcements.enumerated(ask, item) if isinstance(ask, SetupAsk) else announcements.counted(item)


def _reply(given: object) -> Entry | None:
    """Return an answer as one that was heard: it is read back before it counts. Another entry stays what it is."""
    if isinstance(given, Answer):
        return Reply(given, spoken=True)
    return given if isinstance(given, Entry) else None
