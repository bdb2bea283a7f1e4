"""Recordings of people that may be learnt from, from Debian's packages, with their sounds aligned.

    python -m models.build.people PACKAGES WEIGHTS.npz BANK.npz

PACKAGES is a folder in which `tuxpaint-stamps-default`, `klettres-data`, `ktuberling-data` (all GPL-2 or later),
`asterisk-core-sounds-*` (CC BY-SA 3.0; the Russian one CC BY 3.0), each with its `-g722`, and Ubuntu's
`gcompris-sound-*` (GPL-3 or later; the Spanish one CC BY-SA) are unpacked, and `gcompris-qt-data`, which has their
words. WEIGHTS find out when each sound is spoken. Of each speaker, those recordings are left out that fit their words
worst: some say something else. Debian's `ffmpeg` reads G.722.
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
import yaml

from models.build.alignment import Alignment, aligned, posteriors
from models.build.bank import Clip, save
from models.build.espeak import Manner, render
from models.build.network import Weights, load
from models.build.phones import ForeignSoundError, phone_of
from models.build.progress import say
from models.build.qt_resources import resource
from models.build.sound import RATE, Samples, rms, scaled
from models.build.speech import Speech
from narrator.sound.dsp.sound_reading import read_sound

_LONGEST: Final = 90
"""Letters of a text: longer ones are read in parts, with remarks."""

_SHORT, _LONG = 0.15, 9.0
"""Seconds between which a recording must last."""
_LEFT_OUT: Final = 0.1
"""Share of a speaker's recordings that is left out, the worst."""
_WORST: Final = -2.0
"""What fits worse is left out too: a mean log posterior of the phones, 0 at best."""
_TOLD: Final = 200
"""Progress is told after so many recordings."""
_TAIL: Final = 0.08
"""Seconds that are kept around what is loud: soft consonants."""
_STEP = RATE // 100
"""Samples whose level is looked at together."""
FRENCH: Final = "fr"
"""The name of a speaker ends with his language."""
_LANGUAGES: Final = (
    FRENCH, "af", "be", "bg", "ca", "cs", "de", "el", "en", "eo", "es", "eu", "fi", "hu", "id", "it", "lt", "nb", "nl",
    "pt", "pt_BR", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk",
)  # fmt: skip
"""As the packages name them. Espeak writes a Brazilian's `pt-br`."""
_OPERATORS: Final = {
    "en": "en_US_f_Allison",
    "es": "es_MX_f_Allison",
    "fr": "fr_CA_f_June",
    "it": "it_IT_m_Carlo",
    "ru": "ru_RU_f_IvrvoiceRU",
}
"""By language, who says what telephone exchanges say."""

_OPEN_ENDS: Final = frozenset("tdkgpbszfvlrmnSZJj")
"""Consonants after which a mute vowel may be heard at the end of a text."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A file with who speaks in it, the words, and their phones."""

    speaker: str
    path: Path
    text: str
    phones: tuple[str, ...]


@cache
def _document() -> dict[str, dict[str, str]]:
    read: dict[str, dict[str, str]] = yaml.safe_load((Path(__file__).parent / "people.yaml").read_text("utf-8"))
    return read


def recordings(packages: Path) -> Iterator[Recording]:
    """Yield all that is read aloud in the packages; what espeak reads with a sound that French has not is left out."""
    share = packages / "usr" / "share"
    for language in _LANGUAGES:
        found = _stamps(share, language), _operator(share, language), _letters(share, language), _words(share, language)
        for speaker, path, text in chain(*found, _things(share) if language == FRENCH else ()):
            if said := _as_french(text, language):
                yield Recording(f"{speaker}-{language}", path, text, said)


def _stamps(share: Path, language: str) -> Iterator[tuple[str, Path, str]]:
    ending = f"_desc_{language}.ogg"
    for path in sorted((share / "tuxpaint" / "stamps").rglob(f"*{ending}")):
        texts = path.with_name(path.name.replace(ending, ".txt"))
        found = texts.is_file() and re.search(rf"^{language}\.utf8=(.+)$", texts.read_text("utf-8", "replace"), re.M)
        if found and len(found[1]) < _LONGEST:
            yield "stamps", path, found[1].strip()


def _operator(share: Path, language: str) -> Iterator[tuple[str, Path, str]]:
    texts = share / "doc" / f"asterisk-core-sounds-{language}" / f"core-sounds-{language}.txt.gz"
    if (folder := _OPERATORS.get(language)) is None or not texts.is_file():
        return
    for name, text in re.findall(r"^([\w/-]+): *(.+)$", gzip.decompress(texts.read_bytes()).decode(), re.M):
        path = share / "asterisk" / "sounds" / folder / f"{name}.g722"
        if path.is_file() and len(text) < _LONGEST and not re.search(r"[][(){}<>?*]", text):
            yield "operator", path, text.strip(' .…"“”')


def _letters(share: Path, language: str) -> Iterator[tuple[str, Path, str]]:
    place = share / "klettres"
    if not (listed := place / language / "sounds.xml").is_file():
        return
    for name, file in re.findall(rf'name="(\w+)" file="({language}/[^"]+)"', listed.read_text("utf-8")):
        letters = name.lower()
        text = _spelt(letters) if language == FRENCH else letters
        if text is not None and (path := place / file).is_file():
            yield "letters", path, text


def _spelt(letters: str) -> str | None:
    """How the name of a French letter is spelt, or two letters that are read as a syllable."""
    if len(letters) == 2:
        return letters[0] + {"e": "eu"}.get(letters[1], letters[1])
    return _document()["letters"].get(letters)


def _things(share: Path) -> Iterator[tuple[str, Path, str]]:
    accented = _document()["accents"]
    for path in sorted((share / "ktuberling" / "sounds" / "fr").glob("*.wav")):
        theme, _, name = path.stem.rpartition("_")
        text = " ".join(accented.get(word.lower(), word.lower()) for word in name.split("-"))
        yield f"things-{theme or 'face'}", path, re.sub(r"\b([djl]) (?=[aeiouhéê])", r"\1'", text)


def _words(share: Path, language: str) -> Iterator[tuple[str, Path, str]]:
    place = share / "gcompris" / "boards" / "voices" / language
    for path in sorted(place.glob("alphabet/*.ogg")):
        if (text := _character(path.stem, language)) is not None:
            yield "words", path, text
    if words := sorted(place.glob("words/*.ogg")):
        texts = json.loads(resource(share / "gcompris-qt" / "rcc" / "lang.rcc", f"content-{language}.json"))
        yield from (("words", path, texts[path.name]) for path in words if path.name in texts)


def _character(name: str, language: str) -> str | None:
    """What a file says that is named after a number, or after a letter or a digit: `U0061`."""
    if name.isdigit():
        return name
    if not re.fullmatch("U[0-9A-F]{4}", name):
        return None
    character = chr(int(name[1:], 16)).lower()
    return _spelt(character) if language == FRENCH and character.isalpha() else character


def _as_french(text: str, language: str) -> tuple[str, ...]:
    """The sounds of a text, those of another language as the French ones that are nearest; empty where one has none."""
    near = {} if language == FRENCH else _document()["near"]
    found = list[str]()
    for _, mnemonic in render(text, Manner(language.replace("_", "-").lower())).phonemes:
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
        mono = read_sound(path, RATE)
    count = len(mono) // _STEP
    if not count:
        return mono
    levels = [rms(mono[step * _STEP : (step + 1) * _STEP]) for step in range(count)]
    loud = np.flatnonzero(np.array(levels) > 0.02 * max(levels))
    around = round(_TAIL * RATE)
    trimmed = mono[max(0, loud[0] * _STEP - around) : (loud[-1] + 1) * _STEP + around]
    return scaled(trimmed)


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
    """A recording with its sounds, and how well they fit; None if it is too short, too long, or never fits."""
    samples = read(recording.path)
    if not _SHORT * RATE < len(samples) < _LONG * RATE:
        return None
    # Digital silence, which no microphone gives, would be heard as something else.
    noise = np.random.default_rng(len(samples)).standard_normal(len(samples)).astype(np.float32)
    fit = fitted(_weights, samples + noise, recording.phones)
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
