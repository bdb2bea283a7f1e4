"""`make bench ARGS=recordings`: every recorded voice, measured: sizes, levels, lengths, quality, and what an ear hears.

DNSMOS (P.808, from `speechmos`, where it is installed) is a network's guess of how people would judge speech: a hint,
no taste. The ear is the model that ships; it has a list of forty numbers to choose from, and never heard these voices.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from random import Random

import numpy as np
import soxr
from booths import sound_in

from benchmarks.figures import heading, row
from benchmarks.side_by_side import judged
from narrator.base.resources import folder
from narrator.recording.recipe import Recipe, recipes
from narrator.sound.dsp.loudness import TARGET, loudness, true_peak
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples, to_pcm
from narrator.table.language.phrasebook import number_of, numerals
from narrator.voice.phonemes import phonemes
from narrator.voice.recital import recordings_of
from narrator.voice.recordings import Recordings, Spoken

_SHORTEST_TO_JUDGE = 1.5  # seconds
_LOWEST, _HIGHEST = 60, 400  # Hz, of people who speak
_VOICED = 0.8  # how alike two periods of a voice are at least; 1 is the same


def recorded_voices(most: int) -> int:
    """Print a table, a few rows a voice, of at most so many recordings of each kind."""
    heading("of it")
    for recipe in recipes():
        _voice(recipe, most)
    return 0


def _voice(recipe: Recipe, most: int) -> None:
    voice = recipe.voice
    files = recordings_of(voice)
    recordings = Recordings(files)
    everything = sorted(recordings)
    some = Random(0).sample(everything, min(most, len(everything)))
    sounds = {spoken: sound for spoken in some if (sound := sound_in(recordings, spoken)) is not None}
    size = sum(file.stat().st_size for file in files) / 1e6
    share = sum(sound.size for sound in sounds.values()) / RATE / len(sounds)
    row(
        f"{voice.name}: recordings", f"{len(everything)}", f"{size:.1f} MB, some {share * len(everything) / 60:.0f} min"
    )
    _spread("... LUFS", [loudness(sound) for sound in sounds.values()], f"{TARGET:g}")
    _spread("... true peak, dBTP", [true_peak(sound) for sound in sounds.values()], "under 0")
    lasting = [
        1000 * sound.size / RATE * spoken.pace / signs
        for spoken, sound in sounds.items()
        if (signs := _signs(spoken, voice.language))
    ]
    _spread("... ms a phoneme", lasting, "pauses within, too")
    _spread("... pitch, Hz", [pitch for sound in sounds.values() for pitch in _pitches(sound)], "voiced twentieths")
    if find_spec("speechmos") is not None:
        long = [judged(sound) for sound in sounds.values() if sound.size > _SHORTEST_TO_JUDGE * RATE]
        _spread("... DNSMOS P.808", long, "people who read: 2.8 to 3.5")
    if voice.language == "fr":
        _numbers(recordings)


def _spread(what: str, figures: Sequence[float], against: str) -> None:
    low, *_, high = statistics.quantiles(figures, n=20)
    row(what, f"{statistics.median(figures):.2f}", f"{low:.2f} to {high:.2f} for nine in ten; {against}")


def _pitches(sound: Samples) -> Iterator[float]:
    """Yield how high each voiced twentieth of a second is, in Hz: where it is most like itself a period later."""
    size, shortest, longest = RATE // 20, RATE // _HIGHEST, RATE // _LOWEST
    for at in range(0, sound.size - size - longest, size):
        now = sound[at : at + size]
        later = np.lib.stride_tricks.sliding_window_view(sound[at + shortest : at + longest + size], size)
        powers = np.linalg.norm(later, axis=1) * np.linalg.norm(now)
        if powers.min() > 0 and (alike := later @ now / powers).max() > _VOICED:
            yield RATE / (shortest + int(alike.argmax()))


def _signs(spoken: Spoken, language: str) -> int:
    return sum(sign.isalpha() for sign in phonemes(spoken.text, language))


def _numbers(recordings: Recordings) -> None:
    """Print how many of the numbers the ear that ships hears right."""
    hear = _ear([numerals(number, "fr")[0] for number in range(1, 41)])
    for closing in (False, True):
        said = {number: sound_in(recordings, Spoken(str(number), closing=closing)) for number in range(1, 41)}
        right = [number_of(hear(sound), "fr") == number for number, sound in said.items() if sound is not None]
        where = "at its end" if closing else "in a sentence"
        row(f"... numbers heard right, {where}", f"{sum(right)}", f"{len(right)}")


def _ear(phrases: Sequence[str]) -> Callable[[Samples], str]:
    from vosk import KaldiRecognizer, Model, SetLogLevel

    SetLogLevel(-1)
    loaded = Model(str(folder("models") / "fr"))

    def hear(sound: Samples) -> str:
        recogniser = KaldiRecognizer(loaded, HEARING_RATE, json.dumps(list(phrases)))
        around = np.zeros(RATE // 3, np.float32)
        recogniser.AcceptWaveform(to_pcm(soxr.resample(np.concatenate([around, sound, around]), RATE, HEARING_RATE)))
        return str(json.loads(recogniser.FinalResult())["text"])

    return hear
