"""Many people who do not exist, saying what an ear may hear: voices of the network Kokoro, and blends of them.

    python -m models.build.neural STYLES FOLDER [CLIPS]

`STYLES` is the folder `voices` of the npm package kokoro-js. The network says how long each phoneme lasts, so its
speech needs no alignment. Clips go into FOLDER, some in each file; interrupted, it goes on where it was.
"""

import multiprocessing
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import soxr

from models.build.bank import Clip, save
from models.build.phones import PHONES
from models.build.progress import say
from models.build.sound import RATE, rms, scaled
from models.build.speech import Speech
from models.build.vocabulary import other_talk, pick, vocabulary
from models.build.voices import TESTING_NETWORK
from narrator.base.resources import folder
from narrator.recording.network import RATE as NETWORK_RATE
from narrator.recording.network import Network, Styles, check
from narrator.voice.phonemes import phonemes
from narrator.voice.recordings import Recordings
from narrator.voice.voice_files import spelt_names

FILE: Final = 30
"""Breaths in one file."""

_TRAIL: Final = RATE // 25
"""Samples of what rings on after the last sound, where no other sound follows so soon."""

_IPA: Final = {
    "a": "a", "e": "e", "ɛ": "E", "i": "i", "o": "o", "ɔ": "O", "u": "u", "y": "y", "ø": "Y", "œ": "W", "ə": "@",
    "ɑ̃": "A~", "ɔ̃": "O~", "ɛ̃": "E~", "œ̃": "W~", "ɑ": "a", "ɡ": "g", "ʃ": "S", "ʒ": "Z", "ɲ": "J", "ʁ": "r", "ɥ": "y",
    "ŋ": "n", **{sign: sign for sign in "pbtdkfvszmnljw"},
}  # fmt: skip
_NASAL, _SILENT, _MARKS = "\N{COMBINING TILDE}", "ˈˌː", " .,;:!?…—"
BETWEEN: Final = (". ", ", ", "? ", "! ", "… ")
_TIMBRE: Final = 128
"""Of the 256 numbers of a style, those that make its sound; the others make melody and times."""

_FAINT: Final = 0.06
"""A pause is what is fainter than this share of the RMS of its breath."""

assert set(_IPA.values()) <= set(PHONES)


class UnreadableError(ValueError):
    """A text has a sound that French has not."""


@dataclass(frozen=True, slots=True)
class PlacedPhone:
    """A phone of a breath (empty for a mark or a space), and its place in the signs; `end` is one past it."""

    phone: str
    begin: int
    end: int


def placed_phones(read: str) -> list[PlacedPhone]:
    """Return the phones of phonemes, in order. Raises `UnreadableError`."""
    found: list[PlacedPhone] = []
    at = 0
    while at < len(read):
        end = at + 1 + read.startswith(_NASAL, at + 1)
        sign = read[at:end]
        if sign not in _SILENT:
            phone = "" if sign in _MARKS else _IPA.get(sign)
            if phone is None:
                raise UnreadableError(sign)
            found.append(PlacedPhone(phone, at, end))
        at = end
    return found


class Voices:
    """The network's voices, and speakers made of them."""

    def __init__(self, folder: Path) -> None:
        found = {path.stem: np.fromfile(path, np.float32).reshape(-1, 256) for path in sorted(folder.glob("*.bin"))}
        self._styles: dict[str, Styles] = {
            name: styles for name, styles in found.items() if name not in TESTING_NETWORK
        }
        self.testing: dict[str, Styles] = {name: found[name] for name in TESTING_NETWORK}

    def somebody(self, rng: np.random.Generator) -> tuple[str, Styles]:
        """Return a speaker with a name that tells which: the timbre of one to three voices, the melody of others."""
        name, timbre = self._blend(rng)
        melodist, melody = self._blend(rng)
        return f"{name}/{melodist}", np.concatenate([timbre[:, :_TIMBRE], melody[:, _TIMBRE:]], axis=1)

    def _blend(self, rng: np.random.Generator) -> tuple[str, Styles]:
        count = int(rng.choice([1, 2, 3], p=[0.25, 0.5, 0.25]))
        names = sorted(rng.choice(list(self._styles), count, replace=False))
        shares = np.round(rng.dirichlet([1.5] * count), 2)
        styles = sum(np.float32(share) * self._styles[name] for share, name in zip(shares, names, strict=True))
        return "+".join(f"{share:g}{name}" for share, name in zip(shares, names, strict=True)), np.asarray(styles)


def breath(
    network: Network, texts: Sequence[str], marks: Sequence[str], speaker: str, styles: Styles, speed: float
) -> list[Clip]:
    """Return texts said in one breath, each followed by its mark and cut out. Raises `UnreadableError`."""
    read = [network.known(phonemes(text + mark, "fr").strip()) for text, mark in zip(texts, marks, strict=True)]
    samples, edges = network.speak(" ".join(read), styles, speed)
    level = rms(samples)
    clips = []
    at = 0
    for text, piece in zip(texts, read, strict=True):
        told = placed_phones(piece)
        spoken = [sound for sound in told if sound.phone]
        first, last = int(edges[at + spoken[0].begin]), int(edges[at + spoken[-1].end])
        phones: list[tuple[int, str]] = []
        for sound in told[: told.index(spoken[-1]) + 1]:
            start, end = int(edges[at + sound.begin]), int(edges[at + sound.end])
            if sound.phone or rms(samples[start:end]) < _FAINT * level:
                phones.append(((start - first) * RATE // NETWORK_RATE, sound.phone))
        at += len(piece) + 1
        end = last + _TRAIL * NETWORK_RATE // RATE
        if at < len(edges):
            end = min(end, max(last, int(edges[at])))
        cut = soxr.resample(samples[first:end], NETWORK_RATE, RATE)
        fading = len(cut) - (last - first) * RATE // NETWORK_RATE
        if fading > 0:
            cut[-fading:] *= np.linspace(1, 0, fading, dtype=np.float32)
            phones.append((len(cut) - fading, ""))
        clips.append(Clip(speaker, text, Speech(scaled(cut), tuple(phones))))
    return clips


@cache
def _lines() -> tuple[str, ...]:
    """What the narrator says, of two words or more: speech that is no answer, and has every sound of French."""
    said = Recordings([folder("voices") / "diseuse.recordings"])
    return tuple(dict.fromkeys(spoken.text.strip(" .,!?;:") for spoken in said if " " in spoken.text))


@cache
def _names() -> tuple[str, ...]:
    return tuple(said for _, said in spelt_names("fr"))


def text(rng: np.random.Generator) -> str:
    """Return something to say: what a game may be told, a first name, talk, or words that do not exist."""
    chance = rng.random()
    if chance < 0.64:
        return vocabulary().written(vocabulary().phrase(rng), rng, pauses=0.05)
    if chance < 0.72:
        return pick(rng, _names())
    if chance < 0.95:
        words = re.sub(r"[^\w\s'’-]", " ", pick(rng, _lines() if chance < 0.83 else other_talk().sentences)).split()
        start = int(rng.integers(max(1, len(words) - 3)))
        return " ".join(words[start : start + int(rng.integers(2, 7))])
    return other_talk().invented(rng, int(rng.integers(1, 4)))


def _file(job: tuple[int, Path]) -> None:
    seed, path = job
    rng = np.random.default_rng([seed, 5])
    clips: list[Clip] = []
    for _ in range(FILE):
        speaker, styles = _voices.somebody(rng)
        texts = [text(rng) for _ in range(4)]
        marks = [pick(rng, BETWEEN) for _ in texts]
        try:
            clips += breath(_network, texts, marks, speaker, styles, float(rng.uniform(0.75, 1.3)))
        except (ValueError, IndexError):  # a sound that French has not, too long a breath, or nothing to be said
            continue
    save(clips, path)


_network: Network
_voices: Voices


def _begin(folder: Path) -> None:
    global _network, _voices
    _network, _voices = Network(), Voices(folder)


def main(styles: Path, folder: Path, clips: int) -> None:
    """Say what is missing, with as many processes as there are processors.

    Raises:
        NetworkError: its packages are missing.
    """
    check()  # a pool would begin processes that cannot load it for ever
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(number, folder / f"neural_{number:04}.npz") for number in range(-(-clips // (4 * FILE)))]
    due = [job for job in jobs if not job[1].exists()]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count(), _begin, (styles,)) as pool:
        for done, _ in enumerate(pool.imap_unordered(_file, due), 1):
            say(f"{len(jobs) - len(due) + done} of {len(jobs)} files")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 12000)
