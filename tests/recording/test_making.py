"""What was spoken is kept, gone on with, and published through the chain of its voice."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from recorded import sound_in, tone

from narrator.dsp.loudness import TARGET, loudness
from narrator.dsp.samples import RATE
from narrator.recording.making import Cut, Speaker, Work, published, published_before, recorded
from narrator.recording.network import INSTALL, NetworkError
from narrator.recording.quality import Quality
from narrator.recording.takes import Take
from narrator.speech.profile import load_voice
from narrator.speech.recordings import Recordings, Spoken

WELL = Quality(1.0, 0.07, 0.5, 0.1, 0.0, 0.1, 0.01)
SLOW = Quality(9.0, 0.9, 0.5, 0.1, 0.0, 0.1, 0.01)
ANNE, LOSES = Spoken("Anne"), Spoken("Le village perd")


@pytest.fixture
def work(tmp_path: Path) -> Work:
    """Return a working file with two recordings, one of them doubtful."""
    work = Work(tmp_path / "deep" / "voice.work")
    work.put([Cut(ANNE, tone(ANNE), WELL), Cut(LOSES, tone(LOSES), SLOW)], 1)
    return work


def test_what_was_spoken_is_kept_as_it_was_and_can_be_made_again(work: Work) -> None:
    assert work.tries() == {ANNE: (1, ""), LOSES: (1, "slow")}
    assert np.allclose(work.samples(ANNE), tone(ANNE), atol=1e-4)
    work.put([Cut(LOSES, tone(ANNE), WELL)], 2)
    assert work.tries()[LOSES] == (2, "")


def test_what_is_published_is_as_loud_as_every_phrase(work: Work, tmp_path: Path) -> None:
    file = tmp_path / "voice.recordings"
    said = published(work, [ANNE, LOSES, Spoken("Bruno")], load_voice("conteur"), file, {"spoken by": "tones"}, jobs=1)
    recordings = Recordings([file])
    assert said == len(recordings) == 2
    assert recordings.about() == {"spoken by": "tones"}
    for spoken in (ANNE, LOSES):
        sound = sound_in(recordings, spoken)
        assert sound is not None
        assert loudness(sound) == pytest.approx(TARGET, abs=0.3)


def test_a_slow_name_is_the_same_name_stretched(work: Work, tmp_path: Path) -> None:
    slow = Spoken("Anne", pace=0.82)
    file = tmp_path / "voice.recordings"
    assert published(work, [slow], load_voice("conteur"), file, {}, jobs=1) == 1
    sound = sound_in(Recordings([file]), slow)
    assert sound is not None
    assert sound.size / RATE > 1.15 * tone(ANNE).size / RATE


def test_where_nothing_stretches_sound_a_slow_name_is_the_same_name(
    work: Work, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.recording.making.effects", lambda: None)
    file = tmp_path / "voice.recordings"
    assert published(work, [replace(ANNE, pace=0.82)], load_voice("conteur"), file, {}, jobs=1) == 1
    sound = sound_in(Recordings([file]), replace(ANNE, pace=0.82))
    assert sound is not None
    assert sound.size == pytest.approx(tone(ANNE).size, rel=0.1)  # its room included


def test_several_processes_publish_the_same(work: Work, tmp_path: Path) -> None:
    one, two = tmp_path / "one.recordings", tmp_path / "two.recordings"
    shown: list[tuple[int, int]] = []
    for file, jobs in ((one, 1), (two, 2)):
        voice, seen = load_voice("conteur"), lambda done, total: shown.append((done, total))
        assert published(work, [ANNE, LOSES], voice, file, {}, jobs=jobs, progress=seen) == 2
    assert shown == [(1, 2), (2, 2)] * 2
    for spoken in (ANNE, LOSES):
        alone, together = (sound_in(Recordings([file]), spoken) for file in (one, two))
        assert alone is not None
        assert together is not None
        assert np.array_equal(alone, together)


def test_what_is_missing_is_made_of_what_was_said_in_another_place(work: Work, tmp_path: Path) -> None:
    work.put([Cut(replace(ANNE, strong=True), tone(LOSES), WELL)], 1)
    closing, leant_on = replace(ANNE, closing=True), replace(ANNE, closing=True, strong=True)
    file = tmp_path / "voice.recordings"
    assert published(work, [ANNE, closing, leant_on], load_voice("conteur"), file, {}, jobs=1) == 3
    sounds = [sound_in(Recordings([file]), spoken) for spoken in (ANNE, closing, leant_on)]
    plain, at_the_end, strong = (sound.size for sound in sounds if sound is not None)
    assert plain == at_the_end < strong


def test_without_the_network_a_sentence_says_what_to_install(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.recording.network.find_spec", lambda _name: None)
    speaker = Speaker("fr", np.zeros((1, 256), np.float32), np.zeros((1, 256), np.float32), 1.0)
    with pytest.raises(NetworkError, match=re.escape(INSTALL)):
        recorded([Take(("Anne.",), ((0, ANNE),))], speaker, work, lambda _done, _total: None, jobs=1)


def test_what_was_published_before_stays_and_what_is_spoken_anew_takes_its_place(tmp_path: Path) -> None:
    voice, file = load_voice("conteur"), tmp_path / "voice.recordings"
    assert published_before(file) == {}
    with closing(Work(tmp_path / "first.work")) as first:
        first.put([Cut(ANNE, tone(ANNE), WELL), Cut(LOSES, tone(LOSES), WELL)], 1)
        published(first, [ANNE, LOSES], voice, file, {}, jobs=1)
    before = published_before(file)
    with closing(Work(tmp_path / "second.work")) as second:
        second.put([Cut(LOSES, tone(ANNE), WELL)], 1)
        assert published(second, [ANNE, LOSES], voice, file, {}, jobs=1, before=before) == 2
    now = published_before(file)
    assert now[ANNE] == before[ANNE]
    assert now[LOSES] != before[LOSES]
    with closing(Work(tmp_path / "third.work")) as third:
        assert published(third, [ANNE], voice, file, {}, jobs=1, before=now) == 1
    assert [*published_before(file)] == [ANNE], "what nobody says any more goes"
