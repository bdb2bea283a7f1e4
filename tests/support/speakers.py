"""Somebody who speaks French, made by espeak, at a microphone; and the model that comes with narrator."""

from __future__ import annotations

import numpy as np

from models.build.espeak import Manner
from models.build.export import FOLDER
from models.build.speech import speak
from narrator.dsp.samples import HEARING_RATE
from narrator.listening.vad import Pcm

MODEL = FOLDER
"""A model that knows such voices, among others."""

LEVEL = -26.0
"""dB under full scale, RMS."""


def said(text: str, voice: str = "fr+f5", before: float = 1.0, after: float = 1.0, noise: float = -70.0) -> Pcm:
    """Return what a microphone hears of somebody who says this in a room, with silence before and after."""
    speech = speak(text, Manner(voice)).samples.astype(np.float64)
    speech *= 32768 * 10 ** (LEVEL / 20) / np.sqrt(np.mean(np.square(speech)))
    count = round((before + after) * HEARING_RATE) + len(speech)
    heard = np.random.default_rng(len(text)).standard_normal(count) * 32768 * 10 ** (noise / 20)
    heard[round(before * HEARING_RATE) :][: len(speech)] += speech
    sound: Pcm = np.rint(np.clip(heard, -32768, 32767)).astype(np.int16)
    return sound
