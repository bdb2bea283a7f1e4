"""Plays the questions before a game: those whose answers are kept are not put again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from narrator.packs.rules import Rules
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Play
from narrator.table.journal.journal import Journal
from narrator.table.language.offered_answers import SetupAsk
from narrator.table.session.driver import Driver
from narrator.table.session.ports import Ports
from narrator.table.session.public_questions import StartOverError
from narrator.table.setup.composition import CompositionFault
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import EVERYTHING, Abilities

T = TypeVar("T")


class Asker:
    """Puts the questions before a game, and tells what belongs to them.

    Where it is `aloud`, nobody sees a screen. `can` is what the equipment can do now.
    """

    def __init__(
        self,
        ports: Ports,
        *,
        aloud: bool = False,
        can: Callable[[], Abilities] = lambda: EVERYTHING,
    ) -> None:
        self.ports = ports
        self.aloud = aloud
        self._can = can
        self._given: list[Answer] = []
        self._kept: deque[Answer] = deque()

    def going_back(self, conversation: Callable[[], T]) -> T:
        """Hold a conversation; whoever takes something back gets the question before once more.

        What came before that one is neither said nor asked again.
        """
        while True:
            try:
                return conversation()
            except StartOverError:
                self._kept, self._given = deque(self._given[:-1]), []

    def dialog(
        self, rules: Rules, words: Words, *, seats: Callable[[int], Iterable[CompositionFault]] | None = None
    ) -> Dialog:
        """Return the questions of a game, in one language; `seats` tells what is wrong with a number of players."""
        return Dialog(rules, words, aloud=self.aloud, can=self._can(), seats=seats)

    def ask(self, words: Words, play: Play[T]) -> T:
        """Ask, in these words, until it is decided; return that.

        Here it is decided that no answer of a set-up is journaled: its journal is one in memory, which nobody keeps.
        Only the header of the game that it makes outlives a set-up.

        Raises:
            Quit: somebody said goodbye, or the input has ended.
            StartOverError: something was taken back.
            Stranded: nothing is left that could answer.
        """
        setup = _Setup(self._from_the_kept(play))
        try:
            Driver(setup, Journal.create(None, {}), Wording(words), self.ports, players=0, led=False).run()
        finally:
            self.ports.inbox.close()  # whatever is said now is said to no question
        (decided,) = setup.decided
        return decided

    def _from_the_kept(self, play: Play[T]) -> Play[T]:
        """Go on with the questions that follow those whose answers are kept; what was refused is no answer."""
        answer: Answer | None = None
        asked: Ask | None = None
        while True:
            try:
                effect = play.send(answer)
            except StopIteration as decided:
                value: T = decided.value
                return value
            answer = None
            if isinstance(effect, Ask):
                if effect == asked and isinstance(effect, SetupAsk) and not effect.offers:
                    self._given.pop()  # free words that are asked for again at once were refused
                asked = effect
                answer = self._kept.popleft() if self._kept else (yield effect)
                assert answer is not None  # the loop only goes on from a question with its answer
                self._given.append(answer)
            elif not self._kept:
                yield effect


@dataclass(frozen=True)
class _Setup(Generic[T]):
    """Questions as a game: it is over once all is decided."""

    play: Play[T]
    decided: list[T] = field(default_factory=list)

    def begin(self) -> Play[str]:
        """Ask from the first question on, once."""
        self.decided.append((yield from self.play))
        return "decided"
