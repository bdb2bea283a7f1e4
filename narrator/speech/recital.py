"""How a whole game is spoken: by one voice by day and, where its file names another, by that one at night."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

import numpy as np

from narrator.closing import Closing
from narrator.dsp.samples import Samples, frames, silence
from narrator.speech.cache import Cache
from narrator.speech.line_speaker import LineSpeaker
from narrator.speech.performance import Phrase, performed, phrases, script
from narrator.speech.profile import Voice, by_night
from narrator.speech.synthesisers.synthesiser import Synthesiser, engine_of
from narrator.story.markup import PLAIN, Segment, TextPart, Utterance, caption, runs

BREATH = 0.45
"""Seconds of silence after a line that ends with words, as long as nothing else is written."""

AnySegment = TypeVar("AnySegment", bound=Segment)


class Recital(Closing):
    """Utterances to samples. `tell` is given a sentence for each thing that people should know. Close it.

    `seed` is the game's public one: it decides how drums roll and in which key all else is played. `engine` gives the
    engine of a voice.

    Raises:
        VoiceError: the file of the voice names another one that there is not.
    """

    def __init__(
        self,
        voice: Voice,
        cache: Cache,
        tell: Callable[[str], None],
        *,
        seed: int,
        engine: Callable[[Voice], Synthesiser] = engine_of,
    ) -> None:
        self._seed = seed
        watchman, self._manner = by_night(voice)
        self._day = LineSpeaker(voice, cache, tell, engine)
        self._night = self._day if watchman == voice else LineSpeaker(watchman, cache, tell, engine)

    def __call__(self, utterance: Utterance, *, by_night: bool) -> Samples:
        """Return the samples of an utterance, spoken to open eyes or, `by_night`, to closed ones."""
        return np.concatenate([silence(0), *self.parts(utterance, by_night=by_night)])

    def parts(self, utterance: Utterance, *, by_night: bool) -> Iterator[Samples]:
        """Yield the same in parts, each made when it is asked for: a long line need not be made before it is heard."""
        speaker = self._night if by_night else self._day
        pieces = script(tuple(map(self._at_night, utterance)) if by_night else utterance)
        yield from performed(pieces, speaker.rendered(phrases(pieces)), self._figure)
        if pieces and isinstance(pieces[-1], Phrase):
            # The breath is no part of the line: it would have to be measured with it, while everybody waits.
            yield silence(BREATH)

    def _figure(self, seconds: float, name: str) -> Samples:
        from narrator.soundscape.figures import figure  # with its instruments, which most lines do without

        return figure(seconds, name, self._seed)

    def timeline(self, utterance: Utterance, *, by_night: bool) -> Iterator[tuple[int, int, str]]:
        """Yield the words between written pauses as they are captioned, with the frames in which they are heard."""
        speaker = self._night if by_night else self._day
        if by_night:
            utterance = tuple(map(self._at_night, utterance))
        rendered = speaker.rendered(phrases(script(utterance)))
        at = 0
        for run in runs(utterance):
            if isinstance(run, tuple):
                pieces = script(run, opening=at == 0)
                words = sum(len(rendered(piece)) for piece in phrases(pieces))
                rests = sum(frames(piece.seconds) for piece in pieces if not isinstance(piece, Phrase))
                yield at, at + words + rests, caption(run)
                at += words + rests
            else:
                at += frames(run.seconds)

    def ready(self) -> bool:
        """Wait until it can speak; False where no engine does."""
        return self._day.ready()

    def prepare(
        self, by_day: Iterable[Utterance], by_night: Iterable[Utterance], progress: Callable[[int, int], None]
    ) -> None:
        """Render what is not at hand yet of all that may have to be said.

        `progress` is told how many phrases are done, and how many there are to do.
        """
        day = [phrases(script(utterance)) for utterance in by_day]
        night = [phrases(script(tuple(map(self._at_night, utterance)))) for utterance in by_night]
        if self._night is self._day:
            self._day.prepare([*day, *night], progress)
            return
        self._day.prepare(day, progress)
        self._night.prepare(night, progress)

    def close(self) -> None:
        """End the engines. May be called again."""
        self._day.close()
        self._night.close()

    def _at_night(self, segment: AnySegment) -> AnySegment:
        """Put a text into the manner of the night."""
        if self._manner == PLAIN or not isinstance(segment, TextPart):
            return segment
        return replace(segment, style=segment.style.within(self._manner))
