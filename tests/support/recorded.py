"""Files of recordings made of tones, so that every phrase sounds unlike the others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

import numpy as np

from narrator.dsp.loudness import levelled
from narrator.dsp.samples import RATE, Samples
from narrator.recording import making
from narrator.recording.making import encoded
from narrator.speech.recordings import Recordings, Spoken, decoded


def tone(spoken: Spoken) -> Samples:
    """Return what stands for a phrase: the longer the words, the longer it lasts."""
    pitch = 150 + crc32(repr(spoken.row).encode()) % 400
    time = np.arange(round((0.3 + len(spoken.text) / 20) * RATE)) / RATE
    return levelled((0.2 * np.sin(2 * np.pi * pitch * time)).astype(np.float32))


def write_recordings(file: Path, said: Iterable[Spoken]) -> Path:
    """Write a file in which all this is recorded."""
    making.write_recordings(file, {}, ((spoken, encoded(tone(spoken), 0.05)) for spoken in said))
    return file


def sound_in(recordings: Recordings, spoken: Spoken) -> Samples | None:
    """Return a recording at `RATE`; None where there is none."""
    opus = recordings.opus(spoken)
    return None if opus is None else decoded(opus)
