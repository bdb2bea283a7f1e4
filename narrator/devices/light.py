"""One light as a private screen: switched on and off, to blink what is shown or to be on while that is counted aloud.

It is switched in a thread of its own: whoever tells it something does not wait.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from narrator.core.answers import Token
from narrator.core.effects import Audience, Terms
from narrator.devices.blinks import Blinks
from narrator.devices.light_answers import blinks, items

CALL = 1.0
"""Seconds that the light is on at a call: for every one the same, long enough to be told from a blink."""


class Lamp(Protocol):
    """What shines."""

    def set(self, on: bool) -> None:
        """Switch it."""
        ...


class TableLight:
    """The light of a table of so many players. `now` is a clock in seconds.

    Where it is `blinking`, seats and words blink; without, and always for cards, it is on while what is shown is
    counted. What does not blink takes as long, in the dark, as what does.
    """

    def __init__(self, lamp: Lamp, now: Callable[[], float], players: int, *, blinking: bool) -> None:
        self._lamp = lamp
        self._now = now
        self._players = players
        self._blinking = blinking
        self._changed = threading.Condition()
        self._changes = 0
        self._shown: tuple[object, ...] = ()
        self._item: object | None = None
        self._blinks: tuple[float, Blinks] | None = None
        self._called = -CALL
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def seconds(self) -> float:
        return Blinks(0, self._players).seconds if self._blinking else 0.0

    def show(self, to: Audience, word: Token | None, args: Terms) -> None:  # noqa: ARG002 - his hand is over it
        shown = items(word, args)
        count = blinks(shown)
        with self._changed:
            self._shown = (*self._shown, *shown)
            if self._blinking:
                legible = count if count is not None and count <= self._players else 0
                self._blinks = self._now(), Blinks(legible, self._players)
            self._tell()

    def item(self, item: object | None) -> None:
        with self._changed:
            self._item = item
            self._tell()

    def call(self) -> None:
        """Shine, for whoever cannot hear that somebody is called; nothing that is shown cuts that short."""
        with self._changed:
            self._called = self._now()
            self._tell()

    def dark(self) -> None:
        with self._changed:
            self._shown, self._blinks = (), None
            self._tell()

    def start(self) -> None:
        """Switch the lamp in a thread, until it is closed."""
        self._thread = threading.Thread(target=self._switch, name="light", daemon=True)
        self._thread.start()

    def step(self) -> float | None:
        """Switch the lamp as it is to be now; return in how many seconds that may change, None: when it is told."""
        with self._changed:
            lit, seconds = self._state()
        self._lamp.set(lit)
        return seconds

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._tell()
        if self._thread is not None:
            self._thread.join()
        self._lamp.set(False)

    def _tell(self) -> None:
        self._changes += 1
        self._changed.notify()

    def _state(self) -> tuple[bool, float | None]:
        now = self._now()
        called = self._called + CALL - now
        lit = called > 0 or (self._item is not None and self._item in self._shown)
        changes = [called] if called > 0 else []
        if self._blinks is not None:
            began, blinks = self._blinks
            lit = lit or blinks.lit(now - began)
            if (following := blinks.next(now - began)) is not None:
                changes.append(began + following - now)
        return lit, min(changes, default=None)

    def _switch(self) -> None:
        while True:
            with self._changed:
                changes = self._changes
                if self._closed:
                    return
            seconds = self.step()
            with self._changed:
                if self._changes == changes:
                    self._changed.wait(seconds)
