"""Virtual rooms for the tests: mains that fail, hands that key at given times, ears and eyes that remember."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import inf
from operator import itemgetter
from typing import TextIO, TypeAlias

from shipped import shipped

from narrator.base.sentences import QuestionText
from narrator.evening.app.ports.common_ports import CallNames
from narrator.evening.app.prepared_game import PreparedGame, reader_for
from narrator.evening.app.settings import Equipment
from narrator.evening.rehearsal.trace import Trace
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import Utterance, caption
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask, Audience, Effect, Scene
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.entry import (
    Changed,
    Doubted,
    Entry,
    Farewell,
    LanguageTyped,
    Lost,
    Misheard,
    Misread,
    Onward,
    Order,
    Pressed,
    Reminder,
    Reply,
    SeatAsked,
    StateTyped,
    Unread,
    belongs,
)
from narrator.table.inbox.inbox import Inbox
from narrator.table.inbox.moment import Moment
from narrator.table.language.typed import Reader
from narrator.table.session.counting import Counting
from narrator.table.session.ports import Mouth, QuestionOpener


def wording(setup: VillageSetup | CubaSetup, language: str = "fr") -> Wording:
    """Return the words for one table; tables at which they are the same share what was read of them."""
    return _wording(setup.game, language, setup.names, setup.seed)


@lru_cache(maxsize=64)
def _wording(game: str, language: str, names: tuple[str, ...], seed: int) -> Wording:
    return Wording(shipped(game).words[language], names, seed)


def call_names(setup: VillageSetup | CubaSetup, language: str = "fr") -> CallNames:
    """Return who is called by the lines of a game."""
    return CallNames(setup, shipped(setup.game).words[language], wording(setup, language))


def reader(setup: VillageSetup | CubaSetup, language: str = "fr") -> Reader:
    """Return what reads the lines that are typed at one table: the same for all tables at which they mean the same."""
    stand_ins = (setup.hand, setup.deal) if isinstance(setup, VillageSetup) and setup.options.playing_cards else ()
    alike = (setup.game, language, setup.players, setup.names, stand_ins)
    if alike not in _READERS:
        _READERS[alike] = reader_for(PreparedGame(shipped(setup.game), language, Equipment()), setup)
    return _READERS[alike]


_READERS: dict[tuple[object, ...], Reader] = {}


class PowerCut(Exception):  # noqa: N818 - not an error: the plug was pulled
    """The power failed at this moment."""


class MainsClock(VirtualClock):
    """Virtual seconds from `start`; at the time `fails` the power fails."""

    def __init__(self, start: float = 0.0) -> None:
        super().__init__()
        self._now = start
        self.fails: float | None = None

    def sleep(self, seconds: float) -> None:
        self.advance(self.now() + seconds)

    def advance(self, time: float) -> None:
        if self.fails is not None and time >= self.fails:
            super().advance(self.fails)
            raise PowerCut
        super().advance(time)


@dataclass(frozen=True)
class Typed:
    """A line, as it was typed."""

    line: str


@dataclass(frozen=True)
class Press:
    """A short press of the one button, at whatever is being counted then."""


@dataclass(frozen=True)
class ButtonDown:
    """The one button goes down, and is let go later."""


@dataclass(frozen=True)
class HalfTyped:
    """Letters that are typed, and no Enter behind them."""

    text: str


Key: TypeAlias = Answer | Entry | Typed | HalfTyped | Press | ButtonDown
Keyed: TypeAlias = tuple[float, Key]
Table: TypeAlias = Callable[[Ask], Sequence[Keyed]]


def nobody(_ask: Ask) -> Sequence[Keyed]:
    return ()


PATIENCE = 400
"""How many waits may end without anything left to key: more of them, and the game waits for ever."""

COUNTED = 0.01
"""How much of such a wait one item of a count is."""


class NobodyKeysError(AssertionError):
    """The driver waits for ever: nothing more will be keyed."""


class ScriptedEntries(Inbox):
    """An inbox: what a table keys to each question, and what is keyed at a given time, whatever is open then.

    As at a real table, what is keyed belongs to the slot that is open at that very moment. It is told of secret
    questions, too.
    """

    def __init__(self, clock: VirtualClock, table: Table = nobody, reader: Reader | None = None) -> None:
        super().__init__(clock)
        self._virtual = clock
        self.table = table
        self.question: Ask | None = None
        self.counting: Counting | None = None
        self._reader = reader
        self._moments = [(-inf, self.moment)]
        self._order = count()
        self._keys: list[tuple[float, int, Key, str]] = []
        self._rested = 0.0
        self._idle = 0.0
        self._resting: list[tuple[float, Key, str]] = []
        self._then: Callable[[float], None] | None = None
        self.typed: Callable[[str], None] = lambda _text: None
        """Where letters go that no Enter follows."""

    def _begin(self) -> None:
        self._moments.append((self._virtual.now(), self.moment))

    def _moment_at(self, at: float) -> Moment:
        return self._moments[bisect_right(self._moments, at, key=itemgetter(0)) - 1][1]

    def key(self, at: float, key: Key, question: str = "") -> None:
        """Key something at a time of the clock; what answers a question is not keyed once it is asked anew."""
        heapq.heappush(self._keys, (at, next(self._order), key, question))

    def forget(self) -> None:
        self._keys = [entry for entry in self._keys if not entry[3]]
        heapq.heapify(self._keys)

    def breaking(self) -> bool:
        """Whether a pause or a goodbye was keyed by now that was not taken yet."""
        return any(at <= self._virtual.now() and key in (Order.PAUSE, Order.QUIT) for at, _, key, _ in self._keys)

    def take_pause(self) -> bool:
        """Take the first such pause; False where there is none."""
        return self._take(Order.PAUSE)

    def take_quit(self) -> bool:
        """Take the first such goodbye; False where there is none."""
        return self._take(Order.QUIT)

    def _take(self, order: Order) -> bool:
        keyed = [entry for entry in sorted(self._keys, key=lambda entry: entry[:2]) if entry[2] is order]
        if not keyed or keyed[0][0] > self._virtual.now():
            return False
        self._keys.remove(keyed[0])
        heapq.heapify(self._keys)
        return True

    def rest(self, until: Key) -> None:
        """Key nothing before this: everybody sees that the game is paused."""
        self._rested = self._virtual.now()
        keys = sorted(self._keys, key=lambda entry: entry[:2])
        end = next(place for place, (_, _, key, _) in enumerate(keys) if key == until)
        self._resting = [(at, key, question) for at, _, key, question in (*keys[:end], *keys[end + 1 :])]
        self._keys = [keys[end]]

    def go_on(self, then: Callable[[float], None]) -> None:
        """Key the rest once the game goes on, so much later as it was paused; `then` is told how much that is."""
        self._then = then

    def _wake(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            late = self._virtual.now() - self._rested
            for at, key, question in self._resting:
                self.key(at + late, key, question)
            self._resting = []
            then(late)

    def open(self, ask: Ask | None) -> None:
        super().open(ask)
        self.ask(ask)

    def ask(self, ask: Ask | None) -> None:
        self.question = ask
        if ask is not None:
            self._keys = [entry for entry in self._keys if entry[3] != ask.question]
            heapq.heapify(self._keys)
            for after, key in self.table(ask):
                self.key(self._virtual.now() + after, key, ask.question)

    def open_early(self, ask: Ask) -> None:
        """Nobody keys anything here before a question was said to its end."""

    def close(self) -> None:
        super().close()
        self.question = None

    def get(self, until: float | None) -> Entry | None:
        """Return the next entry that is not stale, or None at the time `until`."""
        self._wake()
        while self._keys and (until is None or self._keys[0][0] < until):
            at, _, key, _ = heapq.heappop(self._keys)
            if isinstance(key, HalfTyped):
                self._virtual.advance(at)
                self.typed(key.text)
                continue
            if isinstance(key, ButtonDown):
                self._virtual.advance(at)
                self.press()
                continue
            moment = self._moment_at(at)
            entry = self._read(key, at, moment)
            self._virtual.advance(at)
            if moment.slot == self.moment.slot or not belongs(entry):
                return entry
        counted = self.counting is not None and self.counting.due is not None
        self._idle = 0.0 if self._keys else self._idle + (COUNTED if counted else 1.0)
        if until is None or self._idle > PATIENCE:
            raise NobodyKeysError(f"nobody answers {self.question and self.question.question}")
        self._virtual.advance(until)
        return None

    def _read(self, key: Answer | Entry | Typed | Press, at: float, moment: Moment) -> Entry:
        match key:
            case Press():
                return Pressed(None if self.counting is None else self.counting.at(at))
            case Typed(line=line):
                assert self._reader is not None
                return self._reader.read(line, moment)
            case Reply() | Misread() | Misheard() | Doubted() | Farewell() | Order() | Pressed():
                return key
            case StateTyped() | LanguageTyped() | Reminder() | Lost() | Changed() | Onward() | Unread() | SeatAsked():
                return key
            case _:
                return Reply(key)


@dataclass
class Openers:
    """Several who are told which secret question is open."""

    all: Sequence[QuestionOpener]

    def ask(self, ask: Ask | None) -> None:
        for opener in self.all:
            opener.ask(ask)


class Senses:
    """A screen and a mouth that remember, with the time: what all see and hear, and what the called one sees.

    That the private screen glows, and when it goes dark, is seen by all.
    """

    def __init__(self, clock: VirtualClock, mouth: Mouth, public: list[str] | None = None) -> None:
        self._clock = clock
        self._mouth = mouth
        self.public = [] if public is None else public
        self.secret: list[tuple[float, Audience, str]] = []

    def _all(self, channel: str, text: str) -> None:
        self.public.append(f"{self._clock.now():.3f} {channel}: {text}")

    def speak(self, utterance: Utterance) -> None:
        self._all("voice", caption(utterance))
        self._mouth.speak(utterance)

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        self._all("scene", f"{scene.scene} {take} {gain:.3f} dB")
        self._mouth.scene(scene, take, gain)

    def cover(self, on: bool) -> None:
        self._all("cover", str(on))
        self._mouth.cover(on)

    def volume(self, steps: int) -> bool:
        return self._mouth.volume(steps)

    def caption(self, text: str) -> None:
        self._all("caption", text)

    def notice(self, text: str) -> None:
        self._all("notice", text)

    def prompt(self, text: QuestionText) -> None:
        self._all("prompt", text.typed)

    def open_window(self, heading: str) -> None:
        self._all("window", heading)

    def close_window(self) -> None:
        self._all("window", "closed")

    def private(self, to: Audience, text: str) -> None:
        self.secret.append((self._clock.now(), to, text))

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:  # noqa: ARG002 - what was shown was
        self.secret.extend((self._clock.now(), to, text) for text in texts)


class Watch:
    """A trace that tells also what begins, and what is answered, as it happens."""

    def __init__(
        self,
        wording: Wording,
        file: TextIO,
        began: Callable[[Effect, float], None] = lambda _effect, _at: None,
        answered: Callable[[Ask, Answer], None] = lambda _ask, _answer: None,
    ) -> None:
        self._trace = Trace(wording, file)
        self._began = began
        self._answered = answered

    def effect(self, effect: Effect, at: float) -> None:
        self._trace.effect(effect, at)
        self._began(effect, at)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        self._trace.answered(ask, answer, at)
        self._answered(ask, answer)
