"""Waits for entries in game time: the clock stands still while the game is paused.

What is counted aloud is counted here, at its exact game times: to count is to wait.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from narrator.packs.markup import TextPart
from narrator.rules.core.answers import Token
from narrator.table.inbox.entry import (
    Changed,
    Doubted,
    Entry,
    Farewell,
    Lost,
    Misheard,
    Onward,
    Order,
    Pressed,
    Reminder,
    Reply,
    StateTyped,
    Unread,
    goes_on,
)
from narrator.table.inbox.inbox import ReadingTime
from narrator.table.journal.journal_file import StorageError
from narrator.table.language.offered_answers import SetupAsk
from narrator.table.session.counting import Counting
from narrator.table.session.narration import GameTime, Narration, Quit, Stranded
from narrator.table.session.ports import Ports
from narrator.table.session.slot_worker import SlotWorker
from narrator.table.session.table_orders import Orders

BREATH = 0.2
"""Seconds to listen after each item of a count, at least: where a voice takes longer, game time waits for it."""

WORDS = 0.25
"""Seconds above which something done in the middle of a count was heard: game time waits for it."""

LULL, LONGEST = 1.0, 4.0
"""Seconds without talk after which somebody has finished and was understood; and the longest wait for that."""

SOUND_BACK = Changed("sound.back")

RETRY = 10.0
"""Seconds after which a disk that took nothing is tried again."""


class EntryWait:
    """The inbox in game time.

    What is counted in a window is told to its `worker`, for the light that only the called one sees.
    """

    def __init__(self, ports: Ports, time: GameTime, narration: Narration, orders: Orders) -> None:
        self.worker: SlotWorker | None = None
        self._ports = ports
        self._time = time
        self._narration = narration
        self._orders = orders
        self._early: list[tuple[int, Unread]] = []
        """What was keyed for a window before it was open, with its slot."""
        narration.pausing = self._pause

    def now(self) -> float:
        """Return the game time in seconds."""
        return self._time.now()

    def get(self, until: float | None, *, secret: bool = False) -> Entry | None:
        """Return the next entry that concerns the game, or None at the game time `until`.

        While something `secret` goes on, only what everybody may hear is served: a pause, goodbye, equipment that
        changes. All else is returned, what was keyed since the called one's name first.

        Raises:
            Quit: the players put the game away.
            Stranded: nobody can answer any more.
        """
        while True:
            if secret and (early := self._take_early()) is not None:
                return early
            counting = self._counted(until)
            stop = until if counting is None else counting.due
            entry = self._ports.inbox.get(None if stop is None else self._time.clock_time(stop))
            if entry is None and counting is not None and (secret or (entry := self._heard_out(counting)) is None):
                self._strike(counting)
                continue
            match entry:
                case Order.PAUSE:
                    self._pause()
                case Order.QUIT | Lost() | Changed():
                    self._aside(partial(self._heed, entry))
                    if entry == SOUND_BACK and isinstance(self._ports.inbox.moment.asked, SetupAsk):
                        return Order.REPEAT  # nobody heard what was asked meanwhile
                case _ if secret:
                    return entry
                case Unread():
                    self._early.append((self._ports.inbox.moment.slot, entry))
                case _ if entry is not None and self._ports.inbox.moment.asked is None and self._orders.leave(entry):
                    pass
                case Order() | StateTyped() if self._aside(partial(self._orders.serve, entry)):
                    pass
                case Reminder(card=card):
                    self._orders.remind(card)
                case _:
                    return entry

    def wait(self, until: float) -> None:
        """Wait until a game time, or until somebody goes on, where that may be; what else is keyed is ignored."""
        if until <= self.now() and self._counted(until) is None:
            return
        self._ports.inbox.open(None)
        while (entry := self.get(until)) is not None:
            if self._ports.inbox.moment.skips and goes_on(entry):
                break
        self._ports.inbox.close()

    def _take_early(self) -> Unread | None:
        """Return the oldest line that was keyed before this window was open, and belongs to its present slot."""
        slot = self._ports.inbox.moment.slot
        self._early = [(keyed, line) for keyed, line in self._early if keyed == slot]
        return self._early.pop(0)[1] if self._early else None

    def _counted(self, until: float | None) -> Counting | None:
        """Return what counts aloud, where a stroke of it comes before this game time."""
        counting = self._ports.counting
        if counting is None or counting.due is None:
            return None
        return counting if until is None or counting.due < until else None

    def _heard_out(self, counting: Counting) -> Entry | None:
        """Let somebody who talks after an item finish before the next one is counted; return what he said.

        Game time stands still meanwhile.
        """
        clock, talk = self._ports.clock, None if counting.current is None else self._ports.talk
        began, entry = clock.now(), None
        while entry is None and talk is not None and talk.talked_within(LULL) and clock.now() < began + LONGEST:
            entry = self._ports.inbox.get(clock.now() + LULL / 4)
        self._time.stood += clock.now() - began
        return entry

    def _strike(self, counting: Counting) -> None:
        """Say one item of a count, which the light shows meanwhile where it is meant.

        Where a voice takes longer than there is time, game time stands still meanwhile.

        What a press takes to be stored is made good for by the next item: the count is as long as if there were none.
        """
        stroke = counting.stroke()
        began = self.now()
        if self.worker is not None:
            self._ports.lane.post(partial(self.worker.counted, stroke.item, over=stroke.say is None))
        if stroke.say is not None:
            self._narration.say(stroke.say)
        took = self.now() - began
        if counting.due is not None:
            self._time.stood += max(0.0, took + BREATH - (counting.due - stroke.at))

    def _aside(self, serve: Callable[[], bool]) -> bool:
        """Serve something that may be said aloud; a count stands still while it is. Return whether it was served."""
        began = self.now()
        served = serve()
        took = self.now() - began
        if self._counted(None) is not None and took > WORDS:
            self._time.stood += took
        return served

    def _heed(self, entry: Entry | None) -> bool:
        """Serve what is served at any time: a goodbye, and equipment that changes. False for all else.

        Once the last keyboard, keypad or button is gone, the game goes on if a phone can answer.

        Raises:
            Quit: the players put the game away.
            Stranded: nobody can answer any more.
        """
        match entry:
            case Order.QUIT:
                raise Quit
            case Lost(device=device):
                self._narration.announce(f"{device}.lost")
                if self._ports.phone is None:
                    raise Stranded
            case Changed(line=line, advice=advice, aloud=aloud):
                if line:
                    self._narration.announce(line)
                if advice:
                    self._ports.screen.notice(advice)
                if aloud:
                    self._ports.mouth.speak((TextPart(advice),))
            case _:
                return False
        return True

    def hold(self, store: Callable[[], None]) -> None:
        """Stand still as long as the disk does not take what was answered, and say why.

        It is tried again at every key, and from time to time.

        Raises:
            Quit: the players put the game away.
            Stranded: nobody can answer any more.
        """
        inbox, began = self._ports.inbox, self.now()
        held, told = False, ""
        while (line := _refused(store)) is not None:
            if line != told:
                self._narration.announce(line)
                inbox.open(None)
                inbox.reading(ReadingTime.ALWAYS)
                held = True
            entry = inbox.get(self._ports.clock.now() + RETRY)
            told = "" if entry in (Order.RESUME, Order.NEXT) else line
            self._heed(entry)
        if held:
            inbox.reading(ReadingTime.ASKED)
            inbox.close()
            self._narration.announce("pause.off")
            self._time.stood += self.now() - began

    def _pause(self) -> None:
        began, self._narration.breaks = self.now(), False
        if self.worker is None:
            self._orders.departure_check.forget()
        else:
            self._ports.lane.post(self.worker.pause)
        self._ports.inbox.pause()
        self._narration.announce("pause.on")
        while (entry := self._ports.inbox.get(None)) not in (Order.RESUME, Order.NEXT):
            if self._heed(entry):
                continue
            match entry:
                case Onward() | Pressed() | Reply(answer=Token.DONE):  # whatever is asked
                    break
                case Misheard() | Doubted() | Farewell() | Reply(spoken=True) | None:
                    pass  # people talk in a pause
                case _ if self.worker is None:
                    self._orders.serve_paused(entry)
                case _:
                    self._ports.lane.post(partial(self.worker.enter_paused, entry, self.now()))
        self._narration.breaks = True
        self._ports.inbox.resume()
        self._narration.announce("pause.off")
        self._time.stood += self.now() - began


def _refused(store: Callable[[], None]) -> str | None:
    """Store; return the line that says why the disk does not take it, None where it did."""
    try:
        store()
    except StorageError as error:
        return error.line
    return None
