"""Clips with their sounds, kept in files that are made one after another: what is there is not made again."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.build.phones import PHONES
from models.build.speech import Speech

_KNOWN = ("", *PHONES)


@dataclass(frozen=True, slots=True)
class Clip:
    """Something said by one speaker, with the silence around it cut off."""

    speaker: str
    text: str
    speech: Speech


def save(clips: Sequence[Clip], path: Path) -> None:
    """Keep clips in one file of NumPy, which appears as a whole or not at all."""
    phones = [phone for clip in clips for phone in clip.speech.phones]
    unfinished = path.with_suffix(".new.npz")
    np.savez_compressed(
        unfinished,
        speakers=np.array([clip.speaker for clip in clips]),
        texts=np.array([clip.text for clip in clips]),
        samples=np.concatenate([clip.speech.samples for clip in clips]).round().clip(-32768, 32767).astype(np.int16),
        lengths=np.array([len(clip.speech.samples) for clip in clips]),
        phones=np.array([_KNOWN.index(phone) for _, phone in phones], np.uint8),
        starts=np.array([start for start, _ in phones]),
        counts=np.array([len(clip.speech.phones) for clip in clips]),
    )
    unfinished.replace(path)


def load(paths: Iterable[Path]) -> Iterator[Clip]:
    """Yield the clips of some files."""
    for path in paths:
        with np.load(path) as kept:
            samples, phones, starts = kept["samples"], kept["phones"], kept["starts"]
            at = place = 0
            rows = zip(kept["speakers"], kept["texts"], kept["lengths"], kept["counts"], strict=True)
            for speaker, text, length, count in rows:
                marks = zip(starts[place : place + count], phones[place : place + count], strict=True)
                said = tuple((int(start), _KNOWN[phone]) for start, phone in marks)
                yield Clip(str(speaker), str(text), Speech(samples[at : at + length].astype(np.float32), said))
                at, place = at + length, place + count
