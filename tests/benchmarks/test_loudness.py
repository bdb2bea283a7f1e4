"""A voice whose lines are too loud is found."""

from __future__ import annotations

import pytest

from benchmarks.loudness import measure
from narrator.base.resources import UnknownGameError
from narrator.voice import processing

pytestmark = pytest.mark.thorough

GAME = "thiercelieux"


def test_the_lines_of_a_game_are_measured_and_are_equally_loud(capsys: pytest.CaptureFixture[str]) -> None:
    assert measure(("conteur", "watcher"), GAME, 4) == 0
    told = capsys.readouterr().out.strip()
    rows = {line.split()[0]: line.split() for line in told.splitlines()[1:-1]}
    for name in ("conteur", "watcher"):
        low, mean, high, peak = map(float, rows[name][2:6])
        assert -21 <= low <= mean <= high <= -19
        assert peak <= -0.99
    assert told.endswith("yes")


def test_a_voice_that_is_too_loud_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(processing, "TARGET", -15.0)
    assert measure(("conteur",), GAME, 2) == 1
    assert capsys.readouterr().out.strip().endswith("NO")


def test_a_voice_that_is_not_there_is_not_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert measure(("conteuse",), GAME, 2) == 0
    assert "to be fetched" in capsys.readouterr().out


def test_a_game_that_does_not_exist_is_not_measured() -> None:
    with pytest.raises(UnknownGameError, match="thiercelieux"):
        measure(("conteur",), "chess", 2)
