"""Who looks at a disk after a cut sees what is missing of what was promised, and what is believed by half."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from machine.after_cut import PAGE, Games, games_in, losses, promised
from machine.kept import ABOUT, SPOKEN, phrase, samples_of, settings_of, sound_of
from narrator.evening.app.settings import keep_settings
from narrator.recording.making import Cut, Quality, Work, published
from narrator.sound.audio import underruns
from narrator.table.journal.journal import Journal
from narrator.voice.cache import Cache
from narrator.voice.profile import load_voice

GAME = "20260101-200000.journal"
UNMEASURED = Quality(0.1, 0.1, 0.1, 0.1, 0.0, 0.0, 0.0)
PROMISED = {GAME: 3, "settings": 2, "counts": 2}


@pytest.fixture
def complete(home: Path) -> Games:
    """Keep a game, settings, counts and a phrase; return the game's rows."""
    with closing(Journal.create(home / "games" / GAME, {"players": 8})) as journal:
        for number in range(4):
            journal.cue(number + 1)
    keep_settings(settings_of(2))
    underruns._write(underruns.Underruns(games=2))
    Cache(home / "cache").put(phrase(1), sound_of(1))
    return games_in(home)


def test_nothing_is_lost_of_what_is_there(home: Path, complete: Games) -> None:
    assert losses(home, PROMISED, complete) == []


def test_more_than_was_promised_may_be_there_and_nothing_else(home: Path, complete: Games) -> None:
    assert losses(home, {}, complete) == []
    assert losses(home, {}, {GAME: ("another",) * 4}) == [f"{GAME} is another game"]


def test_a_row_that_is_missing_is_a_loss(home: Path, complete: Games) -> None:
    assert losses(home, {**PROMISED, GAME: 5}, complete) == [f"5 rows of {GAME} were promised, 4 are there"]


def test_a_game_that_is_gone_is_a_loss(home: Path, complete: Games) -> None:
    (home / "games" / GAME).unlink()
    assert losses(home, PROMISED, complete) == [f"{GAME} has begun, and is gone with 3 rows"]


def test_a_game_of_which_a_half_is_there_is_a_loss(home: Path, complete: Games) -> None:
    content = (home / "games" / GAME).read_bytes()
    (home / "games" / GAME).write_bytes(content[: len(content) // 3])
    (said,) = losses(home, PROMISED, complete)
    assert "damaged" in said


@pytest.mark.parametrize("content", ["", "outp", "output: card 1\n"], ids=["empty", "half", "older"])
def test_settings_that_are_not_those_that_were_kept_are_a_loss(home: Path, complete: Games, content: str) -> None:
    (home / "settings.yaml").write_text(content)
    (said,) = losses(home, PROMISED, complete)
    assert "settings" in said


def test_counts_and_evenings_by_half_are_losses(home: Path, complete: Games) -> None:
    underruns.path().write_text('{"games": 2')
    (home / "last-evening.yaml").write_text("game: maf")
    assert losses(home, {}, complete) == ["the last evening is not whole", "the counts are not whole"]


def test_a_phrase_that_is_gone_is_no_loss(home: Path, complete: Games) -> None:
    shutil.rmtree(home / "cache")
    assert losses(home, PROMISED, complete) == []


def test_another_sound_under_the_name_of_a_phrase_is_a_loss(home: Path, complete: Games) -> None:
    Cache(home / "cache").put(phrase(1), sound_of(2))
    assert losses(home, PROMISED, complete) == ["phrase 1 is believed, and not whole"]


def test_what_is_missing_of_recordings_is_a_loss(home: Path, complete: Games) -> None:
    told = {**PROMISED, "recordings": 2}
    assert losses(home, told, complete) == ["the recordings are gone", "what was spoken is gone"]
    keep_recordings(home, 1, 2)
    assert losses(home, told, complete) == []
    keep_recordings(home, 1)
    assert losses(home, told, complete) == [
        "2 recordings were promised, 1 are there",
        "2 were promised of what was spoken, 1 are there",
    ]


@pytest.mark.parametrize("name", ["own.recordings", "spoken.work"])
def test_recordings_of_which_a_half_is_there_are_a_loss(home: Path, complete: Games, name: str) -> None:
    keep_recordings(home, 1, 2)
    content = (home / name).read_bytes()
    (home / name).write_bytes(content[: len(content) // 2])
    (said,) = losses(home, {**PROMISED, "recordings": 2}, complete)
    assert "malformed" in said or "damaged" in said


def test_a_recording_that_is_another_than_was_spoken_is_a_loss(home: Path, complete: Games) -> None:
    keep_recordings(home, 1, 2)
    with closing(sqlite3.connect(home / "spoken.work")) as rows, rows:
        rows.execute("UPDATE raw SET pcm = zeroblob(4410) WHERE text = 'word 2'")
    assert losses(home, PROMISED, complete) == ["word 2 is believed as it was spoken, and not whole"]


def keep_recordings(home: Path, *numbers: int) -> None:
    """Record these words, and no others."""
    for name in ("own.recordings", "spoken.work"):
        (home / name).unlink(missing_ok=True)
    with closing(Work(home / "spoken.work")) as work:
        work.put((Cut(SPOKEN[number], samples_of(number), UNMEASURED) for number in numbers), 1)
        published(work, SPOKEN, load_voice("veilleur"), home / "own.recordings", ABOUT, jobs=1)


def test_a_promise_is_a_page_that_says_so() -> None:
    assert promised(b'promised {"settings": 3}'.ljust(PAGE, b"\0")) == {"settings": 3}
    assert promised(b'promised {"settings": 3}'.ljust(512, b"\0")) is None
    assert promised(bytes(PAGE)) is None
