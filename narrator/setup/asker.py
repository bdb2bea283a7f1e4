"""Asking before a game: its questions go through the one loop, to the ports of those who sit there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from narrator.core.play import Play
from narrator.inbox.watched import Attendant
from narrator.journal.journal import Journal
from narrator.session.driver import Driver
from narrator.session.ports import Ports
from narrator.setup.abilities import EVERYTHING, Abilities
from narrator.setup.questions import Dialog
from narrator.setup.setup_questions import SetupQuestions
from narrator.story.rules import Rules
from narrator.story.wording import Wording
from narrator.story.words import Words

T = TypeVar("T")


class Asker:
    """Puts the questions before a game, and tells what belongs to them.

    `ears` open with each question. Where it is `aloud`, nobody sees a screen. `can` is what the equipment can do now.
    """

    def __init__(
        self,
        ports: Ports,
        *,
        ears: Attendant | None = None,
        aloud: bool = False,
        can: Callable[[], Abilities] = lambda: EVERYTHING,
    ) -> None:
        self._ports = ports
        self._ears = ears
        self._aloud = aloud
        self._can = can

    def dialog(self, rules: Rules, words: Words) -> Dialog:
        """Return the questions of a game, in one language."""
        return Dialog(rules, words, aloud=self._aloud, can=self._can())

    def ask(self, words: Words, play: Play[T]) -> T:
        """Ask, in these words, until it is decided; return that.

        Here it is decided that no answer of a set-up is journaled: its journal is one in memory, which nobody keeps.
        What lasts of a set-up is the header of the game that it makes.

        Raises:
            Quit: somebody took leave, or the input has ended.
            StartOverError: something was taken back.
            Stranded: nothing is left that could answer.
        """
        setup, wording = _Setup(play), Wording(words)
        questions = partial(SetupQuestions, self._ports, self._ears, words, wording)
        journal = Journal.create(None, {})
        try:
            Driver(setup, journal, wording, self._ports, players=0, led=False, questions=questions).run()
        finally:
            self._ports.inbox.close()  # whatever is said now is said to no question
        (decided,) = setup.decided
        return decided


@dataclass(frozen=True)
class _Setup(Generic[T]):
    """Questions as a game: it is over once all is decided."""

    play: Play[T]
    decided: list[T] = field(default_factory=list)

    def begin(self) -> Play[str]:
        """Ask from the first question on, once."""
        self.decided.append((yield from self.play))
        return "decided"
