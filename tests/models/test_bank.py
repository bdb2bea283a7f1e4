"""Clips that are kept come back as they were, speaker, text, sound and phones."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.build.bank import Clip, load, save
from models.build.speech import Speech


def test_clips_come_back(tmp_path: Path) -> None:
    clips = [
        Clip("0.5a+0.5b", "joueur trois", Speech(np.arange(50, dtype=np.float32), ((0, "Z"), (20, ""), (30, "A~")))),
        Clip("stamps-fr", "été", Speech(np.full(7, -3, np.float32), ((0, ""),))),
    ]
    save(clips, tmp_path / "clips.npz")
    (first, second) = load([tmp_path / "clips.npz"])
    for kept, clip in ((first, clips[0]), (second, clips[1])):
        assert (kept.speaker, kept.text, kept.speech.phones) == (clip.speaker, clip.text, clip.speech.phones)
        assert np.array_equal(kept.speech.samples, clip.speech.samples)
