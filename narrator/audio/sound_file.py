"""A game as a sound file: FLAC with chapters, and beside it the words as subtitles (WebVTT)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import soundfile
from mutagen.flac import FLAC

from narrator.dsp.samples import RATE, Samples, to_pcm


@dataclass(frozen=True)
class Caption:
    """Words, and the frames from which and up to which they are heard."""

    begin: int
    end: int
    text: str


class GameRecording:
    """A sound file that is being written. Use it in a `with` statement: its end writes chapters and subtitles.

    Raises:
        ValueError: the name does not end in `.flac`.
        OSError: the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        if path.suffix != ".flac":
            raise ValueError(f"{path}: a recording is a .flac file: choose a name such as {path.stem or 'night'}.flac")
        self._path = path
        self.subtitles = path.with_suffix(".vtt")
        path.touch()  # soundfile does not say why a file cannot be opened; the system does
        self._file = soundfile.SoundFile(path, "w", samplerate=RATE, channels=1, format="FLAC", subtype="PCM_16")
        self._captions: list[Caption] = []
        self._chapters: list[tuple[int, str]] = []
        self.frames = 0

    def write(self, samples: Samples) -> None:
        """Add samples at the end."""
        self._file.buffer_write(to_pcm(samples), dtype="int16")
        self.frames += len(samples)

    def caption(self, begin: int, end: int, text: str) -> None:
        """Note what was said from one frame up to another."""
        self._captions.append(Caption(begin, end, text))

    def chapter(self, title: str) -> None:
        """Begin a chapter here."""
        self._chapters.append((self.frames, title))

    def close(self) -> None:
        """Finish the file and write the subtitles beside it."""
        self._file.close()
        tags = FLAC(self._path)
        for number, (frame, title) in enumerate(self._chapters, 1):
            # The de facto form of chapters in Vorbis comments, which players and ffmpeg read.
            tags[f"CHAPTER{number:03}"] = clock(frame)
            tags[f"CHAPTER{number:03}NAME"] = title
        tags.save()
        self.subtitles.write_text("\n".join(webvtt(self._captions)), encoding="utf-8")

    def __enter__(self) -> GameRecording:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


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
