"""The ears of a table: what is said to the open question becomes an entry of the one inbox, or nothing.

Before a game and during it they listen for the answers of each question. At night they listen for neutral words alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from narrator.base.sentences import to_user
from narrator.ear.decision import Certain, Decider, Doubtful, Overheard
from narrator.ear.messages import (
    EarReady,
    EarReply,
    EarTrouble,
    KnownWords,
    Recognised,
    RecogniserError,
    SoundLevel,
)
from narrator.ear.thresholds import Thresholds
from narrator.rules.core.answers import NO, YES, Answer, Leave, Refusal
from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Changed, Doubted, Entry, Farewell, Misheard, Misread, Onward, Order, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.language.offered_answers import SetupAsk, offered_grammar, offered_vocabulary
from narrator.table.language.spelling import Unheard, everything, unknown_names
from narrator.table.language.spoken import Grammar, Hearing, grammar_of, hearing_at, vocabulary
from narrator.table.language.table_words import TableWords
from narrator.table.session.announcements import ASKED_BACK, STANDS
from narrator.table.session.reminders import TableTalk

if TYPE_CHECKING:
    from narrator.ear.listener import Listener


LONGEST_SLIP = 3.0
"""Seconds of speech up to which words of an answer that make none are a slip of somebody who meant to answer."""

_SOFTEST = 60.0  # dB under full scale at which a meter shows nothing


@dataclass(frozen=True, slots=True)
class _Listening:
    """What is listened for, in which context, and for which question and slot."""

    context: str
    grammar: Grammar
    ask: Ask | None
    slot: int

    def meaning(self, text: str) -> Entry | None:
        """Return the entry that a text is. In a debate, what would be refused is said to each other."""
        entry = self.grammar.read(text)
        return None if isinstance(entry, Misread) and _debated(self.ask) else entry


class AnswerEars:
    """Listen to one grammar at a time, and put what was said into the inbox, in the slot in which it was said.

    While a debate goes on, talk that is no answer is table talk.

    `put` is the inbox's and `slot` that of its moment, `now` tells the time in seconds. `signal` is called when a
    public question begins to be listened to: an earcon. `attend` is told, by day, when an answer begins or ceases to be
    waited for, so that the ambience makes room; in a debate none is. `shown` is told by day how loud it is, from 0 to
    1, and what was understood.
    """

    def __init__(
        self,
        put: Callable[[Entry, int], None],
        slot: Callable[[], int],
        now: Callable[[], float],
        *,
        signal: Callable[[], object] = lambda: None,
        attend: Callable[[bool], object] = lambda _on: None,
    ) -> None:
        self.talk = TableTalk(now)
        self.shown: Callable[[float, str | None], object] = lambda _level, _text: None
        self._put = put
        self._slot = slot
        self._signal = signal
        self._attend = attend
        self._attending = False
        self._listener: Listener | None = None
        self._table_words: TableWords | None = None
        self._known: Callable[[str], bool] = everything
        self._hearing = Hearing.DAY
        self._lock = threading.Lock()  # the driver opens and closes, the listener's thread hears
        self._open: _Listening | None = None
        self._learned = threading.Event()
        self._words: frozenset[str] = frozenset()
        self._trouble: EarTrouble | None = None
        self._thresholds = Thresholds()
        self._decider = Decider[Entry]()
        self._lost = False
        self._heard: tuple[bool, Ask | None, Hearing, int] | None = None

    def moment(self, moment: Moment) -> None:
        """Listen for what may be said at this moment."""
        self._hearing = hearing_at(moment)
        listens = moment.open and not moment.early
        if self._hearing is not Hearing.DAY:
            self._wait_for_answer(False)
        heard = (listens, moment.asked, self._hearing, moment.slot)
        before, self._heard = self._heard, heard
        if heard == before:
            return
        stands = before is not None and before[1] is moment.asked and heard[:3] == before[:3]
        if stands and moment.asked is not None:
            self._move(moment.slot)  # a pause begins or ends, in which the question stands
        elif listens:
            self.opened(moment.asked)
        elif self._hearing is Hearing.DAY:
            self.closed()

    def opened(self, ask: Ask | None) -> None:
        """Listen for the answers to a question, or for orders alone."""
        raise NotImplementedError

    def _listen(self, ask: Ask | None, grammar: Grammar, slot: int) -> None:
        if self._listener is None:
            return
        with self._lock:
            before = self._open
            goes_on = before is not None and before.grammar == grammar and self._hearing is not Hearing.DAY
            self._open = _Listening(before.context if before and goes_on else str(slot), grammar, ask, slot)
        if goes_on:
            return
        if ask is None or ask.question not in ASKED_BACK:  # a debate goes on while something is read back in it
            self._listener.follow(_debated(ask))
        self._listener.open(str(slot), grammar.phrases)
        public = self._is_public(ask)
        with self._lock:
            self._wait_for_answer(public and not _debated(ask) and not self._lost)
        if public:
            self._signal()

    def _is_public(self, ask: Ask | None) -> bool:
        """Whether a question is put to everybody, by day."""
        return ask is not None and ask.public and self._hearing is Hearing.DAY

    def _move(self, slot: int) -> None:
        """Go on to listen as before: what is said now belongs to this slot."""
        with self._lock:
            if self._open is not None:
                self._open = replace(self._open, slot=slot)

    def _wait_for_answer(self, on: bool) -> None:
        """Tell whether an answer is waited for. With the lock."""
        if on != self._attending:
            self._attending = on
            self._attend(on)

    def closed(self) -> None:
        with self._lock:
            self._wait_for_answer(False)
            self._open = None
        if self._listener is not None:
            self._listener.shut()

    # --- told by the listener's thread ------------------------------------------------------------------------

    def told(self, tidings: EarReply) -> None:
        match tidings:
            case Recognised():
                self._recognised(tidings)
            case SoundLevel(db, speaking):
                self.talk.heard(speaking)
                self._show(1.0 + db / _SOFTEST, None)
            case KnownWords(words, unknown):
                self._words |= frozenset(words) - frozenset(unknown)
                self._learned.set()
            case EarTrouble():
                self._lose(tidings)
            case EarReady():
                self._thresholds = tidings.thresholds
                if self._lost:
                    self._lost = False
                    with self._lock:  # also for the question that was open meanwhile
                        ask = None if self._open is None else self._open.ask
                        self._wait_for_answer(self._is_public(ask) and not _debated(ask))
                    self._put(Changed("ear.back"), self._slot())

    def _recognised(self, said: Recognised) -> None:
        """Take what was said, if as a whole it is something: a phrase, or words of several, with politeness.

        What would be refused is told to be so, but not in a debate: there people say it to each other. Nor is asked
        back there what is in doubt, but it counts when it is said twice in a row.
        """
        with self._lock:
            listening = self._open
        if listening is None or said.context != listening.context:
            return
        if self._hearing is not Hearing.DAY:  # nobody talks at night
            if said.cut:
                return
            said = replace(said, amid_talk=False)
        asks_back = not _debated(listening.ask)
        match self._decider.decide(said, listening.meaning, self._thresholds, asks_back=asks_back):
            case Certain(Order.NEXT) if self._hearing is Hearing.LED:
                self._put(Onward(), listening.slot)
            case Certain(Reply(answer=answer)) if said.cut:
                self._missed(listening, said, (answer,))
            case Certain() | None if said.cut:
                self._missed(listening, said, ())
            case Certain(entry, text):
                self._show(0.0, text)
                self._put(_aloud(entry), listening.slot)
            case Doubtful(entries):
                self._missed(listening, said, tuple(entry.answer for entry in entries if isinstance(entry, Reply)))
            case Overheard(entry) if _just_asked(listening.ask, entry):
                self._show(0.0, said.texts[0])
                self._put(_aloud(entry), listening.slot)  # the narrator has just spoken, and was answered
            case Overheard(Reply(answer=answer)) if not (isinstance(answer, Leave) or _debated(listening.ask)):
                self._put(Doubted((answer,)), listening.slot)
            case None if not said.amid_talk:
                self._missed(listening, said, ())
            case _:
                pass  # amid talk an order has to be said twice, and what is none is talk

    def _missed(self, listening: _Listening, said: Recognised, perhaps: tuple[Answer, ...]) -> None:
        """Ask again where somebody said words of the question, and no others, that make no answer for certain.

        Where he began before the ears were open, whatever words of his were heard: else he would wait in vain. A
        departure that was hardly said is not asked back.
        """
        perhaps = tuple(answer for answer in perhaps if not isinstance(answer, Leave))
        by_day = self._is_public(listening.ask)
        short = said.seconds <= LONGEST_SLIP
        if by_day and short and not _debated(listening.ask) and (said.cut or listening.grammar.slips(said.texts[0])):
            self._put(Doubted(perhaps) if perhaps else Misheard(), listening.slot)

    def _lose(self, trouble: EarTrouble) -> None:
        if self._learned.is_set():
            if not self._lost:
                self._lost = True
                with self._lock:
                    self._wait_for_answer(False)
                self._put(Changed("ear.lost", trouble.detail), self._slot())
        elif trouble.kind != "lost":
            self._trouble = trouble
            self._learned.set()

    def _show(self, level: float, text: str | None) -> None:
        if self._hearing is Hearing.DAY:
            self.shown(min(1.0, max(0.0, level)), text)


def _debated(ask: Ask | None) -> bool:
    return ask is not None and ask.aloud.debate


def _just_asked(ask: Ask | None, entry: Entry) -> bool:
    """Whether something answers what the narrator has just asked back or said back: that counts amid talk, too."""
    if ask is None or ask.question not in ASKED_BACK:
        return False
    if ask.question == STANDS:
        return entry in (Reply(YES), Reply(NO), Order.UNDO)
    return isinstance(entry, Reply)


def _aloud(entry: Entry) -> Entry:
    """Mark as spoken what is to be read back: an answer, or leave taken."""
    match entry:
        case Reply(answer=answer):
            return Reply(answer, spoken=True)
        case Order.QUIT:
            return Farewell()
        case Misread(refusal=Refusal.UNREADABLE):
            return Misheard()
        case Misread(refusal=refusal):
            return Misread(refusal, spoken=True)
        case _:
            return entry


SECONDS_TO_LEARN = 90.0
"""What a model may take until it has said which words it knows: a Raspberry Pi reads it from its card."""


class TableEars(AnswerEars):
    """Ears that know from the beginning which words a table will say, and when it is night.

    By day they listen to the question's answers. At night they listen to neutral words alone, and go on without a break
    whatever is asked in between: who begins a word as a slot opens would otherwise learn that somebody acts in it (law
    1).
    """

    def learn(self, listener: Listener, table_words: TableWords) -> None:
        """Listen by this listener from now on; begin to ask it which of the table's words it knows.

        `table_words` holds the words of one language alone.
        """
        self._table_words = table_words
        self._listener = listener
        listener.check(sorted(vocabulary(table_words)))

    def learned(self, seconds: float = SECONDS_TO_LEARN) -> list[Unheard]:
        """Wait for the answer; return whose first names will not be understood. Their aliases will be.

        Raises:
            RecogniserError: there will be no listening.
        """
        assert self._table_words is not None  # it was asked about
        there = self._learned.wait(seconds)
        trouble = self._trouble or (None if there else EarTrouble("model", to_user("ear.slow")))
        if trouble is not None:
            if self._listener is not None:
                self._listener.close()  # it may be loading still
                self._listener = None
            raise RecogniserError(trouble.kind, trouble.detail)
        self._known = self._words.__contains__
        unheard = unknown_names(self._table_words.names, self._known)
        aliases = {who.seat: who.alias for who in unheard}
        self._table_words = replace(
            self._table_words, aliases=tuple(aliases.get(seat, "") for seat in range(1, self._table_words.players + 1))
        )
        return unheard

    def opened(self, ask: Ask | None) -> None:
        if self._listener is not None and self._table_words is not None:
            self._listen(ask, grammar_of(ask, self._table_words, self._hearing, self._known), self._slot())


class SetupEars(AnswerEars):
    """Ears that ask about the words of each question as it comes, for what a table will be asked is not known before.

    They open at once, or as soon as the model has told.
    """

    _asked: frozenset[str] = frozenset()
    _answered: frozenset[str] = frozenset()
    _awaited: tuple[SetupAsk, int] | None = None

    def use(self, listener: Listener, table_words: TableWords) -> None:
        """Listen by this listener from now on, in the language of these words."""
        self._listener, self._table_words = listener, table_words

    @property
    def there(self) -> bool:
        """Whether anything can be heard, as far as is known."""
        return self._listener is not None and self._trouble is None and not self._lost

    def opened(self, ask: Ask | None) -> None:
        if not isinstance(ask, SetupAsk) or self._listener is None or self._table_words is None:
            return
        vocabulary = offered_vocabulary(ask, self._table_words)
        with self._lock:
            self._awaited = ask, self._slot()
            fresh = vocabulary - self._asked
            self._asked |= fresh
        if fresh:
            self._listener.check(sorted(fresh))
        self._begin()

    def closed(self) -> None:
        with self._lock:
            self._awaited = None
        super().closed()

    def told(self, tidings: EarReply) -> None:
        super().told(tidings)
        if isinstance(tidings, KnownWords):
            with self._lock:
                self._answered |= {*tidings.words}
                self._known = self._words.__contains__
            self._begin()

    def _begin(self) -> None:
        """Begin to listen, if something is to be listened for and all its words were asked about."""
        with self._lock:
            if self._awaited is None or self._table_words is None or self._asked - self._answered:
                return
            (ask, turn), self._awaited = self._awaited, None
            grammar = offered_grammar(ask, self._table_words, self._known)
        self._listen(ask, grammar, turn)
