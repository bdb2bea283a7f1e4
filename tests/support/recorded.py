"""Files of recordings made of tones, so that every phrase sounds unlike the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

import numpy as np

from narrator.dsp.loudness import levelled
from narrator.dsp.samples import RATE, Samples
from narrator.recording.making import encoded
from narrator.speech.recordings import SCHEMA, Spoken, digest_of


def tone(spoken: Spoken) -> Samples:
    """Return what stands for a phrase: the longer the words, the longer it lasts."""
    pitch = 150 + crc32(repr(spoken.row).encode()) % 400
    time = np.arange(round((0.3 + len(spoken.text) / 20) * RATE)) / RATE
    return levelled((0.2 * np.sin(2 * np.pi * pitch * time)).astype(np.float32))


def write_recordings(file: Path, said: Iterable[Spoken]) -> Path:
    """Write a file in which all this is recorded."""
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = sqlite3.connect(file)
    with rows:
        rows.executescript(SCHEMA)
        for spoken in said:
            opus = encoded(tone(spoken), 0.05)
            row = (*spoken.row, digest_of(spoken, opus), opus)
            rows.execute("INSERT INTO recording VALUES (?,?,?,?,?,?,?)", row)
    rows.close()
    return file
