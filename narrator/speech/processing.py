"""From what an engine speaks to what is heard: whisper, equaliser, compressor, room, loudness, soft ends.

Everything here is a function of its arguments: the same phrase gives the same samples, tonight and tomorrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import TypeAlias, cast

import numpy as np

from narrator.dsp.convolution import convolved
from narrator.dsp.loudness import TARGET, amplified, levelled, loudness
from narrator.dsp.samples import QUIET, RATE, Samples, frames
from narrator.dsp.whisper import whispered
from narrator.speech.profile import Band, Chain, Compressor, Voice, VoiceRoom
from narrator.story.markup import Style
from narrator.story.sentences import to_user

Effect: TypeAlias = Callable[[Samples, float], Samples]
"""One of pedalboard's: from samples and their rate to as many samples."""

MAKE = 3
"""Goes up with every change of what is done here: part of the key under which processed phrases are kept."""

STRONG_GAIN = 1.5
"""Decibels that emphasis adds: the engine leans on the words, loudness follows a little."""

FADE_IN, FADE_OUT = 0.002, 0.005
"""Seconds at the ends of a phrase: no click, and no consonant lost."""

ONSET, BEFORE_ONSET = 10 ** (-48 / 20), 0.008
"""What is louder than this begins a word, and the seconds before it in which a soft consonant begins."""

_PRE_DELAY = 0.004  # seconds to the nearest wall and back
_SMALLEST, _LARGEST = 0.03, 0.15  # seconds until a room has fallen silent, by its size
_SEED = 343


def process(samples: Samples, voice: Voice, style: Style) -> Samples:
    """Return a phrase as it is heard: through the voice's chain, at -20 LUFS and the style's gain, no peak over -1 dB.

    It begins and ends at zero. A room makes it longer by its reverberation, at most; silence stays as it is.
    Where pedalboard cannot be loaded, equaliser and compressor are left out: `lacking` says so.
    """
    chain = voice.chain
    heard = whispered(samples, max(chain.whisper, float(style.whisper)))
    loud = loudness(heard)
    if loud == -np.inf:
        return samples
    if (plugins := effects()) is not None:
        heard = _shaped(amplified(heard, TARGET - loud), chain, plugins)
    if chain.room is not None:
        heard = _in_room(heard, chain.room)
    return levelled(faded(_without_tail(heard, samples.size)), TARGET + gain(style))


def gain(style: Style) -> float:
    """Return by how many dB a style is louder than plain words."""
    return style.gain + (STRONG_GAIN if style.strong else 0.0)


def identity(voice: Voice) -> str:
    """Return what tells the result of `process` from any other voice's: part of the key of a kept phrase."""
    plugins = effects()
    program = "none" if plugins is None else plugins.__version__
    return f"{MAKE} {program} {voice.chain.model_dump_json()}"


def lacking() -> str:
    """Return why equaliser and compressor are left out although they were installed: one sentence, else empty."""
    cause = _loaded()
    if isinstance(cause, ModuleNotFoundError) or not isinstance(cause, Exception):
        return ""  # nobody asked for them, or they are there
    return to_user("voices.no_effects", detail=cause)


def effects() -> ModuleType | None:
    """Return the library of effects; None where it cannot be loaded."""
    found = _loaded()
    return None if isinstance(found, Exception) else found


@cache
def _loaded() -> ModuleType | Exception:
    """Return the library of effects, or why there is none."""
    try:
        import pedalboard
    except (ImportError, OSError) as error:
        return error
    return pedalboard


def faded(samples: Samples, *, begins: bool = True, ends: bool = True) -> Samples:
    """Return samples that rise from zero and fall back to it, on raised cosines, where sound begins and ends there."""
    rise = min(frames(FADE_IN), samples.size // 2) if begins else 0
    fall = min(frames(FADE_OUT), samples.size - rise) if ends else 0
    result = samples.copy()
    result[:rise] *= _slope(rise)
    result[result.size - fall :] *= _slope(fall)[::-1]
    return result


def from_onset(samples: Samples) -> Samples:
    """Return samples from shortly before the first one that is well heard: somebody waits for it."""
    heard = np.flatnonzero(np.abs(samples) > ONSET)
    return samples[max(0, int(heard[0]) - frames(BEFORE_ONSET)) :] if heard.size else samples


def _slope(length: int) -> Samples:
    """Return the beginning of a raised cosine: from zero to almost one."""
    slope: Samples = (0.5 - 0.5 * np.cos(np.pi * np.arange(length) / max(1, length))).astype(np.float32)
    return slope


def _shaped(samples: Samples, chain: Chain, effects: ModuleType) -> Samples:
    """Send samples through equaliser and compressor."""
    shaped = samples
    for plugin in (*(_filter(band, effects) for band in chain.equaliser), *_compressor(chain.compressor, effects)):
        shaped = plugin(shaped, RATE)
    return shaped


def _filter(band: Band, effects: ModuleType) -> Effect:
    """Return one band of the equaliser."""
    if band.shape == "low_cut":
        return cast(Effect, effects.HighpassFilter(band.at))
    if band.shape == "high_cut":
        return cast(Effect, effects.LowpassFilter(band.at))
    shapes = {"peak": effects.PeakFilter, "low_shelf": effects.LowShelfFilter, "high_shelf": effects.HighShelfFilter}
    return cast(Effect, shapes[band.shape](band.at, band.gain, band.q))


def _compressor(settings: Compressor | None, effects: ModuleType) -> Iterator[Effect]:
    if settings is not None:
        yield effects.Compressor(settings.threshold, settings.ratio, settings.attack, settings.release)


def _in_room(samples: Samples, place: VoiceRoom) -> Samples:
    """Let samples sound in a room; they get longer by its reverberation."""
    sound: Samples = convolved(samples, _response(place)).astype(np.float32)
    return sound


@cache
def _response(place: VoiceRoom) -> Samples:
    """Return what a room makes of a single click: the click, then noise that dies away, its high notes first.

    So short a room is felt more than heard, and ends within the pause that follows.
    """
    length = frames(_SMALLEST + place.size * (_LARGEST - _SMALLEST))
    time = np.arange(length) / length
    walls = np.random.default_rng(_SEED).standard_normal(length) * 10 ** (-3 * time)  # 60 dB over its length
    walls = convolved(walls, (1 - place.damping) * place.damping ** np.arange(length))[:length]
    response = np.zeros(frames(_PRE_DELAY) + length)
    response[frames(_PRE_DELAY) :] = walls * place.wet / np.sqrt((walls**2).sum())
    response[0] = 1.0
    return response.astype(np.float32)


def _without_tail(samples: Samples, length: int) -> Samples:
    """Cut what is silence, to a listener, behind the first so many samples."""
    audible = np.flatnonzero(np.abs(samples[length:]) > QUIET)
    return samples[: length + (audible[-1] + 1 if audible.size else 0)]
