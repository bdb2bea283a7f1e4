"""`make units`: the pieces of which a recorded voice is composed, found in its recordings.

Done for the voices whose recordings have changed since; it takes some minutes a voice, and no network.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from tempfile import NamedTemporaryFile

import click
import numpy as np
import parselmouth
from numpy.typing import NDArray
from parselmouth.praat import call

from narrator.base import whole_files
from narrator.base.downloads.manifest import megabytes
from narrator.base.resources import folder
from narrator.recording.recipe import Recipe, recipes
from narrator.sound.dsp.samples import RATE, Samples
from narrator.voice import recordings as files
from narrator.voice.phonemes import PAUSE, SpeechSound, phones
from narrator.voice.recordings import Recordings, Spoken, decoded
from narrator.voice.units import (
    CEPSTRUM,
    DIGEST,
    ENDS_WORD,
    HOP,
    LEVEL,
    PITCH,
    SCALES,
    STRESSED,
    SUFFIX,
    VOICELESS,
    Units,
    cepstra,
)
from narrator.voice.voice_files import spelt_names
from voices.build.aligning import Heard, align

LOWEST, HIGHEST = 75.0, 450.0
"""Hertz between which these voices speak."""

STOPS = frozenset("ptkbdɡ")
_BEFORE_PULSES = 11  # words of such a file
UNVOICED_STOP_PART = 0.7  # of a stop, in which its silence is looked for
MIDDLE = 170.0  # hertz: zero semitones


@click.command()
@click.option("--voice", "only", multiple=True, help="Look into this voice only; may be given several times.")
def find_units(only: tuple[str, ...]) -> None:
    """Find the pieces of which recorded voices are composed."""
    for recipe in recipes(only):
        recorded = folder("voices") / f"{recipe.voice.voice}{files.SUFFIX}"
        file = recorded.with_suffix(SUFFIX)
        if not file.is_file() or file.stat().st_mtime < recorded.stat().st_mtime:
            begun = time.monotonic()
            units = _found(recipe, recorded)
            units.write(file)
            seconds = time.monotonic() - begun
            print(f"{file}: {len(units.label)} phones, {megabytes(file.stat().st_size)}, {seconds:.0f} s", flush=True)


def _found(recipe: Recipe, file: Path) -> Units:
    language = recipe.voice.language
    said_as = dict(spelt_names(language))
    kept = file.parent.parent / "build" / "units" / f"{file.stem}.heard"
    with closing(Recordings([file])) as recordings:
        plain = [row for row in recordings if row.pace == 1.0 and not (row.strong or row.whisper)]
        known = [(row, phones(said_as.get(row.text, row.text), language)) for row in sorted(plain)]
        known = [(row, said) for row, said in known if said]
        before: dict[bytes, _Sound] = pickle.loads(kept.read_bytes()) if kept.is_file() else {}
        digests = recordings.digests()
        found = {digests[row]: before.get(digests[row]) or _heard(recordings, row) for row, _ in known}
        whole_files.make_folder(kept.parent)
        kept.write_bytes(pickle.dumps(found))
    sounds = []
    for row, said in known:
        spectrum, level, pitch, pulses = found[digests[row]]
        sounds.append((Heard(said, spectrum, level, pitch > 0), (pitch, pulses)))
    aligned = align([heard for heard, _ in sounds])
    return _units([row for row, _ in known], [digests[row] for row, _ in known], sounds, aligned)


_Voice = tuple[Samples, NDArray[np.int64]]
_Sound = tuple[Samples, Samples, Samples, NDArray[np.int64]]  # cepstra, levels, pitch, pulses


def _heard(recordings: Recordings, row: Spoken) -> _Sound:
    opus = recordings.opus(row)
    assert opus is not None
    samples = decoded(opus)
    spectrum, level = cepstra(samples)
    return spectrum, level, *_voice(samples, len(level))


def _voice(samples: Samples, frames: int) -> _Voice:
    """Return the pitch of each frame in hertz, 0 where there is none, and the samples of the pulses."""
    pitch = np.zeros(frames, dtype=np.float32)
    if samples.size < 0.06 * RATE:
        return pitch, np.zeros(0, dtype=np.int64)
    sound = parselmouth.Sound(samples.astype(np.float64), RATE)
    found = sound.to_pitch_ac(
        time_step=HOP, pitch_floor=LOWEST, pitch_ceiling=HIGHEST, voicing_threshold=0.4, octave_jump_cost=0.5
    )
    values, first = found.selected_array["frequency"], found.xs()[0]
    at = np.round((np.arange(frames) * HOP - first) / HOP).astype(int)
    there = (at >= 0) & (at < len(values))
    pitch[there] = values[at[there]]
    pulses = call([sound, found], "To PointProcess (cc)")
    with NamedTemporaryFile(suffix=".PointProcess") as file:  # asked one by one, they take ten times as long
        pulses.save_as_short_text_file(file.name)
        times = [float(line) for line in Path(file.name).read_text().split()[_BEFORE_PULSES:]]
    return pitch, np.round(np.array(times) * RATE).astype(np.int64)


def _units(
    rows: list[Spoken],
    digests: Iterable[bytes],
    sounds: list[tuple[Heard, _Voice]],
    aligned: list[list[tuple[int, int]]],
) -> Units:
    labels = sorted({PAUSE, *(phone.label for heard, _ in sounds for phone in heard.phones)})
    deviations = np.concatenate([heard.cepstra[:, 1:13] for heard, _ in sounds]).std(axis=0)
    label: list[int] = []
    flags: list[int] = []
    begins: list[int] = []
    middles: list[int] = []
    counts, edges = [], []
    for (heard, (pitch, _)), spans in zip(sounds, aligned, strict=True):
        found = [(labels.index(p.label), p.stressed * STRESSED + p.ends_word * ENDS_WORD) for p in heard.phones]
        cuts = [_cut(heard, phone, *span) for phone, span in zip(heard.phones, spans, strict=True)]
        starts = [begin for begin, _ in spans]
        counts.append(len(found) + 1)
        for known, all_of, last in (
            (label, [one for one, _ in found], labels.index(PAUSE)),
            (flags, [flag for _, flag in found], 0),
            (begins, starts, spans[-1][1]),
            (middles, cuts, spans[-1][1]),
        ):
            known += [*all_of, last]
        places = np.array([[*starts, spans[-1][1]], [*cuts, spans[-1][1]]])
        edges.append(_edges(heard, pitch, deviations, places))
    pulses = [pulses for _, (_, pulses) in sounds]
    return Units(
        spoken=rows,
        digests=np.array([[*digest[:DIGEST]] for digest in digests], dtype=np.uint8),
        labels=labels,
        label=np.array(label, dtype=np.uint8),
        flags=np.array(flags, dtype=np.uint8),
        begin=np.array(begins, dtype=np.uint16),
        middle=np.array(middles, dtype=np.uint16),
        edges=np.concatenate(edges, axis=1),
        deviations=deviations.astype(np.float32),
        counts=np.array(counts, dtype=np.uint16),
        pulses=np.array([len(some) for some in pulses], dtype=np.uint16),
        marks=np.concatenate([np.diff(some, prepend=0) for some in pulses]).clip(0, 65535).astype(np.uint16),
    )


def _cut(heard: Heard, phone: SpeechSound, begin: int, end: int) -> int:
    """Return the frame in which a phone is cut in halves: of a stop the quietest one, of others the middle."""
    if phone.label not in STOPS or end - begin < 3:
        return (begin + end) // 2
    quiet = begin + int(np.argmin(heard.level[begin : begin + max(2, round(UNVOICED_STOP_PART * (end - begin)))]))
    return min(max(quiet, begin + 1), end - 1)


def _edges(heard: Heard, pitch: Samples, deviations: Samples, places: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return how a recording sounds at these frames, in bytes."""
    last = len(heard.level) - 1
    frames = places.clip(1, max(1, last - 1))
    found = np.zeros((*places.shape, len(SCALES)), dtype=np.float32)
    near = [heard.cepstra[(frames + by).clip(0, last), 1:13] for by in (-1, 0, 1)]
    found[..., CEPSTRUM] = np.mean(near, axis=0) / deviations
    found[..., LEVEL] = heard.level[frames.clip(0, last)]
    around = np.stack([pitch[(frames + by).clip(0, last)] for by in range(-2, 3)])
    voiced = (around > 0).sum(axis=0) >= 2
    middle = np.nanmedian(np.where(voiced & (around > 0), around, np.where(voiced, np.nan, MIDDLE)), axis=0)
    found[..., PITCH] = 12 * np.log2(middle / MIDDLE)
    kept = np.rint(found * SCALES).clip(VOICELESS + 1, 127)
    kept[..., PITCH][~voiced] = VOICELESS
    return kept.astype(np.int8)


if __name__ == "__main__":
    sys.exit(find_units())
