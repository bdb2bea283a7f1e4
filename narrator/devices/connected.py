"""Which devices can still answer, and what is announced when one of them goes or comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable

from narrator.inbox.entry import Changed, Entry, Lost


class ConnectedDevices:
    """The pieces that can answer, by their names: `keyboard`, `keypad`, `button`, `phone`. Any thread may tell of them.

    A piece that goes is a change where another one can still answer, and a loss where it was the last. Lines are
    `<name>.lost` and `<name>.back`.
    """

    def __init__(self, put: Callable[[Entry], None]) -> None:
        self._put = put
        self._lock = threading.Lock()
        self._names: set[str] = set()

    def to(self, put: Callable[[Entry], None]) -> None:
        """Say who is told from now on: a game, or the questions before one."""
        self._put = put

    def has(self, name: str) -> None:
        """Take in that a piece is there from the beginning: nothing is told."""
        with self._lock:
            self._names.add(name)

    def came(self, name: str, *, sleeps: bool = False) -> None:
        """Tell that a piece is there, or there again; of one that `sleeps` nobody is told.

        When it wakes depends on who touches it, and everybody would hear that (law 1).
        """
        self.has(name)
        if not sleeps:
            self._put(Changed(f"{name}.back"))

    def went(self, name: str) -> None:
        """Tell that a piece is gone."""
        self._put(self.gone(name))

    def gone(self, name: str) -> Entry:
        """Take in that a piece is gone, and return what is to be told of it."""
        return Changed(f"{name}.lost") if self.without(name) else Lost(name)

    def there(self, name: str) -> bool:
        """Whether a piece can answer."""
        with self._lock:
            return name in self._names

    def without(self, name: str) -> bool:
        """Take in, and tell nobody, that a piece is gone; return whether another one can answer."""
        with self._lock:
            self._names.discard(name)
            return bool(self._names)
