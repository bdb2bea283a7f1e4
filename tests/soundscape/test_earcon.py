"""The earcon is short and soft, and rises."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import RATE, Samples, frames
from narrator.soundscape.earcon import earcon


def test_the_earcon_is_short_and_soft_and_does_not_click() -> None:
    sound = earcon()
    assert 0.2 < len(sound) / RATE < 0.6
    assert 0.1 < np.abs(sound).max() < 10 ** (-15 / 20)
    assert np.abs(np.diff(sound, prepend=0, append=0)).max() < 0.04
    assert np.abs(sound[:40]).max() < 0.01
    assert np.abs(sound[-40:]).max() < 0.001


def test_the_earcon_rises_like_a_question() -> None:
    def note(part: Samples) -> int:
        return int(np.argmax(np.abs(np.fft.rfft(part, 1 << 16))))

    sound = earcon()
    assert note(sound[: frames(0.1)]) < note(sound[-frames(0.3) :])
