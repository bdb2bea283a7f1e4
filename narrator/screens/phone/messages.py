"""What pages are told, and what the table's page says: JSON.

Every page is told once the words of the game, and then the public view; the private one only the table's page is sent.
A frame is a whole view, so that a page that comes late or comes back needs the last one and nothing else. What a page
sends is read strictly into the entries of the one inbox: whether an answer is legal is for the game to say; here is
only what has the shape of an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from narrator.base.sentences import unbroken
from narrator.packs.naming import ANSWER_IDS
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.answers import Answer, Seats, Text, Tie, Token
from narrator.rules.core.effects import Ask, Verb
from narrator.rules.core.play import choices_of
from narrator.screens.public_lines import PublicLine, told_back
from narrator.table.inbox.entry import Entry, Order, Reply
from narrator.table.inbox.moment import Countdown, Facts, Moment
from narrator.table.journal.answer_data import decode, encode
from narrator.table.language.offered_answers import SetupAsk
from narrator.table.language.table_words import TOKENS

LEAST_CELLS = 12
"""Keys of a private screen, at least: as on a telephone."""


@dataclass(frozen=True)
class Greeting:
    """The words of one game for its pages. `names` are by seat; an empty one leaves the seat its number."""

    words: Words
    players: int
    names: Sequence[str] = ()
    cells: int = field(init=False)
    """How many keys every private screen has: as many in each window, whatever is asked in it."""

    def __post_init__(self) -> None:
        """Leave room for every seat and two words besides."""
        object.__setattr__(self, "cells", max(LEAST_CELLS, self.players + 2))

    def data(self) -> dict[str, object]:
        words = self.words
        return {
            "language": words.language,
            "title": words.title,
            "players": self.players,
            "names": [self.name(seat) for seat in range(1, self.players + 1)],
            "cells": self.cells,
            "answers": {id_: words.answers[id_][0] for id_ in (*TOKENS, "tie")},
            "orders": {id_: words.commands[id_][0] for id_ in (*ORDERS, "leave")},
        }

    def name(self, seat: int) -> str:
        """Return the first name of a seat; nothing where it has none."""
        return self.names[seat - 1] if seat <= len(self.names) else ""

    def told_back(self, answer: Answer) -> str:
        """Return what was noted of a public answer; empty where there is nothing to tell."""
        return told_back(answer, Wording(self.words, tuple(self.names)))


ORDERS = {
    order.value: order
    for order in (
        *(Order.REPEAT, Order.UNDO, Order.PAUSE, Order.RESUME, Order.NEXT),
        *(Order.STATE, Order.LOUDER, Order.SOFTER, Order.QUIT),
    )
}
"""The orders that a page may give, never to whom the table belongs.

Help is not among them: a page has words of its own for it, by day, and sends nothing.
"""

MOST_SEATS = 64
HIGHEST_NUMBER = 999
LONGEST_TEXT = 500


class MalformedError(ValueError):
    """What a page sent is malformed."""


def entry_of(message: Mapping[str, Any]) -> Entry:
    """Read `{answer: ...}`, `{order: id}` or `{leave: seat}`.

    Raises:
        MalformedError: it is something else.
    """
    match dict(message):
        case {"answer": answer, **rest} if not rest:
            return Reply(answer_of(answer))
        case {"order": str(order), **rest} if not rest and order in ORDERS:
            return ORDERS[order]
        case {"leave": _, **rest} if not rest:
            return Reply(_untagged(message))
        case _:
            raise MalformedError("no entry")


def answer_of(data: object) -> Answer:
    """Read an answer: as a journal has it, but for words and seats, and no longer than a page sends one.

    Raises:
        MalformedError: it is none.
    """
    match data:
        case {"word": str(word), **rest} if not rest and word in TOKENS:
            return TOKENS[word]
        case {"seats": list(seats), **rest} if not rest:
            return _untagged(seats)
        case dict() if "leave" not in data:
            return _untagged(data)
        case _:
            raise MalformedError("no answer")


def _untagged(tagged: Any) -> Answer:
    try:
        answer = decode(tagged)
    except ValueError as error:
        raise MalformedError("no answer") from error
    if not all(map(_is_short, tagged.values() if isinstance(tagged, dict) else [tagged])):
        raise MalformedError("nothing that a page would send")
    return Tie(tuple(sorted(answer.seats)), answer.clear) if isinstance(answer, Tie) else answer


def _is_short(value: str | int | list[int]) -> bool:
    match value:
        case str():
            return 0 < len(value) <= LONGEST_TEXT and value.isprintable()
        case int():
            return 0 <= value <= HIGHEST_NUMBER
        case _:
            return 0 < len(value) <= MOST_SEATS and all(map(_is_short, value))


def answer_data(answer: Answer | None) -> dict[str, object] | None:
    """Return an answer as pages are told of it."""
    match answer:
        case None | Token.SILENT:
            return None
        case Token():
            return {"word": ANSWER_IDS[answer]}
        case Seats(seats=seats):
            return {"seats": list(seats)}
        case _:
            tagged = encode(answer)  # as a journal has it: words and seats alone have no tag there
            assert isinstance(tagged, Mapping)
            return dict(tagged)


CAPTIONS = 8
"""How many of the last words stand on a page."""


def public_frame(
    greeting: Greeting,
    now: Moment,
    *,
    said: Iterable[PublicLine],
    prompt: str | None,
    countdown: Countdown | None,
    won: str | None,
    story: bool,
) -> bytes:
    """Write everything that spectators see.

    `called` tells that a window is open, `call` whose call it is, in few words, `closed` that eyes are closed, `won`
    who has won, once everybody knows, `story` that the story of the game can be read.
    """
    facts = now.facts
    return frame(
        "public",
        {
            "phase": _phase(facts),
            "number": facts.night if facts.asleep else facts.day,
            "dead": [[seat, greeting.words.label(shown or "")] for seat, shown in sorted(facts.dead.items())],
            "office": facts.office,
            "said": [[line.kind.value, unbroken(line.text)] for line in said],
            "prompt": None if prompt is None else unbroken(prompt),
            "countdown": None if countdown is None else countdown.data(),
            "called": now.window is not None,
            "call": now.call or None,
            "closed": now.eyes_closed,
            "paused": now.paused,
            "won": won,
            "story": story,
        },
    )


def _phase(facts: Facts) -> str:
    if facts.outcome is not None:
        return "over"
    if facts.asleep:
        return "night"
    return "day" if facts.day else "before"


def table_frame(
    greeting: Greeting, turn: int, ask: Ask | None, window: tuple[str, Iterable[str]] | None, stored: Answer | None
) -> bytes:
    """Write what the table's page sees besides: the heading and the lines of the open `window`, if one is open.

    `stored` is the last answer to the question of this turn that is on disk.
    """
    heading, lines = window or ("", ())
    return frame(
        "table",
        {
            "turn": turn,
            "ask": None if ask is None else ask_data(ask, greeting),
            "window": window and {"heading": unbroken(heading), "lines": list(map(unbroken, lines))},
            "stored": answer_data(stored),
        },
    )


def ask_data(ask: Ask, greeting: Greeting) -> dict[str, object]:
    """Return what may be answered, as pages are told of it."""
    choices = choices_of(ask)
    offers = ask.offers if isinstance(ask, SetupAsk) else ()
    return {
        "kind": choices.kind.name.lower(),
        "seats": list(choices.seats),
        "least": choices.count[0],
        "most": choices.count[1],
        "ties": choices.ties,
        "words": [name for name, word in TOKENS.items() if word in choices.words],
        "options": [[offer.answer.text, offer.said] for offer in offers if isinstance(offer.answer, Text)],
        "cards": [[card, greeting.words.label(card)] for card in choices.cards],
        "numbers": list(choices.numbers),
        "length": choices.length,
        "living": list(ask.living),
        "denounces": ask.aloud.verb is Verb.DENOUNCE,
    }


def frame(kind: str, data: object) -> bytes:
    """Write a frame: one JSON object with one key, on one line."""
    return json.dumps({kind: data}, ensure_ascii=False, separators=(",", ":")).encode()
