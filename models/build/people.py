"""Recordings of people that may be learnt from, from Debian's packages, with their sounds aligned.

    python -m models.build.people PACKAGES WEIGHTS.npz BANK.npz

PACKAGES is a folder in which `tuxpaint-stamps-default`, `klettres-data`, `ktuberling-data` (all GPL-2 or later),
`asterisk-core-sounds-*` (CC BY-SA 3.0), each with its `-g722`, and Ubuntu's `gcompris-sound-fr` (GPL-3 or later) and
`gcompris-sound-es` (CC BY-SA) are unpacked, and `gcompris-qt-data`, which has the words of these two. WEIGHTS find out
when each sound is spoken. Of each speaker, those recordings are left out that fit their words worst: some say something
else. Debian's `ffmpeg` reads G.722.
"""

import collections
import gzip
import json
import multiprocessing
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np
import soundfile
import soxr
import yaml

from models.build.alignment import Alignment, aligned, posteriors
from models.build.bank import Clip, save
from models.build.espeak import Manner, render
from models.build.network import Weights, load
from models.build.phones import ForeignSoundError, phone_of
from models.build.progress import say
from models.build.qt_resources import resource
from models.build.sound import RATE, Samples, rms
from models.build.speech import Speech, sounds

_LONGEST: Final = 90
"""Letters of a text: longer ones are read in parts, with remarks."""

_SHORT, _LONG = 0.15, 9.0
_LEFT_OUT: Final = 0.1
"""Share of a speaker's recordings that is left out, the worst."""
_WORST: Final = -3.5
_TOLD: Final = 200
"""Progress is told after so many recordings."""
_TAIL: Final = 0.08
_STEP = RATE // 100
FOREIGN: Final = ("ca", "es", "ro", "it")
"""Languages with which the name of a speaker ends who does not speak French."""
_OPERATORS: Final = {"fr": "fr_CA_f_June", "es": "es_MX_f_Allison", "it": "it_IT_m_Carlo"}
"""By language, who says what telephone exchanges say."""

_OPEN_ENDS: Final = frozenset("tdkgpbszfvlrmnSZJj")


@dataclass(frozen=True, slots=True)
class Recording:
    """A file with who speaks in it, the words, and their sounds."""

    speaker: str
    path: Path
    text: str
    sounds: tuple[str, ...]


@cache
def _document() -> dict[str, dict[str, str]]:
    read: dict[str, dict[str, str]] = yaml.safe_load((Path(__file__).parent / "people.yaml").read_text("utf-8"))
    return read


def recordings(packages: Path) -> Iterator[Recording]:
    """Yield all that is read aloud in the packages; what espeak reads with a sound that French has not is left out."""
    share = packages / "usr" / "share"
    french = (_stamps(share, "fr"), _operator(share, "fr"), _letters(share), _things(share), _words(share, "fr"))
    for speaker, path, text in chain.from_iterable(french):
        try:
            said = tuple(sounds(text, Manner()))
        except ForeignSoundError:
            continue
        yield Recording(speaker, path, text, said)
    for language in FOREIGN:
        others = _stamps(share, language), _operator(share, language), _words(share, language)
        for speaker, path, text in chain.from_iterable(others):
            if near := _as_french(text, language):
                yield Recording(speaker, path, text, near)


def _stamps(share: Path, language: str) -> Iterator[tuple[str, Path, str]]:
    ending = f"_desc_{language}.ogg"
    for path in sorted((share / "tuxpaint" / "stamps").rglob(f"*{ending}")):
        texts = path.with_name(path.name.replace(ending, ".txt"))
        found = texts.is_file() and re.search(rf"^{language}\.utf8=(.+)$", texts.read_text("utf-8", "replace"), re.M)
        if found and len(found[1]) < _LONGEST:
            yield f"stamps-{language}", path, found[1].strip()


def _operator(share: Path, language: str) -> Iterator[tuple[str, Path, str]]:
    if (folder := _OPERATORS.get(language)) is None:
        return
    texts = share / "doc" / f"asterisk-core-sounds-{language}" / f"core-sounds-{language}.txt.gz"
    for name, text in re.findall(r"^([\w/-]+): *(.+)$", gzip.decompress(texts.read_bytes()).decode(), re.M):
        path = share / "asterisk" / "sounds" / folder / f"{name}.g722"
        if path.is_file() and len(text) < _LONGEST and not re.search(r"[][(){}<>?*]", text):
            yield f"operator-{language}", path, text.strip(' .…"“”')


def _letters(share: Path) -> Iterator[tuple[str, Path, str]]:
    place, named = share / "klettres", _document()["letters"]
    listed = re.findall(r'name="(\w+)" file="(fr/[^"]+)"', (place / "fr" / "sounds.xml").read_text("utf-8"))
    for name, file in listed:
        letters = name.lower()
        if len(letters) == 1:
            yield "letters", place / file, named[letters]
        elif len(letters) == 2:
            yield "letters", place / file, letters[0] + {"e": "eu"}.get(letters[1], letters[1])


def _things(share: Path) -> Iterator[tuple[str, Path, str]]:
    accented = _document()["accents"]
    for path in sorted((share / "ktuberling" / "sounds" / "fr").glob("*.wav")):
        theme, _, name = path.stem.rpartition("_")
        text = " ".join(accented.get(word.lower(), word.lower()) for word in name.split("-"))
        yield f"things-{theme or 'face'}", path, re.sub(r"\b([djl]) (?=[aeiouhéê])", r"\1'", text)


def _words(share: Path, language: str) -> Iterator[tuple[str, Path, str]]:
    place = share / "gcompris" / "boards" / "voices" / language
    if not place.is_dir():
        return
    texts = json.loads(resource(share / "gcompris-qt" / "rcc" / "lang.rcc", f"content-{language}.json"))
    for path in sorted((*place.glob("alphabet/*.ogg"), *place.glob("words/*.ogg"))):
        if (text := texts.get(path.name) or _character(path.stem, language)) is not None:
            yield f"words-{language}", path, text


def _character(name: str, language: str) -> str | None:
    """What a file says that is named after a number, or after a letter: `U0061`."""
    if name.isdigit():
        return name
    letter = chr(int(name[1:], 16)).lower() if re.fullmatch("U[0-9A-F]{4}", name) else ""
    return _document()["letters"].get(letter) if language == "fr" else None


def _as_french(text: str, language: str) -> tuple[str, ...]:
    """The sounds of another language as the French ones that are nearest; empty where one has none."""
    near, found = _document()["near"], list[str]()
    for _, mnemonic in render(text, Manner(language)).phonemes:
        try:
            found += [phone] if (phone := phone_of(mnemonic)) else []
        except ForeignSoundError as error:
            if (signs := near.get(str(error))) is None:
                return ()
            found += signs.split()
    return tuple(found)


def read(path: Path) -> Samples:
    """Return a recording at 16 kHz, without the silence at its ends."""
    if path.suffix == ".g722":
        words = ("ffmpeg", "-loglevel", "error", "-i", str(path), "-ar", str(RATE), "-f", "s16le", "-")
        pcm = subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout
        mono = np.frombuffer(pcm, "<i2").astype(np.float32)
    else:
        samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
        mono = np.asarray(soxr.resample(samples.mean(axis=1), rate, RATE), np.float32)
    count = len(mono) // _STEP
    if not count:
        return mono
    levels = [rms(mono[step * _STEP : (step + 1) * _STEP]) for step in range(count)]
    loud = np.flatnonzero(np.array(levels) > 0.02 * max(levels))
    around = round(_TAIL * RATE)
    trimmed = mono[max(0, loud[0] * _STEP - around) : (loud[-1] + 1) * _STEP + around]
    return trimmed * np.float32(12000 / (np.abs(trimmed).max() + 1e-9))


def fitted(weights: Weights, samples: Samples, said: tuple[str, ...]) -> Alignment | None:
    """The better of two ways to say it: with the mute vowel at its end, or without."""
    logs = posteriors(weights, samples)
    ways = [said]
    if said[-1] in _OPEN_ENDS:
        ways.append((*said, "@"))
    elif said[-1] == "@" and len(said) > 1:
        ways.append(said[:-1])
    found = [one for way in ways if (one := aligned(weights, logs, way)) is not None]
    return max(found, key=lambda one: one.score, default=None)


_weights: Weights


def _begin(weights: Path) -> None:
    global _weights
    _weights = load(weights)


def _clip(recording: Recording) -> tuple[float, Clip] | None:
    """A recording with its sounds, and how well they fit; None if it is too short, too long, or has not its words."""
    samples = read(recording.path)
    if not recording.sounds or not _SHORT * RATE < len(samples) < _LONG * RATE:
        return None
    # Digital silence, which no microphone gives, would be heard as something else.
    noise = np.random.default_rng(len(samples)).standard_normal(len(samples)).astype(np.float32)
    fit = fitted(_weights, samples + noise, recording.sounds)
    if fit is None:
        return None
    return fit.score, Clip(recording.speaker, recording.text, Speech(samples, fit.phones))


def bank(packages: Path, weights: Path) -> list[Clip]:
    """Return the recordings that fit their words, as clips; heard with as many processes as there are processors."""
    due, found = list(recordings(packages)), collections.defaultdict[str, list[tuple[float, Clip]]](list)
    with multiprocessing.get_context("spawn").Pool(os.cpu_count(), _begin, (weights,)) as pool:
        for done, clip in enumerate(pool.imap(_clip, due, chunksize=8), 1):
            if clip is not None:
                found[clip[1].speaker].append(clip)
            if done % _TOLD == 0:
                say(f"{done} of {len(due)} recordings")
    kept: list[Clip] = []
    for speaker, clips in found.items():
        least = max(float(np.quantile([score for score, _ in clips], _LEFT_OUT)), _WORST)
        good = [clip for score, clip in clips if score >= least]
        middle = float(np.median([score for score, _ in clips]))
        say(f"{speaker}: {len(good)} of {len(clips)} recordings, fit {middle:.2f} in the middle")
        kept += good
    return kept


def main(packages: Path, weights: Path, target: Path) -> None:
    """Write the bank, unless it is there, and newer than the weights."""
    if target.exists() and target.stat().st_mtime >= weights.stat().st_mtime:
        say(f"{target} is there already")
        return
    clips = bank(packages, weights)
    save(clips, target)
    minutes = sum(len(clip.speech.samples) for clip in clips) / RATE / 60
    say(f"{len(clips)} recordings, {minutes:.1f} minutes")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
