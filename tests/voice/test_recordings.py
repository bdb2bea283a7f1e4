"""A file of recordings gives what was put into it, and nothing else."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from booths import sound_in, tone, write_recordings

from narrator.base.resources import languages
from narrator.evening.box.service import hello
from narrator.packs.markup import Style, TextPart, caption
from narrator.sound.dsp.samples import RATE, to_pcm
from narrator.voice.cache import Cache
from narrator.voice.performance import Phrase, phrases, script
from narrator.voice.profile import load_voice
from narrator.voice.recital import Recital
from narrator.voice.recordings import Recordings, RecordingsError, Spoken
from narrator.voice.voice_files import first_names, read_first_words, spelt_names, write_first_words


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file in which a name is said in two ways, and a line in one."""
    said = [Spoken("Anne"), Spoken("Anne", closing=True), Spoken("Le village perd")]
    return write_recordings(tmp_path / "voice.recordings", said)


def test_a_recording_is_found_by_what_is_said_and_how(file: Path) -> None:
    recordings = Recordings([file])
    assert len(recordings) == 3
    assert Spoken("Anne", closing=True) in recordings
    assert Spoken("Anne", pace=0.82) not in recordings
    assert sound_in(recordings, Spoken("Anne", whisper=True)) is None
    inside, closing = sound_in(recordings, Spoken("Anne")), sound_in(recordings, Spoken("Anne", closing=True))
    assert inside is not None
    assert closing is not None
    assert not np.array_equal(inside, closing)


def test_a_recording_is_as_long_as_what_was_recorded(file: Path) -> None:
    sound = sound_in(Recordings([file]), Spoken("Le village perd"))
    assert sound is not None
    assert abs(sound.size - tone(Spoken("Le village perd")).size) <= RATE // 1000
    assert np.abs(sound).max() > 0.05


def test_what_one_file_has_not_the_next_one_may_have(file: Path, tmp_path: Path) -> None:
    own = write_recordings(tmp_path / "own.recordings", [Spoken("Zoran")])
    recordings = Recordings([file, own])
    assert sound_in(recordings, Spoken("Zoran")) is not None
    assert {spoken.text for spoken in recordings} == {"Anne", "Le village perd", "Zoran"}


def test_other_capitals_and_accents_are_the_same_name(tmp_path: Path) -> None:
    recordings = Recordings([write_recordings(tmp_path / "voice.recordings", [Spoken("Zoé"), Spoken("Zoë")])])
    exact, plain, other = (sound_in(recordings, Spoken(name)) for name in ("Zoé", "ZOE", "Chloé"))
    assert Spoken("zoe") in recordings
    assert exact is not None
    assert plain is not None
    assert other is None


def test_a_recording_put_under_other_words_is_refused(file: Path) -> None:
    rows = sqlite3.connect(file)
    with rows:
        rows.execute("UPDATE recording SET text = 'Bruno' WHERE text = 'Anne' AND closing = 0")
    rows.close()
    with pytest.raises(RecordingsError, match="damaged"):
        sound_in(Recordings([file]), Spoken("Bruno"))


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_a_file_that_holds_no_recordings_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "voice.recordings").write_bytes(content)
    with pytest.raises(RecordingsError, match=r"voice\.recordings"):
        Recordings([tmp_path / "voice.recordings"])


def test_a_pipe_into_which_nobody_writes_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "voice.recordings")
    with pytest.raises(RecordingsError, match=r"voice\.recordings: not a regular file"):
        Recordings([tmp_path / "voice.recordings"])


def test_without_a_file_there_are_no_recordings(tmp_path: Path) -> None:
    with pytest.raises(RecordingsError, match="there are no recordings"):
        Recordings([])
    with pytest.raises(RecordingsError):
        Recordings([tmp_path / "missing.recordings"])


def test_words_are_recorded_by_whether_a_sentence_ends_with_them() -> None:
    inside = (TextPart("Le village perd "), TextPart("Anne"), TextPart(", et pleure."))
    at_its_end = (TextPart("Le village perd "), TextPart("Anne"), TextPart(". Il pleure."))
    assert [Spoken.of(phrase) for phrase in phrases(script(inside))] == [
        Spoken("Le village perd"),
        Spoken("Anne"),
        Spoken("et pleure."),
    ]
    assert [Spoken.of(phrase) for phrase in phrases(script(at_its_end))] == [
        Spoken("Le village perd"),
        Spoken("Anne", closing=True),
        Spoken("Il pleure."),
    ]


def test_how_loud_words_are_is_no_matter_of_recording() -> None:
    assert Spoken.of(Phrase("Anne", Style(gain=-6.0))) == Spoken.of(Phrase("Anne"))
    assert Spoken.of(Phrase("Anne", Style(pace=0.82))) != Spoken.of(Phrase("Anne"))


WORDS, PCM = "Bonsoir : entrez.", b"\n\n\x00\n"


@pytest.fixture
def voices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.yaml").touch()
    monkeypatch.setattr("narrator.voice.voice_files.folder", lambda _name: tmp_path)
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
