"""What Vosk makes of one utterance after another: words, how long each lasts, and how likely they are.

`Reset` of Vosk leaves undecoded sound behind, which would begin the next utterance; so `FinalResult` ends every one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from narrator.listening.levels import Pcm

_UTTERANCES = 500  # then a new recogniser is made: what libraries leave behind in an evening goes with the old one


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word, and the seconds that it lasts."""

    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Alternative:
    """What an utterance may have been, and how likely that is."""

    words: tuple[SpokenWord, ...] = ()
    log_likelihood: float = 0.0
    """Natural, and but for what all alternatives have in common."""

    def then(self, other: Alternative) -> Alternative:
        """Return this, and the other after it."""
        return Alternative((*self.words, *other.words), self.log_likelihood + other.log_likelihood)


class Decoder:
    """A recogniser of Vosk for one grammar. One utterance at a time: pieces, then `end` or `drop`."""

    def __init__(self, make: Callable[[], Any]) -> None:
        """`make` makes the recogniser, anew now and then."""
        self._make = make
        self._recogniser = make()
        self._before = Alternative()
        self._utterances = 0

    def take(self, pcm: Pcm) -> None:
        """Take more of the utterance."""
        if self._recogniser.AcceptWaveform(pcm.astype("<i2").tobytes()):
            # Vosk has found an end of its own: what it decided stands, and it starts over.
            self._before = self._before.then(_alternatives(self._recogniser.Result())[0])

    def end(self) -> list[Alternative]:
        """End the utterance; return what it may have been, the likeliest first. There is one at least."""
        found = [self._before.then(one) for one in _alternatives(self._recogniser.FinalResult())]
        self._next()
        return found

    def drop(self) -> None:
        """Forget the utterance."""
        self._recogniser.FinalResult()
        self._next()

    def _next(self) -> None:
        self._before = Alternative()
        self._utterances += 1
        if self._utterances % _UTTERANCES == 0:
            self._recogniser = self._make()


def _alternatives(result: str) -> list[Alternative]:
    """Return what Vosk tells, the likeliest first; where it tells nothing, that."""
    found = [
        Alternative(
            tuple(
                SpokenWord(word["word"], float(word["end"]) - float(word["start"])) for word in one.get("result", ())
            ),
            float(one["confidence"]),
        )
        for one in json.loads(result).get("alternatives", ())
    ]
    return sorted(found, key=lambda one: -one.log_likelihood) or [Alternative()]
