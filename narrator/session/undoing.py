"""Where an undo leads: which answers it takes back, and from which scene the game is told again."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.core.effects import Ask, News, Scene, Topic
from narrator.session.replaying import Replayed, nights


@dataclass(frozen=True, slots=True)
class Target:
    """The state to go back to: so many answers, and the step to start from.

    `night` is true where a whole night is taken back, which a table is asked for twice. `silent` is true where
    nothing was spoken since: the window stays open.
    """

    answers: int
    step: int
    night: bool = False
    silent: bool = False


def last(replayed: Replayed) -> Target | None:
    """Take back the last answer: a leader may undo anything."""
    answered = replayed.answered()
    if not answered:
        return None
    index = answered[-1][0]
    window = replayed.in_window()
    if window is not None and window < index:
        return Target(len(answered) - 1, index, silent=True)
    return Target(len(answered) - 1, _begin(replayed, index))


def by_day(replayed: Replayed) -> Target | None:
    """Take back the last answer of the day; before it, the whole night, to nightfall. None where neither is left."""
    answered = replayed.answered()
    if not answered:
        return None
    index, ask, _ = answered[-1]
    if ask.slot is None:
        return Target(len(answered) - 1, _begin(replayed, index))
    night = nights(replayed.steps)[index]
    if not night:
        return None
    nightfall = next(
        at
        for at, step in enumerate(replayed.steps)
        if isinstance(step.effect, News) and step.effect.topic is Topic.NIGHTFALL and step.effect.number == night
    )
    before = sum(1 for at, _, _ in answered if at < nightfall)
    return Target(before, nightfall, night=True)


def _begin(replayed: Replayed, question: int) -> int:
    """Return where to start speaking so that a question is put again: its scene, or the end of an answer in it."""
    start = 0
    for index, step in enumerate(replayed.steps[:question]):
        if isinstance(step.effect, Scene):
            start = index
        elif isinstance(step.effect, Ask) and step.effect.slot is None:
            start = index + 1
    return start
