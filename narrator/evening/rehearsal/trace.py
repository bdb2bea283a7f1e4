"""The trace of a game: one JSON object a line, written as the game goes.

The public trace is the lines `to: all`: what everybody at the table hears and sees, and when. The rest is private:
`to` a card's holders, a seat, the leader, or `story`, the tale that is told after the end.
"""

from __future__ import annotations

import json
from typing import TextIO

from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import (
    Ask,
    Audience,
    Deed,
    Effect,
    Everyone,
    Fact,
    Form,
    Holders,
    Leader,
    News,
    Pause,
    Player,
    Say,
    Scene,
    Show,
    Term,
    Topic,
    Window,
)
from narrator.rules.core.secrets import unseal
from narrator.table.journal.answer_data import plain

ALL, STORY = "all", "story"
_in_json = json.JSONEncoder(ensure_ascii=False).encode


class Trace:
    """Writes the trace of one game."""

    def __init__(self, wording: Wording, file: TextIO) -> None:
        self._wording = wording
        self._file = file
        self._when: dict[str, object] = {}

    def effect(self, effect: Effect, at: float) -> None:
        match effect:
            case Say():
                text = self._wording.caption(effect)
                self._write(at, "say", ALL, line=effect.line, text=text, **_named(effect.args))
            case Pause():
                self._write(at, "pause", ALL, seconds=effect.seconds)
            case Scene():
                self._write(at, "scene", ALL, scene=effect.scene)
            case Window():
                self._write(at, "pause", ALL, call=effect.call, seconds=None if effect.led else effect.seconds)
            case Show():
                terms = unseal(effect.args)
                text = self._wording.shown(effect.line, terms)
                self._write(at, "show", address(effect.to), line=effect.line, text=text, **_named(terms))
            case Ask():
                about = {} if effect.about is None else {"seat": effect.about}
                self._write(at, "ask", address(effect.to), question=effect.question, **about)
            case News():
                self._news(effect, at)
            case Deed():
                self._deed(effect, at)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        self._write(at, "answer", address(ask.to), question=ask.question, value=plain(answer))

    def _news(self, news: News, at: float) -> None:
        match news.topic:
            case Topic.NIGHTFALL:
                self._when = {"night": news.number}
            case Topic.DAYBREAK:
                self._when = {"day": news.number}
            case Topic.DEATH:
                self._write(at, "death", ALL, seat=news.seat)
            case Topic.OUTCOME:
                self._write(at, "outcome", ALL, value=news.word)
            case Topic.CARD | Topic.OFFICE:
                pass  # told by the line that is said with it

    def _deed(self, deed: Deed, at: float) -> None:
        terms = unseal(deed.args)
        if deed.cause is not None:
            self._write(at, "death", STORY, cause=deed.cause, **_named(terms))
        else:
            text = self._wording.shown(deed.line, terms)
            self._write(at, "show", STORY, line=deed.line, text=text, **_named(terms))

    def _write(self, at: float, kind: str, to: object, **fields: object) -> None:
        entry = {"at": round(at, 3), "kind": kind, "to": to, **fields, **self._when}
        self._file.write(_in_json(entry) + "\n")
        self._file.flush()


def address(audience: Audience) -> str | int:
    """Return whom something is for: `all`, a card, a seat, or `meneur`."""
    match audience:
        case Everyone():
            return ALL
        case Holders(card=card):
            return card
        case Player(seat=seat):
            return seat
        case Leader():
            return "meneur"


def _named(args: tuple[tuple[str, Fact | Term], ...]) -> dict[str, object]:
    """Return the seat, the seats and the card among arguments."""
    fields: dict[str, object] = {}
    for _, arg in args:
        match arg.form, arg.value:
            case Form.SEAT, int(seat):
                fields["seat"] = seat
            case Form.SEAT, tuple(seats):
                fields["seats"] = list(seats)
                if len(seats) == 1:
                    fields["seat"] = seats[0]
            case Form.CARD, card:
                fields["role"] = card
            case Form.CAMP, camp:
                fields["camp"] = camp
    return fields
