"""A mouth that tells a screen when a line begins, so that its words can be marked as they are said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from narrator.core.effects import Scene
from narrator.session.ports import Mouth
from narrator.story.markup import Utterance

Spans = Sequence[tuple[float, float]]
"""When the words between two written pauses begin and end, in seconds, in their order."""


Times = Callable[[Utterance, bool], Spans]
"""Gives the times of the words of a line, as it is said by day or, where that is true, by night."""


class Marker(Protocol):
    """Where words are marked."""

    def speaking(self, utterance: Utterance, spans: Spans = ()) -> None:
        """A line begins to be said."""
        ...

    def silent(self) -> None:
        """It has been said."""
        ...


def estimated(_utterance: Utterance, _by_night: bool) -> Spans:
    """Return no times: how long words take is estimated."""
    return ()


class MarkedMouth:
    """Speaks as `mouth` does. `times` gives the times of a line's words, where they are known.

    What the marker is told depends on the line alone, and when it is told on the moment at which the line begins to be
    heard: nothing that is not heard too.
    """

    def __init__(self, mouth: Mouth, marker: Marker, times: Times = estimated) -> None:
        self._mouth = mouth
        self._marker = marker
        self._times = times
        self._by_night = False

    def speak(self, utterance: Utterance) -> None:
        self._marker.speaking(utterance, self._times(utterance, self._by_night))
        try:
            self._mouth.speak(utterance)
        finally:
            self._marker.silent()

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        self._by_night = scene.closed
        self._mouth.scene(scene, take, gain)

    def cover(self, on: bool) -> None:
        self._mouth.cover(on)

    def volume(self, steps: int) -> bool:
        return self._mouth.volume(steps)
