"""What pages see: the public view, which all are sent, and the private one, which only the table's page is.

A frame is a whole view, so that a page that comes late or comes back needs the last one and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Verb
from narrator.core.play import choices_of
from narrator.language.table_words import TOKENS
from narrator.session.game_state import Facts
from narrator.story.sentences import unbroken
from narrator.ui.countdown_clock import Countdown
from narrator.ui.phone.entries import answer_data
from narrator.ui.phone.greeting import Greeting
from narrator.ui.public_lines import PublicLine

CAPTIONS = 8
"""How many of the last words stand on a page."""


@dataclass(frozen=True, kw_only=True)
class PublicView:
    """Everything that spectators see. `called` tells that a window is open, `call` whose call it is, in few words.

    `story` tells that the story of the game can be read.
    """

    facts: Facts | None
    said: Iterable[PublicLine]
    prompt: str | None
    countdown: Countdown | None
    called: bool
    call: str | None
    paused: bool
    story: bool

    def frame(self, greeting: Greeting) -> bytes:
        """Return the view as pages are sent it."""
        facts = self.facts
        dead = {} if facts is None else facts.dead
        return frame(
            "public",
            {
                "phase": _phase(facts),
                "number": 0 if facts is None else (facts.night if facts.asleep else facts.day),
                "dead": [[seat, greeting.words.label(shown or "")] for seat, shown in sorted(dead.items())],
                "office": None if facts is None else facts.office,
                "said": [[line.kind.value, unbroken(line.text)] for line in self.said],
                "prompt": None if self.prompt is None else unbroken(self.prompt),
                "countdown": None if self.countdown is None else self.countdown.data(),
                "called": self.called,
                "call": self.call,
                "paused": self.paused,
                "story": self.story,
            },
        )


def _phase(facts: Facts | None) -> str:
    if facts is None:
        return "before"
    if facts.outcome is not None:
        return "over"
    if facts.asleep:
        return "night"
    return "day" if facts.day else "before"


@dataclass(frozen=True, kw_only=True)
class TableView:
    """What the table's page sees besides. `window` is the heading and the lines of the open window, if one is open.

    `stored` is the last answer to the question of this turn that is on disk.
    """

    turn: int
    ask: Ask | None
    window: tuple[str, Iterable[str]] | None
    stored: Answer | None

    def frame(self, greeting: Greeting) -> bytes:
        """Return the view as the table's page is sent it."""
        window = None
        if self.window is not None:
            heading, lines = self.window
            window = {"heading": unbroken(heading), "lines": list(map(unbroken, lines))}
        return frame(
            "table",
            {
                "turn": self.turn,
                "ask": None if self.ask is None else _ask_data(self.ask, greeting),
                "window": window,
                "stored": answer_data(self.stored),
            },
        )


def _ask_data(ask: Ask, greeting: Greeting) -> dict[str, object]:
    """Return the legal answers to a question: what stands on buttons."""
    choices = choices_of(ask)
    return {
        "kind": choices.kind.name.lower(),
        "seats": list(choices.seats),
        "least": choices.count[0],
        "most": choices.count[1],
        "ties": choices.ties,
        "words": [name for name, word in TOKENS.items() if word in choices.words],
        "cards": [[card, greeting.words.label(card)] for card in choices.cards],
        "numbers": list(choices.numbers),
        "length": choices.length,
        "living": list(ask.living),
        "denounces": ask.aloud.verb is Verb.DENOUNCE,
    }


def frame(kind: str, data: object) -> bytes:
    """Write a frame: one JSON object with one key, on one line."""
    return json.dumps({kind: data}, ensure_ascii=False, separators=(",", ":")).encode()
