"""The answers of one game. By day each is on disk before anybody hears what follows from it (law 2).

By night an answer goes to the game at once, and to the disk beside it: every slot of every window, whoever lives and
whatever was keyed, writes one row of one size at its public end. Nothing public waits for that disk before the dawn
call. What the disk does not take is kept and tried again; the game waits for it at the next public moment.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from narrator.rules.core.answers import Answer, Leave
from narrator.rules.core.play import Setup
from narrator.table.journal.journal import Journal, Place, Record
from narrator.table.journal.journal_file import StorageError
from narrator.table.session.lane import Inline, Lane
from narrator.table.session.replay import Replayed, replay


class AnswerStore:
    """Stores answers, and hands them to the game. Rows are written on the lane `disk`, in their order.

    `setup` is that of the game. `given` are all answers, as (question id, answer), as `Record.answers` has them. `held`
    are departures of whom nobody was asked anything yet: the next question takes them in.
    """

    def __init__(self, setup: Setup, journal: Journal, record: Record, disk: Lane | None = None) -> None:
        self.given = list(record.answers)
        self.held: deque[Leave] = deque()
        self._setup = setup
        self._journal = journal
        self._disk = Inline() if disk is None else disk
        self._unwritten: list[tuple[str | None, Answer]] = []  # given since the last row of a slot
        self._awaiting: list[Callable[[], object]] = []  # what is to be done once these are on disk
        self._unsaved: deque[Callable[[], None]] = deque()  # the disk's lane alone takes from it
        self._given = self._saved = 0  # rows

    def replayed(self, answers: int | None = None) -> Replayed:
        """Return the game played again, with so many of the answers or with all."""
        return replay(self._setup, self.given[:answers])

    def take(self, question: str | None, answer: Answer) -> None:
        """Take in an answer of a window: the row of its slot will hold it."""
        self.given.append((question, answer))
        self._unwritten.append((question, answer))

    def leave(self, leave: Leave, *, at_once: bool = False) -> None:
        """Take in a departure; it is stored `at_once`, or with the slot in which, or before which, it was keyed."""
        if leave in self.held:
            return
        self.held.append(leave)
        if at_once:
            self.record(None, leave)
        else:
            self.take(None, leave)

    def end_slot(self, place: Place) -> None:
        """Store the row of a slot that is over, with all that was taken since the row before."""
        answers, self._unwritten = self._unwritten, []
        self._write(partial(self._journal.slot, place, answers))
        awaiting, self._awaiting = self._awaiting, []
        for work in awaiting:
            self.once_stored(work)

    def record(self, question: str | None, answer: Answer) -> None:
        """Store an answer that was given by day."""
        self._write_the_rest()
        self.given.append((question, answer))
        self._write(partial(self._journal.answer, question, answer))

    def cue(self, number: int) -> None:
        self._write_the_rest()
        self._write(partial(self._journal.cue, number))

    def outcome(self, outcome: str) -> None:
        self._write(partial(self._journal.outcome, outcome))

    def go_back(self, answers: int, place: Place) -> None:
        """Take back all but the first so many answers; the game stands at this place then."""
        self._write_the_rest()
        self._write(partial(self._journal.undo, answers, place))
        del self.given[answers:]
        self.held.clear()
        self._awaiting.clear()

    def reserve(self) -> None:
        """Make sure, before a night, that the disk has room for its rows: `flush` tells where it has none."""
        self._write(self._journal.reserve)

    def moved(self) -> Path | None:
        """Return where the journal was written anew, once after each time; None where it was not."""
        if not self._journal.moved:
            return None
        self._journal.moved = False
        return self._journal.path

    @property
    def stored(self) -> bool:
        """Whether all that was given is on disk."""
        return not self._unwritten and self._saved == self._given

    def put_away(self) -> None:
        """Store what belongs to no slot yet, as far as the disk takes it: nobody plays on now."""
        self._write_the_rest()
        self._disk.settle()

    def flush(self) -> None:
        """Return once all is on disk.

        Raises:
            StorageError: it does not take it.
        """
        self._disk.settle()
        self._save()

    def once_stored(self, work: Callable[[], object]) -> None:
        """Have this done, by the disk's lane, once all that was given is on disk; never, where that cannot be then."""
        if self._unwritten:
            self._awaiting.append(work)
        else:
            self._disk.post(lambda: None if self._unsaved else work())

    def _write_the_rest(self) -> None:
        """Store what was taken outside a slot, such as a departure that was keyed between two windows."""
        for question, answer in self._unwritten:
            self._write(partial(self._journal.answer, question, answer))
        self._unwritten = []

    def _write(self, row: Callable[[], None]) -> None:
        self._given += 1
        self._disk.post(partial(self._try, row))

    def _try(self, row: Callable[[], None]) -> None:
        self._unsaved.append(row)
        with suppress(StorageError):  # the next public moment waits for it
            self._save()

    def _save(self) -> None:
        while self._unsaved:
            self._unsaved[0]()
            self._unsaved.popleft()
            self._saved += 1
