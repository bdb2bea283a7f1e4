"""How long a debate still lasts after what interrupted it."""

from __future__ import annotations

from dataclasses import replace

from narrator.core.answers import Answer
from narrator.core.effects import Ask
from narrator.session.questions.asked_back import irrevocable


class DebateTime:
    """Follows the time of a debate. Somebody's leaving and a denunciation stop it, and it goes on where it was.

    `factor` is how long a second lasts at the table's pace; where it is 0 nothing has a length. Times are game times.
    """

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._ends = 0.0
        self._left: float | None = None  # what is left of a debate that was interrupted

    def forget(self) -> None:
        """A scene begins, and with it another debate."""
        self._left = None

    def shortened(self, ask: Ask, now: float) -> Ask:
        """Return a question that is put now; where it goes on with a debate, with what is left of its time."""
        if ask.timer is None or not self._factor:
            return ask
        seconds = ask.timer.seconds if self._left is None else self._left / self._factor
        self._ends = now + seconds * self._factor
        return replace(ask, timer=replace(ask.timer, seconds=seconds))

    def answered(self, ask: Ask, answer: Answer, now: float) -> None:
        """Take in what a question was answered with."""
        if ask.timer is None:
            return
        self._left = max(0.0, self._ends - now) if irrevocable(ask, answer) else None
