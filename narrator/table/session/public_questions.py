"""Public questions: put to everyone, before a game and by day in it, they stand until they are answered (law 5).

A question before a game (`SetupAsk`) puts itself into words and carries its answers; nothing it settles is journaled.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import replace
from functools import partial

from narrator.packs.markup import paced
from narrator.packs.wording import Wording
from narrator.rules.core.answers import (
    DONE,
    NO,
    YES,
    YES_NO,
    Answer,
    Card,
    Choices,
    Leave,
    Number,
    Refusal,
    Seats,
    outcome_of,
    seat,
)
from narrator.rules.core.effects import Aloud, Ask, Form, Poll, Say, Term
from narrator.rules.core.play import Confirm, choices_of, refusal_of
from narrator.table.inbox.entry import (
    Doubted,
    Entry,
    Farewell,
    LanguageTyped,
    Misheard,
    Misread,
    Order,
    Pressed,
    Reply,
    SeatAsked,
)
from narrator.table.language.offered_answers import SetupAsk
from narrator.table.session import announcements
from narrator.table.session.announcements import CONFIRM, EITHER, STANDS, Care, asked_back, care, irrevocable, words_of
from narrator.table.session.answer_store import AnswerStore
from narrator.table.session.counting import Rhythm
from narrator.table.session.entry_wait import EntryWait
from narrator.table.session.narration import Narration, Quit
from narrator.table.session.ports import Ports
from narrator.table.session.reminders import REMINDER, Reminders
from narrator.table.session.replay import Target, undo_by_day
from narrator.table.session.scan import Scan
from narrator.table.session.table_orders import Orders

MISUNDERSTANDINGS = 2
"""How many in a row make the narrator ask for the keypad instead."""

STANDING, LULL = 2.0, 0.6
"""Seconds, at least, in which what was said back may be taken back; and without a voice, for up to as many more."""

PRESSED = 1.5
"""Seconds in which a press that takes something back is let go."""

MEANT = "setup.meant"
"""The question whether an answer that nearly was one is meant."""


class StartOverError(Exception):
    """Before a game something was taken back: the questions begin again, or go on from the one before."""


class LanguageChosenError(Exception):
    """The questions before a game begin again in this language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language


class PublicQuestions:
    """Puts the public questions of one table."""

    def __init__(
        self,
        ports: Ports,
        wording: Wording,
        entries: EntryWait,
        orders: Orders,
        rhythm: Rhythm,
        narration: Narration,
        answers: AnswerStore,
        confirm: Confirm,
    ) -> None:
        """At instant pace nothing waits, so that all that was heard is asked back, whatever `confirm` says."""
        self._ports = ports
        self._wording = wording
        self._entries = entries
        self._orders = orders
        self._narration = narration
        self._answers = answers
        self._confirm = confirm if ports.pace.factor else Confirm.ALWAYS
        self._scan = Scan(ports, rhythm, entries)
        self._reminders: Reminders
        """What is said unasked while the question stands."""
        self._misheard = 0
        self._pressed = False
        self._early: Entry | None = None
        """What was told while something was read back, or answers were counted; it counts next."""
        self._seats_asked = deque[SeatAsked]()
        """Phones that asked for a seat meanwhile; each is decided in its turn."""

    def put(self, ask: Ask) -> Answer | Target:
        """Ask everyone, and say the question again from time to time; somebody's turn to speak ends with its time.

        Return what to go back to, if it is wished.

        Raises:
            Quit: somebody said goodbye.
            StartOverError: something was taken back before a game.
            LanguageChosenError: another language is wanted there.
            Stranded: nothing is left that could answer.
        """
        if words_of(ask) is None:
            self._open(ask)
        else:
            self._put(ask)
        reminders = Reminders(ask, self._ports.talk, self._entries.now(), self._ports.pace.factor)
        undo_asked = False
        while True:
            self._reminders = reminders
            entry, self._early = self._early, None
            due = reminders.next(self._entries.now())
            if entry is None and self._seats_asked:
                entry = self._seats_asked.popleft()
            entry = entry or self._entries.get(due)
            self._pressed = isinstance(entry, Pressed)
            if self._pressed:
                entry = self._scan.run(ask)
                if entry is None:
                    reminders.counted(self._entries.now())
                    continue
            if entry is None and due is not None and (lapse := reminders.lapsed(due)) is not None:
                self._ports.inbox.close()
                return lapse
            if entry is None:
                self._remark(ask)
            elif isinstance(entry, SeatAsked):
                entry.decide(self._confirmed(ask, announcements.seat_asked(entry.seat), strictly=True))
                self._open(ask)
            elif entry is Order.UNDO and (target := self._target(ask, undo_asked)) is not None:
                return target
            else:
                undo_asked = entry is Order.UNDO
                answer = self._read(ask, entry)
                if answer is not None:
                    self._ports.inbox.close()
                    return answer
                reminders.said(self._entries.now())

    def _target(self, ask: Ask, confirmed: bool) -> Target | None:
        """Return where an undo leads: to the last answer of the day or, once it is `confirmed`, to nightfall."""
        if isinstance(ask, SetupAsk):
            raise StartOverError
        self._ports.lane.settle()
        target = undo_by_day(self._answers.replayed())
        if target is None:
            self._orders.inform(self._wording.line("undo.nothing"))
        elif target.night and not confirmed:
            self._narration.announce("undo.ask_night")
            return None
        return target

    def _put(self, ask: Ask) -> None:
        """Show a question; say one that nothing has led to, and count what answers it where it does not name that."""
        words = words_of(ask)
        if words is None:
            self._orders.prompt(ask)
            return
        self._misheard = 0
        self._ports.inbox.open_early(ask)  # before it is said: whoever answers at once is heard
        self._orders.prompt(ask)
        self._ports.mouth.speak(paced(self._wording.spoken(words), self._ports.pace.factor))
        self._ports.inbox.open(ask)
        if isinstance(ask, SetupAsk) and not (self._early or ask.counts or ask.plain):
            self._early = self._scan.enumerate(ask)

    def _put_again(self, ask: Ask) -> None:
        """Say a question once more."""
        if words_of(ask) is None:
            self._orders.put_again()
        else:
            self._put(ask)

    def _open(self, ask: Ask) -> None:
        self._misheard = 0
        self._ports.inbox.open(ask)  # before it is shown: who answers at once is heard
        if not self._ports.inbox.answered():
            self._orders.prompt(ask)

    def _remark(self, ask: Ask) -> None:
        match self._reminders.due(self._entries.now()):
            case None:
                return
            case Order.REPEAT:
                self._put_again(ask)
            case Say() as tease:
                self._narration.say(tease)
            case line:
                self._narration.announce(line)
        self._reminders.said(self._entries.now())

    def _read(self, ask: Ask, entry: Entry) -> Answer | None:
        """Return the answer that an entry gives; what it says else is served here."""
        if not isinstance(entry, Misheard | Doubted):
            self._misheard = 0
        match entry:
            case Reply():
                return self._checked(ask, entry)
            case Order.NEXT:
                return self._go_on(ask)
            case Misread(refusal=refusal, meant=meant, spoken=spoken):
                if isinstance(ask, SetupAsk) and meant is not None:
                    return self._suggested(ask, meant)
                self._refuse(ask, refusal, aloud=spoken)
            case Misheard():
                self._ask_again(ask)
            case Doubted(perhaps):
                return self._asked_back(ask, [one for one in perhaps if refusal_of(ask, one) is None])
            case Farewell():
                if self._confirmed(ask, _read_back(entry), strictly=True):
                    raise Quit
                self._open(ask)
                self._put_again(ask)
            case LanguageTyped(language=language):
                raise LanguageChosenError(language)
            case Order.UNDO:
                pass
            case _:
                self._put(ask)
        return None

    def _suggested(self, ask: SetupAsk, meant: Answer) -> Answer | None:
        """Ask whether an answer that nearly was one is meant, and return it; else the question is put again.

        Where that is asked on a screen, any answer of the question may be given at once.
        """
        offer = announcements.offer_of(ask, meant)
        assert offer is not None  # it is read from what is offered
        if self._ports.counting is not None:
            return self._asked_back(ask, [meant])
        about = ask.asked_about(MEANT, _with_yes_and_no(choices_of(ask)), self._wording.answers)
        try:
            given = self.put(replace(about, args=announcements.named(MEANT, offer).args))
        except StartOverError:
            given = NO
        if isinstance(given, Target) or given is NO:
            self._put(ask)
            return None
        return meant if given in (YES, DONE) else given

    def _checked(self, ask: Ask, reply: Reply) -> Answer | None:
        """Return a legal answer once it counts; None where it is taken back, and everyone is asked as before."""
        if (refusal := refusal_of(ask, reply.answer)) is not None:
            self._refuse(ask, refusal, reply.answer, aloud=reply.spoken)
            return None
        match care(ask, reply, self._confirm):
            case Care.TAKEN:
                return reply.answer
            case Care.SAID_BACK:
                return self._standing(ask, reply.answer)
            case Care.ASKED_BACK if self._confirmed(ask, asked_back(ask, reply.answer), strictly=True):
                return reply.answer
        self._drop(ask, "heard.unchanged" if irrevocable(ask, reply.answer) else "heard.dropped")
        return None

    def _standing(self, ask: Ask, answer: Answer) -> Answer | None:
        """Say back what was surely heard, and return it where nobody objects; None where everyone is asked as before.

        Another answer counts as it would have at first; what is in doubt is asked back.
        """
        match self._objected(ask, answer):
            case None:
                return answer
            case Doubted(perhaps):
                others = (one for one in perhaps if one != answer and refusal_of(ask, one) is None)
                return self._asked_back(ask, [answer, *others][:2])
            case Misheard():
                return self._asked_back(ask, [answer])
            case Farewell() as objection:
                return self._read(ask, objection)
            case Reply(answer=given) as objection if refusal_of(ask, given) is None:
                return self._read(ask, objection)
            case _:
                self._drop(ask, "heard.dropped")
                return None

    def _objected(self, ask: Ask, answer: Answer) -> Entry | None:
        """Say back an answer, and return what is said against it in time; None where nothing is, or somebody agrees."""
        choices = choices_of(ask)
        stands = self._about(ask, STANDS, _with_yes_and_no(choices))
        agreed = {answer} if YES in choices.words else {answer, YES}
        said_back = announcements.said_back(ask, answer)
        with self._narration.aside(said_back):
            self._ports.inbox.open_early(stands)
            self._narration.say(said_back)
            self._open(stands)
            self._narration.hushed = self._entries.now()
            while True:
                match self._objection():
                    case None | Order.NEXT | Pressed():
                        return None
                    case Reply(answer=given) if given in agreed:
                        return None
                    case Doubted(perhaps) if agreed.issuperset(perhaps):
                        return None
                    case Reply(answer=given, spoken=spoken) if (refusal := refusal_of(stands, given)) is not None:
                        self._refuse(stands, refusal, given, aloud=spoken)
                    case Misread(refusal=refusal, spoken=spoken):
                        self._refuse(stands, refusal, aloud=spoken)
                    case Reply() | Doubted() | Misheard() | Farewell() | Order.UNDO as objection:
                        return objection

    def _objection(self) -> Entry | None:
        """Return what comes while an answer may be taken back; None: nothing did.

        It is longer where people talk, and where a button is still held: a long press takes back once it is let go.
        """
        until = self._entries.now() + STANDING * max(1.0, self._ports.pace.factor)
        latest, talk = until + STANDING, self._ports.talk
        while (entry := self._get(until)) is None and until < latest:
            if not (self._ports.inbox.pressed_within(PRESSED) or (talk is not None and talk.talked_within(LULL))):
                break
            until += LULL
        return entry

    def _go_on(self, ask: Ask) -> Answer | None:
        """Go on where the question may be passed over, or votes can be counted.

        Else say what it takes: an empty line is a slip, no answer.
        """
        refusal = refusal_of(ask, DONE)
        if refusal is None:
            return DONE
        if ask.poll is not None and (counted := self._counted(ask, ask.poll)) is not None:
            return self._read(ask, Reply(counted))
        if isinstance(ask, SetupAsk):
            self._refuse(ask, refusal)
        else:
            self._orders.refuse(ask, self._wording.help(ask))
        return None

    def _counted(self, ask: Ask, poll: Poll) -> Answer | None:
        """Show who voted for whom, and return what that comes to; None where nobody has voted on a phone."""
        votes = {} if self._ports.pockets is None else self._ports.pockets.count(poll)
        if not votes:
            return None
        voices, counts = dict(poll.voters), Counter[int](dict(poll.cast))
        told = [f"{self._wording.named(seat(voter))} : {self._wording.named(vote)}" for voter, vote in votes.items()]
        for voter, vote in votes.items():
            for one in vote.seats if isinstance(vote, Seats) else ():
                counts[one] += voices[voter]
        missing = [voter for voter in voices if voter not in votes]
        self._ports.screen.notice(self._wording.line("vote.cast", text=Term(Form.TEXT, " ; ".join(told))))
        if missing:
            self._ports.screen.notice(self._wording.line("vote.uncast", seats=Term(Form.SEAT, tuple(missing))))
        return outcome_of(dict(sorted(counts.items())), choices_of(ask).count[1])

    def _drop(self, ask: Ask, line: str) -> None:
        """Say by this line that nothing was noted, and ask as before."""
        self._narration.announce(line)
        self._open(ask)

    def _asked_back(self, ask: Ask, perhaps: list[Answer]) -> Answer | None:
        """Ask whether it was one of these answers, two at most; where there is none, ask everyone again."""
        if not perhaps:
            self._ask_again(ask)
            return None
        several = len(perhaps) > 1 and not isinstance(ask, SetupAsk)
        either = announcements.either(*perhaps) if several else None
        first, *_ = perhaps
        strictly = care(ask, Reply(first, spoken=True), self._confirm) is Care.ASKED_BACK
        if either is None:
            answer = first if self._confirmed(ask, asked_back(ask, first), strictly=strictly) else None
        else:
            which = self._about(ask, EITHER, _narrowed(choices_of(ask), perhaps))
            chosen = self._replied(which, either, strictly=strictly)
            answer = chosen if chosen in perhaps else None
        if answer is None:
            self._drop(ask, "heard.dropped")
        return answer

    def _confirmed(self, ask: Ask, asked: Say, *, strictly: bool) -> bool:
        """Ask back an answer; only a yes makes it count, and silence is none. It leaves the question closed."""
        return self._replied(self._about(ask, CONFIRM, YES_NO), asked, strictly=strictly) is YES

    def _about(self, ask: Ask, question: str, choices: Choices) -> Ask:
        """Return a question about an answer to another one: it is answered as that one is."""
        if not isinstance(ask, SetupAsk):
            return Ask(question=question, choices=choices, living=ask.living, aloud=Aloud(unit=ask.aloud.unit))
        return ask.asked_about(question, choices, self._wording.answers)

    def _replied(self, ask: Ask, asked: Say, *, strictly: bool) -> Answer | None:
        """Ask something about an answer, until there is a reply; None if it is taken back, or somebody leaves.

        A reply that was heard in doubt counts when it is given twice in a row, but where it is asked for `strictly`.
        """
        doubted: Answer | None = None
        with self._narration.aside(asked):
            self._ports.inbox.open_early(ask)
            self._narration.say(asked)
            self._open(ask)
            while True:
                match self._confirming(ask):
                    case None:
                        self._narration.say(asked)
                    case Reply(answer=Leave()) | Farewell() as again if _read_back(again) == asked:
                        return YES  # told once more
                    case Reply(answer=Leave()) as departure:
                        self._early = departure
                        return None
                    case Reply(answer=given, spoken=spoken):
                        refusal = refusal_of(ask, given)
                        if refusal is None:
                            return given
                        self._refuse(ask, refusal, given, aloud=spoken)
                    case Order.UNDO:
                        return None
                    case Misread(refusal=refusal, spoken=spoken):
                        self._refuse(ask, refusal, aloud=spoken)
                    case Misheard():
                        self._ask_again(ask)
                    case Doubted((given, *_)) if given == doubted and not strictly:
                        return given
                    case Doubted((given, *_)):
                        doubted = given
                        self._ask_again(ask, asked)
                    case _:
                        self._orders.prompt(ask)

    def _confirming(self, confirm: Ask) -> Entry | None:
        """Return what answers a yes or no; after a press both are counted at once. None: nothing came for a while."""
        entry = self._scan.run(confirm) if self._pressed else None
        if entry is None:
            entry = self._patiently(confirm)
        return self._scan.run(confirm) if isinstance(entry, Pressed) else entry

    def _patiently(self, ask: Ask) -> Entry | None:
        """Return what comes, or None if nothing came for a while; what was promised for a time is said meanwhile."""
        patience = REMINDER * self._ports.pace.factor
        if not patience:
            return self._get(None)
        end = self._entries.now() + patience
        while (until := self._reminders.after_talk(end, now := self._entries.now())) > now:
            promised = self._reminders.promised
            entry = self._get(until if promised is None else min(until, promised))
            if entry is not None:
                return entry
            if promised is not None and promised <= self._entries.now():
                self._remark(ask)
        return None

    def _get(self, until: float | None) -> Entry | None:
        """Return what comes while something about an answer is asked; a phone that asks for a seat waits."""
        while isinstance(entry := self._entries.get(until), SeatAsked):
            self._seats_asked.append(entry)
        return entry

    def _ask_again(self, ask: Ask, doubted: Say | None = None) -> None:
        """Say that something was not understood, or ask anew what was answered in doubt.

        After the second time, ask for the keypad, if there is one, and from then on nothing. Where there is none, tell
        before a game how the question can be answered.
        """
        self._misheard += 1
        if self._misheard == MISUNDERSTANDINGS and self._ports.keyed():
            self._narration.announce("heard.keypad")
        elif self._misheard > MISUNDERSTANDINGS and self._ports.keyed():
            pass
        elif doubted is not None:
            self._narration.say(doubted)
        elif self._misheard >= MISUNDERSTANDINGS and words_of(ask) is not None:
            self._narration.announce("box.unheard")
            self._put(ask)
        else:
            self._narration.announce("heard.again")

    def _refuse(self, ask: Ask, refusal: Refusal, answer: Answer | None = None, *, aloud: bool = False) -> None:
        """Tell why an answer is not taken: who said it hears that it cannot be, and where a screen is reads why."""
        if isinstance(ask, SetupAsk):
            self._orders.refuse_before(ask, partial(self._put, ask))
            return
        if aloud:
            self._narration.announce("heard.cannot")
        self._orders.refuse(ask, self._wording.refusal(ask, refusal, answer))


def _narrowed(choices: Choices, perhaps: list[Answer]) -> Choices:
    """Return the choice between answers of one kind, and none of them."""
    numbers = [one.value for one in perhaps if isinstance(one, Number)]
    return Choices(
        kind=choices.kind,
        seats=tuple(seat for one in perhaps if isinstance(one, Seats) for seat in one.seats),
        cards=tuple(one.card for one in perhaps if isinstance(one, Card)),
        numbers=(min(numbers), max(numbers)) if numbers else (0, 0),
        words=(NO,),
    )


def _read_back(departure: Reply | Farewell) -> Say:
    if isinstance(departure, Farewell):
        return announcements.said("heard.farewell")
    return announcements.heard(departure.answer)


def _with_yes_and_no(choices: Choices) -> Choices:
    return replace(choices, words=(*dict.fromkeys((*choices.words, YES, NO)),))
