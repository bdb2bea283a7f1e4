"""How the microphone hears: too soft, too loud, nothing at all, a constant offset, or mains hum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from narrator.doctor.check_names import MICROPHONE
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.sound_under_test import NoMicrophoneError
from narrator.doctor.visit import Visit
from narrator.dsp.samples import HEARING_RATE, Samples

NONE = DoctorWords("microphone.none")
PLUG = DoctorWords("microphone.plug")
NOT_OPENED = DoctorWords("microphone.not_opened")
ANOTHER = DoctorWords("microphone.another")
CHOOSE = DoctorWords("microphone.choose")
SPEAK = DoctorWords("microphone.speak")
MUTE = DoctorWords("microphone.mute")
UNMUTE = DoctorWords("microphone.unmute")
CLIPPED = DoctorWords("microphone.clipped")
LOWER = DoctorWords("microphone.lower")
FAINT = DoctorWords("microphone.faint")
NEARER = DoctorWords("microphone.nearer")
HUM = DoctorWords("microphone.hum")
EARTH = DoctorWords("microphone.earth")
OFFSET = DoctorWords("microphone.offset")
BEAR = DoctorWords("microphone.bear")
NOISY = DoctorWords("microphone.noisy")
QUIETER = DoctorWords("microphone.quieter")
WELL = DoctorWords("microphone.well")

SECONDS, QUICKLY = 4.0, 1.0
"""How long it is listened to."""

_OPENING = 0.3  # seconds at the beginning that do not count: many a microphone clicks as it opens
_FLOOR = -99
_MUTE, _FAINT, _NOISY, _HUMMING = -90.0, -50.0, -20.0, -60.0  # dB under full scale
_FULL = 0.999
_CLIPPED, _OFF, _HUM = 0.001, 0.02, 0.5  # shares: of samples, of full scale, of the power
_MAINS = (50.0, 60.0)
_WIDE = 2.0  # Hz to each side of a mains tone


@dataclass(frozen=True)
class MicrophoneLevel:
    """What a stretch of sound is like: dB under full scale, without its offset, and shares from 0 to 1.

    `peak` is the loudest tenth of a second; `hum` is how much of the power lies on the mains and its overtones.
    """

    level: int
    peak: int
    clipped: float
    offset: float
    hum: float


def measured(samples: Samples, rate: int = HEARING_RATE) -> MicrophoneLevel:
    """Measure some sound, a tenth of a second at least."""
    offset = float(np.mean(samples, dtype=np.float64))
    moved = samples.astype(np.float64) - offset
    tenth = rate // 10
    powers = [float(np.mean(moved[at : at + tenth] ** 2)) for at in range(0, len(moved) - tenth + 1, tenth)]
    return MicrophoneLevel(
        level=_decibels(float(np.mean(moved**2))),
        peak=max(map(_decibels, powers)),
        clipped=float(np.mean(np.abs(samples) >= _FULL)),
        offset=abs(offset),
        hum=max(_share(moved, rate, tone) for tone in _MAINS),
    )


def microphone(visit: Visit) -> Finding:
    """Listen for some seconds, and say how loud that was; somebody who is there is asked to speak meanwhile."""
    speaking = visit.asking is not None and not visit.quick
    booth = visit.booth
    if speaking and visit.has_microphone:
        visit.tell(SPEAK)
    try:
        heard = booth.heard(_OPENING + (QUICKLY if visit.quick else SECONDS))[round(_OPENING * HEARING_RATE) :]
    except NoMicrophoneError as error:
        if not visit.has_microphone:
            return Finding(MICROPHONE, State.WRONG if visit.settings.input else State.NOTE, NONE, PLUG)
        return Finding(MICROPHONE, visit.fault, NOT_OPENED(why=str(error) or "silence"), visit.freeing())
    kept, device = visit.settings.input, booth.microphone
    if kept and kept.casefold() not in device.casefold():
        return Finding(MICROPHONE, State.WRONG, ANOTHER(kept=kept, device=device), CHOOSE)
    return judged(measured(heard), device, speaking=speaking)


def judged(level: MicrophoneLevel, device: str, *, speaking: bool) -> Finding:
    """Say what is wrong with a level, the worst first; `speaking` is whether somebody was asked to speak."""
    if level.peak <= _MUTE:
        return Finding(MICROPHONE, State.WRONG, MUTE(device=device), UNMUTE)
    if level.clipped > _CLIPPED:
        return Finding(MICROPHONE, State.WRONG, CLIPPED(device=device, share=100 * level.clipped), LOWER)
    if level.hum > _HUM and level.level > _HUMMING:
        return Finding(MICROPHONE, State.WRONG, HUM(device=device, level=level.level), EARTH)
    if speaking and level.peak < _FAINT:
        return Finding(MICROPHONE, State.WRONG, FAINT(device=device, peak=level.peak), NEARER)
    if level.offset > _OFF:
        text = OFFSET(device=device, level=level.level, offset=100 * level.offset)
        return Finding(MICROPHONE, State.NOTE, text, BEAR)
    if not speaking and level.level > _NOISY:
        return Finding(MICROPHONE, State.NOTE, NOISY(device=device, level=level.level), QUIETER)
    return Finding(MICROPHONE, State.WELL, WELL(device=device, level=level.level, peak=level.peak))


def _decibels(power: float) -> int:
    return max(_FLOOR, round(10 * np.log10(power))) if power else _FLOOR


def _share(samples: np.ndarray[tuple[int], np.dtype[np.float64]], rate: int, tone: float) -> float:
    """Return how much of the power lies within `_WIDE` of a tone and its first three overtones."""
    power = np.abs(np.fft.rfft(samples * np.hanning(len(samples)))) ** 2
    if not power.any():
        return 0.0
    pitches = np.fft.rfftfreq(len(samples), 1 / rate)
    near = np.any([np.abs(pitches - tone * times) <= _WIDE for times in (1, 2, 3, 4)], axis=0)
    return float(power[near].sum() / power.sum())
