"""Doubles of the driver that leak: each leads the real game and lets one secret be heard or seen.

They show that the property of the table would notice. The doubles of the engine are in `tests/village/leaks.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from narrator.core.answers import DONE, Answer
from narrator.core.effects import Ask
from narrator.core.play import Play
from narrator.inputs.inbox import Entry
from narrator.session.driver import Driver
from narrator.session.windows import OpenWindow
from narrator.village.setup import VillageSetup


class Scolding(Driver):
    """Says aloud that an entry is not legal."""

    def _enter(self, ask: Ask, entry: Entry, window: OpenWindow) -> Answer | None:
        answer = super()._enter(ask, entry, window)
        if answer is None:
            self._announce("undo.nothing")
        return answer


class Hasty(Driver):
    """Ends a window as soon as there is nothing more to do in it."""

    def _close_window(self) -> bool:
        self._wipe()
        return True


class Forgetful(Driver):
    """Resumes behind the last answer, not at the first word of the call."""

    def resume(self) -> None:
        """Skip what was asked and answered before the power failed."""
        while any(step.given is not None for step in self._backlog):
            self._backlog.popleft()
        super().resume()


class Nodding(Driver):
    """Makes the private screen blink for everybody when an answer is stored in a window."""

    def _store(self, ask: Ask, answer: Answer) -> None:
        super()._store(ask, answer)
        if ask.slot is not None:
            self._screen.notice(self._wording.line("screen.kept"))


class Stumbling(Driver):
    """Calls a role again aloud when its leader corrects himself in its window."""

    def _undo(self, confirmed: bool = False) -> bool:
        window, self._window = self._window, None
        went_back = super()._undo(confirmed)
        if window is not None:
            self._screen.close_window()
        return went_back


@dataclass(frozen=True)
class WithoutRoll:
    """A game whose nights end without the roll: who left is heard of at the next question."""

    setup: VillageSetup

    def begin(self) -> Play[str]:
        """Play the real game, and answer the roll behind the driver's back."""
        game = self.setup.begin()
        answer: Answer | None = None
        while True:
            try:
                effect = game.send(answer)
            except StopIteration as end:
                return str(end.value)
            answer = DONE if isinstance(effect, Ask) and effect.tacit else (yield effect)


DRIVERS: dict[str, tuple[type[Driver], tuple[str, ...]]] = {
    "an error is heard": (Scolding, ()),
    "a window ends when it is answered": (Hasty, ()),
    "an answer is seen to be stored": (Nodding, ()),
    "a correction calls again": (Stumbling, ()),
    "a resumed night starts behind the last answer": (Forgetful, ("cut",)),
}
"""Each leaky driver, and the public events in which it leaks."""
