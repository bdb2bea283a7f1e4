"""Where an undo leads: which answers it takes back, and from which step the game is told again."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.core.effects import Ask, News, Scene, Topic
from narrator.session.state.replay import Replayed, nights


@dataclass(frozen=True, slots=True)
class Target:
    """The state to go back to: so many answers, and the step to start from.

    `night` is true where a whole night is taken back, which a table is asked for twice.
    """

    answers: int
    step: int
    night: bool = False


def in_window(replayed: Replayed, at: int, window: int) -> Target | None:
    """Take back the last answer that was given in the open window; None where there is none.

    `at` is the step at which the game stands, `window` that of the window.
    """
    given = replayed.last_given()
    if given is None:
        return None
    if given.index >= at:
        return Target(given.number, at)  # a departure that no question has taken in yet
    return Target(given.number, given.index) if window < given.index else None


def by_day(replayed: Replayed) -> Target | None:
    """Take back the last public answer of the day, and what was told in secret since; before it, the whole night.

    None where neither is left, as in the secret round of a deal.
    """
    given = replayed.last_given()
    if given is None:
        return None
    night_of = nights(replayed.steps)
    if given.ask.public and not night_of[given.index]:
        return Target(given.number, _begin(replayed, given.index))
    return to_public_place(replayed) if any(night_of) else None


def to_public_place(replayed: Replayed) -> Target:
    """Go back to the last nightfall or, if it came later, the last public answer, whatever was answered in secret.

    Before either, the whole game is taken back.
    """
    place = Target(0, 0)
    number = 0
    for index, step in enumerate(replayed.steps):
        match step.effect:
            case News(topic=Topic.NIGHTFALL):
                place = Target(number, index, night=True)
            case Ask(slot=None, tacit=False) if step.given is not None:
                place = Target(number, _begin(replayed, index))
            case _:
                pass
        number += step.given is not None
    return place


def _begin(replayed: Replayed, question: int) -> int:
    """Return where to start speaking so that a question is put again: its scene, or the end of an answer in it."""
    start = 0
    for index, step in enumerate(replayed.steps[:question]):
        if isinstance(step.effect, Scene):
            start = index
        elif isinstance(step.effect, Ask) and step.effect.public:
            start = index + 1
    return start
