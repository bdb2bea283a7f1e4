"""Somebody who types the answers to the questions before a game, for the tests: the loop is the program's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from narrator.evening.rehearsal.virtual_table import VirtualClock, VirtualInbox
from narrator.packs.words import Words
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Play
from narrator.screens.screens import NoScreen
from narrator.table.inbox.entry import Entry
from narrator.table.language.offered_answers import OfferReader
from narrator.table.session.narration import CaptionsOnly, instantly
from narrator.table.session.ports import Pace, Ports
from narrator.table.setup.setup_questions import Asker

T = TypeVar("T")


class TypedInbox(VirtualInbox):
    """An inbox to which a line is typed whenever something is awaited."""

    def __init__(self, clock: VirtualClock, line: Callable[[Ask], str]) -> None:
        super().__init__(clock, lambda _ask: ())
        self._line = line
        self._reader = OfferReader()

    def get(self, until: float | None) -> Entry | None:
        assert until is None, "at a terminal a question stands without a word"
        assert self.question is not None
        return self._reader.read(self._line(self.question), self.moment)


class Told(NoScreen):
    """A screen of which is kept what is told."""

    def __init__(self, told: list[str]) -> None:
        self._told = told

    def caption(self, text: str) -> None:
        self._told.append(text)

    notice = caption


def decided(play: Play[T], words: Words, line: Callable[[Ask], str], told: list[str] | None = None) -> T:
    """Ask until it is decided, typing these lines, and return what was decided; note what is `told`."""
    return asker_of(line, told).ask(words, play)


def asker_of(line: Callable[[Ask], str], told: list[str] | None = None, *, aloud: bool = False) -> Asker:
    """Return what asks somebody who types these lines; note what is `told`. Held `aloud`, nobody sees a screen."""
    clock = VirtualClock()
    screen, mouth = Told([] if told is None else told), CaptionsOnly(clock, instantly)
    return Asker(Ports(clock, TypedInbox(clock, line), mouth, screen, Pace.INSTANT), aloud=aloud)


def in_turn(*lines: str) -> Callable[[Ask], str]:
    """Type these lines, one after the other, whatever is asked."""
    rest = iter(lines)
    return lambda _ask: next(rest)
