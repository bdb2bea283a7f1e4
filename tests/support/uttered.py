"""What a microphone hears of a person: a tone for the words, and a room before and after it."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import RATE, Samples, frames


def uttered(seconds: float, level: float = 0.3, room: float = 0.001, around: float = 0.5) -> Samples:
    """Return a tone of that peak, between pauses in which a room hums."""
    time = np.arange(frames(seconds)) / RATE
    pause = np.zeros(frames(around))
    tone = level * np.sin(2 * np.pi * 220 * time)
    noise = np.random.default_rng(7).normal(0, room, tone.size + 2 * pause.size)
    return np.asarray(np.clip(np.concatenate([pause, tone, pause]) + noise, -1, 1), dtype=np.float32)
