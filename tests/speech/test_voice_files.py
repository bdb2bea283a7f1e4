"""The first words that are kept as sound are those that the voice would say today, and whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from narrator.box.service import hello
from narrator.dsp.samples import to_pcm
from narrator.resources import languages
from narrator.speech.cache import Cache
from narrator.speech.profile import load_voice
from narrator.speech.recital import Recital
from narrator.speech.voice_files import first_names, read_first_words, spelt_names, write_first_words
from narrator.story.markup import caption

WORDS, PCM = "Bonsoir : entrez.", b"\n\n\x00\n"


@pytest.fixture
def voices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.yaml").touch()
    monkeypatch.setattr("narrator.speech.voice_files.folder", lambda _name: tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", languages())
def test_what_is_kept_is_what_the_voice_says(language: str, tmp_path: Path) -> None:
    said, voice = hello(language), load_voice(language)
    assert said is not None
    with Recital(voice, Cache(tmp_path), pytest.fail, seed=0) as recital:
        spoken = np.frombuffer(to_pcm(recital(said, by_night=False)), "<i2").astype(int)
    for name in (language, voice.name):
        pcm = read_first_words(name, caption(said))
        assert pcm is not None
        # Another decoder rounds in another way.
        assert np.abs(np.frombuffer(pcm, "<i2") - spoken).max() <= 1


def test_other_words_and_other_voices_are_not_kept() -> None:
    said = hello("fr")
    assert said is not None
    assert read_first_words("fr", "Bonsoir.") is None
    assert read_first_words("conteur", caption(said)) is None
    assert read_first_words("personne", caption(said)) is None


def test_a_recording_comes_back_to_the_last_byte(voices: Path) -> None:
    write_first_words(voices, "mine", WORDS, PCM)
    assert read_first_words("mine", WORDS) == PCM


@pytest.mark.parametrize("left", [b"", b"\n\n\x00", b"\n\n\x01\n"], ids=["nothing", "half a sample", "another bit"])
def test_a_damaged_recording_is_none(left: bytes, voices: Path) -> None:
    file = write_first_words(voices, "mine", WORDS, PCM)
    file.write_bytes(file.read_bytes().removesuffix(PCM) + left)
    assert read_first_words("mine", WORDS) is None


def test_first_names_are_listed_once_and_the_most_common_come_first() -> None:
    written = [name for name, _ in spelt_names("fr")]
    assert len(written) == len(set(written))
    assert "Marie" in written[:40]
    assert len(first_names("fr")) == len(set(first_names("fr")))


def test_a_language_without_a_list_has_no_names() -> None:
    assert first_names("oc") == ()
