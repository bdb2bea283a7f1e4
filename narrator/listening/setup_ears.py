"""The ears before a game: they listen for the answers to one question at a time."""

from __future__ import annotations

from narrator.core.effects import Ask
from narrator.language.offered_answers import SetupAsk, offered_grammar, offered_vocabulary
from narrator.language.table_words import TableWords
from narrator.listening.answer_ears import AnswerEars, PhraseListener
from narrator.listening.messages import EarReply, KnownWords


class SetupEars(AnswerEars):
    """Ears that ask about the words of each question as it comes, for what a table will be asked is not known before.

    They open at once, or as soon as the model has told.
    """

    _asked: frozenset[str] = frozenset()
    _answered: frozenset[str] = frozenset()
    _awaited: tuple[SetupAsk, int] | None = None

    def use(self, listener: PhraseListener, table_words: TableWords) -> None:
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
            self._awaited = ask, self._turn()
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
