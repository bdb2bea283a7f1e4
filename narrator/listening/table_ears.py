"""The ears of a table: before a game and during it they listen for the answers of each question.

At night they listen for neutral words alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.core.effects import Ask
from narrator.language.offered_answers import SetupAsk, offered_grammar, offered_vocabulary
from narrator.language.spelling import Unheard, unknown_names
from narrator.language.spoken import grammar_of, vocabulary
from narrator.language.table_words import TableWords
from narrator.listening.answer_ears import AnswerEars
from narrator.listening.messages import EarReply, EarTrouble, KnownWords, RecogniserError
from narrator.story.sentences import to_user

if TYPE_CHECKING:
    from narrator.listening.listener import Listener

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
