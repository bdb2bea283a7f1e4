"""The secret part of an open window: who is asked what; what is entered and shown, and answered at a slot's end.

The slot worker sees the private screen and the entries. It can reach neither mouth, public screen, clock, disk nor the
order of scenes, so nothing that it does, and no time that it takes, can be heard. The public scheduler (the driver)
tells it when slots begin and end, gives it what was entered, and closes the window at a time that was fixed when it
opened. What is keyed stands in memory until its slot is over; then its row goes to the disk, beside the game.
"""

from __future__ import annotations

from functools import partial

from narrator.rules.core.answers import SILENT, Answer, Leave, Refusal, Seats, Token
from narrator.rules.core.effects import Ask, Deed, Effect, Show, Window
from narrator.rules.core.play import choices_of, refusal_of
from narrator.rules.core.secrets import unseal
from narrator.table.inbox.entry import Entry, Misread, Onward, Order, Pressed, Reply, Unread
from narrator.table.inbox.moment import Facts
from narrator.table.journal.journal import Place
from narrator.table.session.presses import DepartureCheck, Presses
from narrator.table.session.private_game import PrivateGame, PrivatePorts, PrivateView
from narrator.table.session.replay import Step, belongs_to_window, undo_in_window


class IdleCall:
    """Whether a call is idle so far: nothing was asked or shown in it, but that there is nothing."""

    def __init__(self, window: Window) -> None:
        self._idle = True
        self._absent = False  # whether a leader told that nobody is there
        self._gestures = any(window.counts)

    @property
    def feigned(self) -> bool:
        """Whether its leader has to feign what is done in it, as in any call that asks or shows something.

        Who only looks on, as the lovers do, needs no gestures of his.
        """
        return self._idle and (self._gestures or self._absent)

    def note(self, effect: Effect, answer: Answer | None = None) -> None:
        """Take in what happens in it, and what was answered: a deed of the narrator's own leaves it idle."""
        match effect:
            case Deed() | Show(word=Token.NOBODY):
                pass
            case Ask(identifies=True):
                self._absent = answer is not None and not isinstance(answer, Seats)
            case _:
                self._idle = False


class SlotWorker:
    """Leads the private slots of one window, one message of the public scheduler after another.

    Times are game times in seconds, given with every message: it reads no clock. `waits` tells whether slots wait for
    their answers, `confirms` whether a leader's confirmation ends the window; `facts` are what everybody knows
    meanwhile, `place` is where the game stands as the window opens.
    """

    def __init__(
        self,
        game: PrivateGame,
        side: PrivatePorts,
        window: Window,
        *,
        waits: bool,
        confirms: bool,
        facts: Facts,
        place: Place,
        opened: float,
    ) -> None:
        self.over_at: float | None = None
        """When the window was ended from within: by a song, by a leader's confirmation, or by his wish to go back."""
        self.went_back = False
        """Whether a leader wants to go back behind this window, for all to hear."""
        self.done = False
        """Whether there is nothing more to do in this window."""
        self._cursor, self._answers, self._wording = game.cursor, game.answers, game.wording
        self._game = game
        self._side = side
        self._window = window
        self._index = game.cursor.at
        self._waits = waits
        self._confirms = confirms
        self._facts = facts
        self._place = place
        self._limit = -1  # the slot that has begun last
        self._over = 0  # how many slots have their row
        self._finished = False
        self._ask: Ask | None = None
        self._past: Ask | None = None  # what was asked last in a slot that is over
        self._kept: Answer | None = None
        self._leaving: list[Leave] = []
        self._warned = False
        self._idle_call = IdleCall(window)
        self._departure_check = DepartureCheck()
        self._presses: Presses | None = None
        holdings = game.holdings if window.led and game.led else None
        self._view = PrivateView(side.screen, side.light, game.wording, facts, holdings)
        if any(self._urgent(step.effect, step.given) for step in game.cursor.in_window()):
            self.over_at = opened

    # --- what the public scheduler tells ----------------------------------------------------------------------

    def slot(self, number: int, at: float) -> None:
        """Begin a slot; what stands in those before it is answered."""
        self._departure_check.forget()
        self._end_before(number, at)

    def enter(self, entry: Entry, at: float) -> None:
        """Take in what was entered; what is to be said to it stands on the private screen."""
        entry = _read(entry, self._ask)
        if entry is not Order.UNDO:
            self._warned = False
        if (leave := self._departure_check.first(entry, self._facts.living)) is not None:
            self._view.ask_leaving(leave)
        elif self._view.serve(entry, self._ask):
            pass
        elif self._ask is None:
            self._idle_entry(entry, at)
        else:
            self._answer_entry(self._ask, entry, at)

    def pause(self) -> None:
        self._departure_check.forget()

    def enter_paused(self, entry: Entry, at: float) -> None:
        """Serve what was entered while the game stands still, if it changes nothing, and tell how it goes on."""
        self._view.serve(entry, self._ask)
        self._view.tell_paused(at)

    def finish(self, at: float) -> None:
        """End all slots: what stands in them is answered, and the rest is silence."""
        self._end_before(len(self._window.slots), at)
        self._end_rows(len(self._window.slots))
        self._finished = True

    def counted(self, item: object | None, *, over: bool) -> None:
        self._view.counted(item, over=over)

    def close(self) -> None:
        self._view.close()

    # --- from step to step ------------------------------------------------------------------------------------

    def _go_on(self, at: float) -> None:
        """Show and ask, up to the first question that is open, or to what the slots to come hold.

        Where nothing is left to do and somebody leads, he confirms it.
        """
        while self._ask is None:
            step = self._cursor.next()
            if step is None or not belongs_to_window(step.effect):
                if step is not None:
                    self._cursor.back(step)
                if not self.done:
                    self.done = True
                    if self._confirms and self.over_at is None:
                        self._view.await_confirmation("screen.feign" if self._idle_call.feigned else "screen.confirm")
                return
            if not self._take(step, at):
                return

    def _take(self, step: Step, at: float) -> bool:
        """Take a step; False where it belongs to a slot that has not begun."""
        self._idle_call.note(step.effect, step.given)
        match step.effect:
            case Show(slot=slot) if slot > self._limit:
                self._cursor.back(step)
                return False
            case Show() as show:
                self._watch(show, at)
                self._game.holdings.note(show)
                if self._answers.stored:
                    self._show(show)
                else:
                    self._answers.once_stored(partial(self._side.post, partial(self._show, show)))
            case Ask(slot=int(slot)) if step.given is None and slot > self._limit:
                self._cursor.back(step)
                return False
            case Ask() as ask if step.given is None:
                self._put(ask, at)
            case Deed() as deed:
                self._watch(deed, at)
                self._game.holdings.note(deed)
            case _:
                pass  # a question that is told again has its answer
        return True

    def _show(self, show: Show) -> None:
        """Show a private line, once the answers on which it may depend are on disk; never in somebody else's window."""
        if self._finished:
            return
        if self._side.pockets is not None:
            self._side.pockets.tell(show)
        args = unseal(show.args)
        if name := self._wording.headline(args):
            self._view.show(show.to, name)
        self._view.show(show.to, self._wording.shown(show.line, args))
        self._view.light_up(show.to, show.word, args)

    def _put(self, ask: Ask, at: float) -> None:
        """Ask, unless somebody left before: the game takes that in first."""
        if self._answers.held:
            self._cursor.answer(self._answers.held.popleft())
            return
        self._watch(ask, at)
        self._ask = ask
        self._presses = self._kept = None
        if self._waits:
            self._departure_check.forget()
        elif self._overdue() is not None:
            return  # the slot is over: nobody is asked any more
        self._side.questions.ask(ask)  # before it is shown: who answers at once is heard
        self._view.put(ask)
        self._acknowledge(ask)

    def _end_before(self, slot: int, at: float) -> None:
        """End the slots before this one, one after the other, then go on.

        Who left in a slot is gone once it is over; what is asked in it is answered with the last valid entry, if it
        is valid still, or with silence.
        """
        for ended in range(self._over + 1, slot) if not self._waits else ():
            self._end_before(ended, at)
        self._limit = slot
        asked, kept = self._ask, self._kept
        leaving, self._leaving = self._leaving, []
        for leave in leaving:
            if (ask := self._overdue()) is None or refusal_of(ask, leave) is not None:
                self._answers.leave(leave)
            else:
                self._answer(ask, leave, at)
        while (ask := self._overdue()) is not None:
            same = asked is not None and ask.question == asked.question
            self._answer(ask, kept if same and kept is not None and refusal_of(ask, kept) is None else SILENT, at)
            asked = None
        if not self._waits:
            self._end_rows(slot)
        self._go_on(at)

    def _overdue(self) -> Ask | None:
        """Return what is asked in a slot that is over."""
        ask = self._ask
        return None if ask is None or ask.slot is None or ask.slot >= self._limit else ask

    def _end_rows(self, slots: int) -> None:
        """Write the rows of the slots before this one that have none yet."""
        while self._over < slots:
            self._over += 1
            self._write_row()

    def _write_row(self) -> None:
        self._answers.end_slot(Place(self._place.cue, self._place.slots + self._over))

    def _answer(self, ask: Ask, answer: Answer, at: float) -> None:
        if self._urgent(ask, answer):
            self.over_at = at
        self._ask = self._kept = None
        self._idle_call.note(ask, answer)
        self._answers.take(ask.question, answer)
        self._cursor.answer(answer)
        if self._waits:
            self._write_row()  # at once: what its window's end tells is that its slots are over
        for watcher in self._side.watchers:
            watcher.answered(ask, answer, at)
        if not self._waits:
            self._view.end(ask, answer)
            self._past = ask
        else:
            self._view.clear(ask.to)
            if self._window.led and not isinstance(answer, Leave):
                self._view.tell_back(ask.to, answer)
        self._side.questions.ask(None)
        self._go_on(at)

    @staticmethod
    def _urgent(effect: Effect, answer: Answer | None) -> bool:
        """Whether an answer is a public act that ends its window: everybody opens their eyes."""
        return answer is not None and isinstance(effect, Ask) and answer in choices_of(effect).urgent

    # --- entries ----------------------------------------------------------------------------------------------

    def _answer_entry(self, ask: Ask, entry: Entry, at: float) -> None:
        match entry:
            case Pressed(item=item) if not self._waits:
                if self._presses is None:
                    self._presses = Presses(choices_of(ask))
                answer = self._presses.press(item)
                if answer is not None:
                    self._accept(ask, answer, at)
            case Reply(answer=answer):
                refusal = refusal_of(ask, answer)
                if refusal is None:
                    self._accept(ask, answer, at)
                else:
                    self._view.refuse(ask, refusal, answer, at)
            case Misread(refusal=Refusal.EMPTY) if self._kept is not None:
                self._view.tell_kept(ask.to, self._kept, at)
            case Misread(refusal=refusal):
                self._view.refuse(ask, refusal, None, at)
            case Order.NEXT | Pressed() if self._waits:
                self._pass(ask, at)
            case Order.UNDO if self._window.led:
                self._undo(at)
            case Order.UNDO:
                self._presses = self._kept = None
                self._view.reply(ask.to, "screen.cleared")
                self._acknowledge(ask)
            case _:
                self._view.prompt(ask, at)

    def _idle_entry(self, entry: Entry, at: float) -> None:
        match entry:
            case Reply(answer=Leave() as leave):
                if leave.seat in self._facts.living:
                    self._leave(leave, at)
            case Reply(answer=answer) if (ask := self._asked_next()) is not None and self._urgent(ask, answer):
                self._end_before(ask.slot or 0, at)  # a song is heard before its slot, too
                if self._ask is not None:
                    self._answer_entry(self._ask, entry, at)
            case Order.NEXT | Onward() | Pressed() if self._confirms and self.done:
                self.over_at = at
            case Order.UNDO if self._window.led:
                self._undo(at)
            case Reply() | Misread() | Order.UNDO if self._past is not None:
                self._view.tell_late(self._past.to, at)
            case _:
                pass  # it belongs to nothing

    def _asked_next(self) -> Ask | None:
        """Return what a later slot of this window asks, where nothing else comes before it."""
        step = self._cursor.next()
        if step is None:
            return None
        self._cursor.back(step)
        return step.effect if isinstance(step.effect, Ask) and belongs_to_window(step.effect) else None

    def _accept(self, ask: Ask, answer: Answer, at: float) -> None:
        """Take a legal answer: it stands until its slot is over, or at once where it waits for nothing."""
        if isinstance(answer, Leave):
            self._leave(answer, at)
        elif self._waits or self._urgent(ask, answer):
            self._answer(ask, answer, at)
        else:
            self._kept = answer
            self._view.tell_kept(ask.to, answer, at)
            self._acknowledge(ask)

    def _leave(self, leave: Leave, at: float) -> None:
        """Take a departure in: at the end of its slot, or at once where slots wait for their answers."""
        if self._waits and self._ask is not None:
            self._answer(self._ask, leave, at)
        elif self._waits or self._finished:
            self._answers.leave(leave)
        elif leave not in self._leaving:
            self._leaving.append(leave)
        self._view.inform("leave.noted")

    def _pass(self, ask: Ask, at: float) -> None:
        """Go on without an answer: past this question; a leader, past all that is left of the call, with one key."""
        asked: Ask | None = ask
        while asked is not None:
            if refusal_of(asked, SILENT) is not None:
                self._view.prompt(asked, at)
                return
            self._answer(asked, SILENT, at)
            asked = self._ask if self._confirms else None
        if self._confirms and self.done:
            self.over_at = at

    def _acknowledge(self, ask: Ask) -> None:
        if self._side.acknowledger is not None:
            self._side.acknowledger.kept(ask, self._kept)

    # --- going back -------------------------------------------------------------------------------------------

    def _undo(self, at: float) -> None:
        """Take back, without a sound, the last answer of this window.

        Where there is none, that is told; asked again, the leader goes back behind this window, which all will hear: to
        nightfall or to the last public answer, wherever anybody answered in secret.
        """
        replayed = self._answers.replayed()
        given = replayed.last_given()
        target = undo_in_window(replayed, self._cursor.at, self._index)
        if given is None or target is None:
            if self._warned:
                self.over_at, self.went_back = at, True
            else:
                self._warned = True
                self._view.inform("undo.behind")
            return
        self._game.go_back(target)
        self._ask, self.done, self.over_at, self._over = None, False, None, 0
        self._view.take_back(given.answer)
        self._go_on(at)

    def _watch(self, effect: Effect, at: float) -> None:
        for watcher in self._side.watchers:
            watcher.effect(effect, at)


def _read(entry: Entry, ask: Ask | None) -> Entry:
    return entry.read(ask) if isinstance(entry, Unread) else entry
