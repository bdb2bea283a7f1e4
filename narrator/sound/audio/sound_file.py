"""A game as a sound file: FLAC or, a tenth of its size, Opus, with chapters, and beside it its words (WebVTT)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

import soundfile
import soxr
from mutagen import MutagenError
from mutagen.flac import FLAC
from mutagen.oggopus import OggOpus

from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.base.whole_files import asked, naming
from narrator.sound.dsp.samples import OPUS_RATE, RATE, Samples, silence, to_pcm

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

FLAC_SUFFIX, OPUS_SUFFIX = ".flac", ".opus"


@dataclass(frozen=True)
class Shape:
    """How the samples of a sound file are kept, in soundfile's words."""

    form: str
    subtype: str
    rate: int = RATE
    level: float | None = None


SHAPES = {
    FLAC_SUFFIX: Shape("FLAC", "PCM_16"),
    OPUS_SUFFIX: Shape("OGG", "OPUS", OPUS_RATE, 0.94),  # some 20 kbit/s: voice, and a night behind it
}


class FormatError(UserError):
    """A file that is asked for by a name of another kind than those that are written."""


@dataclass(frozen=True)
class Caption:
    """Words, and the frames from which and up to which they are heard."""

    begin: int
    end: int
    text: str


class GameRecording:
    """A game that is being recorded: its sound, the chapters of it, and what was said when."""

    def __init__(self, file: soundfile.SoundFile) -> None:
        self._file = file
        own_rate = file.samplerate == RATE
        self._resampled = None if own_rate else soxr.ResampleStream(RATE, file.samplerate, 1, dtype="float32")
        self._chapters: list[tuple[int, str]] = []
        self.captions: list[Caption] = []
        self.frames = 0

    def write(self, samples: Samples) -> None:
        if self._resampled is None:
            self._file.buffer_write(to_pcm(samples), dtype="int16")
        else:
            self._file.write(self._resampled.resample_chunk(samples))
        self.frames += len(samples)

    def caption(self, begin: int, end: int, text: str) -> None:
        """Note what was said from one frame up to another."""
        self.captions.append(Caption(begin, end, text))

    def chapter(self, title: str) -> None:
        self._chapters.append((self.frames, title))

    def end(self) -> None:
        """Write what is still being resampled."""
        if self._resampled is not None:
            self._file.write(self._resampled.resample_chunk(silence(0), last=True))

    def tag(self, tags: FLAC | OggOpus) -> None:
        """Write the chapters: the de facto form in Vorbis comments, which players and ffmpeg read.

        Raises:
            OSError: the file cannot be written.
        """
        for number, (frame, title) in enumerate(self._chapters, 1):
            tags[f"CHAPTER{number:03}"] = clock(frame)
            tags[f"CHAPTER{number:03}NAME"] = title
        try:
            tags.save()
        except MutagenError as error:
            raise next((why for why in (*error.args, error.__context__) if isinstance(why, OSError)), error) from None


@contextmanager
def recorded(path: Path, subtitles: Path) -> Iterator[GameRecording]:
    """Record a game into a sound file with chapters, and its words into another: each whole, or not at all.

    Raises:
        FormatError: the name ends neither in `.flac` nor in `.opus`.
        OSError: a file cannot be written; `filename` is what was asked for.
    """
    if path.suffix not in SHAPES:
        raise FormatError(to_user("render.suffix", file=path, name=f"{path.stem or 'night'}{FLAC_SUFFIX}"))
    with asked(path) as place, asked(subtitles) as beside:
        with _sound_at(place, path, SHAPES[path.suffix]) as sound:
            recording = GameRecording(sound)
            yield recording
            recording.end()
        with naming(path):
            recording.tag(FLAC(place) if path.suffix == FLAC_SUFFIX else OggOpus(place))
        with naming(subtitles):
            beside.write_text("\n".join(webvtt(recording.captions)), encoding="utf-8")


@contextmanager
def written_sound(path: Path, shape: Shape) -> Iterator[soundfile.SoundFile]:
    """Give a sound file to write that somebody asked for by its name: whole, or not at all.

    Raises:
        OSError: it cannot be written; `filename` is what was asked for.
    """
    with asked(path) as place, _sound_at(place, path, shape) as sound:
        yield sound


class _Written(FileIO):
    """A file that soundfile writes. What the system refuses soundfile tells without a reason: it is kept here."""

    refused: OSError | None = None

    def write(self, content: ReadableBuffer, /) -> int:
        left = memoryview(content)
        whole = len(left)
        try:
            while left:
                left = left[super().write(left) or 0 :]
        except OSError as error:
            self.refused = error
        return whole - len(left)


@contextmanager
def _sound_at(place: Path, path: Path, shape: Shape) -> Iterator[soundfile.SoundFile]:
    """Give a sound file to write at a place; `path` is what it is called in errors."""
    with _Written(place, "w+") as file:
        try:
            with soundfile.SoundFile(
                file, "w", shape.rate, 1, shape.subtype, format=shape.form, compression_level=shape.level
            ) as sound:
                yield sound
        except (soundfile.SoundFileError, AssertionError):
            if file.refused is None:
                raise
        with naming(path):
            if file.refused is not None:
                raise file.refused


def clock(frame: int) -> str:
    """Return a frame as hours, minutes, seconds and milliseconds: `00:01:02.345`."""
    milliseconds = round(1000 * frame / RATE)
    seconds, milliseconds = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}"


def webvtt(captions: list[Caption]) -> Iterator[str]:
    """Yield the lines of a subtitle file, as W3C's WebVTT has it."""
    yield "WEBVTT"
    yield ""
    for caption in captions:
        yield f"{clock(caption.begin)} --> {clock(caption.end)}"
        yield " ".join(caption.text.split()).replace("&", "&amp;").replace("<", "&lt;").replace("-->", "→")
        yield ""
