"""Which words of a line are being said: a function of the line and of the time since it began, and of nothing else.

A line is public, and so is when it begins: what is marked can tell nobody more than what is heard.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from narrator.story.markup import TextPart, Utterance, runs
from narrator.story.wording import spoken_seconds
from narrator.ui.marked_mouth import Spans

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
