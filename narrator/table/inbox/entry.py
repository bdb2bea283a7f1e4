"""Entries: what somebody keys, says or presses, or a change of equipment for the inbox; and half a line."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from narrator.rules.core.answers import Answer, Leave, Refusal
from narrator.rules.core.effects import Ask
from narrator.table.inbox.moment import Moment


class Order(Enum):
    """What may be asked of the narrator at any prompt: the keys of `commands` in `scripts/common`."""

    HELP = "help"
    REPEAT = "repeat"
    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    STATE = "state"
    LOUDER = "louder"
    SOFTER = "softer"
    NEXT = "next"
    QUIT = "quit"
    PHONE = "phone"


@dataclass(frozen=True, slots=True)
class LanguageTyped:
    """Somebody wants this language: before a game alone."""

    language: str


@dataclass(frozen=True, slots=True)
class StateTyped:
    """`Order.STATE`, from the terminal's own keyboard: only there, before a leader's eyes, may cards be shown."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to the open question.

    A `spoken` one was heard, and may have been misheard. One from a file or another program is `certain`: nobody's
    finger slipped.
    """

    answer: Answer
    spoken: bool = False
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Reminder:
    """Somebody wants to be reminded, by day, of what a card does."""

    card: str


@dataclass(frozen=True, slots=True)
class Misread:
    """Something that could not be read as an answer, with what to say about it, and the answer that may be `meant`.

    A `spoken` one was heard and understood, but it cannot be.
    """

    refusal: Refusal
    meant: Answer | None = None
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """What was keyed while somebody is called: `read` makes an entry of it, for what is asked in secret, if anything.

    Until then nobody knows what it is, so that nothing public can depend on what is asked. It may come from players'
    `own` phones.
    """

    read: Callable[[Ask | None], Entry]
    own: bool = False


@dataclass(frozen=True, slots=True)
class Misheard:
    """Somebody meant to answer, and was not understood."""


@dataclass(frozen=True, slots=True)
class Doubted:
    """Somebody was heard to answer, but not for certain; `perhaps` it was one of these, the likeliest first."""

    perhaps: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Farewell:
    """Somebody was heard to say goodbye to the narrator, and may have been misheard."""


@dataclass(frozen=True, slots=True)
class Onward:
    """Somebody was heard to end a window that he leads: to an open question it means nothing."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """The one button was pressed while this item was being counted; None where nothing was."""

    item: object | None


@dataclass(frozen=True, slots=True)
class Lost:
    """A piece of equipment that will send no more entries."""

    device: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A piece of equipment came, went or was replaced: a line to say, or none; and what to do, for the screen.

    Advice is said `aloud` as well where there is no screen to read it on.
    """

    line: str
    advice: str = ""
    aloud: bool = False


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A new phone asks for this seat; `decide` is called with whether the table lets it have the seat."""

    seat: int
    decide: Callable[[bool], object]


Entry: TypeAlias = (
    Reply
    | Order
    | LanguageTyped
    | StateTyped
    | Farewell
    | Onward
    | Pressed
    | Reminder
    | Unread
    | Misread
    | Misheard
    | Doubted
    | Lost
    | Changed
    | SeatAsked
)


def belongs(entry: Entry) -> bool:
    """Whether an entry means only the question that was open when it was keyed; a departure always means something."""
    match entry:
        case Reply(answer=answer):
            return not isinstance(answer, Leave)
        case (
            Pressed() | Unread() | Misread() | Misheard() | Doubted() | Farewell() | Onward() | Order.NEXT | Order.UNDO
        ):
            return True
        case _:
            return False


def goes_on(entry: Entry) -> bool:
    """Whether an entry means no more than to go on: a key or a press for it."""
    return entry is Order.NEXT or isinstance(entry, Pressed)


def answers(entry: Entry) -> bool:
    """Whether an entry was typed or touched to answer a question, or to take an answer back."""
    match entry:
        case Reply(answer=answer, spoken=spoken):
            return not spoken and not isinstance(answer, Leave)
        case Misread() | Order.UNDO:
            return True
        case _:
            return False


HESITATION = 1.0
"""Seconds within which a line goes on by day: what is keyed then, before and behind a slot's end, is one line."""

LONGEST = 400
"""The most letters of a line: a sleeve on the keys fills no memory."""


class Typed(NamedTuple):
    """A line that was ended, and the moment at which it was."""

    text: str
    moment: Moment


class TypedLine:
    """What is half typed on one device: keyboard, pad, or a screen with its keys.

    It belongs to the slot of its first key. Once that slot is over, it is void, as if it never had been typed: what was
    keyed in secret changes nothing that a key does in public. By day what follows it at once is void with it: the end
    of a name, or of a number, is no answer. `moment` returns the present one, `now` the seconds of any clock; `shown`:
    whoever is called sees the line once he looks.
    """

    def __init__(
        self, moment: Callable[[], Moment], *, shown: bool = False, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._moment = moment
        self._now = now
        self._shown = shown
        self._keys = ""
        self._keyed_at = -math.inf
        self._begun = moment()

    @property
    def text(self) -> str:
        """Return what is half typed and belongs to the present slot."""
        return self._keys if self._begun.slot == self._moment().slot else ""

    @property
    def echo(self) -> str:
        """Return what of it all may see."""
        return self.text if self._moment().echoed else ""

    def type(self, text: str) -> None:
        moment, before, self._keyed_at = self._moment(), self._keyed_at, self._now()
        over = self._begun.slot != moment.slot
        if not self._keys or (over and not (self._late(moment) and self._keyed_at < before + HESITATION)):
            self._keys, self._begun = "", moment
        self._keys = (self._keys + text)[:LONGEST]

    def erase(self) -> None:
        self._keys = self.text[:-1]

    def forget(self) -> None:
        self._keys = ""

    def enter(self) -> Typed | None:
        """End the line; None where Enter means nothing.

        Where the called one is to see it before it counts, it stands until his window is open. By day the Enter of a
        line that is void may still come, and belongs to it; but not after eyes were closed.
        """
        moment, keys = self._moment(), self._keys
        if self._shown and moment.calling and not moment.paused:
            return None
        self._keys = ""
        if not keys or self._begun.slot == moment.slot:
            return Typed(keys, moment)
        return None if self._late(moment) else Typed("", moment)

    def _late(self, moment: Moment) -> bool:
        """Whether all saw the line that is void by this moment, so that a key may still belong to it."""
        return moment.seen_since(self._begun) and not moment.paused
