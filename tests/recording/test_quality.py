"""A recording is measured, and what is wrong with it has a name."""

from __future__ import annotations

import numpy as np
import pytest

from narrator.dsp.samples import Samples
from narrator.recording.quality import measured
from narrator.speech.recordings import Spoken

RATE = 22050


def hum(seconds: float, level: float = 0.3) -> Samples:
    """Return a tone that swells and fades, 30 ms each."""
    time = np.arange(round(seconds * RATE))
    swell = np.minimum(1, np.minimum(time, time[::-1]) / (0.03 * RATE))
    tone: Samples = (level * swell * np.sin(time * 0.05)).astype(np.float32)
    return tone


def test_a_recording_of_fitting_length_has_no_faults() -> None:
    quality = measured(hum(0.5), RATE, 6, Spoken("Odette"))
    assert quality.faults == ()
    assert quality.seconds == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("samples", "fault"),
    [
        (hum(0.1), "short"),
        (hum(3.0), "slow"),
        (hum(0.5, 0.001), "faint"),
        (hum(0.5, 1.4), "strained"),
        (np.concatenate([hum(0.2), np.zeros(RATE, np.float32), hum(0.2)]), "silence"),
        (np.concatenate([hum(0.5), np.array([0.9, -0.9], np.float32)]), "click"),
        (hum(0.5)[RATE // 20 :], "cut"),
        (hum(0.5)[: -RATE // 20], "cut"),
    ],
)
def test_what_is_wrong_has_a_name(samples: Samples, fault: str) -> None:
    assert fault in measured(samples, RATE, 6, Spoken("Odette")).faults


def test_words_said_slowly_may_last_longer() -> None:
    assert measured(hum(1.3), RATE, 6, Spoken("Odette")).faults == ("slow",)
    assert measured(hum(1.3), RATE, 6, Spoken("Odette", pace=0.82)).faults == ()


def test_a_mark_may_be_a_pause() -> None:
    rest = np.concatenate([hum(0.4), np.zeros(RATE, np.float32), hum(0.4)])
    assert "silence" not in measured(rest, RATE, 12, Spoken("Oui. Non.")).faults
