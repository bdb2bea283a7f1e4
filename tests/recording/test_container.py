"""Sounds are filed in blocks, each with the head of its sounds, and come out as they went in."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from recorded import sound_in, tone

from narrator.recording import container
from narrator.recording.making import encoded
from narrator.speech.recordings import Recordings, Spoken, decoded

SAID = [Spoken(name, closing=closing) for name in ("Anne", "Bruno", "Chloé") for closing in (False, True)]


def _files(file: Path) -> list[tuple[int, int]]:
    rows = sqlite3.connect(file)
    found = rows.execute("SELECT number, length(sounds) FROM blocks ORDER BY number").fetchall()
    rows.close()
    return found


def test_sounds_come_out_as_they_went_in_whatever_block_they_are_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, "BLOCK", 5000)
    sounds = {spoken: encoded(tone(spoken), 0.05) for spoken in SAID}
    file = tmp_path / "deep" / "voice.recordings"
    container.write_recordings(file, {"spoken by": "tones"}, sounds.items())
    assert len(_files(file)) > 1
    recordings = Recordings([file])
    assert recordings.about() == {"spoken by": "tones"}
    assert sorted(recordings) == sorted(SAID)
    for spoken, opus in sounds.items():
        found = sound_in(recordings, spoken)
        assert found is not None
        assert (found == decoded(opus)).all()


def test_sounds_share_a_head_and_another_head_begins_a_block(tmp_path: Path) -> None:
    anne, bruno = (encoded(tone(Spoken(name)), 0.05) for name in ("Anne", "Bruno"))
    (head, sound), (same, _) = container.split(anne), container.split(bruno)
    assert head == same
    assert head + sound == anne
    other = head.replace(b"libopus", b"LIBOPUS") + sound
    file = tmp_path / "voice.recordings"
    container.write_recordings(file, {}, [(Spoken("Anne"), anne), (Spoken("Bruno"), bruno), (Spoken("Chloé"), other)])
    assert [number for number, _ in _files(file)] == [0, 1]
    assert Spoken("Chloé") in Recordings([file])


def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "voice.recordings"
    container.write_recordings(file, {}, [(Spoken("Anne"), encoded(tone(Spoken("Anne")), 0.05))])
    with pytest.raises(ValueError, match="subsection not found"):
        container.write_recordings(file, {}, [(Spoken("Bruno"), b"no Opus at all")])
    assert list(Recordings([file])) == [Spoken("Anne")]
