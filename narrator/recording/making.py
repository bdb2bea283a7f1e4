"""Makes recordings, one breath after the other, and keeps them as spoken: if interrupted, it goes on where it was.

What the network spoke is kept in a working file, uncompressed; `published` sends it through the chain of the voice and
writes what is shipped. So a change of the chain or of the compression asks nothing of the network. Where that file is
gone, what was published stays as it is, and only what is new is spoken: to record a voice anew, remove its recordings.
"""

from __future__ import annotations

import io
import multiprocessing
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from heapq import merge
from itertools import chain, islice, product
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType

import numpy as np
import soundfile
import soxr
from mutagen.ogg import OggPage
from mutagen.oggopus import OggOpus

from narrator.base import whole_files
from narrator.packs.markup import PLAIN
from narrator.recording.network import RATE as NETWORK_RATE
from narrator.recording.network import Network, Styles
from narrator.recording.network import spoken as spoken_breath
from narrator.recording.takes import Take
from narrator.sound.dsp.loudness import TARGET, amplified, limited, loudness
from narrator.sound.dsp.samples import OPUS_RATE, RATE, Samples, trimmed
from narrator.voice.phonemes import VOWELS, phonemes
from narrator.voice.processing import effects, process
from narrator.voice.profile import Voice
from narrator.voice.recordings import SCHEMA, Recordings, Spoken, decoded, digest_of, spoken_of

BLOCK = 1 << 17
"""Bytes of sounds in a block, or some more: of a block, the last page alone is not full."""

_PAGE = b"OggS"
_HEAD_PAGES = 2  # what a stream is, and its tags (RFC 7845, section 3)


def write_recordings(path: Path, about: Mapping[str, str], sounds: Iterable[tuple[Spoken, bytes]]) -> None:
    """Write a file of recordings, whole or not at all: Ogg Opus, near each other where they are read together.

    Raises:
        OSError, sqlite3.Error: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished)) as rows:
        with rows:
            rows.executescript(SCHEMA)
            rows.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
            block, last, held = -1, b"", bytearray()
            for spoken, opus in sounds:
                head, sound = split(opus)
                if head != last or len(held) >= BLOCK:
                    _fill(rows, block, held)
                    block, last, held = block + 1, head, bytearray()
                    rows.execute("INSERT INTO blocks VALUES (?,?,?)", (block, head, b""))
                where = (digest_of(spoken, opus), block, len(held), len(sound))
                rows.execute("INSERT INTO recording VALUES (?,?,?,?,?,?,?,?,?)", (*spoken.row, *where))
                held += sound
            _fill(rows, block, held)
        rows.execute("VACUUM")
    whole_files.flush(unfinished)
    unfinished.replace(path)
    whole_files.flush_folder(path.parent)


def _fill(rows: sqlite3.Connection, block: int, sounds: bytearray) -> None:
    rows.execute("UPDATE blocks SET sounds = ? WHERE number = ?", (bytes(sounds), block))


def split(opus: bytes) -> tuple[bytes, bytes]:
    """Return the head of Ogg Opus and its sound.

    Both are whole pages; the encoder never writes the sign of a page within the head.
    """
    at = 0
    for _ in range(_HEAD_PAGES):
        at = opus.index(_PAGE, at + 1)
    return opus[:at], opus[at:]


STRONG_PACE = 0.9
"""By how much words that are leant on are slower."""

SLOWEST, FASTEST = 0.2, 0.035
"""Seconds a phoneme beyond which a recording drags, or has lost sounds."""

STRAINED = 1.25
"""The sample above which what was spoken is strained, though nobody has clipped it."""

FAINT = 0.02
"""RMS below which nothing was said."""

GAP = 0.65
"""Seconds of silence within words without a mark that nobody would leave."""

JUMP, ALONE = 0.3, 3.0
"""A click is a step between two samples of at least so much, and so many times any other near it: an s has many."""

HISS = 0.08
"""Seconds of hiss with which nothing ends that ends with a vowel: the network may breathe a last i or u away."""

ABRUPT = 0.25
"""Level at an end, beside the loud parts, at which a sound was cut in two: whole ones rise from 0.05 and less."""


@dataclass(frozen=True)
class Quality:
    """One recording, measured: seconds, seconds a phoneme, peak, RMS, longest inner silence, largest lonely step.

    `edge` is the level at the louder of its two ends, in relation to its loud parts. `hiss` is for how many seconds it
    hisses at its end, where it ends with a vowel.
    """

    seconds: float
    per_phoneme: float
    peak: float
    rms: float
    gap: float
    step: float
    edge: float
    hiss: float = 0.0

    @property
    def faults(self) -> tuple[str, ...]:
        """Return what is wrong with it, a word each."""
        found = {
            "slow": self.per_phoneme > SLOWEST,
            "short": self.per_phoneme < FASTEST,
            "strained": self.peak > STRAINED,
            "faint": self.rms < FAINT,
            "silence": self.gap > GAP,
            "click": self.step > JUMP,
            "cut": self.edge > ABRUPT,
            "hiss": self.hiss >= HISS,
        }
        return tuple(word for word, wrong in found.items() if wrong)


def measured(
    samples: Samples, rate: int, phonemes: int, spoken: Spoken, *, published: Samples | None = None
) -> Quality:
    """Measure a recording that has so many phonemes, marks left out.

    Where a vowel is its last, `published` is the same as it is shipped: levelled and compressed, it hisses more.
    """
    level = np.abs(samples)
    seconds = samples.size / rate
    pace = spoken.pace * (STRONG_PACE if spoken.strong else 1.0)
    marks = any(mark in spoken.text for mark in ".,;:!?…—")
    return Quality(
        seconds=seconds,
        per_phoneme=seconds * pace / max(1, phonemes),
        peak=float(level.max(initial=0)),
        rms=float(np.sqrt((samples**2).mean())) if samples.size else 0.0,
        gap=0.0 if marks else _longest_silence(level, rate),
        step=_lonely_step(np.abs(np.diff(samples)), rate),
        edge=_edge(samples, rate),
        hiss=0.0 if published is None else hissing(published, rate),
    )


def ends_with_vowel(phonemes: str) -> bool:
    """Whether IPA ends with a vowel, its marks left out."""
    return phonemes.rstrip(_MARKS)[-1:] in VOWELS


def hissing(samples: Samples, rate: int) -> float:
    """Return for how many seconds a sound hisses at its end: above 3.5 kHz there is more of it than below 2.5."""
    frame = rate // 100
    frames = samples[samples.size % frame :].reshape(-1, frame) * np.hanning(frame)
    power = np.abs(np.fft.rfft(frames)) ** 2
    pitch = np.fft.rfftfreq(frame, 1 / rate)
    level = power.sum(axis=1)
    hisses = power[:, pitch > 3500].sum(axis=1) > power[:, (pitch > 80) & (pitch < 2500)].sum(axis=1)
    loud = np.flatnonzero(level > np.quantile(level, 0.9) * _FADED) if level.size else level
    last = int(loud[-1]) + 1 if loud.size else 0
    voiced = np.flatnonzero(~hisses[:last])
    return (last - (int(voiced[-1]) + 1 if voiced.size else 0)) / 100


def _edge(samples: Samples, rate: int) -> float:
    """Return the RMS of the first or the last 5 ms, whichever is louder, beside what the loudest tenth reaches."""
    window = rate // 200
    if samples.size < 2 * window:
        return 0.0
    levels = np.sqrt((samples[: samples.size // window * window].reshape(-1, window) ** 2).mean(axis=1))
    last = np.sqrt((samples[-window:] ** 2).mean())
    return float(max(levels[0], last) / (np.quantile(levels, 0.9) + 1e-9))


def _lonely_step(steps: Samples, rate: int) -> float:
    """Return the largest step between two samples where no other near it comes close to it; else 0."""
    if not steps.size:
        return 0.0
    at, near = int(np.argmax(steps)), rate // 100
    around = np.concatenate([steps[max(0, at - near) : max(0, at - 3)], steps[at + 4 : at + near]])
    return float(steps[at]) if steps[at] > ALONE * float(around.max(initial=0)) else 0.0


def _longest_silence(level: Samples, rate: int) -> float:
    loud = np.flatnonzero(level > 0.01 * max(1e-9, float(level.max(initial=0))))
    return float(np.diff(loud).max(initial=0)) / rate


_FADED = 10**-2.5  # beside the loud parts: what is softer is no part of the last sound
_MARKS = "ˈˌ.,;:!?… —ː\N{COMBINING TILDE}"

QUALITY = 0.035
"""How Opus is compressed: some 16 kbit/s of speech, at which it still has its breath."""

SPEEDS = (1.0, 1.0, 0.93, 1.07, 0.87)
"""The speeds at which a bad recording is made again, in their turn; from the second on, something is said behind it."""

_AT_ONCE = 64  # recordings that are finished before the next ones are read

_WORK = """
CREATE TABLE IF NOT EXISTS raw (
    text TEXT, pace REAL, strong INTEGER, whisper INTEGER, closing INTEGER, tries INTEGER, faults TEXT, seconds REAL,
    pcm BLOB, PRIMARY KEY (text, pace, strong, whisper, closing)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Speaker:
    """Who speaks: styles for what is said and for what is whispered, and the speed of a plain style."""

    voice: Voice
    styles: Styles
    whisper: Styles
    speed: float


@dataclass(frozen=True)
class Cut:
    """One recording as it was spoken, at `RATE`."""

    spoken: Spoken
    samples: Samples
    quality: Quality


class Work:
    """The working file of one voice. For one process at a time; close it."""

    def __init__(self, path: Path) -> None:
        whole_files.make_folder(path.parent)
        self._rows = sqlite3.connect(path)
        self._rows.executescript(_WORK)

    def tries(self) -> dict[Spoken, tuple[int, str]]:
        """Return what there is: how often it was made, and what is wrong with it, space-separated."""
        rows = self._rows.execute("SELECT text, pace, strong, whisper, closing, tries, faults FROM raw")
        return {spoken_of(row[:5]): (row[5], row[6]) for row in rows}

    def put(self, cuts: Iterable[Cut], tries: int) -> None:
        """Keep recordings, in place of others of the same words."""
        with self._rows:
            for cut in cuts:
                pcm = np.clip(np.rint(cut.samples * 16384), -32768, 32767).astype("<i2").tobytes()
                row = (*cut.spoken.row, tries, " ".join(cut.quality.faults), cut.quality.seconds, pcm)
                self._rows.execute("INSERT OR REPLACE INTO raw VALUES (?,?,?,?,?,?,?,?,?)", row)

    def samples(self, spoken: Spoken) -> Samples:
        """Return a recording as it was spoken, at `RATE`."""
        where = "text = ? AND pace = ? AND strong = ? AND whisper = ? AND closing = ?"
        (pcm,) = self._rows.execute(f"SELECT pcm FROM raw WHERE {where}", spoken.row).fetchone()
        return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(16384)

    def close(self) -> None:
        self._rows.close()


def recorded(
    takes: Iterable[Take], speaker: Speaker, work: Work, progress: Callable[[int, int], None], *, jobs: int
) -> None:
    """Record what is missing, and once more what has faults, until nothing has or every speed was tried."""
    wanted = tuple(takes)
    for attempt, factor in enumerate(SPEEDS):
        there = work.tries()
        due = [take for take in wanted if any(_due(there.get(spoken), attempt) for _, spoken in take.cuts)]
        if not due:
            continue
        progress(0, len(due))
        with multiprocessing.get_context("spawn").Pool(jobs, _begin, (speaker,)) as pool:
            tries = ((take.goes_on(speaker.voice.language) if attempt else take, factor) for take in due)
            for done, cuts in enumerate(pool.imap_unordered(_made, tries), 1):
                work.put((cut for cut in cuts if _due(there.get(cut.spoken), attempt)), attempt + 1)
                progress(done, len(due))


def published(
    work: Work,
    wanted: Iterable[Spoken],
    voice: Voice,
    path: Path,
    about: Mapping[str, str],
    *,
    jobs: int,
    before: Mapping[Spoken, bytes] = MappingProxyType({}),
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> int:
    """Write the file that is shipped, with what there is of `wanted`; return how many that is.

    What was not spoken this time is taken from what was published `before`, as it is.
    """
    there = work.tries()
    kept = {spoken: before[spoken] for spoken in set(wanted) - there.keys() if spoken in before}
    made = [(spoken, made_of(spoken, there)) for spoken in sorted(set(wanted) - kept.keys())]
    sources = [(spoken, found) for spoken, found in made if found is not None]
    raw = ((voice, spoken, found, work.samples(found)) for spoken, found in sources)
    with ExitStack() as open_:
        many = map if jobs == 1 else open_.enter_context(multiprocessing.get_context("spawn").Pool(jobs)).map
        # The working file is read in this thread, not in the pool's.
        finished = chain.from_iterable(many(_finished, some) for some in iter(lambda: tuple(islice(raw, _AT_ONCE)), ()))
        counted = _counted(finished, lambda done: progress(done, len(sources)))
        write_recordings(path, about, merge(sorted(kept.items()), counted, key=itemgetter(0)))
    return len(kept) + len(sources)


def published_before(path: Path) -> dict[Spoken, bytes]:
    """Return what is in a file that was published; nothing where there is none."""
    if not path.is_file():
        return {}
    with closing(Recordings([path])) as recordings:
        return {spoken: opus for spoken in recordings if (opus := recordings.opus(spoken)) is not None}


def _counted(sounds: Iterable[tuple[Spoken, bytes]], progress: Callable[[int], None]) -> Iterator[tuple[Spoken, bytes]]:
    for done, sound in enumerate(sounds, 1):
        yield sound
        progress(done)


def made_of(spoken: Spoken, there: Collection[Spoken]) -> Spoken | None:
    """Return the recording that one is made of: itself, or the same words at the voice's own pace.

    Where there is neither, it is what was said in the other place of a sentence, or without leaning on it.
    """
    ways = product(dict.fromkeys((spoken.strong, False)), (spoken.closing, not spoken.closing), (spoken.pace, 1.0))
    found = (replace(spoken, strong=strong, closing=closing, pace=pace) for strong, closing, pace in ways)
    return next((way for way in found if way in there), None)


def _finished(work: tuple[Voice, Spoken, Spoken, Samples]) -> tuple[Spoken, bytes]:
    """Stretch a recording to its pace, send it through the chain of its voice, and compress it.

    Where pedalboard cannot be loaded, it keeps the pace at which it was spoken.
    """
    voice, spoken, found, samples = work
    if found.pace != spoken.pace and (plugins := effects()) is not None:
        samples = np.ascontiguousarray(plugins.time_stretch(samples[None], RATE, spoken.pace / found.pace)[0])
    heard = process(trimmed(samples), voice, PLAIN)
    # So few bits take some loudness away: it is given back before.
    lost = TARGET - loudness(decoded(encoded(heard, QUALITY)))
    return spoken, encoded(limited(amplified(heard, lost)) if np.isfinite(lost) else heard, QUALITY)


def encoded(samples: Samples, quality: float) -> bytes:
    """Return sound as Ogg Opus, with the same head as any other. `quality` goes from 0 (6 kbit/s) to 1 (256 kbit/s)."""
    file = io.BytesIO()
    sound = soxr.resample(samples, RATE, OPUS_RATE)
    soundfile.write(file, sound, OPUS_RATE, format="OGG", subtype="OPUS", compression_level=1 - quality)
    # The encoder leaves room for tags that nobody reads: as much as a first name takes.
    file.seek(0)
    tags = OggOpus(file)
    file.seek(0)
    tags.save(file, padding=lambda _room: 0)
    file.seek(0)
    return b"".join(_pages(file))


def _pages(file: io.BytesIO) -> Iterator[bytes]:
    """Yield the pages, each without the number that the encoder drew for its stream."""
    with suppress(EOFError):
        while True:
            page = OggPage(file)
            page.serial = 0
            yield bytes(page.write())


def _due(there: tuple[int, str] | None, attempt: int) -> bool:
    """Whether a recording is to be made now: there is none, or one with faults that was made so often."""
    return there is None or (bool(there[1]) and there[0] == attempt)


_speaker: Speaker
_network: Network


def _begin(speaker: Speaker) -> None:
    """Load the network, once a process."""
    global _speaker, _network
    _speaker, _network = speaker, Network()


def _made(work: tuple[Take, float]) -> list[Cut]:
    take, factor = work
    manner = take.manner
    speed = _speaker.speed * manner.pace * (STRONG_PACE if manner.strong else 1.0) * factor
    styles = _speaker.whisper if manner.whisper else _speaker.styles
    samples, spans = spoken_breath(take.pieces, _speaker.voice.language, _network, styles, speed)
    cuts = []
    for place, spoken in take.cuts:
        begin, end = spans[place]
        piece = trimmed(np.asarray(soxr.resample(samples[begin:end], NETWORK_RATE, RATE), dtype=np.float32))
        read = phonemes(take.pieces[place], _speaker.voice.language)
        signs = sum(sign.isalpha() for sign in read)
        way = (_speaker.voice, spoken, spoken, piece)
        shipped = decoded(_finished(way)[1]) if ends_with_vowel(read) else None
        cuts.append(Cut(spoken, piece, measured(piece, RATE, signs, spoken, published=shipped)))
    return cuts
