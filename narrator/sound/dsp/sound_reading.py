"""Reads sound files: FLAC, WAV, Ogg, MP3 and whatever else libsndfile knows."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import soundfile
import soxr

from narrator.base.whole_files import open_regular
from narrator.sound.dsp.samples import Samples

_LOUDEST = 2.0**31
"""What no sample reaches, those of 32 bits kept as floats without scaling included."""


_AT_ONCE = 1 << 16
"""Samples of each channel that are read before they are made one."""


class UnreadableSoundError(Exception):
    """A file cannot be read, or is no sound; its text says what the system or the decoder answered."""


def read_sound(file: Path, rate: int, longest: float = inf) -> Samples:
    """Return the first `longest` seconds of a file as one channel of `rate` samples a second.

    A file of floats may hold any of them: those that are not finite, or as large as no sound is, are read as silence.

    Raises:
        UnreadableSoundError: it cannot be read, or is no sound.
    """
    try:
        # Opened here, for a name may be no UTF-8.
        with open_regular(file) as opened, soundfile.SoundFile(opened) as sound:
            count = int(min(sound.frames, longest * sound.samplerate))
            # Channel by channel a small file may unfold to more than there is memory.
            blocks = sound.blocks(_AT_ONCE, frames=count, dtype="float32", always_2d=True)
            one = np.concatenate([np.zeros(0, np.float32), *map(_one_channel, blocks)])
            return np.asarray(soxr.resample(one, sound.samplerate, rate), dtype=np.float32)
    except (OSError, soundfile.LibsndfileError) as error:
        raise UnreadableSoundError(str(error)) from error


def _one_channel(channels: Samples) -> Samples:
    # Before it is resampled, which would spread it over all that follows.
    channels[~(np.abs(channels) < _LOUDEST)] = 0
    return np.asarray(channels.mean(axis=1))
