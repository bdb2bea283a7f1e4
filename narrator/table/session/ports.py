"""The ports of a game: interfaces through which the driver reaches its equipment, such as mouth, screen, ears."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Protocol

from narrator.base.sentences import QuestionText
from narrator.packs.markup import Utterance
from narrator.rules.core.answers import Answer, Seats, Token
from narrator.rules.core.effects import Ask, Audience, Effect, Poll, Say, Scene, Show, Terms
from narrator.rules.core.secrets import Secret
from narrator.table.inbox.inbox import Clock, Inbox
from narrator.table.session.counting import Counting
from narrator.table.session.known_cards import Kept
from narrator.table.session.lane import Inline, Lane
from narrator.table.session.reminders import TableTalk


class Pace(Enum):
    """How long the narrator waits: a factor on pauses and windows. `INSTANT` removes all waiting."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"

    @property
    def factor(self) -> float:
        """Return what a written second lasts."""
        return {Pace.SLOW: 1.35, Pace.NORMAL: 1.0, Pace.FAST: 0.7, Pace.INSTANT: 0.0}[self]


class Mouth(Protocol):
    """What speaks."""

    def speak(self, utterance: Utterance) -> None:
        """Speak, with silences of the length that they have here, and return when the last sample has left."""

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        """Change what is heard between the lines, and by day or night who speaks.

        `take`, the scene's number in the evening, makes each one new. `gain`, in dB, is how much lower than by day
        everything is heard until the next one.
        """

    def cover(self, on: bool) -> None:
        """Cover, while a window is open, what keys and gestures would give away."""

    def volume(self, steps: int) -> bool:
        """Make it louder or softer; False where there is nothing to set."""


class PrivateScreen(Protocol):
    """Where the one who is called looks."""

    def private(self, to: Audience, text: str) -> None:
        """Show something to the one who is called; what is all in capitals is a headline, and may stand larger."""

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:
        """Show what is said to an entry, in place of what was said to the one before, and of what is `over`."""


class Screen(PrivateScreen, Protocol):
    """What is looked at: captions and notices for all, and the private screen of a window."""

    def caption(self, text: str) -> None:
        """Show what is being spoken."""

    def notice(self, text: str) -> None:
        """Show something public that is not spoken."""

    def prompt(self, text: QuestionText) -> None:
        """Show the public question that is open."""

    def open_window(self, heading: str) -> None:
        """Open the private screen, the same for every call."""

    def close_window(self) -> None:
        """Wipe the private screen; nothing of it stays anywhere."""


class Watcher(Protocol):
    """A watcher, who is told what happens and when: a trace, a log, a screen."""

    def effect(self, effect: Effect, at: float) -> None:
        """An effect begins at this time."""

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """An answer was stored at this time."""


class Acknowledger(Protocol):
    """What acknowledges a secret entry: a phone, which shows it as noted."""

    def kept(self, ask: Ask, answer: Answer | None) -> None:
        """Take in what is on disk now for the slot of this question: an answer, or none."""


class Light(Protocol):
    """A light that only the called one sees. What it is told, it shows by itself: it keeps nobody waiting."""

    @property
    def seconds(self) -> float:
        """Return how long it takes to show what is not counted: a slot for looking lasts as long."""

    def show(self, to: Audience, word: Token | None, args: Terms) -> None:
        """Take in what is shown, and to whom: one word, or what the arguments are."""

    def item(self, item: object | None) -> None:
        """Take in which item is being counted; None: none is."""

    def dark(self) -> None:
        """Go dark, and forget what was shown."""


class QuestionOpener(Protocol):
    """Where those who read entries learn what is asked."""

    def ask(self, ask: Ask | None) -> None:
        """Open a question; None: nothing is asked."""


class Pockets(Screen, QuestionOpener, Watcher, Protocol):
    """Phones of the players, each of which shows one seat what it may know, all at once.

    In a window on the phones they take the place of the private screen.
    """

    def seated(self) -> tuple[int, ...]:
        """Return the seats whose players hold a phone."""

    def fill(self, kept: Mapping[int, Secret[Kept]]) -> None:
        """Show each seat its own from now on."""

    ghosts: bool
    """Whether the dead see what is done in such a night."""

    def lit(self) -> tuple[int, ...]:
        """Return the seats whose phones are lit as a night begins; where that are all who live, it is theirs."""

    def tell(self, show: Show) -> None:
        """Take in what is shown in a window, and to whom."""

    def light(self, slot: int, *, takes: bool) -> None:
        """Light all phones in a slot of the open window, at a public time; each may send then what was touched."""

    def count(self, poll: Poll) -> Mapping[int, Seats | Token]:
        """Return what was voted in the poll that is open, by seat."""


@dataclass(frozen=True)
class SlotOpener:
    """Opens secret questions, each of which begins a slot: one that waits for its answer is over with it."""

    opener: QuestionOpener
    begin: Callable[[], object]

    def ask(self, ask: Ask | None) -> None:
        self.begin()
        self.opener.ask(ask)


class NoOpener:
    """Nobody reads secret questions but on the private screen."""

    def ask(self, ask: Ask | None) -> None:
        """Nobody is told."""


Named = Callable[[Say], str | None]
"""Who is called by a line that everybody hears, in few words; None where it is nobody."""


@dataclass
class Ports:
    """All equipment of a game, as its driver gets it."""

    clock: Clock
    inbox: Inbox
    mouth: Mouth
    screen: Screen
    pace: Pace = Pace.NORMAL
    watchers: list[Watcher] = field(default_factory=list)
    acknowledger: Acknowledger | None = None
    phone: Callable[[], None] | None = None
    """Take the table from the phone that has it, and show on the terminal how another can get it."""
    talk: TableTalk | None = None
    motifs: bool = False
    """Whether motifs are played: where there is sound, and ambience in it."""
    first: tuple[Say, ...] = ()
    """What is to be said of the equipment before all else."""
    light: Light | None = None
    keyed: Callable[[], bool] = lambda: True
    """Whether there are keys now: if not, nobody is told to use them."""
    counting: Counting | None = None
    """Counts aloud, where one button answers or only a light shows."""
    named: Named = lambda _say: None
    """Who is called by a line of the game."""
    opener: QuestionOpener = field(default_factory=NoOpener)
    """Who is told which secret question is open, besides the private screen."""
    pockets: Pockets | None = None
    """Phones of the players."""
    lane: Lane = field(default_factory=Inline)
    """Where what is secret is asked and shown, so that the time that this takes is not heard."""
    disk: Lane = field(default_factory=Inline)
    """Where answers are stored."""

    def on_phones(self, pockets: Pockets) -> Ports:
        """Return the ports of a window that is open on the players' phones, and nowhere else."""
        watchers = [*self.watchers, pockets]
        return replace(
            self, screen=pockets, opener=pockets, watchers=watchers, light=None, acknowledger=None, counting=None
        )
