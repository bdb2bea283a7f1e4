"""The times at which the narrator speaks unasked at a public question: its timer, then the question again."""

from __future__ import annotations

from collections.abc import Generator

from narrator.core.effects import Timer

REMINDER = 60.0
"""Seconds at normal pace after which an unanswered public question is said again; then twice as many, up to four."""

Bell = tuple[float | None, str | None]
"""A game time, None for never; and the line to say then, None for the question again."""


def bells(timer: Timer | None, at: float, factor: float) -> Generator[Bell, float, None]:
    """Ring for a question that was put at the game time `at`, at a pace of this factor; at instant pace never.

    It is told when each bell did ring: where the question waited to be said again, the next time is later too.
    """
    if not factor:
        yield None, None
    if timer is not None:
        if timer.warning < timer.seconds:
            yield at + (timer.seconds - timer.warning) * factor, "debate.warning"
        at += timer.seconds * factor
        yield at, "debate.over"
    interval = REMINDER * factor
    while True:
        at += interval
        at = max(at, (yield at, None))
        interval = min(2 * interval, 4 * REMINDER * factor)
