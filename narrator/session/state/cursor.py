"""Where a game under way stands: what is to be told again after a resume, then what comes next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Deed, Effect, Scene, Show
from narrator.core.play import Walk
from narrator.session.state.replay import Step


class Cursor:
    """The steps of one game from where it is told on. `at` is the index of the last step that was taken."""

    def __init__(self, walk: Walk, steps: Sequence[Step], start: int) -> None:
        self.stand(walk, steps, start)

    def stand(self, walk: Walk, steps: Sequence[Step], start: int) -> None:
        """Go on from the step `start` of a game that was played so far."""
        self._walk = walk
        self.at = start - 1
        self._ahead = deque(steps[start:])

    @property
    def pending(self) -> Ask | None:
        """Return the question that waits for its answer."""
        return self._walk.pending

    @property
    def outcome(self) -> str | None:
        """Return the outcome once the game is over."""
        return self._walk.outcome

    def next(self) -> Step | None:
        """Take the next step; None where a question is pending or the game is over."""
        step = self._next()
        if step is not None:
            self._ahead.popleft()
            self.at += 1
        return step

    def asked_next(self) -> Ask | None:
        """Return the question that the next step puts to everybody; None where it puts none, or has the answer."""
        match self._next():
            case Step(effect=Ask(slot=None, tacit=False) as ask, given=None):
                return ask
            case _:
                return None

    def opens_eyes_next(self) -> bool:
        """Whether the next step is a scene for open eyes."""
        step = self._next()
        return step is not None and isinstance(step.effect, Scene) and not step.effect.closed

    def _next(self) -> Step | None:
        """Look at the next step; None where there is none yet."""
        if not self._ahead and (effect := self._walk.step()) is not None:
            self._ahead.append(Step(effect))
        return self._ahead[0] if self._ahead else None

    def back(self, step: Step) -> None:
        """Put back the step that was taken last."""
        self.at -= 1
        self._ahead.appendleft(step)

    def answer(self, answer: Answer) -> None:
        """Answer the pending question."""
        self._walk.answer(answer)

    def in_window(self) -> Iterator[Step]:
        """Yield the steps of the open window that were already played and are to be told again."""
        for step in self._ahead:
            if not belongs_to_window(step.effect):
                return
            yield step


def belongs_to_window(effect: Effect) -> bool:
    """Whether an effect is part of the open window; any other waits for its end, however early answers were given."""
    match effect:
        case Show() | Deed():
            return True
        case Ask(slot=slot):
            return slot is not None
        case _:
            return False
