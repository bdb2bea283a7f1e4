"""Resume and undo are one function: replay the answers, and find where to start speaking.

A unit of narration begins at a `Scene`: a night call, the dawn, the debate, the vote. At night a restart goes back
to the first word of the call, by day to the question that stands. From there the `Cursor` gives what was played
already, and then what comes next. A `Target` is the place to which an undo leads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from narrator.base.sentences import to_user
from narrator.rules.core.answers import Answer, Leave
from narrator.rules.core.effects import Ask, Deed, Effect, News, Scene, Show, Topic, Window
from narrator.rules.core.play import IllegalAnswerError, Setup, Walk
from narrator.table.journal.journal import JournalError, Place


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

    def place_from(self, index: int) -> Place:
        """Return the place of the game when it goes on from this step."""
        end = index + 1 + isinstance(self.steps[index].effect, News)  # a nightfall is news just before its scene
        cue = sum(isinstance(step.effect, Scene) for step in self.steps[:end])
        over, slots = 0, 0  # of the windows of this scene that are over, and of the one that may be
        for step in self.steps[self.cue_at(cue) : index + 1]:
            if isinstance(step.effect, Window):
                slots = len(step.effect.slots)
            elif not _in_window(step):
                over, slots = over + slots, 0
        return Place(cue, over)

    def start(self, place: Place) -> int:
        """Return the step to start speaking from, where this place was the last to be stored.

        At night that is the first word of the first call whose slots are not all over. By day it is the first effect
        after the last answer in the scene, so that nothing already settled is said again. Who leaves in the last call
        of a round answers what is asked after it: what tells that the round is over may not be said yet.
        """
        start = scene = self.cue_at(place.cue)
        over = place.slots
        called = over > 0 and isinstance(begun := self.steps[scene].effect, Scene) and begun.closed
        for index, (step, night) in enumerate(zip(self.steps, nights(self.steps), strict=True)):
            match step.effect:
                case _ if index < scene:
                    pass
                case Ask(slot=None) if step.given is not None and not night:
                    start = start if called and isinstance(step.given, Leave) else index + 1
                case Window(slots=slots) if over >= len(slots) > 0:
                    over -= len(slots)
                    start = index + 1
                    start += sum(1 for _ in takewhile(_in_window, self.steps[start:]))
                case Window():
                    break
                case Scene() if index > scene:
                    return index if place.slots and not over else start
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
            if isinstance(effect, Ask) and (isinstance(answer, Leave) or not effect.tacit):
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
        return self._walk.pending

    @property
    def outcome(self) -> str | None:
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
        step = self._next()
        return step is not None and isinstance(step.effect, Scene) and not step.effect.closed

    def _next(self) -> Step | None:
        """Look at the next step; None where there is none yet."""
        if not self._ahead and (effect := self._walk.step()) is not None:
            self._ahead.append(Step(effect))
        return self._ahead[0] if self._ahead else None

    def back(self, step: Step) -> None:
        self.at -= 1
        self._ahead.appendleft(step)

    def answer(self, answer: Answer) -> None:
        self._walk.answer(answer)

    def in_window(self) -> Iterator[Step]:
        """Yield the steps of the open window that were already played and are to be told again."""
        for step in self._ahead:
            if not belongs_to_window(step.effect):
                return
            yield step


def _in_window(step: Step) -> bool:
    return belongs_to_window(step.effect)


def belongs_to_window(effect: Effect) -> bool:
    """Whether an effect is part of the open window; any other waits for its end, however early answers were given."""
    match effect:
        case Show() | Deed():
            return True
        case Ask(slot=slot):
            return slot is not None
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Target:
    """The state to go back to: so many answers, and the step to start from.

    `night` is true where a whole night is taken back, which a table is asked for twice.
    """

    answers: int
    step: int
    night: bool = False


def undo_in_window(replayed: Replayed, at: int, window: int) -> Target | None:
    """Take back the last answer that was given in the open window; None where there is none.

    `at` is the step at which the game stands, `window` that of the window.
    """
    given = replayed.last_given()
    if given is None:
        return None
    if given.index >= at:
        return Target(given.number, at)  # a departure that no question has taken in yet
    return Target(given.number, given.index) if window < given.index else None


def undo_by_day(replayed: Replayed) -> Target | None:
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
