"""The seam: a game is a pure function of its set-up and its answers.

Inside, a game is a generator that yields effects and receives answers, so that it reads like its rule sheet.
Generators cannot be copied: undo and resume replay. `Walk` keeps the live generator for those who go forward.
This file knows no game, reads no clock and draws no lot.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias, TypeVar

from narrator.rules.core.answers import Answer, Choices, Leave, Refusal, Seats, Tie
from narrator.rules.core.effects import Ask, Effect, News, Topic
from narrator.rules.core.secrets import Secret, unseal

T = TypeVar("T")


Play: TypeAlias = Generator[Effect, Answer | None, T]


class Mode(Enum):
    """Who leads: a person with open eyes, or nobody."""

    MENEUR = "meneur"
    JOUEUR = "joueur"


class Wordiness(Enum):
    """How much is told: what the rules need, reactions to what all have heard too, or memories of it besides."""

    FEW = "few"
    NORMAL = "normal"
    RICH = "rich"


class Confirm(Enum):
    """When an answer that was heard is asked back by day: always, or where it is in doubt."""

    ALWAYS = "always"
    DOUBT = "doubt"


class Introduction(Enum):
    """What comes before the game: nothing, what is played, what each card can do too, or the circle and all offers."""

    NONE = "none"
    SHORT = "short"
    CARDS = "cards"
    FULL = "full"


class Setup(Protocol):
    """Everything that is decided before the first word: seats, cards, options, keys."""

    def begin(self) -> Play[str]:
        """Start the game from its first word; the generator returns the outcome."""


class IllegalAnswerError(ValueError):
    """An answer that the pending question does not take. The game has not moved."""

    def __init__(self, question: str, refusal: Refusal) -> None:
        super().__init__(f"{question}: {refusal.value}")
        self.question = question
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands: all effects so far, the question it waits at, the outcome once it is over."""

    effects: tuple[Effect, ...]
    pending: Ask | None
    outcome: str | None


def choices_of(ask: Ask) -> Choices:
    """Return the legal answers to a question, for the one who is asked."""
    return unseal(ask.choices) if isinstance(ask.choices, Secret) else ask.choices


def refusal_of(ask: Ask, answer: Answer) -> Refusal | None:
    """Why the question does not take this answer, or None if it does."""
    if isinstance(answer, Leave):
        return None if answer.seat in ask.living else Refusal.NOT_LIVING
    refusal = choices_of(ask).refusal(answer)
    named = answer.seats if isinstance(answer, Seats | Tie) else ()
    return Refusal.OUT if refusal in SOMEBODY_ELSE and not {*named} <= {*ask.living} else refusal


SOMEBODY_ELSE = (
    *(Refusal.SEAT, Refusal.YOURSELF, Refusal.OWN, Refusal.SAME, Refusal.CHARMED, Refusal.VOICELESS),
    *(Refusal.ACQUITTED, Refusal.HELD),
)
"""The refusals of somebody who cannot be named; for who is out that is why."""


class Walk:
    """A game under way, one effect at a time.

    `step` gives the next effect; after an `Ask`, `answer` must come before the next step. Holds: after n
    answers, the effects stepped through and the pending question equal those of `play(setup, answers[:n])`.
    """

    def __init__(self, setup: Setup) -> None:
        self._game = setup.begin()
        self._answer: Answer | None = None
        self._over = False
        self.pending: Ask | None = None
        self.outcome: str | None = None

    def step(self) -> Effect | None:
        """Return the next effect; None where a question is pending or the game is over."""
        return next(self._ahead(), None)

    def run(self) -> list[Effect]:
        """Step to the next question or to the end."""
        return list(self._ahead())

    def _ahead(self) -> Iterator[Effect]:
        if self.pending is not None or self._over:
            return
        given, self._answer = self._answer, None
        try:
            effect = self._game.send(given)
            while not isinstance(effect, Ask):
                if isinstance(effect, News) and effect.topic is Topic.OUTCOME:
                    self.outcome = effect.word
                yield effect
                effect = next(self._game)
            self.pending = effect
            yield effect
        except StopIteration as end:
            self._over, self.outcome = True, end.value

    def answer(self, answer: Answer) -> None:
        """Answer the pending question.

        Raises:
            IllegalAnswerError: the question does not take it; nothing has changed.
            RuntimeError: no question is pending.
        """
        if self.pending is None:
            raise RuntimeError("no question is pending")
        refusal = refusal_of(self.pending, answer)
        # A departure keyed at night may reach its question after its player has died: the game ignores it.
        if refusal not in (None, Refusal.NOT_LIVING):
            raise IllegalAnswerError(self.pending.question, refusal)
        self.pending, self._answer = None, answer


def play(setup: Setup, answers: Iterable[Answer]) -> Position:
    """Play these answers from the first word.

    Raises:
        IllegalAnswerError: one of them is not legal where it stands, or comes after the end.
    """
    walk = Walk(setup)
    effects = walk.run()
    for answer in answers:
        if walk.pending is None:
            raise IllegalAnswerError("(none)", Refusal.WORD)
        walk.answer(answer)
        effects += walk.run()
    return Position(tuple(effects), walk.pending, walk.outcome)
