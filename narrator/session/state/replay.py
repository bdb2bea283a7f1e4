"""Resume and undo are one function: replay the answers, and find where to start speaking.

A unit of narration begins at a `Scene`: a night call, the dawn, the debate, the vote. At night a restart goes back
to the first word of the call, by day to the question that stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from narrator.core.answers import DONE, Answer, Leave
from narrator.core.effects import Ask, Effect, News, Scene, Topic
from narrator.core.play import IllegalAnswerError, Setup, Walk
from narrator.journal.journal import JournalError
from narrator.story.sentences import to_user


@dataclass(frozen=True, slots=True)
class Step:
    """One effect that was played, and the answer that was given where it is a question."""

    effect: Effect
    given: Answer | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was given: how many came before it, the index of its step, its question, the answer itself."""

    number: int
    index: int
    ask: Ask
    answer: Answer


@dataclass
class Replayed:
    """A game played to the last stored answer: its steps, and the live walk to go on with."""

    walk: Walk
    steps: list[Step]

    def cue_at(self, cue: int) -> int:
        """Return the index of the scene of this number, from 1; 0 for the very beginning."""
        scenes = [index for index, step in enumerate(self.steps) if isinstance(step.effect, Scene)]
        return scenes[min(cue, len(scenes)) - 1] if cue and scenes else 0

    def cue_from(self, index: int) -> int:
        """Return the number of the scene in which the game stands when it goes on from this step."""
        end = index + 1 + isinstance(self.steps[index].effect, News)  # a nightfall is news just before its scene
        return sum(isinstance(step.effect, Scene) for step in self.steps[:end])

    def start(self, cue: int) -> int:
        """Where to start speaking when the scene of this number was the last to begin.

        At night that is the scene's first word. By day it is the first effect after the last answer in it, so
        that nothing already settled is said again.
        """
        start = scene = self.cue_at(cue)
        for index, (step, night) in enumerate(zip(self.steps, nights(self.steps), strict=True)):
            match step.effect:
                case Ask(slot=None) if step.given is not None and index >= scene and not night:
                    start = index + 1
                case Scene() if index > scene:
                    break
        return start

    def departure(self, start: int) -> News | None:
        """Return the news of somebody who left by day, where a restart from this step tells it: he is gone by then."""
        match self.steps[start - 1] if start else None:
            case Step(effect=Ask(slot=None), given=Leave(seat=seat)):
                gone = News(topic=Topic.DEATH, seat=seat)
                told = takewhile(lambda step: not isinstance(step.effect, Ask), self.steps[start:])
                return gone if any(step.effect == gone for step in told) else None
            case _:
                return None

    def last_given(self) -> Given | None:
        """Return the last answer that somebody gave: what the narrator answers by itself is none."""
        asked = [(index, step.effect, step.given) for index, step in enumerate(self.steps) if step.given is not None]
        for number, (index, effect, answer) in reversed(list(enumerate(asked))):
            if isinstance(effect, Ask) and not (effect.tacit and answer is DONE):
                return Given(number, index, effect, answer)
        return None


def replay(setup: Setup, answers: Iterable[tuple[str | None, Answer]]) -> Replayed:
    """Play stored answers.

    Raises:
        JournalError: an answer does not belong to the question that the game asks there.
    """
    walk = Walk(setup)
    steps = [Step(effect) for effect in walk.run()]
    for number, (question, answer) in enumerate(answers, start=1):
        pending = walk.pending
        if pending is None:
            if isinstance(answer, Leave):
                continue
            raise JournalError(to_user("journal.after_end", number=number, question=question))
        if not isinstance(answer, Leave) and question != pending.question:
            asked = pending.question
            raise JournalError(to_user("journal.other_rules", number=number, question=question, asked=asked))
        try:
            walk.answer(answer)
        except IllegalAnswerError as error:
            raise JournalError(to_user("journal.illegal", number=number, detail=error)) from None
        steps[-1] = Step(steps[-1].effect, answer)
        steps += [Step(effect) for effect in walk.run()]
    return Replayed(walk, steps)


def nights(steps: Sequence[Step]) -> list[int]:
    """Return for every step the night in which it stands; 0 before the first night and by day."""
    night = 0
    result = []
    for step in steps:
        if isinstance(step.effect, News):
            if step.effect.topic is Topic.NIGHTFALL:
                night = step.effect.number
            elif step.effect.topic is Topic.DAYBREAK:
                night = 0
        result.append(night)
    return result
