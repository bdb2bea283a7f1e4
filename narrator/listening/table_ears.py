"""The ears during a game: they listen for the answers of each question, and at night for neutral words alone."""

from __future__ import annotations

from dataclasses import replace

from narrator.core.effects import Ask
from narrator.language.spelling import Unheard, unknown_names
from narrator.language.spoken import Moment, grammar_of, vocabulary
from narrator.language.table_words import TableWords
from narrator.listening.answer_ears import AnswerEars, PhraseListener
from narrator.listening.messages import EarTrouble
from narrator.listening.recogniser import RecogniserError
from narrator.story.sentences import to_user

SECONDS_TO_LEARN = 90.0
"""What a model may take until it has said which words it knows: a Raspberry Pi reads it from its card."""


class TableEars(AnswerEars):
    """Ears that know from the beginning which words a table will say, and when it is night.

    By day they listen to the question's answers. At night they listen to neutral words alone, and go on without a break
    whatever is asked in between: who begins a word as a slot opens would otherwise learn that somebody acts in it (law
    1).
    """

    def learn(self, listener: PhraseListener, table_words: TableWords) -> None:
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

    def moment(self, moment: Moment) -> None:
        self._moment = moment
        if moment is not Moment.DAY:
            self._wait_for_answer(False)

    def opened(self, ask: Ask | None) -> None:
        if self._listener is None or self._table_words is None:
            return
        self._listen(ask, grammar_of(ask, self._table_words, self._moment, self._known), self._turn())

    def closed(self) -> None:
        if self._moment is Moment.DAY:
            super().closed()

    def rest(self) -> None:
        self.opened(None)
