"""What all may see of the present moment, on every screen: who is called, the countdown, the last public lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Effect, Form, Say, Scene, Term, Window
from narrator.story.wording import Wording
from narrator.ui.clean_text import clean

Named = Callable[[Say], str | None]
"""Who is called by a line that everybody hears, in few words; None where it is nobody."""


class CallSign:
    """Follows the calls of a game. All of it is heard, too.

    `name` is who is called, empty between two calls; `number` counts the calls and what lies between them.
    """

    def __init__(self, named: Named) -> None:
        self._named = named
        self._closed = False
        self._heard = ""
        self.name = ""
        self.number = 0

    def effect(self, effect: Effect) -> bool:
        """Take in an effect; return whether a call begins or is over."""
        before = self.name
        match effect:
            case Scene(closed=closed):
                self._closed, self._heard = closed, ""
                self._begin("")
            case Say() if name := self._named(effect):
                self._heard = name
                if self._closed:
                    self._begin(name)
            case Window() if not self._closed:
                self._begin(self._heard)
            case _:
                pass
        return self.name != before

    def _begin(self, name: str) -> None:
        self.name, self.number = name, self.number + 1


class LightAtCalls:
    """Has a light shine whenever somebody is called."""

    def __init__(self, named: Named, shine: Callable[[], None]) -> None:
        self._sign = CallSign(named)
        self._shine = shine

    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - it shines when it is told
        if self._sign.effect(effect) and self._sign.name:
            self._shine()

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Answers are nobody's to see."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """The time of a debate, in seconds: how long it lasts, and how much of it is gone."""

    lasts: float
    gone: float

    @property
    def clock(self) -> str:
        """Return what is left as minutes and seconds."""
        minutes, seconds = divmod(round(max(0.0, self.lasts - self.gone)), 60)
        return f"{minutes}:{seconds:02}"

    def data(self) -> dict[str, float]:
        return {"lasts": round(self.lasts, 1), "gone": round(self.gone, 1)}


class CountdownClock:
    """Follows a game's pauses, and the public question that is open, on a clock that gives seconds.

    `factor` is how long a second of the game lasts, 0 where nothing has a length.
    """

    def __init__(self, clock: Callable[[], float], factor: float = 1.0) -> None:
        self._clock = clock
        self._factor = factor
        self._since: float | None = None
        self._rested = 0.0
        self._asked = 0.0
        self._lasts = 0.0

    @property
    def paused(self) -> bool:
        return self._since is not None

    @property
    def countdown(self) -> Countdown | None:
        """Return the countdown of the open question, if it has one."""
        return Countdown(self._lasts, self.now() - self._asked) if self._lasts else None

    def opened(self, ask: Ask) -> None:
        self._lasts = 0.0 if ask.timer is None else ask.timer.seconds * self._factor
        self._asked = self.now()

    def closed(self) -> None:
        self._lasts = 0.0

    def effect(self, effect: Effect) -> None:
        match effect:
            case Say(line="pause.on") if self._since is None:
                self._since = self._clock()
            case Say(line="pause.off") if self._since is not None:
                self._rested += self._clock() - self._since
                self._since = None
            case _:
                pass

    def now(self) -> float:
        """Return the time in seconds, without the pauses."""
        return (self._clock() if self._since is None else self._since) - self._rested


class PublicLineKind(Enum):
    """What a public line is: something that is spoken, or something that only stands there."""

    CAPTION = "caption"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class PublicLine:
    """A public line. `mark` is the place of the word that is being said, from one letter to before another."""

    kind: PublicLineKind
    text: str
    mark: tuple[int, int] | None = None


class PublicLines:
    """The last `most` of them."""

    def __init__(self, most: int) -> None:
        self._lines: deque[PublicLine] = deque(maxlen=most)
        self._asleep = False

    def __iter__(self) -> Iterator[PublicLine]:
        return iter(self._lines)

    def add(self, line: PublicLine) -> None:
        self._lines.append(line)

    def sleep(self, asleep: bool) -> None:
        """Take in whether it is night: what was said by day does not light it."""
        if asleep and not self._asleep:
            self._lines.clear()
        self._asleep = asleep

    def answered(self) -> None:
        """Forget what was said to the answers that were refused."""
        for notice in [line for line in self._lines if line.kind is PublicLineKind.NOTICE]:
            self._lines.remove(notice)


def told_back(answer: Answer, wording: Wording) -> str:
    """Return what was noted; empty where somebody only went on, and for a departure, which is told by itself."""
    told = wording.named(answer)
    return told and clean(wording.line("screen.noted", text=Term(Form.TEXT, told)))
