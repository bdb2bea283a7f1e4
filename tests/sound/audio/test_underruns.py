"""How often the loudspeaker ran dry is kept from game to game, and nothing else is."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from narrator.sound.audio.underruns import Tally, Underruns, path, read


class Evening:
    """A loudspeaker and two clocks."""

    def __init__(self) -> None:
        self.dry = 0
        self.time = 1_790_000_000.0
        self.passed = 100.0

    def tally(self) -> Tally:
        return Tally(lambda: self.dry, now=lambda: self.time, passed=lambda: self.passed)

    def go_on(self, seconds: float) -> None:
        self.time += seconds
        self.passed += seconds


@pytest.fixture
def evening(home: Path) -> Evening:
    assert not home.exists()
    return Evening()


def test_a_game_without_underruns_is_noted_when_it_ends(evening: Evening) -> None:
    with evening.tally():
        evening.go_on(600)
        assert read() is None
    assert read() == Underruns(games=1, seconds=600.0, latest_seconds=600.0)


def test_an_underrun_is_noted_before_the_game_ends(evening: Evening) -> None:
    with evening.tally() as tally:
        evening.go_on(60)
        evening.dry = 2
        tally.look()
        assert read() == Underruns(1, 60.0, 2, 1_790_000_060.0, 60.0, 2)
        evening.go_on(60)
    assert read() == Underruns(1, 120.0, 2, 1_790_000_060.0, 120.0, 2)


def test_games_add_up_and_the_latest_stands_by_itself(evening: Evening) -> None:
    with evening.tally():
        evening.go_on(100)
        evening.dry = 3
    with evening.tally():
        evening.go_on(50)
    last = 1_790_000_100.0
    assert read() == Underruns(games=2, seconds=150.0, underruns=3, last=last, latest_seconds=50.0, latest=0)


def test_the_record_is_for_its_owner_and_has_counts_alone(evening: Evening) -> None:
    with evening.tally():
        evening.dry = 1
    assert stat.S_IMODE(path().stat().st_mode) == 0o600
    written = json.loads(path().read_text(encoding="utf-8"))
    assert all(isinstance(value, int | float) for value in written.values())
    assert os.listdir(path().parent) == [path().name]


@pytest.mark.parametrize(
    "damage", ["", "[]", "{}", '{"games": "many"}', '{"games": null, "underruns": 0}', '{"games": 1e999}']
)
def test_a_record_that_is_damaged_is_none_and_is_begun_anew(evening: Evening, damage: str) -> None:
    path().parent.mkdir()
    path().write_text(damage, encoding="utf-8")
    assert read() is None
    with evening.tally():
        evening.go_on(10)
    assert read() == Underruns(games=1, seconds=10.0, latest_seconds=10.0)


def test_where_nothing_can_be_written_the_game_goes_on(evening: Evening, home: Path) -> None:
    home.write_text("in the way", encoding="utf-8")
    with evening.tally() as tally:
        evening.dry = 1
        tally.look()
    assert read() is None
