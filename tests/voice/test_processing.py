"""Whatever a voice does to a phrase, it comes out equally loud, without a click, and the same every time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import espeakng_loader
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from sounds import A_VOWEL, AN_I, hiss, periodicity, phrase, strongest, vowel

from narrator.packs.markup import PLAIN, Style
from narrator.sound.dsp.loudness import CEILING, TARGET, amplified, loudness, true_peak
from narrator.sound.dsp.samples import RATE, Samples, frames, silence
from narrator.voice import processing
from narrator.voice.processing import (
    BEFORE_ONSET,
    STRONG_GAIN,
    faded,
    from_onset,
    identity,
    lacking,
    process,
    whispered,
)
from narrator.voice.profile import Band, Chain, Voice, VoiceRoom, load_voice
from narrator.voice.voice_files import voices

OURS = [load_voice(name) for name in voices()]

BARE = Voice(name="bare", language="fr", engine="pyttsx3", voice="roa/fr")

sounds = arrays.arrays(np.float32, st.integers(0, 3000), elements=st.floats(-1, 1, width=32))


@pytest.fixture
def no_effects(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a machine where pedalboard cannot be loaded."""
    monkeypatch.setitem(sys.modules, "pedalboard", None)
    processing._loaded.cache_clear()
    yield
    processing._loaded.cache_clear()


def level(sound: Samples, low: float, high: float) -> float:
    """Return the level of a sound between two frequencies, in dB."""
    at = np.fft.rfftfreq(sound.size, 1 / 22050)
    return float(10 * np.log10((np.abs(np.fft.rfft(sound)[(at >= low) & (at < high)]) ** 2).sum()))


@pytest.mark.parametrize("voice", OURS, ids=lambda voice: voice.name)
@pytest.mark.parametrize("gain", [-30, 0, 6])
def test_every_voice_is_as_loud_as_every_other_one(voice: Voice, gain: float) -> None:
    heard = process(amplified(phrase(), gain), voice, PLAIN)
    assert loudness(heard) == pytest.approx(TARGET, abs=0.5)
    assert true_peak(heard) <= CEILING + 1e-6


@pytest.mark.parametrize("voice", OURS, ids=lambda voice: voice.name)
def test_a_phrase_begins_and_ends_at_zero_without_a_step(voice: Voice) -> None:
    heard = process(phrase(), voice, PLAIN)
    assert heard[0] == heard[-1] == 0
    steps = np.abs(np.diff(heard))
    assert max(steps[: frames(0.001)].max(), steps[-frames(0.001) :].max()) <= steps.max() / 2


@pytest.mark.parametrize("voice", OURS, ids=lambda voice: voice.name)
def test_a_phrase_is_processed_the_same_way_every_time(voice: Voice) -> None:
    assert np.array_equal(process(phrase(), voice, PLAIN), process(phrase(), voice, PLAIN))


@pytest.mark.parametrize("voice", [one for one in OURS if one.engine == "pyttsx3"], ids=lambda voice: voice.name)
def test_every_voice_of_espeak_comes_with_the_program(voice: Voice) -> None:
    data = Path(espeakng_loader.get_data_path())
    language, _, variant = voice.voice.partition("+")
    assert (data / "lang" / language).is_file()
    assert not variant or (data / "voices" / "!v" / variant).is_file()


@pytest.mark.parametrize(
    ("style", "gain"),
    [(Style(gain=-6.0), -6.0), (Style(strong=True), STRONG_GAIN), (Style(gain=-3.0, whisper=True), -3.0)],
)
def test_a_style_changes_the_loudness_by_its_gain(style: Style, gain: float) -> None:
    assert loudness(process(phrase(), BARE, style)) == pytest.approx(TARGET + gain, abs=0.5)


def test_any_voice_can_whisper() -> None:
    spoken = vowel(A_VOWEL, 1.0)
    assert periodicity(process(spoken, BARE, PLAIN)) > 0.9
    assert abs(periodicity(process(spoken, BARE, Style(whisper=True)))) < 0.2


def test_the_equaliser_raises_and_cuts_what_it_is_told() -> None:
    low = Band(shape="low_shelf", at=300, gain=6)
    chain = Chain(equaliser=(low, Band(shape="high_cut", at=3000), Band(at=1000, gain=-6, q=1)))
    bands = ((50, 200), (800, 1200), (6000, 10000))
    flat, shaped = process(hiss(2.0), BARE, PLAIN), process(hiss(2.0), BARE.model_copy(update={"chain": chain}), PLAIN)
    bass, middle, treble = (level(shaped, *band) - level(flat, *band) for band in bands)
    assert bass > middle + 9
    assert bass > treble + 9


def test_a_room_lengthens_a_phrase_a_little_and_dies_away() -> None:
    chain = Chain(room=VoiceRoom(size=1.0, damping=0.3, wet=0.3))
    dry, wet = process(phrase(), BARE, PLAIN), process(phrase(), BARE.model_copy(update={"chain": chain}), PLAIN)
    assert dry.size < wet.size <= dry.size + frames(0.16)
    tail = wet[dry.size :]
    assert np.std(tail[: tail.size // 4]) > 3 * np.std(tail[-tail.size // 4 :])


@settings(max_examples=40)
@given(sounds, st.sampled_from(OURS), st.sampled_from([PLAIN, Style(strong=True), Style(gain=-6.0, whisper=True)]))
def test_whatever_an_engine_gives_never_becomes_too_loud_or_no_sound(
    sound: Samples, voice: Voice, style: Style
) -> None:
    heard = process(sound, voice, style)
    assert heard.dtype == np.float32
    assert sound.size <= heard.size <= sound.size + frames(0.16)
    assert np.isfinite(heard).all()
    assert true_peak(heard) <= CEILING + 1e-6


def test_silence_stays_silence() -> None:
    for voice in OURS:
        assert np.array_equal(process(silence(0.5), voice, PLAIN), silence(0.5))


@given(sounds)
def test_soft_ends_change_nothing_between_them(sound: Samples) -> None:
    soft = faded(sound)
    assert soft.shape == sound.shape
    middle = slice(frames(0.015), max(frames(0.015), sound.size - frames(0.005)))
    assert np.array_equal(soft[middle], sound[middle])
    assert not sound.size or soft[0] == soft[-1] == 0


def test_what_was_cut_in_two_rises_slowly_and_what_begins_softly_loses_nothing() -> None:
    whole = vowel(A_VOWEL, 0.3)
    burst = np.concatenate([silence(0.004), whole])
    at_5_ms = slice(frames(0.004), frames(0.006))
    assert np.abs(faded(whole)[at_5_ms]).max() < 0.5 * np.abs(whole[at_5_ms]).max()
    assert np.array_equal(faded(burst)[at_5_ms], burst[at_5_ms])


@pytest.mark.usefixtures("no_effects")
def test_without_effects_that_nobody_installed_a_voice_goes_on_without_a_word() -> None:
    assert lacking() == ""
    for voice in OURS:
        assert loudness(process(phrase(), voice, PLAIN)) == pytest.approx(TARGET, abs=0.5)


def test_effects_that_are_installed_and_cannot_be_loaded_are_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = "raise ImportError('libatomic.so.1: cannot open shared object file')"
    (tmp_path / "pedalboard.py").write_text(broken, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pedalboard", raising=False)
    processing._loaded.cache_clear()
    try:
        assert "libatomic1" in lacking()
        assert processing.effects() is None
    finally:
        processing._loaded.cache_clear()


def test_where_all_is_there_nothing_is_lacking() -> None:
    assert lacking() == ""


def test_voices_that_sound_different_are_kept_apart() -> None:
    assert identity(load_voice("conteur")) != identity(load_voice("veilleur"))
    assert identity(BARE) == identity(BARE.model_copy(update={"about": "the same sound"}))


@pytest.mark.usefixtures("no_effects")
def test_what_was_made_without_effects_is_kept_apart() -> None:
    without = identity(BARE)
    processing._loaded.cache_clear()
    sys.modules.pop("pedalboard")
    assert identity(BARE) != without


def test_what_is_hardly_heard_before_the_first_word_is_left_out() -> None:
    breath, word = hiss(0.1, 0.001), vowel(A_VOWEL, 0.5)
    left = from_onset(np.concatenate([breath, word]))
    assert left.size - word.size == pytest.approx(frames(BEFORE_ONSET), abs=frames(0.002))
    assert np.array_equal(from_onset(silence(0.2)), silence(0.2))


def spread(sound: Samples) -> float:
    """Return the level of a sound as its root mean square."""
    return float(np.sqrt((sound**2).mean()))


@pytest.mark.parametrize("pitch", [75.0, 110.0, 220.0])
def test_a_whisper_has_no_pitch(pitch: float) -> None:
    spoken = vowel(A_VOWEL, 1.0, pitch)
    assert periodicity(spoken, pitch) > 0.9
    assert abs(periodicity(whispered(spoken), pitch)) < 0.2


@pytest.mark.parametrize("formants", [A_VOWEL, AN_I])
def test_a_whispered_vowel_is_the_same_vowel(formants: tuple[float, float, float]) -> None:
    spoken, breathed = vowel(formants, 1.0), whispered(vowel(formants, 1.0))
    first, second, third = formants
    edges = (first - 150, (first + second) / 2, (second + third) / 2, third + 500)
    for low, high in pairwise(edges):
        assert strongest(breathed, low, high) == pytest.approx(strongest(spoken, low, high), abs=130)


def test_what_has_no_voice_passes() -> None:
    spoken = hiss(1.0)
    assert np.corrcoef(spoken, whispered(spoken))[0, 1] > 0.95


def test_voiced_sounds_get_softer_in_relation_to_breathed_ones() -> None:
    spoken = vowel(A_VOWEL, 1.0)
    assert 0.02 * spread(spoken) < spread(whispered(spoken)) < spread(spoken)


def test_a_little_whisper_leaves_some_voice() -> None:
    spoken = vowel(A_VOWEL, 1.0)
    none, half, all_ = (periodicity(whispered(spoken, amount)) for amount in (0.0, 0.5, 1.0))
    assert none > half > all_
    assert np.array_equal(whispered(spoken, 0.0), spoken)


def test_the_same_phrase_is_whispered_the_same_way_every_time() -> None:
    assert np.array_equal(whispered(phrase()), whispered(phrase()))


def test_silence_in_a_phrase_stays_silent() -> None:
    spoken = np.concatenate([vowel(A_VOWEL, 0.5), np.zeros(RATE, np.float32), vowel(AN_I, 0.5)])
    middle = slice(round(0.6 * RATE), round(1.4 * RATE))
    assert np.abs(whispered(spoken)[middle]).max() < 1e-4


@settings(max_examples=30)
@given(sounds, st.floats(0, 1))
def test_a_whisper_lasts_as_long_as_the_words_and_is_sound(sound: Samples, amount: float) -> None:
    breathed = whispered(sound, amount)
    assert breathed.shape == sound.shape
    assert breathed.dtype == np.float32
    assert np.isfinite(breathed).all()
    assert spread(np.append(breathed, np.float32(0))) <= 3 * spread(np.append(sound, np.float32(0))) + 1e-4
