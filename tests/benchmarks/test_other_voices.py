"""Voices of other synthesisers are asked where they are installed."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
import soundfile

from benchmarks import other_voices
from benchmarks.other_voices import PICO, OtherVoice, present
from benchmarks.recordings import rms
from narrator.sound.dsp.samples import HEARING_RATE


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder which is all that commands are looked for in."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(other_voices, "_DIPHONES", tmp_path)
    (tmp_path / "fr4").mkdir()
    return tmp_path


def test_without_its_command_no_voice_is_there(installed: Path) -> None:
    assert present() == ()
    command(installed / "espeak-ng")
    assert present() == ()
    command(installed / "mbrola")
    assert present() == ("mb-fr4",)
    command(installed / "pico2wave")
    assert present() == ("mb-fr4", PICO)


@pytest.mark.parametrize(("voice", "name"), [("mb-fr4", "espeak-ng"), (PICO, "pico2wave")])
def test_what_a_voice_says_is_at_the_rate_of_the_ear_without_silence(installed: Path, voice: str, name: str) -> None:
    said = installed / "spoken.wav"
    burst = np.sin(np.arange(11025) / 10)
    soundfile.write(said, np.concatenate([np.zeros(5000), burst, np.zeros(9000)]), 22050)
    command(installed / name, f"import shutil, sys; shutil.copy({str(said)!r}, sys.argv[sys.argv.index('-w') + 1])")
    sound = OtherVoice(voice).says("oui", Random(1))
    assert len(sound) == pytest.approx(HEARING_RATE / 2, rel=0.02)
    assert rms(sound) > 100


def test_each_voice_says_a_half_of_its_own() -> None:
    texts = [str(number) for number in range(400)]
    one, other = ({text for text in texts if OtherVoice(voice).can_say(text)} for voice in ("mb-fr1", PICO))
    assert 150 < len(one) < 250
    assert 50 < len(one & other) < 150


def command(place: Path, script: str = "") -> None:
    place.write_text(f"#!{sys.executable}\n{script}\n")
    place.chmod(0o755)
