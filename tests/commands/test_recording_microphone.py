"""The microphone that a person is recorded with is the one that was named, or the one that was kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.app.settings import Settings, keep_settings
from narrator.commands import recording_microphone
from narrator.user_error import UserError


class Pulled:
    """A microphone that was pulled out."""

    def __init__(self) -> None:
        self.given_back = False

    def read(self) -> tuple[NDArray[np.int16], float, bool]:
        """Fail."""
        raise OSError("gone")

    def close(self) -> None:
        """Be given back."""
        self.given_back = True


@pytest.fixture
def names(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names by which microphones are opened; the kept one is `USB`."""
    opened: list[str] = []

    def one(name: str, _rate: int) -> Pulled:
        opened.append(name)
        return Pulled()

    monkeypatch.setattr(recording_microphone, "opened", one)
    keep_settings(Settings(input="USB"))
    assert home.exists()
    return opened


@pytest.mark.parametrize(("device", "name"), [("headset", "headset"), (None, "USB"), ("", "USB")])
def test_what_is_named_counts_more_than_what_is_kept(names: list[str], device: str | None, name: str) -> None:
    with recording_microphone.microphone(device):
        assert names == [name]


def record_for_ever() -> None:
    with recording_microphone.microphone(None) as recorder:
        while True:
            recorder.begin()
            recorder.end()


def test_one_that_is_lost_is_a_sentence(names: list[str]) -> None:
    with pytest.raises(UserError, match=r"\(gone\)"):
        record_for_ever()
    assert names == ["USB"]
