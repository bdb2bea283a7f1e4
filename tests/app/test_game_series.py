"""Where games are begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.app import game_series
from narrator.journal.journal import Journal


def test_a_game_that_begins_in_the_second_of_another_one_gets_the_next_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, free = tmp_path / "20260131-204500.journal", tmp_path / "20260131-204501.journal"
    Journal.create(taken, {}).close()
    names = iter((taken, free))
    monkeypatch.setattr(game_series, "new_path", lambda _now: next(names))
    with game_series._begun({}) as journal:
        assert journal.path == free
