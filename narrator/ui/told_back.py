"""What was noted of a public answer, in words: told back by day on screens on which nothing typed is left standing."""

from __future__ import annotations

from typing import assert_never

from narrator.core.answers import Answer, Card, Diamonds, Leave, Number, Seats, Text, Tie, Token
from narrator.core.effects import Form, Term
from narrator.language.table_words import TIE
from narrator.story.agreement import ANSWER_IDS
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.ui.clean_text import clean


def told_back(answer: Answer, words: Words, wording: Wording) -> str:
    """Return what was noted; empty where somebody only went on, and for a departure, which is told by itself."""
    told = _named(answer, words, wording)
    return told and clean(wording.line("screen.noted", text=Term(Form.TEXT, told)))


def _named(answer: Answer, words: Words, wording: Wording) -> str:
    match answer:
        case Token.DONE | Token.SILENT | Leave():
            return ""
        case Token():
            return words.answers[ANSWER_IDS[answer]][0]
        case Seats(seats=seats):
            return wording.seat_list(seats)
        case Tie(seats=seats, clear=clear):
            tie = f"{words.answers[TIE][0]} {wording.seat_list(seats)}"
            return tie if clear is None else f"{wording.seat(clear)}, {tie}"
        case Card(card=card):
            return wording.card(card, "bare")
        case Number(value=number) | Diamonds(count=number):
            return str(number)
        case Text(text=text):
            return text
        case _:
            assert_never(answer)
