"""The private side of a game and of its table: all that a slot worker can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from narrator.core.effects import Ask
from narrator.session.ports import Acknowledger, Light, PrivateScreen, Watcher
from narrator.session.state import undo
from narrator.session.state.answer_store import AnswerStore
from narrator.session.state.cursor import Cursor
from narrator.session.state.known_cards import Holdings
from narrator.session.state.replay import Step
from narrator.story.wording import Wording


class QuestionOpener(Protocol):
    """Where those who read entries learn what is asked."""

    def open(self, ask: Ask | None) -> None:
        """Open a question; None: nothing is asked."""
        ...


@dataclass(frozen=True)
class PrivatePorts:
    """All that a slot worker can reach of a table. `idle` tells whether nothing waits to be done by it."""

    screen: PrivateScreen
    questions: QuestionOpener
    idle: Callable[[], bool]
    light: Light | None = None
    acknowledger: Acknowledger | None = None
    watchers: Iterable[Watcher] = ()


@dataclass(frozen=True)
class PrivateGame:
    """The private side of one game: where it stands, its answers, who holds what, its words."""

    cursor: Cursor
    answers: AnswerStore
    holdings: Holdings
    wording: Wording

    def go_back(self, target: undo.Target) -> list[Step]:
        """Take answers back, and go on from there; return the steps that stand."""
        kept = self.answers.replayed(target.answers)
        self.answers.go_back(target.answers, kept.cue_from(target.step))
        self.cursor.stand(kept.walk, kept.steps, target.step)
        told = kept.steps[: target.step]
        self.holdings.stand(told)
        return told
