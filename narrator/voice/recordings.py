"""The recorded phrases of a voice: one file, read on demand, each sound checked by its digest.

The file is an SQLite database, so that one sound of thousands is found without the others. A sound is Ogg Opus at
24 kHz, as loud as every phrase and with soft ends. It is found by what is said and by how: the pace, the emphasis,
whether it is whispered and, for words without a mark at their end, whether a sentence ends with them. Sounds stand
together in blocks, which leave hardly any page half empty; the head of the Ogg files, which is the same for all, stands
in each block once.
"""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.base.whole_files import open_regular
from narrator.rules.core.folding import folded
from narrator.sound.dsp.samples import RATE, Samples
from narrator.voice.performance import ENDS, Phrase

SUFFIX = ".recordings"
"""How the files end that hold recordings; they stand beside the voices."""

HEAD = 1.0
"""Seconds of a long sound that are decoded first."""

SCHEMA = """
CREATE TABLE about (fact TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE blocks (number INTEGER PRIMARY KEY, head BLOB NOT NULL, sounds BLOB NOT NULL);
CREATE TABLE recording (
    text TEXT, pace REAL, strong INTEGER, whisper INTEGER, closing INTEGER,
    digest BLOB NOT NULL, block INTEGER NOT NULL, start INTEGER NOT NULL, size INTEGER NOT NULL,
    PRIMARY KEY (text, pace, strong, whisper, closing)
) WITHOUT ROWID;
"""
_ROWS = "recording JOIN blocks ON number = block"
_KEY = "text = ? AND pace = ? AND strong = ? AND whisper = ? AND closing = ?"


class RecordingsError(UserError):
    """The file is missing, or holds no recordings; its text says so in a line."""


@dataclass(frozen=True, slots=True, order=True)
class Spoken:
    """What tells one recording from another: the words, and how they are said. How loud they are is no part of it."""

    text: str
    pace: float = 1.0
    strong: bool = False
    whisper: bool = False
    closing: bool = False

    @classmethod
    def of(cls, phrase: Phrase) -> Spoken:
        """Return which recording a phrase asks for. With a mark at their end, words say themselves how they end."""
        style = phrase.style
        closing = phrase.closing and not phrase.text.endswith((*ENDS, ",", ";", ":"))
        return cls(phrase.text, style.pace, style.strong, style.whisper, closing)

    @property
    def row(self) -> tuple[str, float, bool, bool, bool]:
        return self.text, self.pace, self.strong, self.whisper, self.closing


def spoken_of(row: tuple[str, float, int, int, int]) -> Spoken:
    """Return what a row of a database says: the opposite of `Spoken.row`."""
    text, pace, strong, whisper, closing = row
    return Spoken(text, pace, bool(strong), bool(whisper), bool(closing))


class Recordings:
    """Files of recordings, open for reading: what one has not, the next may have. For one thread at a time; close it.

    Raises, as it is made and later:
        RecordingsError: there is no file, or one holds something else, or is damaged.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        if not files:
            raise RecordingsError(to_user("voices.no_recordings"))
        self._open: list[tuple[Path, sqlite3.Connection]] = []
        for file in files:
            # What is installed never changes: no lock is asked for, which a read-only card could not give.
            address = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
            try:
                with _reading(file):
                    open_regular(file).close()  # SQLite would wait for a pipe
                    self._open.append((file, sqlite3.connect(address, uri=True, check_same_thread=False)))
                self.about()
            except RecordingsError:
                self.close()
                raise

    def __contains__(self, spoken: Spoken) -> bool:
        return self._found("1", spoken) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Spoken]:
        for source in self._open:
            yield from map(spoken_of, _rows_of(source, "SELECT text, pace, strong, whisper, closing FROM recording"))

    def opus(self, spoken: Spoken) -> bytes | None:
        """Return a recording, still to be `decoded`; None where there is none.

        Words that are recorded in another spelling only, with other capitals or accents, are said as these.
        """
        found = self._found("text, digest, head, substr(sounds, 1 + start, size)", spoken)
        if found is None:
            return None
        text, digest, head, sound = found
        opus = bytes(head + sound)
        if digest != digest_of(replace(spoken, text=text), opus):
            raise RecordingsError("a recording is damaged")
        return opus

    def digests(self) -> dict[Spoken, bytes]:
        """Return the digest of each recording."""
        sql = "SELECT text, pace, strong, whisper, closing, digest FROM recording"
        return {spoken_of(row[:5]): bytes(row[5]) for source in self._open for row in _rows_of(source, sql)}

    def _found(self, columns: str, spoken: Spoken) -> tuple[Any, ...] | None:
        """Return columns of a recording, of words spelt like these or else almost so."""
        found = self._row(columns, spoken)
        if found is None and (other := self._spellings.get(folded(spoken.text))) is not None:
            return self._row(columns, replace(spoken, text=other))
        return found

    def _row(self, columns: str, spoken: Spoken) -> tuple[Any, ...] | None:
        for source in self._open:
            if found := _rows_of(source, f"SELECT {columns} FROM {_ROWS} WHERE {_KEY}", spoken.row):
                return tuple(found[0])
        return None

    @cached_property
    def _spellings(self) -> Mapping[str, str]:
        """The words that are recorded, by what is left of them without capitals and accents."""
        return {folded(spoken.text): spoken.text for spoken in self}

    def about(self) -> dict[str, str]:
        """Return what the last file says of where it comes from."""
        return dict(_rows_of(self._open[-1], "SELECT fact, value FROM about"))

    def close(self) -> None:
        for _, rows in self._open:
            rows.close()
        self._open = []


def _rows_of(source: tuple[Path, sqlite3.Connection], sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
    """Return what a file says to a question."""
    file, rows = source
    with _reading(file):
        return rows.execute(sql, values).fetchall()


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RecordingsError(f"{file}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise RecordingsError(f"{file}: {error}") from error


def digest_of(spoken: Spoken, opus: bytes) -> bytes:
    """Return what a sound is checked by: it holds for these words alone."""
    return blake2b(repr(spoken.row).encode() + opus, digest_size=16).digest()


def decoded(opus: bytes) -> Samples:
    """Return Ogg Opus as samples at `RATE`."""
    return np.concatenate([sound for sound, _ in decoding(opus)])


def decoding(opus: bytes) -> Iterator[tuple[Samples, bool]]:
    """Yield the same in chunks, and whether one is the last: a short one where there is much, for it takes a moment."""
    with soundfile.SoundFile(io.BytesIO(opus)) as sound:
        resampling = soxr.ResampleStream(sound.samplerate, RATE, 1, dtype="float32")
        head = round(HEAD * sound.samplerate)
        if sound.frames > 2 * head:
            yield resampling.resample_chunk(sound.read(head, dtype="float32")), False
        yield resampling.resample_chunk(sound.read(dtype="float32"), last=True), True
