"""Public questions: put to everyone by day, they stand until they are answered (law 5)."""

from __future__ import annotations

from narrator.core.answers import DONE, NO, YES, Answer, Choices, Kind, Leave, Refusal
from narrator.core.effects import Ask, Say
from narrator.core.play import refusal_of
from narrator.inbox.inbox import Entry, Farewell, Misheard, Misread, Order, Pressed, Reply
from narrator.session import announcements
from narrator.session.entry_wait import EntryWait, Quit
from narrator.session.narration import Narration
from narrator.session.ports import Ports
from narrator.session.questions.reminder_schedule import REMINDER
from narrator.session.questions.reminders import Reminders
from narrator.session.questions.table_orders import Orders
from narrator.session.scanning.rhythm import Rhythm
from narrator.session.scanning.scan import Scan
from narrator.session.state import undo
from narrator.session.state.answer_store import AnswerStore
from narrator.session.state.undo import Target
from narrator.story.wording import Wording

MISUNDERSTANDINGS = 2
"""How many in a row turn a question to the keypad."""

CONFIRM = "voice.confirm"


class PublicQuestions:
    """Puts the public questions of one table."""

    def __init__(
        self,
        ports: Ports,
        wording: Wording,
        hearing: EntryWait,
        orders: Orders,
        rhythm: Rhythm,
        narration: Narration,
        answers: AnswerStore,
    ) -> None:
        self._ports = ports
        self._wording = wording
        self._hearing = hearing
        self._orders = orders
        self._narration = narration
        self._answers = answers
        self._scan = Scan(ports, rhythm, hearing)
        self._misheard = 0
        self._pressed = False

    def put(self, ask: Ask) -> Answer | Target:
        """Ask everyone, and say the question again from time to time. Return what to go back to, if it is wished."""
        self._open(ask)
        reminders = Reminders(ask, self._ports.talk, self._hearing.now(), self._ports.pace.factor)
        undo_asked = False
        while True:
            entry = self._hearing.get(reminders.next(self._hearing.now()))
            self._pressed = isinstance(entry, Pressed)
            if self._pressed:
                entry = self._scan.run(ask)
                if entry is None:
                    continue
            if entry is None:
                self._remark(reminders)
            elif entry is Order.UNDO and (target := self._target(undo_asked)) is not None:
                return target
            else:
                undo_asked = entry is Order.UNDO
                answer = self._read(ask, entry, reminders)
                if answer is not None:
                    self._ports.inbox.close()
                    return answer
                reminders.said(self._hearing.now())

    def _target(self, confirmed: bool) -> Target | None:
        """Return where an undo leads: to the last answer of the day or, once it is `confirmed`, to nightfall."""
        self._ports.lane.settle()
        target = undo.by_day(self._answers.replayed())
        if target is None:
            self._orders.inform(self._wording.line("undo.nothing"))
        elif target.night and not confirmed:
            self._narration.announce("undo.ask_night")
            return None
        return target

    def _open(self, ask: Ask) -> None:
        self._misheard = 0
        self._ports.inbox.open(ask)  # before it is shown: who answers at once is heard
        self._prompt(ask)

    def _remark(self, reminders: Reminders) -> None:
        match reminders.due(self._hearing.now()):
            case None:
                return
            case Order.REPEAT:
                self._orders.repeat()
            case Say() as tease:
                self._narration.say(tease)
            case line:
                self._narration.announce(line)
        reminders.said(self._hearing.now())

    def _read(self, ask: Ask, entry: Entry, reminders: Reminders) -> Answer | None:
        """Return the answer that an entry gives; what it says else is served here."""
        if not isinstance(entry, Misheard):
            self._misheard = 0
        match entry:
            case Reply(answer=answer, spoken=spoken):
                refusal = refusal_of(ask, answer)
                if refusal is not None:
                    self._refuse(ask, refusal, answer)
                elif (
                    not spoken or _harmless(ask, answer) or self._confirmed(ask, announcements.heard(answer), reminders)
                ):
                    return answer
                else:
                    self._narration.announce("heard.dropped")
                    self._open(ask)
            case Order.NEXT:
                return self._read(ask, Reply(DONE), reminders)
            case Misread(refusal=refusal):
                self._refuse(ask, refusal)
            case Misheard():
                self._ask_again()
            case Farewell():
                if self._confirmed(ask, announcements.said("heard.farewell"), reminders):
                    raise Quit
                self._open(ask)
                self._orders.repeat()
            case Order.UNDO:
                pass
            case _:
                self._prompt(ask)
        return None

    def _confirmed(self, ask: Ask, read_back: Say, reminders: Reminders) -> bool:
        """Read back what was said; only a yes makes it count, and silence is none. It leaves the question closed."""
        choices = Choices(kind=Kind.YES_NO, words=(YES, NO))
        confirm = Ask(question=CONFIRM, choices=choices, living=ask.living)
        self._narration.say(read_back)
        self._open(confirm)
        while True:
            match self._confirming(confirm, reminders):
                case None:
                    self._narration.say(read_back)
                case Reply(answer=given) if given is YES:
                    return True
                case Reply() | Order.UNDO:
                    break
                case Misheard():
                    self._ask_again()
                case _:
                    self._prompt(confirm)
        return False

    def _confirming(self, confirm: Ask, reminders: Reminders) -> Entry | None:
        """Return what comes to a yes or no; after a press both are counted at once. None: nothing came for long."""
        entry = self._scan.run(confirm) if self._pressed else None
        if entry is None:
            entry = self._patiently(reminders)
        return self._scan.run(confirm) if isinstance(entry, Pressed) else entry

    def _patiently(self, reminders: Reminders) -> Entry | None:
        """Return what comes, or None where nothing came for long; what was promised for a time is said meanwhile."""
        patience = REMINDER * self._ports.pace.factor
        if not patience:
            return self._hearing.get(None)
        end = self._hearing.now() + patience
        while (until := reminders.after_talk(end, now := self._hearing.now())) > now:
            promised = reminders.promised
            entry = self._hearing.get(until if promised is None else min(until, promised))
            if entry is not None:
                return entry
            if promised is not None and promised <= self._hearing.now():
                self._remark(reminders)
        return None

    def _ask_again(self) -> None:
        """Say that something was not understood; after the second time, turn to the keypad, where there is one."""
        self._misheard += 1
        if self._misheard < MISUNDERSTANDINGS or not self._ports.keyed():
            self._narration.announce("heard.again")
            return
        self._narration.announce("heard.keypad")
        self._misheard = 0
        if self._ports.ears is not None:
            self._ports.ears.rest()

    def _refuse(self, ask: Ask, refusal: Refusal, answer: Answer | None = None) -> None:
        self._ports.screen.notice(self._wording.refusal(ask, refusal, answer))
        self._prompt(ask)

    def _prompt(self, ask: Ask) -> None:
        own = ask.question == CONFIRM
        self._ports.screen.prompt(self._wording.line("heard.confirm") if own else self._wording.prompt(ask))


def _harmless(ask: Ask, answer: Answer) -> bool:
    """Whether an answer does no harm if it was misheard.

    What is offered may be had or not, or comes a little early; but not the end of a debate, nor somebody's departure.
    """
    return ask.offer and not ask.aloud.debate and not isinstance(answer, Leave)
