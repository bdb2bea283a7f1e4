"""A table of eight whose ears a test asks and speaks to, with all that they put into its inbox."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from hearings import BALLOT, EIGHT, LIVING, eight
from recognised import recognised

from narrator.core.effects import Aloud, Ask, Verb
from narrator.core.folding import folded
from narrator.core.secrets import Secret
from narrator.inbox.entry import Entry
from narrator.language.spoken import Moment
from narrator.listening.listener import Listener
from narrator.listening.messages import KnownWords, SoundLevel
from narrator.listening.table_ears import TableEars

ACCUSATION = Aloud(debate=True, verb=Verb.DENOUNCE)
VOTE = Ask(question="vote.result", choices=BALLOT, living=LIVING)
SECRET = Ask(question="seer.target", choices=Secret(BALLOT), living=LIVING, slot=0)

REPORT = 0.2
"""Seconds from one report of the level to the next."""


@dataclass
class Listening:
    """A listener that keeps what it is told, and recognises what a test wants it to."""

    opened: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    shut_times: int = 0
    following: bool = False
    checked: tuple[str, ...] = ()
    sound: list[tuple[int, bytes]] = field(default_factory=list)
    closed: bool = False

    def open(self, context: str, phrases: Sequence[str]) -> None:
        """Listen."""
        self.opened.append((context, tuple(phrases)))

    def shut(self) -> None:
        """Listen no more."""
        self.shut_times += 1

    def follow(self, on: bool) -> None:
        """Follow soft talk."""
        self.following = on

    def check(self, words: Sequence[str]) -> None:
        """Be asked."""
        self.checked = tuple(words)

    def heard(self, frame: int, pcm: bytes) -> None:
        """Be given sound."""
        self.sound.append((frame, pcm))

    def close(self) -> None:
        """End."""
        self.closed = True


class Table:
    """A table of eight with ears, and all that they put into its inbox."""

    def __init__(self, names: tuple[str, ...] = EIGHT, unknown: Sequence[str] = (), game: str = "thiercelieux") -> None:
        """`unknown` are words that the model does not know, without accents; nor what is made of them."""
        self.now = 0.0
        self.turn = 0
        self.put: list[tuple[Entry, int]] = []
        self.signals = 0
        self.attended: list[bool] = []
        self.shown: list[tuple[float, str | None]] = []
        self.listening = Listening()
        self.ears = TableEars(
            lambda entry, turn: self.put.append((entry, turn)),
            lambda: self.turn,
            lambda: self.now,
            signal=self._signal,
            attend=self.attended.append,
        )
        self.ears.shown = lambda level, text: self.shown.append((level, text))
        self.ears.learn(cast(Listener, self.listening), eight(game, names=names))
        asked = self.listening.checked
        self.ears.told(
            KnownWords(asked, tuple(word for word in asked if {*re.split("['-]", folded(word))} & {*unknown}))
        )
        self.unheard = self.ears.learned()

    def _signal(self) -> None:
        self.signals += 1

    def ask(self, ask: Ask | None, moment: Moment = Moment.DAY) -> None:
        """Open a question."""
        self.turn += 1
        self.ears.moment(moment)
        self.ears.opened(ask)

    def hear(self, text: str, *, amid_talk: bool = False, seconds: float = 0.8) -> None:
        """Have a phrase recognised in the context that is open."""
        self.ears.told(recognised(self.listening.opened[-1][0], text, amid_talk=amid_talk, seconds=seconds))

    def mishear(self, text: str, seconds: float = 0.8) -> None:
        """Have something heard that is no phrase."""
        self.ears.told(recognised(self.listening.opened[-1][0], text, seconds=seconds))

    def levels(self, seconds: float, *, speaking: bool = False) -> None:
        """Let time pass in which the level is reported."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + REPORT)
            self.ears.told(SoundLevel(-30.0, speaking))

    @property
    def entries(self) -> list[Entry]:
        """Return what was put into the inbox."""
        return [entry for entry, _ in self.put]
