"""Which words of a line are being said: a function of the line and of the time since it began, and of nothing else.

A line is public, and so is when it begins: what is marked can tell nobody more than what is heard.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narrator.packs.markup import TextPart, Utterance, runs
from narrator.packs.wording import spoken_seconds
from narrator.rules.core.effects import Scene
from narrator.table.session.ports import Mouth

if TYPE_CHECKING:  # it imports this
    from narrator.screens.full_screen.model import ScreenModel

Spans = Sequence[tuple[float, float]]
"""When the words between two written pauses begin and end, in seconds, in their order."""


Times = Callable[[Utterance, bool], Spans]
"""Gives the times of the words of a line, as it is said by day or, where that is true, by night."""


def estimated(_utterance: Utterance, _by_night: bool) -> Spans:
    """Return no times: how long words take is estimated."""
    return ()


class MarkedMouth:
    """Speaks as `mouth` does. `times` gives the times of a line's words, where they are known.

    What the screen is told depends on the line alone, and when it is told on the moment at which the line begins to be
    heard: nothing that is not heard too.
    """

    def __init__(self, mouth: Mouth, screen: ScreenModel, times: Times = estimated) -> None:
        self._mouth = mouth
        self._screen = screen
        self._times = times
        self._by_night = False

    def speak(self, utterance: Utterance) -> None:
        self._screen.speaking(utterance, self._times(utterance, self._by_night))
        try:
            self._mouth.speak(utterance)
        finally:
            self._screen.silent()

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        self._by_night = scene.closed
        self._mouth.scene(scene, take, gain)

    def cover(self, on: bool) -> None:
        self._mouth.cover(on)

    def volume(self, steps: int) -> bool:
        return self._mouth.volume(steps)


WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a caption: its place there, from one letter to before another, and when it is said, in seconds."""

    first: int
    end: int
    begins: float
    ends: float


def words_of(utterance: Utterance, spans: Spans = ()) -> tuple[Word, ...]:
    """Return the words of an utterance's caption with their times.

    Where a mouth knows when it says what, `spans` are its times; words that it says nothing of get an estimate. Inside
    a span the time is shared out by letters.
    """
    found: list[Word] = []
    given = list(spans)
    place, clock = 0, 0.0
    for run in runs(utterance):
        if not isinstance(run, tuple):
            clock += run.seconds
            continue
        begins, ends = given.pop(0) if given else (clock, clock + spoken_seconds(run))
        text = "".join(part.text for part in run)
        letters = _letters(run, begins, ends)
        words = ((word.start(), word.end()) for word in WORD.finditer(text))
        found += [Word(place + at, place + end, letters[at][0], letters[end - 1][1]) for at, end in words]
        place += len(text) + 1
        clock = ends
    return tuple(found)


def said_by(words: Sequence[Word], seconds: float) -> tuple[int, int] | None:
    """Return the place of the word that is said so many seconds after the beginning; in a pause, of the last one.

    None before the first word and after the end.
    """
    begun = [word for word in words if word.begins <= seconds]
    if not begun or seconds >= words[-1].ends:
        return None
    return begun[-1].first, begun[-1].end


def _letters(run: Sequence[TextPart], begins: float, ends: float) -> list[tuple[float, float]]:
    """Return when each letter begins and ends: all are equally long, after the holds that come before them."""
    a_letter = (ends - begins - sum(part.hold for part in run)) / max(1, sum(len(part.text) for part in run))
    found: list[tuple[float, float]] = []
    at = begins
    for part in run:
        at += part.hold
        found += [(at + place * a_letter, at + (place + 1) * a_letter) for place in range(len(part.text))]
        at += len(part.text) * a_letter
    return found
