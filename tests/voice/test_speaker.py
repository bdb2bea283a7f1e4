"""Sound that is missing, or goes away, is one sentence that says what to do; it is never a crash or a wait."""

from __future__ import annotations

import os
import signal
from ctypes.util import find_library
from pathlib import Path

import children
import pytest

from narrator.voice import speaker
from narrator.voice.profile import Voice, load_voice
from narrator.voice.samples import RATE
from narrator.voice.speaker import NoSound, SoundLost, open_speaker

PLAYER, WORKER = "narrator.voice.player", "narrator.voice.worker"

DEVICE = """
import os, threading

class PortAudioError(Exception):
    pass

class RawOutputStream:
    latency = 0.1

    def __init__(self, **asked):
        assert asked["channels"] == 1 and asked["dtype"] == "int16" and asked["samplerate"] == 22050

    def start(self):
        pass

    def write(self, block):
        with open(os.environ["TEST_HEARD"], "ab") as heard:
            if any(block):
                heard.write(block)
        {then}
"""
"""A loudspeaker in place of the sound card's: what it hears goes to a file, without the silence."""

WORKS = "threading.Event().wait(0.001)"
HANGS = "any(block) and threading.Event().wait()"
GOES = "if any(block): raise PortAudioError('Device unavailable')"


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the loudspeaker keeps what it hears."""
    monkeypatch.setenv("TEST_HEARD", str(tmp_path / "heard"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path / "heard"


def loudspeaker(that: str, heard: Path) -> Voice:
    (heard.parent / "sounddevice.py").write_text(DEVICE.format(then=that), encoding="utf-8")
    return load_voice("fr")


def nobody_is_left() -> bool:
    return not children.running(PLAYER) and not children.running(WORKER)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_without_portaudio_a_sentence_says_what_to_install(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    voice = load_voice(language)
    with pytest.raises(NoSound) as missing:
        open_speaker(voice)
    assert str(missing.value) == voice.advice.portaudio
    assert nobody_is_left()


@pytest.mark.skipif(find_library("portaudio") is None, reason="the PortAudio library is not installed")
def test_without_a_sound_card_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALSA_CONFIG_PATH", os.devnull)
    voice = load_voice("fr")
    with pytest.raises(NoSound) as missing:
        open_speaker(voice)
    assert str(missing.value).startswith(voice.advice.device.split("{")[0])
    assert "{detail}" not in str(missing.value)
    assert nobody_is_left()


def test_an_engine_without_the_voice_is_no_sound(heard: Path) -> None:
    voice = loudspeaker(WORKS, heard).model_copy(update={"voice": "roa/klingon"})
    with pytest.raises(NoSound, match="klingon"):
        open_speaker(voice)
    assert nobody_is_left()


def test_every_sample_of_a_line_is_played_before_speak_returns(heard: Path) -> None:
    with open_speaker(loudspeaker(WORKS, heard)) as mouth:
        mouth.speak(["Fermez les yeux.", 0.2, "Dormez."], 1.0)
        once = heard.stat().st_size
        mouth.speak([0.5])
        assert heard.stat().st_size == once
        mouth.speak(["Bonjour."], 0.8)
    assert heard.stat().st_size > once > RATE
    assert nobody_is_left()


def test_a_device_that_goes_away_is_told_in_a_sentence(heard: Path) -> None:
    with open_speaker(loudspeaker(GOES, heard)) as mouth:
        mouth.speak([0.1])
        for _ in range(2):
            with pytest.raises(SoundLost, match=r"Le son est perdu \(.+\)"):
                mouth.speak(["Bonjour."])


def test_a_device_that_hangs_is_given_up(heard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_speaker(loudspeaker(HANGS, heard)) as mouth:
        mouth.speak([0.1])
        monkeypatch.setattr(speaker, "_SECONDS_STUCK", 0.5)
        with pytest.raises(SoundLost):
            mouth.speak(["Bonjour."])
    assert nobody_is_left()


def test_a_player_that_was_killed_is_lost_sound(heard: Path) -> None:
    with open_speaker(loudspeaker(WORKS, heard)) as mouth:
        mouth.speak([0.1])
        (player,) = children.running(PLAYER)
        os.kill(player, signal.SIGKILL)
        with pytest.raises(SoundLost):
            mouth.speak(["Bonjour."])


def test_a_renderer_that_was_killed_is_not_noticed(heard: Path) -> None:
    with open_speaker(loudspeaker(WORKS, heard)) as mouth:
        (worker,) = children.running(WORKER)
        os.kill(worker, signal.SIGKILL)
        mouth.speak(["Bonjour."])
    assert heard.stat().st_size > 0


def test_a_closed_speaker_has_lost_its_sound(heard: Path) -> None:
    mouth = open_speaker(loudspeaker(WORKS, heard))
    mouth.close()
    mouth.close()
    with pytest.raises(SoundLost):
        mouth.speak([0.1])
    assert nobody_is_left()
