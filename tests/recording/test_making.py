"""What was spoken is kept, gone on with, and published through the chain of its voice."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from booths import sound_in, tone

from narrator.recording import making
from narrator.recording.making import (
    Cut,
    Quality,
    Work,
    encoded,
    ends_with_vowel,
    measured,
    published,
    published_before,
    split,
    write_recordings,
)
from narrator.sound.dsp.loudness import TARGET, loudness
from narrator.sound.dsp.samples import RATE, Samples
from narrator.voice.profile import load_voice
from narrator.voice.recordings import Recordings, Spoken, decoded

WELL = Quality(1.0, 0.07, 0.5, 0.1, 0.0, 0.1, 0.01)
SLOW = Quality(9.0, 0.9, 0.5, 0.1, 0.0, 0.1, 0.01)
ANNE, LOSES = Spoken("Anne"), Spoken("Le village perd")


@pytest.fixture
def work(tmp_path: Path) -> Work:
    """Return a working file with two recordings, one of them doubtful."""
    work = Work(tmp_path / "deep" / "voice.work")
    work.put([Cut(ANNE, tone(ANNE), WELL), Cut(LOSES, tone(LOSES), SLOW)], 1)
    return work


def heard(file: Path, spoken: Spoken) -> Samples:
    """Return a recording of a file, in which there is one."""
    sound = sound_in(Recordings([file]), spoken)
    assert sound is not None
    return sound


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
        assert loudness(heard(file, spoken)) == pytest.approx(TARGET, abs=0.3)


def test_a_slow_name_is_the_same_name_stretched(work: Work, tmp_path: Path) -> None:
    slow = Spoken("Anne", pace=0.82)
    file = tmp_path / "voice.recordings"
    assert published(work, [slow], load_voice("conteur"), file, {}, jobs=1) == 1
    assert heard(file, slow).size / RATE > 1.15 * tone(ANNE).size / RATE


def test_where_nothing_stretches_sound_a_slow_name_is_the_same_name(
    work: Work, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.recording.making.effects", lambda: None)
    file = tmp_path / "voice.recordings"
    assert published(work, [replace(ANNE, pace=0.82)], load_voice("conteur"), file, {}, jobs=1) == 1
    assert heard(file, replace(ANNE, pace=0.82)).size == pytest.approx(tone(ANNE).size, rel=0.1)  # its room included


def test_several_processes_publish_the_same(work: Work, tmp_path: Path) -> None:
    one, two = tmp_path / "one.recordings", tmp_path / "two.recordings"
    shown: list[tuple[int, int]] = []
    for file, jobs in ((one, 1), (two, 2)):
        voice, seen = load_voice("conteur"), lambda done, total: shown.append((done, total))
        assert published(work, [ANNE, LOSES], voice, file, {}, jobs=jobs, progress=seen) == 2
    assert shown == [(1, 2), (2, 2)] * 2
    for spoken in (ANNE, LOSES):
        assert np.array_equal(heard(one, spoken), heard(two, spoken))


def test_what_is_missing_is_made_of_what_was_said_in_another_place(work: Work, tmp_path: Path) -> None:
    work.put([Cut(replace(ANNE, strong=True), tone(LOSES), WELL)], 1)
    closing, leant_on = replace(ANNE, closing=True), replace(ANNE, closing=True, strong=True)
    file = tmp_path / "voice.recordings"
    assert published(work, [ANNE, closing, leant_on], load_voice("conteur"), file, {}, jobs=1) == 3
    plain, at_the_end, strong = (heard(file, spoken).size for spoken in (ANNE, closing, leant_on))
    assert plain == at_the_end < strong


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


NETWORK_RATE = 22050


def hum(seconds: float, level: float = 0.3) -> Samples:
    """Return a tone that swells and fades, 30 ms each."""
    time = np.arange(round(seconds * NETWORK_RATE))
    swell = np.minimum(1, np.minimum(time, time[::-1]) / (0.03 * NETWORK_RATE))
    tone: Samples = (level * swell * np.sin(time * 0.05)).astype(np.float32)
    return tone


def test_a_recording_of_fitting_length_has_no_faults() -> None:
    quality = measured(hum(0.5), NETWORK_RATE, 6, Spoken("Odette"))
    assert quality.faults == ()
    assert quality.seconds == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("samples", "fault"),
    [
        (hum(0.1), "short"),
        (hum(3.0), "slow"),
        (hum(0.5, 0.001), "faint"),
        (hum(0.5, 1.4), "strained"),
        (np.concatenate([hum(0.2), np.zeros(NETWORK_RATE, np.float32), hum(0.2)]), "silence"),
        (np.concatenate([hum(0.5), np.array([0.9, -0.9], np.float32)]), "click"),
        (hum(0.5)[NETWORK_RATE // 20 :], "cut"),
        (hum(0.5)[: -NETWORK_RATE // 20], "cut"),
    ],
)
def test_what_is_wrong_has_a_name(samples: Samples, fault: str) -> None:
    assert fault in measured(samples, NETWORK_RATE, 6, Spoken("Odette")).faults


@pytest.mark.parametrize(
    ("read", "seconds", "faults"),
    [
        ("milˈo.", 0.1, ("hiss",)),
        ("alɔ̃", 0.1, ("hiss",)),
        ("ˈɛmɐ", 0.1, ("hiss",)),
        ("lˈuː", 0.1, ("hiss",)),
        ("milˈo.", 0.05, ()),
        ("ʃˈas.", 0.1, ()),
    ],
)
def test_what_ends_with_a_vowel_does_not_hiss(read: str, seconds: float, faults: tuple[str, ...]) -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, round(seconds * NETWORK_RATE)).astype(np.float32)
    hiss = np.diff(noise, prepend=np.float32(0))
    tail = np.linspace(1, 0, NETWORK_RATE // 100, dtype=np.float32)
    hiss[-tail.size :] *= tail
    said = np.concatenate([hum(0.5), hiss])
    found = measured(said, NETWORK_RATE, 6, Spoken("Milo"), published=said if ends_with_vowel(read) else None)
    assert found.faults == faults


def test_words_said_slowly_may_last_longer() -> None:
    assert measured(hum(1.3), NETWORK_RATE, 6, Spoken("Odette")).faults == ("slow",)
    assert measured(hum(1.3), NETWORK_RATE, 6, Spoken("Odette", pace=0.82)).faults == ()


def test_a_mark_may_be_a_pause() -> None:
    rest = np.concatenate([hum(0.4), np.zeros(NETWORK_RATE, np.float32), hum(0.4)])
    assert "silence" not in measured(rest, NETWORK_RATE, 12, Spoken("Oui. Non.")).faults


SAID = [Spoken(name, closing=closing) for name in ("Anne", "Bruno", "Chloé") for closing in (False, True)]


def _files(file: Path) -> list[tuple[int, int]]:
    rows = sqlite3.connect(file)
    found = rows.execute("SELECT number, length(sounds) FROM blocks ORDER BY number").fetchall()
    rows.close()
    return found


def test_sounds_come_out_as_they_went_in_whatever_block_they_are_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "BLOCK", 5000)
    sounds = {spoken: encoded(tone(spoken), 0.05) for spoken in SAID}
    file = tmp_path / "deep" / "voice.recordings"
    write_recordings(file, {"spoken by": "tones"}, sounds.items())
    assert len(_files(file)) > 1
    recordings = Recordings([file])
    assert recordings.about() == {"spoken by": "tones"}
    assert sorted(recordings) == sorted(SAID)
    for spoken, opus in sounds.items():
        assert (heard(file, spoken) == decoded(opus)).all()


def test_sounds_share_a_head_and_another_head_begins_a_block(tmp_path: Path) -> None:
    anne, bruno = (encoded(tone(Spoken(name)), 0.05) for name in ("Anne", "Bruno"))
    (head, sound), (same, _) = split(anne), split(bruno)
    assert head == same
    assert head + sound == anne
    other = head.replace(b"libopus", b"LIBOPUS") + sound
    file = tmp_path / "voice.recordings"
    write_recordings(file, {}, [(Spoken("Anne"), anne), (Spoken("Bruno"), bruno), (Spoken("Chloé"), other)])
    assert [number for number, _ in _files(file)] == [0, 1]
    assert Spoken("Chloé") in Recordings([file])


def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "voice.recordings"
    write_recordings(file, {}, [(Spoken("Anne"), encoded(tone(Spoken("Anne")), 0.05))])
    with pytest.raises(ValueError, match="subsection not found"):
        write_recordings(file, {}, [(Spoken("Bruno"), b"no Opus at all")])
    assert list(Recordings([file])) == [Spoken("Anne")]
