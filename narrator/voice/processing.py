"""From what an engine speaks to what is heard: whisper, equaliser, compressor, room, loudness, soft ends.

Everything here is a function of its arguments: the same phrase gives the same samples, tonight and tomorrow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from narrator.base.sentences import to_user
from narrator.packs.markup import Style
from narrator.sound.dsp.loudness import TARGET, amplified, convolved, levelled, loudness
from narrator.sound.dsp.samples import QUIET, RATE, Samples, frames
from narrator.voice.profile import Band, Chain, Voice, VoiceRoom

MAKE = 3
"""Goes up with every change of what is done here: part of the key under which processed phrases are kept."""

STRONG_GAIN = 1.5
"""Decibels that emphasis adds: the engine leans on the words, loudness follows a little."""

FADE_IN, FADE_OUT = 0.002, 0.005
"""Seconds at the ends of a phrase: no click, and no consonant lost."""

SOFT_FADE_IN, CUT_IN_TWO = 0.015, 0.35
"""Seconds in which a sound rises that was cut in two; how loud its first moments are then, beside the whole phrase."""

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
        heard = convolved(heard, _response(chain.room)).astype(np.float32)
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
    slowly = begins and _loudness_of(samples[: 2 * frames(FADE_IN)]) > CUT_IN_TWO * _loudness_of(samples)
    rise = min(frames(SOFT_FADE_IN if slowly else FADE_IN), samples.size // 2) if begins else 0
    fall = min(frames(FADE_OUT), samples.size - rise) if ends else 0
    result = samples.copy()
    result[:rise] *= _slope(rise)
    result[result.size - fall :] *= _slope(fall)[::-1]
    return result


def _loudness_of(samples: Samples) -> float:
    return float(np.sqrt(np.mean(samples**2))) if samples.size else 0.0


def from_onset(samples: Samples) -> Samples:
    """Return samples from shortly before the first one that is well heard: somebody waits for it."""
    heard = np.flatnonzero(np.abs(samples) > ONSET)
    return samples[max(0, int(heard[0]) - frames(BEFORE_ONSET)) :] if heard.size else samples


def _slope(length: int) -> Samples:
    """Return the beginning of a raised cosine: from zero to almost one."""
    slope: Samples = (0.5 - 0.5 * np.cos(np.pi * np.arange(length) / max(1, length))).astype(np.float32)
    return slope


def _shaped(samples: Samples, chain: Chain, effects: ModuleType) -> Samples:
    for band in chain.equaliser:
        samples = _filter(band, effects)(samples, RATE)
    if (settings := chain.compressor) is not None:
        compressor = effects.Compressor(settings.threshold, settings.ratio, settings.attack, settings.release)
        samples = compressor(samples, RATE)
    return samples


def _filter(band: Band, effects: ModuleType) -> Effect:
    if band.shape == "low_cut":
        return cast(Effect, effects.HighpassFilter(band.at))
    if band.shape == "high_cut":
        return cast(Effect, effects.LowpassFilter(band.at))
    shapes = {"peak": effects.PeakFilter, "low_shelf": effects.LowShelfFilter, "high_shelf": effects.HighShelfFilter}
    return cast(Effect, shapes[band.shape](band.at, band.gain, band.q))


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


# --- whisper: the voicing of speech is replaced by breath; its envelope, and so its vowels, are kept ----------
#
# Speech is a source that is coloured by the mouth. Linear prediction (Makhoul 1975) finds the colour of each short
# frame as an all-pole filter; white noise through that filter is the same sound, whispered. What has no voice to begin
# with (s, ch, f, the bursts of p and t) is breath already and passes as it is.

Floats = NDArray[np.float32]  # half the bytes of double ones, and half the time

FRAME = 512
"""Samples a frame, 23 ms: two periods of a deep voice, short enough for a vowel to change."""

HOP = FRAME // 2
ORDER = 24
"""Poles of the envelope: two a formant, one formant a kHz up to 11 kHz, and two to spare."""

LIFT, FALL = 0.95, 0.55
"""The envelope is found with the high notes lifted, and left so in part: whispered vowels fall off less than spoken."""

BREADTH = 0.995
"""Draws the poles in: formants 35 Hz broader (-ln(0.995) RATE / pi). Narrower, their noise has a pitch of its own."""

LOWEST, HIGHEST = 60, 400
"""Hz between which a voice is looked for."""

DOUBT, CERTAINTY = 0.35, 0.6
"""Below this periodicity a frame has no voice, above that one nothing but voice."""

_BREATH_SEED = 1770  # the same breath for the same phrase: what is heard must not depend on when it was rendered


def whispered(samples: Samples, amount: float = 1.0) -> Samples:
    """Return speech, as long as it was, with so much of its voicing replaced by breath: from 0 (none) to 1 (all).

    The same samples give the same result, always.
    """
    if amount <= 0 or not samples.size:
        return samples
    speech = np.pad(samples, FRAME)  # whole frames all over, at the ends too
    lifted = np.append(speech[0], speech[1:] - LIFT * speech[:-1])
    breath = np.random.default_rng(_BREATH_SEED).standard_normal(speech.size, dtype=np.float32)
    window = np.sqrt(np.hanning(FRAME + 1)[:-1]).astype(np.float32)
    spoken = np.fft.rfft(_frames(speech) * window)
    noise = np.fft.rfft(_frames(breath) * window) / np.sqrt((window**2).sum())
    share = np.float32(amount) * _voicing(speech)[:, None]
    mixed = (1 - share) * spoken + share * noise * _envelope(_frames(lifted) * window)
    whole = _overlapped(np.fft.irfft(mixed, FRAME).astype(np.float32) * window, speech.size)
    return whole[FRAME : FRAME + samples.size]


def _frames(signal: Floats, length: int = FRAME) -> Floats:
    """Return the frames of a signal, a row each, one every `HOP` samples."""
    frames: Floats = np.lib.stride_tricks.sliding_window_view(signal, length)[::HOP]
    return frames


def _overlapped(frames: Floats, size: int) -> Floats:
    """Add frames up, each `HOP` samples after the one before. The squares of two windows that overlap add up to one."""
    whole = np.zeros(size, dtype=np.float32)
    for start in range(FRAME // HOP):
        part = frames[start :: FRAME // HOP].reshape(-1)
        whole[start * HOP :][: part.size] += part
    return whole


def _voicing(speech: Floats) -> Floats:
    """Return how voiced each frame is, from 0 to 1: the highest autocorrelation at the period of a voice."""
    around = _frames(np.pad(speech, FRAME // 2), 2 * FRAME)  # longer, so that deep voices show more than one period
    power = np.abs(np.fft.rfft(around - around.mean(axis=1, keepdims=True), 4 * FRAME)) ** 2
    likeness = np.fft.irfft(power)
    lags = np.arange(RATE // HIGHEST, RATE // LOWEST)
    overlap = (1 - lags / (2 * FRAME)).astype(np.float32)  # the further moved, the less of a frame to compare
    highest = (likeness[:, lags] / overlap).max(axis=1) / np.maximum(likeness[:, 0], 1e-9)
    voicing: Floats = np.clip((highest - DOUBT) / (CERTAINTY - DOUBT), 0, 1)
    return voicing


def _envelope(frames: Floats) -> Floats:
    """Return the magnitude of each frame's all-pole envelope at the frequencies of its spectrum."""
    power = np.abs(np.fft.rfft(frames, 2 * FRAME)) ** 2
    likeness = np.fft.irfft(power)[:, : ORDER + 1].astype(np.float64)
    likeness[:, 0] = likeness[:, 0] * 1.0001 + 1e-9  # 40 dB of noise under each frame keeps silence solvable
    poles, error = _predicted(likeness)
    narrow = _fall() / np.abs(np.fft.rfft(poles, FRAME))
    broad = _fall() / np.abs(np.fft.rfft(poles * np.float32(BREADTH) ** np.arange(ORDER + 1, dtype=np.float32), FRAME))
    kept = (narrow**2).mean(axis=1) / (broad**2).mean(axis=1)  # a broader formant is a lower one
    envelope: Floats = broad * np.sqrt(error * kept)[:, None]
    return envelope


def _predicted(likeness: NDArray[np.float64]) -> tuple[Floats, Floats]:
    """Return the coefficients of the linear prediction of each frame and its squared error (Levinson-Durbin).

    In double precision: in single, the error of a clear vowel would be lost in rounding.
    """
    poles = np.zeros_like(likeness)
    poles[:, 0] = 1
    error = likeness[:, 0].copy()
    for order in range(1, ORDER + 1):
        reflection = -(poles[:, :order] * likeness[:, order:0:-1]).sum(axis=1) / error
        poles[:, : order + 1] += reflection[:, None] * poles[:, order::-1]
        error *= 1 - reflection**2
    return poles.astype(np.float32), error.astype(np.float32)


@cache
def _fall() -> Floats:
    """Return the part of the lift that is taken back, by frequency."""
    turn = np.exp(-2j * np.pi * np.arange(FRAME // 2 + 1) / FRAME)
    fall: Floats = (1 / np.abs(1 - FALL * turn)).astype(np.float32)
    return fall


Effect: TypeAlias = Callable[[Samples, float], Samples]
"""One of pedalboard's: from samples and their rate to as many samples."""
