"""A game as a sound file: FLAC or, a tenth of its size, Opus, with chapters, and beside it its words (WebVTT)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import soundfile
import soxr
from mutagen.flac import FLAC
from mutagen.oggopus import OggOpus

from narrator.closing import Closing
from narrator.dsp.samples import OPUS_RATE, RATE, Samples, silence, to_pcm
from narrator.story.sentences import to_user
from narrator.user_error import UserError

FLAC_SUFFIX, OPUS_SUFFIX = ".flac", ".opus"

_OPUS_LEVEL = 0.94  # some 20 kbit/s: voice, and a night behind it


class FormatError(UserError):
    """A file that is asked for by a name of another kind than those that are written."""


@dataclass(frozen=True)
class Caption:
    """Words, and the frames from which and up to which they are heard."""

    begin: int
    end: int
    text: str


class GameRecording(Closing):
    """A sound file that is being written. Use it in a `with` statement: its end writes chapters and subtitles.

    Raises:
        FormatError: the name ends neither in `.flac` nor in `.opus`.
        OSError: the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        if path.suffix not in (FLAC_SUFFIX, OPUS_SUFFIX):
            raise FormatError(to_user("render.suffix", file=path, name=f"{path.stem or 'night'}{FLAC_SUFFIX}"))
        self._path = path
        self._resampled: soxr.ResampleStream | None = None
        self.subtitles = path.with_suffix(".vtt")
        path.touch()  # soundfile does not say why a file cannot be opened; the system does
        if path.suffix == FLAC_SUFFIX:
            self._file = soundfile.SoundFile(path, "w", RATE, 1, "PCM_16", format="FLAC")
        else:
            self._file = soundfile.SoundFile(
                path, "w", OPUS_RATE, 1, "OPUS", format="OGG", compression_level=_OPUS_LEVEL
            )
            self._resampled = soxr.ResampleStream(RATE, OPUS_RATE, 1, dtype="float32")
        self._captions: list[Caption] = []
        self._chapters: list[tuple[int, str]] = []
        self.frames = 0

    def write(self, samples: Samples) -> None:
        if self._resampled is None:
            self._file.buffer_write(to_pcm(samples), dtype="int16")
        else:
            self._file.write(self._resampled.resample_chunk(samples))
        self.frames += len(samples)

    def caption(self, begin: int, end: int, text: str) -> None:
        """Note what was said from one frame up to another."""
        self._captions.append(Caption(begin, end, text))

    def chapter(self, title: str) -> None:
        self._chapters.append((self.frames, title))

    def close(self) -> None:
        if self._resampled is not None:
            self._file.write(self._resampled.resample_chunk(silence(0), last=True))
        self._file.close()
        if not self.frames:
            self._path.unlink()  # without a sample it is no sound file
            return
        tags = FLAC(self._path) if self._path.suffix == FLAC_SUFFIX else OggOpus(self._path)
        for number, (frame, title) in enumerate(self._chapters, 1):
            # The de facto form of chapters in Vorbis comments, which players and ffmpeg read.
            tags[f"CHAPTER{number:03}"] = clock(frame)
            tags[f"CHAPTER{number:03}NAME"] = title
        tags.save()
        self.subtitles.write_text("\n".join(webvtt(self._captions)), encoding="utf-8")


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
