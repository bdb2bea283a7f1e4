"""Who looks at a disk after a cut sees what is missing of what was promised, and what is believed by half."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from machine.after_cut import PAGE, Games, games_in, losses, promised
from machine.kept import phrase, settings_of, sound_of
from narrator.app.settings import keep_settings
from narrator.audio import underruns
from narrator.journal.journal import Journal
from narrator.speech.cache import Cache

GAME = "20260101-200000.journal"
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


def test_a_promise_is_a_page_that_says_so() -> None:
    assert promised(b'promised {"settings": 3}'.ljust(PAGE, b"\0")) == {"settings": 3}
    assert promised(b'promised {"settings": 3}'.ljust(512, b"\0")) is None
    assert promised(bytes(PAGE)) is None
