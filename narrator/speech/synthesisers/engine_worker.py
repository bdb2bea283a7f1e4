"""The process that an engine speaks in, as the game sees it, and what every engine is given and asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from narrator.processes.child import Child, ChildLostError, Reply, spawned
from narrator.speech.synthesisers.synthesiser import SynthesiserError

Order: TypeAlias = Mapping[str, str | int | float]

_SECONDS_TO_TAKE = 8.0


class EngineWorker:
    """The process of one engine. It takes its first order, which names the voice, as it starts."""

    def __init__(self, engine: str, module: str, first: Order, *arguments: str) -> None:
        """Start a `module` of this package.

        Raises:
            SynthesiserError: it does not start.
        """
        self._engine = engine
        try:
            self._child = Child(spawned(f"{__package__}.{module}", *arguments))
        except OSError as error:
            raise SynthesiserError(f"{engine}: {error}") from error
        try:
            self._child.order(first, _SECONDS_TO_TAKE)
        except ChildLostError as error:
            self.kill()
            raise SynthesiserError(f"{engine}: {error}") from error

    def answer(self, seconds: float) -> Reply:
        """Return the answer to the order that was given last.

        Raises:
            SynthesiserError: it has ended, does not answer within `seconds`, or says that it failed.
        """
        try:
            return self._child.answer(seconds)
        except ChildLostError as error:
            raise SynthesiserError(f"{self._engine}: {error}") from error

    def ask(self, order: Order, seconds: float) -> Reply:
        """Give an order, and return its answer.

        Raises:
            SynthesiserError: as of `answer`; or it takes no order.
        """
        try:
            self._child.order(order, seconds)
        except ChildLostError as error:
            raise SynthesiserError(f"{self._engine}: {error}") from error
        return self.answer(seconds)

    def kill(self) -> None:
        """End it at once. May be called again."""
        self._child.kill()


def pronounceable(text: str) -> str:
    """Return a text as engines are given it, on one line; empty where there is nothing to pronounce."""
    phrase = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    return phrase if any(sign.isalnum() for sign in phrase) else ""
