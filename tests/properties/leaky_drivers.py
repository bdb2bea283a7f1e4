"""Doubles of the driver that leak: each leads the real game and lets one secret be heard or seen.

They show that the property of the table would notice. The doubles of the engine are in `tests/rules/village/leaks.py`.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from narrator.rules.core.answers import DONE, Answer
from narrator.rules.core.effects import Ask, Effect, News, Say, Topic, Window
from narrator.rules.core.play import Play
from narrator.rules.village.game import VillageSetup
from narrator.table.session.driver import Driver
from narrator.table.session.open_window import OpenWindow
from narrator.table.session.replay import Step, belongs_to_window


class Scolding(Driver):
    """Says aloud that what was entered in a window changed nothing."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        before = (self._worker._kept, len(self._answers.given), len(looks))
        now = super()._pass_on(until, looks)
        if (self._worker._kept, len(self._answers.given), len(looks) - 1) == before:
            self._narration.announce("undo.nothing")
        return now


class Hasty(Driver):
    """Closes a window at once where nobody is asked anything in it."""

    def _keep_time(self, window: OpenWindow) -> None:
        if any(isinstance(effect, Ask) for effect in self._secrets()):
            super()._keep_time(window)

    def _await(self, window: OpenWindow) -> None:
        if any(isinstance(effect, Ask) for effect in self._secrets()):
            super()._await(window)

    def _secrets(self) -> list[Effect]:
        """Return what the window holds, up to its first question."""
        taken = list[Step]()
        while (step := self._cursor.next()) is not None:
            taken.append(step)
            if not belongs_to_window(step.effect) or isinstance(step.effect, Ask):
                break
        for step in reversed(taken):
            self._cursor.back(step)
        return [step.effect for step in taken if belongs_to_window(step.effect)]


class Forgetful(Driver):
    """Does not say the first words of a call again, with which it resumes, where somebody had answered in it."""

    def resume(self) -> None:
        """Leave out what was said before the window, if anything was answered before the power failed."""
        taken = list[Step]()
        while (step := self._cursor.next()) is not None:
            taken.append(step)
        answered = any(step.given is not None for step in taken)
        window = next((place for place, step in enumerate(taken) if isinstance(step.effect, Window)), 0)
        for place, step in reversed([*enumerate(taken)]):
            if not (answered and place < window and isinstance(step.effect, Say)):
                self._cursor.back(step)
        super().resume()


class Nodding(Driver):
    """Makes the public screen blink when an answer is taken in a window."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        before = self._worker._kept, len(self._answers.given)
        now = super()._pass_on(until, looks)
        if (self._worker._kept, len(self._answers.given)) != before:
            self._ports.screen.notice(self._wording.line("screen.kept"))
        return now


class Stumbling(Driver):
    """Calls a role again aloud when its leader corrects himself in its window."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        before = len(self._answers.given)
        now = super()._pass_on(until, looks)
        if len(self._answers.given) < before:
            for say in self._narration.recent:
                self._narration.say(say)
        return now


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


class Mourning(Driver):
    """Takes everybody who shows a card for dead, also who lives on: he leaves only where somebody is asked."""

    def _perform(self, step: Step) -> None:
        super()._perform(step)
        match step.effect:
            case News(topic=Topic.CARD, seat=int(seat), card=card):
                dead = replace(self.facts, dead={seat: card, **self.facts.dead})
                self._ports.inbox.change(lambda moment: replace(moment, facts=dead))
            case _:
                pass


class Awake(Driver):
    """Takes all eyes for open until a night has fallen, in the round of the deal too."""

    def _perform(self, step: Step) -> None:
        super()._perform(step)
        self._ports.inbox.change(lambda moment: replace(moment, _closed=False))


DRIVERS: dict[str, tuple[type[Driver], tuple[str, ...]]] = {
    "an error is heard": (Scolding, ()),
    "a window ends when it is answered": (Hasty, ()),
    "an answer is seen to be stored": (Nodding, ()),
    "a correction calls again": (Stumbling, ()),
    "what is typed late in the round of the deal is answered": (Awake, ()),
    "a resumed night leaves out words where somebody has answered": (Forgetful, ("cut",)),
}
"""Each leaky driver, and the public events in which it leaks."""
