"""How a whole game is spoken: by one voice by day and, where its file names another, by that one at night.

Who speaks a line: a recorded voice, which composes what it has not recorded; an engine where it cannot compose it all.
Never two voices in one line.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from narrator.base.closing import Closing
from narrator.base.resources import files_in, folder, user_folder
from narrator.packs.markup import PLAIN, Segment, TextPart, Utterance, caption, runs
from narrator.sound.dsp.loudness import TARGET, amplified, limited
from narrator.sound.dsp.samples import Samples, frames, silence
from narrator.voice.cache import Cache
from narrator.voice.composing import DOUBTFUL, ComposedPhrases, composer_of
from narrator.voice.performance import Phrase, Piece, Rendering, performed, phrases, script
from narrator.voice.processing import faded, from_onset
from narrator.voice.profile import RECORDED, Voice, by_night, synthesised
from narrator.voice.recordings import SUFFIX, Recordings, RecordingsError, Spoken, decoded, decoding
from narrator.voice.synthesisers.synthesiser import Synthesiser, engine_of

if TYPE_CHECKING:
    from narrator.packs.wording import Wording
    from narrator.voice.renderer import Renderer


BREATH = 0.45
"""Seconds of silence after a line that ends with words, as long as nothing else is written."""

SOFTEST = -24.0
"""LUFS: what is said softly by night, and the evening's own level, add up to no less."""

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

    def __call__(self, utterance: Utterance, *, by_night: bool, level: float = 0.0) -> Samples:
        """Return the samples of an utterance, spoken to open eyes or, `by_night`, to closed ones.

        `level` is by how many dB it will be louder as it is played: by night no words are below `SOFTEST` then.
        """
        return np.concatenate([silence(0), *self.parts(utterance, by_night=by_night, level=level)])

    def parts(
        self, utterance: Utterance, *, by_night: bool, breath: bool = True, level: float = 0.0
    ) -> Iterator[Samples]:
        """Yield the same in parts, each made when it is asked for: a long line need not be made before it is heard.

        Without the `breath` behind it, its last word is its end.
        """
        speaker = self._night if by_night else self._day
        pieces = script(tuple(map(self._at_night, utterance)) if by_night else utterance)
        if by_night:
            pieces = tuple(_audible(piece, level) for piece in pieces)
        yield from performed(pieces, speaker.rendered(phrases(pieces)), self._figure)
        if breath and pieces and isinstance(pieces[-1], Phrase):
            # The breath is no part of the line: it would have to be measured with it, while everybody waits.
            yield silence(BREATH)

    def _figure(self, seconds: float, name: str) -> Samples:
        from narrator.sound.soundscape.instruments import figure  # with its instruments, which most lines do without

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
        """Render what is not at hand yet of all that may have to be said; `progress` as of `Renderer.prepare`."""
        day = [phrases(script(utterance)) for utterance in by_day]
        night = [phrases(script(tuple(map(self._at_night, utterance)))) for utterance in by_night]
        if self._night is self._day:
            self._day.prepare([*day, *night], progress)
            return
        self._day.prepare(day, progress)
        self._night.prepare(night, progress)

    def close(self) -> None:
        self._day.close()
        self._night.close()

    def _at_night(self, segment: AnySegment) -> AnySegment:
        if self._manner == PLAIN or not isinstance(segment, TextPart):
            return segment
        return replace(segment, style=segment.style.within(self._manner))


def _audible(piece: Piece, level: float) -> Piece:
    """Return words of the night as loud as they must be at least, where they are played at this level."""
    if not isinstance(piece, Phrase):
        return piece
    return replace(piece, raised=max(0.0, SOFTEST - TARGET - level - piece.gain))


_logger = logging.getLogger(__name__)


class LineSpeaker:
    """One voice, and another that speaks the lines it lacks. For one thread at a time; close it.

    It is made and raises as `Recital`. The engine of the other voice is started when the first line needs it.
    """

    def __init__(
        self,
        voice: Voice,
        cache: Cache,
        tell: Callable[[str], None],
        engine: Callable[[Voice], Synthesiser] = engine_of,
    ) -> None:
        self._voice = voice
        self._cache, self._tell, self._engine = cache, tell, engine
        self._own: ComposedPhrases | None = None
        self._renderer: Renderer | None = None
        self._instead = synthesised(voice)
        if voice.engine == RECORDED:
            try:
                self._own = ComposedPhrases(voice, Recordings(recordings_of(voice)), cache)
            except RecordingsError as error:
                self._without(error)
        if self._own is None:
            self._synthesised()

    def ready(self) -> bool:
        """Wait until it can speak; False where neither recordings nor an engine do."""
        return self._own is not None or self._synthesised().ready()

    def rendered(self, phrases: Sequence[Phrase]) -> Rendering:
        """Return what gives the sound of these phrases, all of one line, in one voice, when it is asked for it."""
        recorded = self._recorded(phrases)
        return Whole(self._synthesised().render) if recorded is None else recorded

    def prepare(self, lines: Iterable[Sequence[Phrase]], progress: Callable[[int, int], None]) -> None:
        """Compose what of these lines is not recorded, and render what of them cannot be composed, if not at hand.

        `progress` is as of `Renderer.prepare`.
        """
        composed: dict[Spoken, None] = {}
        missing: list[Phrase] = []
        for line in lines:
            if (lacks := self._lacks(line)) is None:
                missing += line
            else:
                composed |= dict.fromkeys(lacks)
        self._compose([spoken for spoken in composed if self._own and not self._own.at_hand(spoken)], progress)
        if missing or self._own is None:
            self._synthesised().prepare(missing, progress)

    def close(self) -> None:
        if self._own is not None:
            self._own.recordings.close()
        if self._renderer is not None:
            self._renderer.close()

    def _compose(self, wanted: Sequence[Spoken], progress: Callable[[int, int], None]) -> None:
        if wanted:
            progress(0, len(wanted))
        for done, spoken in enumerate(wanted, 1):
            try:
                if self._own is not None:
                    self._own.sound(spoken)
            except RecordingsError as error:
                self._without(error)
            progress(done, len(wanted))

    def _lacks(self, phrases: Iterable[Phrase]) -> list[Spoken] | None:
        """Return what of a line is not recorded and can be composed; None where something can be neither."""
        if (own := self._own) is None:
            return None
        try:
            lacks = [as_composed(phrase) for phrase in phrases if Spoken.of(phrase) not in own.recordings]
        except RecordingsError as error:
            self._without(error)
            return None
        return lacks if all(map(own.composes, lacks)) else None

    def _recorded(self, phrases: Sequence[Phrase]) -> Recorded | None:
        """Return the sounds of a line, recorded or composed; None where one is neither, or damaged."""
        if (own := self._own) is None:
            return None
        opus: dict[Spoken, bytes] = {}
        composed: dict[Spoken, Samples] = {}
        try:
            for phrase in phrases:
                spoken, otherwise = Spoken.of(phrase), as_composed(phrase)
                if (found := own.recordings.opus(spoken)) is not None:
                    opus[spoken] = found
                elif (made := own.sound(otherwise)) is not None:
                    composed[otherwise] = made
                else:
                    _logger.debug("a line of %d phrases is not recorded", len(phrases))
                    return None
        except RecordingsError as error:
            self._without(error)
            return None
        return Recorded(opus, composed)

    def _without(self, error: RecordingsError) -> None:
        """Say that the recordings are of no use, and go on with the other voice."""
        _logger.warning("recordings: %s", error)
        if self._own is not None:
            self._own.recordings.close()
            self._own = None
        advice = self._voice.advice.instead
        self._tell(advice.format(voice=self._voice.name, other=self._instead.name, detail=error))

    def _synthesised(self) -> Renderer:
        """Return the renderer of the other voice, which is started when it is first needed."""
        if self._renderer is None:
            from narrator.voice.renderer import Renderer

            self._renderer = Renderer(self._instead, self._cache, self._tell, self._engine)
        return self._renderer


def with_numbers(wording: Wording, voice: Voice) -> Wording:
    """Return a wording that says the number of a seat before a name that this voice says badly.

    Where it cannot say a name at all, the number is said in its place.
    """
    if voice.engine != RECORDED:
        return wording
    try:
        with closing(Recordings(recordings_of(voice))) as recordings:
            unknown = {seat: name for seat, name in wording.named_seats() if Spoken(name.said) not in recordings}
            if not unknown:
                return wording
            composer = composer_of(voice, recordings)
            said = {seat for seat, name in unknown.items() if composer is not None and composer.composes(name.said)}
            doubtful = {seat for seat in said if composer is not None and composer.cost(unknown[seat].said) > DOUBTFUL}
    except RecordingsError:
        return wording  # whoever opens them to speak reports it
    return wording.numbering({seat: seat in said for seat in unknown if seat in doubtful or seat not in said})


def as_composed(phrase: Phrase) -> Spoken:
    """Return how a phrase that is not recorded is composed: before a comma it ends as at the end of a sentence."""
    spoken = Spoken.of(phrase)
    return replace(spoken, closing=spoken.closing or phrase.rests)


def recordings_of(voice: Voice) -> tuple[Path, ...]:
    """Return the files of a recorded voice: ours, and what the player has recorded besides for packs of his own."""
    own = user_folder() / "voices"
    ours = folder("voices") / f"{voice.voice}{SUFFIX}"
    found = {file for kind in ("", ".*") for file in files_in(own, f"{voice.voice}{kind}{SUFFIX}")}
    return *((ours,) if ours.is_file() else ()), *sorted(found)


@dataclass(frozen=True)
class Whole:
    """Phrases of a voice that makes each in one piece."""

    render: Callable[[Phrase], Samples]

    def __call__(self, phrase: Phrase) -> Samples:
        return amplified(self.render(phrase), phrase.raised)

    def chunks(self, phrase: Phrase) -> Iterator[Samples]:
        yield self(phrase)


@dataclass(frozen=True)
class Recorded:
    """Phrases that are all recorded, or composed of recordings.

    Each is as loud as its style asks for, and Opus has left no click at its ends.
    """

    opus: Mapping[Spoken, bytes]
    composed: Mapping[Spoken, Samples]

    def __call__(self, phrase: Phrase) -> Samples:
        return np.concatenate([*self.chunks(phrase)])

    def chunks(self, phrase: Phrase) -> Iterator[Samples]:
        louder = phrase.gain
        begins = True
        for sound, ends in self._sounds(phrase, whole=louder > 0):
            heard = from_onset(sound) if begins and phrase.opening else sound
            shaped = amplified(faded(heard, begins=begins, ends=ends), louder)
            yield limited(shaped) if louder > 0 else shaped
            begins = False

    def _sounds(self, phrase: Phrase, *, whole: bool) -> Iterable[tuple[Samples, bool]]:
        """Return the chunks of a phrase, and of each whether it is the last."""
        opus = self.opus.get(Spoken.of(phrase))
        if opus is None:
            return [(self.composed[as_composed(phrase)], True)]
        return [(decoded(opus), True)] if whole else decoding(opus)
