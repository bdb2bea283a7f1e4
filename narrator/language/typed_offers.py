"""Reading a line that is typed to a question before a game as an answer to it, or as none.

On a terminal, any beginning of a word that fits one answer only gives it. Where nobody sees the answers they may be
typed as they are said, by their number among the others, and by the keys of a numeric pad; 0 takes leave there.
"""

from __future__ import annotations

from narrator.core.answers import Number, Refusal, Text
from narrator.core.folding import folded
from narrator.inbox.inbox import Entry, Farewell, Inbox, Misread, Order, Reply
from narrator.language.offered_answers import SetupAsk, offered_grammar
from narrator.language.phrasebook import is_spoken
from narrator.language.table_words import TableWords
from narrator.language.typed import KEYPAD, LONGEST

END = "0"
"""What is keyed to take leave, which is to be confirmed."""


class OfferReader:
    """Reads what is typed; where nobody sees the answers, `aloud` are the words in which they are said."""

    def __init__(self, aloud: TableWords | None = None) -> None:
        self._aloud = aloud

    def read(self, line: str, inbox: Inbox) -> Entry:
        """Read a line for the question that is open now; an empty one takes what is usual."""
        text, ask = line.strip(), inbox.question
        if self._aloud is not None and text in KEYPAD:
            return KEYPAD[text]
        if not text:
            return Order.NEXT
        if not isinstance(ask, SetupAsk):
            return Misread(Refusal.UNREADABLE)
        keyed = None if self._aloud is None else _keyed(text, ask, self._aloud)
        return keyed or _typed(text, ask)


def _typed(text: str, ask: SetupAsk) -> Entry:
    if not ask.offers:
        return Reply(Text(text))
    if ask.counts:
        return Reply(Number(int(text))) if text.isdecimal() and len(text) <= LONGEST else Misread(Refusal.WORD)
    words = [(folded(word), offer.answer) for offer in ask.offers for word in offer.typed]
    whole = [answer for word, answer in words if word == folded(text)]
    found = {*whole} or {answer for word, answer in words if word.startswith(folded(text))}
    return Reply(found.pop()) if len(found) == 1 else Misread(Refusal.WORD)


def _keyed(text: str, ask: SetupAsk, aloud: TableWords) -> Entry | None:
    """Read what is only typed where nobody sees the answers; None where it is none of that."""
    if text == END and not ask.plain:
        return Farewell()
    if text.isdecimal():
        place = int(text) if len(text) <= LONGEST else 0
        return Reply(ask.offers[place - 1].answer) if not ask.counts and 1 <= place <= len(ask.offers) else None
    return offered_grammar(ask, aloud).read(text) if is_spoken(aloud.language) else None
