"""Whoever lets time pass by the clock of this machine is seen to be alive meanwhile."""

from __future__ import annotations

import pytest

from narrator.inbox.inbox import WallClock


def test_who_lets_time_pass_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.inbox.inbox.BEAT", 0.01)
    beats: list[str] = []
    WallClock(lambda: beats.append("alive")).sleep(0.03)
    assert len(beats) >= 2
