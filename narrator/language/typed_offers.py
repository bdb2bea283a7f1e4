"""Reads a line typed at a question before a game: one of its answers, or none, and then the nearest.

An answer may be typed by its number among the others, by its words, or by any beginning of them that fits one answer
only; politeness may stand around it. So may help, going back and taking leave, and, at a setting, a word that keeps
the rest. Where the answers are seen, a yes is no number: the next question may be answered by one. Where nobody sees
them they may be typed as they are said, and by the keys of a numeric pad; 0 says goodbye there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from narrator.core.answers import KEEP, Number, Refusal, Text
from narrator.core.folding import plain
from narrator.core.play import choices_of
from narrator.inbox.entry import Entry, Farewell, Misread, Order, Reply
from narrator.inbox.inbox import Inbox
from narrator.language.offered_answers import Offer, SetupAsk, offered_grammar
from narrator.language.phrasebook import is_spoken
from narrator.language.table_words import TableWords
from narrator.language.typed import KEYPAD, typed_words
from narrator.language.typed_seats import number_typed
from narrator.language.typed_talk import TypedTalk

END = "0"
"""What is keyed to say goodbye; it must be confirmed."""

ORDERS = {"typed.help": Order.HELP, "typed.back": Order.UNDO, "typed.quit": Order.QUIT}
"""What is typed in place of an answer; the words stand in `scripts/common`."""


class OfferReader:
    """Reads what is typed; where nobody sees the answers, `aloud` are the words in which they are said."""

    def __init__(self, aloud: TableWords | None = None) -> None:
        self._aloud = aloud

    def read(self, line: str, inbox: Inbox) -> Entry:
        """Read a line for the question that is open now; an empty one takes what is usual."""
        text, ask = line.strip(), inbox.question
        if self._aloud is not None:
            order = KEYPAD.get(text)
        else:
            free = not isinstance(ask, SetupAsk) or not ask.offers  # then words are taken as they are
            cores = (plain(text), *(() if free else _talk().cores(plain(text))))
            order = next((_orders()[core] for core in cores if core in _orders()), None)
        if order is not None:
            return order
        if not text:
            return Order.NEXT
        if not isinstance(ask, SetupAsk):
            return Misread(Refusal.UNREADABLE)
        if KEEP in choices_of(ask).words and plain(text) in _resting():
            return Reply(KEEP)
        keyed = None if self._aloud is None else _keyed(text, ask, self._aloud)
        by_place = self._aloud is not None or not ask.plain
        return keyed or typed(text, ask.offers, counts=ask.counts, by_place=by_place)


@cache
def _orders() -> Mapping[str, Order]:
    """Return the words for orders, of every language."""
    return {word: order for id_, order in ORDERS.items() for word in typed_words(id_)}


@cache
def _talk() -> TypedTalk:
    return TypedTalk()


@cache
def _resting() -> frozenset[str]:
    """Return the words, of every language, that keep a setting and those that follow as they are."""
    return frozenset(typed_words("typed.rest"))


def typed(text: str, offers: Sequence[Offer], *, counts: bool = False, by_place: bool = True) -> Reply | Misread:
    """Read an answer by its number among the others, by its words, by their beginning; else tell what may be meant.

    A question that `counts` is answered by a number of its own; one that is not answered `by_place`, by words alone.
    """
    if not offers:
        return Reply(Text(text))
    entry = _answer(plain(text), offers, counts=counts, by_place=by_place)
    for core in _talk().cores(plain(text)):
        if isinstance(entry, Reply):
            break
        entry = _answer(core, offers, counts=counts, by_place=by_place)
    return entry


def _answer(text: str, offers: Sequence[Offer], *, counts: bool, by_place: bool) -> Reply | Misread:
    """Read a text in plain spelling as a whole."""
    if counts:
        text = _talk().pointed(text)
        if (number := number_typed(text)) is not None:
            return Reply(Number(number))
    if text.isdecimal():
        number = number_typed(text) or 0
        taken = not counts and by_place and 1 <= number <= len(offers)
        return Reply(offers[number - 1].answer) if taken else Misread(Refusal.WORD)
    exact = [(plain(word), offer.answer) for offer in offers for word in offer.typed]
    ways = [(plain(word), offer.answer) for offer in offers for word in offer.ways]
    for found in (
        {answer for word, answer in (*exact, *ways) if word == text},
        {answer for word, answer in exact if word.startswith(text)},
        {answer for word, answer in ways if word.startswith(text)},
    ):
        if found:
            return Reply(found.pop()) if len(found) == 1 else Misread(Refusal.WORD)
    words = {plain(word): its.answer for its in offers if not its.plain for word in (*its.typed, *its.ways)}
    near = get_close_matches(text, words, n=1)
    return Misread(Refusal.WORD, meant=words[near[0]] if near and not counts else None)


def _keyed(text: str, ask: SetupAsk, aloud: TableWords) -> Entry | None:
    """Read what is typed only where nobody sees the answers; None if it is something else."""
    if text == END:
        return Farewell()
    if text.isdecimal() or not is_spoken(aloud.language):
        return None
    return offered_grammar(ask, aloud).read(text)
