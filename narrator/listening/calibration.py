"""Chooses how sure a model must be before an answer counts, from recordings of those who will speak to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Generic

from narrator.listening.decision import Certain, Decision, Doubtful, Meant
from narrator.listening.messages import Recognised
from narrator.listening.thresholds import Thresholds
from narrator.listening.trial import understood

FEWEST: Final = 30
"""Recordings, at least: of fewer, one more or less would change what is chosen."""

_APART: Final = (6.0, 5.0, 4.0, 3.0)
_UNLIKE: Final = (0.0, 1.0, 2.0)
"""Values of both thresholds that are tried, the most careful ones first.

The others stay careful: they keep talk out, and nobody records how a table talks.
"""


@dataclass(frozen=True, slots=True)
class HeardRecording(Generic[Meant]):
    """What was heard of a recording while a question was open.

    `wanted` is what it says there: None where that is no answer.
    """

    told: tuple[Recognised, ...]
    meaning: Callable[[str], Meant | None]
    wanted: Meant | None

    def decision(self, thresholds: Thresholds) -> Decision[Meant] | None:
        """Return what a game would take for said."""
        return understood(self.told, self.meaning, thresholds)


@dataclass(frozen=True, slots=True)
class HeardCounts:
    """What became of recordings.

    Of the `answers` among them so many were understood, and so many asked back with the right answer. `disturbed` are
    those that are no answer, and would be asked back. `wrong`, of either, were taken for something else.
    """

    answers: int
    understood: int
    asked_back: int
    disturbed: int
    wrong: int

    @property
    def worth(self) -> int:
        """Return how good that is: a question back is worth half an answer, and costs as much where none was said."""
        return 2 * self.understood + self.asked_back - self.disturbed


def counted(heard: Sequence[HeardRecording[Meant]], thresholds: Thresholds) -> HeardCounts:
    """Count what becomes of recordings with these thresholds."""
    answers = right = asked_back = disturbed = wrong = 0
    for one in heard:
        answers += one.wanted is not None
        match one.decision(thresholds):
            case Certain(meant):
                right += meant == one.wanted
                wrong += meant != one.wanted
            case Doubtful(offered):
                asked_back += one.wanted in offered
                disturbed += one.wanted is None
    return HeardCounts(answers, right, asked_back, disturbed, wrong)


def chosen(heard: Sequence[HeardRecording[Meant]]) -> Thresholds:
    """Return the thresholds that are worth most for what was heard with careful ones; of equals the most careful.

    No more of the recordings may be taken for something else than with the careful ones.
    """
    best = Thresholds()
    careful = most = counted(heard, best)
    for apart, unlike in product(_APART, _UNLIKE):
        thresholds = Thresholds(apart=apart, unlike=unlike)
        now = counted(heard, thresholds)
        if now.wrong <= careful.wrong and now.worth > most.worth:
            best, most = thresholds, now
    return best
