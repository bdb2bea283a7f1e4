"""Piper renders real phrases with a voice that the tests make: a tone a letter, so that what it says can be counted."""

from __future__ import annotations

import importlib.metadata
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import children
import numpy as np
import pytest
import tone_voice

from narrator.base.resources import PIP
from narrator.sound.dsp.samples import RATE, Samples
from narrator.voice.profile import Voice
from narrator.voice.synthesisers import piper
from narrator.voice.synthesisers.piper import PACKAGE, Piper, resampled
from narrator.voice.synthesisers.synthesiser import SynthesiserError

WORKER = "narrator.voice.synthesisers.piper_worker"
STEP = int(tone_voice.STEP * RATE)


def _there() -> bool:
    try:
        importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


speaks = pytest.mark.skipif(not _there(), reason=f"{PACKAGE} is not installed here: pip install '.[piper]'")


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the player's voices stand, with one that has a tone a letter."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    tone_voice.make(tmp_path / "voices" / "tone")
    return tmp_path / "voices"


def voice(name: str = "tone", rate: int = 150, volume: float = 1.0) -> Voice:
    return Voice(name="mine", language="fr", engine="piper", voice=name, rate=rate, volume=volume)


@pytest.fixture
def engine() -> Iterator[Piper]:
    engine = Piper(voice())
    yield engine
    engine.close()


def rendered(engine: Piper, text: str) -> Samples:
    try:
        return engine.render(text, 1.0, strong=False)
    finally:
        engine.close()


def heard(samples: Samples) -> list[float]:
    """Return the strongest frequency of each step, in Hz."""
    frequencies = np.fft.rfftfreq(8 * STEP, 1 / RATE)
    steps = [samples[at : at + STEP] for at in range(0, len(samples) - STEP + 1, STEP)]
    return [float(frequencies[np.abs(np.fft.rfft(part, 8 * STEP)).argmax()]) for part in steps]


@speaks
def test_a_phrase_is_spoken_letter_by_letter(engine: Piper) -> None:
    assert heard(engine.render("loup.", 1.0, strong=False)) == pytest.approx(tone_voice.tones("loup."), abs=10)


@speaks
def test_a_piece_of_a_sentence_does_not_end_like_one(engine: Piper) -> None:
    assert heard(engine.render("anne", 1.0, strong=False)) == pytest.approx(tone_voice.tones("anne,"), abs=10)


@speaks
def test_pace_and_rate_shorten_and_emphasis_lengthens() -> None:
    usual, brisk = Piper(voice()), Piper(voice(rate=300))
    try:
        length = len(usual.render("la nuit tombe.", 1.0, strong=False))
        assert len(usual.render("la nuit tombe.", 2.0, strong=False)) == pytest.approx(length / 2, rel=0.01)
        assert len(brisk.render("la nuit tombe.", 1.0, strong=False)) == pytest.approx(length / 2, rel=0.01)
        assert len(usual.render("la nuit tombe.", 1.0, strong=True)) > 1.05 * length
    finally:
        usual.close()
        brisk.close()


@speaks
def test_the_volume_is_the_voices_own() -> None:
    loud, soft = rendered(Piper(voice()), "loup."), rendered(Piper(voice(volume=0.25)), "loup.")
    assert float(np.abs(loud).max()) == pytest.approx(0.5, abs=0.01)
    assert float(np.abs(soft).max()) == pytest.approx(0.125, abs=0.01)


@speaks
@pytest.mark.parametrize("rate", [16000, 44100, 48000])
def test_a_voice_with_another_rate_is_brought_to_ours(shelf: Path, rate: int) -> None:
    tone_voice.make(shelf / "other", rate=rate)
    samples = rendered(Piper(voice("other")), "abcdef.")
    wanted = tone_voice.tones("abcdef.")
    assert len(samples) == pytest.approx(len(wanted) * tone_voice.STEP * RATE, abs=2 * len(wanted))
    assert samples.dtype == np.float32
    assert heard(samples) == pytest.approx(wanted, abs=15)


def test_sound_keeps_its_length_pitch_and_strength_at_another_rate() -> None:
    for rate in (8000, 16000, 44100):
        tone = (0.5 * np.sin(2 * np.pi * 440 * np.arange(rate) / rate)).astype(np.float32)
        ours = resampled(tone, rate)
        assert len(ours) == pytest.approx(RATE, abs=1)
        assert heard(ours)[5] == pytest.approx(440, abs=10)
        assert float(np.abs(ours[1000:-1000]).max()) == pytest.approx(0.5, abs=0.01)


@speaks
def test_sentences_are_spoken_with_a_rest_between_them(shelf: Path) -> None:
    """With espeak's own phonemes, as real voices have them."""
    tone_voice.make(shelf / "french", espeak="fr")
    samples = rendered(Piper(voice("french")), "La nuit tombe. Fermez les yeux !")
    silent = np.flatnonzero(np.abs(samples) < 1e-3)
    runs = np.split(silent, np.flatnonzero(np.diff(silent) > 1) + 1)
    assert max(map(len, runs)) == pytest.approx(0.2 * RATE, abs=20)
    assert len(samples) > 20 * STEP


@speaks
def test_a_voice_may_have_several_speakers(shelf: Path) -> None:
    tone_voice.make(shelf / "pair", speakers=True)
    low, high = (np.array(heard(rendered(Piper(voice(f"pair#{name}")), "abc."))) for name in ("low", "high"))
    assert high - low == pytest.approx(np.full(len(low), tone_voice.HIGHER), abs=15)
    with pytest.raises(SynthesiserError, match=r"'hugo'.*low, high"):
        rendered(Piper(voice("pair#hugo")), "abc.")


@pytest.mark.parametrize("text", ["", "  ", "...", "« ! »", "\n"])
def test_nothing_to_pronounce_gives_no_sound_and_starts_nothing(engine: Piper, text: str) -> None:
    assert engine.render(text, 1.0, strong=False).size == 0
    assert children.running(WORKER) == []


@speaks
def test_signs_that_mean_something_to_a_machine_are_letters_like_others(engine: Piper) -> None:
    assert len(engine.render('anne [[ abc ]]\x00 {"text": "x"}\n -m.', 1.0, strong=False)) > 10 * STEP
    assert heard(engine.render("ok.", 1.0, strong=False)) == pytest.approx(tone_voice.tones("ok."), abs=10)


@speaks
def test_piper_lives_in_a_process_of_its_own_and_hears_its_text_through_a_pipe(engine: Piper) -> None:
    engine.render("le hameau.", 1.0, strong=False)
    (worker,) = children.running(WORKER)
    assert "hameau" not in "".join(children.arguments(worker))
    assert not {"piper", "onnxruntime"} & sys.modules.keys()
    engine.close()
    engine.close()
    assert children.running(WORKER) == []


@speaks
@pytest.mark.parametrize("befalls", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_was_killed_or_hangs_is_replaced(
    engine: Piper, befalls: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.ready()
    (worker,) = children.running(WORKER)
    os.kill(worker, befalls)
    monkeypatch.setattr(piper, "_SECONDS_TO_RENDER", 3.0)
    assert heard(engine.render("loup.", 1.0, strong=False)) == pytest.approx(tone_voice.tones("loup."), abs=10)
    assert worker not in children.running(WORKER)


def test_without_the_package_a_sentence_says_how_to_install_it(engine: Piper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piper, "PACKAGE", "piper-that-nobody-has")
    with pytest.raises(SynthesiserError, match=re.escape(f"run '{PIP} install piper-that-nobody-has'")):
        engine.ready()
    assert children.running(WORKER) == []


@speaks
@pytest.mark.parametrize(
    ("name", "advice"),
    [("fr_FR-siwis-medium", "narrator voices fetch fr_FR-siwis-medium"), ("mine", r"put mine.onnx and mine.onnx.json")],
)
def test_without_the_voice_a_sentence_says_how_to_get_it(name: str, advice: str) -> None:
    with pytest.raises(SynthesiserError, match=advice):
        rendered(Piper(voice(name)), "loup.")


@speaks
@pytest.mark.parametrize("damaged", ["tone.onnx", "tone.onnx.json"])
def test_a_damaged_voice_is_refused_with_what_piper_says_of_it(shelf: Path, engine: Piper, damaged: str) -> None:
    (shelf / "tone" / damaged).write_bytes(b"{")
    with pytest.raises(SynthesiserError, match=r"^Piper: ."):
        engine.ready()
    assert children.running(WORKER) == []


def test_the_identity_is_known_without_a_process_and_tells_every_difference_that_is_heard(shelf: Path) -> None:
    tone_voice.make(shelf / "fast", rate=44100)
    tone_voice.make(shelf / "twin")
    different = [voice(), voice("fast"), voice(rate=120), voice(volume=0.5), voice("tone#low"), voice("nowhere")]
    assert len({Piper(each).identity for each in different}) == len(different)
    assert Piper(voice()).identity == Piper(voice()).identity
    first = Piper(voice("twin")).identity
    (shelf / "twin" / "twin.onnx").write_bytes(b"another voice")
    assert Piper(voice("twin")).identity != first
    assert children.running(WORKER) == []
