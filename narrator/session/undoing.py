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


def last(replayed: Replayed, at: int, window: int | None) -> Target | None:
    """Take back the last answer: a leader may undo anything.

    `at` is the step at which the game stands, `window` that of the open window: what was answered in it is taken back
    without a sound.
    """
    given = replayed.last_given()
    if given is None:
        return None
    if given.index >= at:
        return Target(given.number, at, silent=True)  # a departure that no question has taken in yet
    if window is not None and window < given.index:
        return Target(given.number, given.index, silent=True)
    return Target(given.number, _begin(replayed, given.index))


def by_day(replayed: Replayed) -> Target | None:
    """Take back the last answer of the day; before it, the whole night, to nightfall. None where neither is left."""
    given = replayed.last_given()
    if given is None:
        return None
    night = nights(replayed.steps)[given.index]
    if night:
        nightfall = next(
            at
            for at, step in enumerate(replayed.steps)
            if isinstance(step.effect, News) and step.effect.topic is Topic.NIGHTFALL and step.effect.number == night
        )
        return Target(replayed.given_before(nightfall), nightfall, night=True)
    return Target(given.number, _begin(replayed, given.index)) if given.ask.slot is None else None


def _begin(replayed: Replayed, question: int) -> int:
    """Return where to start speaking so that a question is put again: its scene, or the end of an answer in it."""
    start = 0
    for index, step in enumerate(replayed.steps[:question]):
        if isinstance(step.effect, Scene):
            start = index
        elif isinstance(step.effect, Ask) and step.effect.slot is None:
            start = index + 1
    return start
