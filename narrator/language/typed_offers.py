"""Reading a line that is typed to a question before a game as an answer to it, or as none.

An answer may be typed by its number among the others, by its words, or by any beginning of them that fits one answer
only. Where nobody sees the answers they may be typed as they are said, and by the keys of a numeric pad; 0 takes leave
there.
"""

from __future__ import annotations

from difflib import get_close_matches

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
    """Read an answer by its number among the others, by its words, by their beginning; else tell what may be meant."""
    if not ask.offers:
        return Reply(Text(text))
    if text.isdecimal():
        number = int(text) if len(text) <= LONGEST else 0
        if ask.counts:
            return Reply(Number(number)) if number or text == "0" else Misread(Refusal.WORD)
        return Reply(ask.offers[number - 1].answer) if 1 <= number <= len(ask.offers) else Misread(Refusal.WORD)
    typed = [(_plain(word), offer.answer) for offer in ask.offers for word in offer.typed]
    ways = [(_plain(word), offer.answer) for offer in ask.offers for word in offer.ways]
    wanted = _plain(text)
    for found in (
        {answer for word, answer in (*typed, *ways) if word == wanted},
        {answer for word, answer in typed if word.startswith(wanted)},
        {answer for word, answer in ways if word.startswith(wanted)},
    ):
        if found:
            return Reply(found.pop()) if len(found) == 1 else Misread(Refusal.WORD)
    words = dict((*typed, *ways))
    near = get_close_matches(wanted, words, n=1)
    return Misread(Refusal.WORD, meant=words[near[0]] if near and not ask.plain and not ask.counts else None)


def _plain(text: str) -> str:
    return " ".join(folded(text).replace("-", " ").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())


def _keyed(text: str, ask: SetupAsk, aloud: TableWords) -> Entry | None:
    """Read what is only typed where nobody sees the answers; None where it is none of that."""
    if text == END and not ask.plain:
        return Farewell()
    if text.isdecimal() or not is_spoken(aloud.language):
        return None
    return offered_grammar(ask, aloud).read(text)
