"""Wilson's interval, and what counts as understood."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hearings import MODEL, recognised, said
from hypothesis import given
from hypothesis import strategies as st
from sounds import Everything

from narrator.ear.decision import Certain, Decision, Doubtful
from narrator.ear.messages import Open, Recognised
from narrator.ear.thresholds import Thresholds
from narrator.ear.trial import LONGEST, HeardRecording, heard, interval, read
from narrator.ear.vad import Pcm
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.sound.dsp.samples import HEARING_RATE


class Tiring(Everything):
    """A detector that hears nobody any more once it has heard 0.4 s of speech."""

    def __init__(self) -> None:
        super().__init__()
        self._heard = 0.0

    def probability(self, frame: Pcm) -> float:
        speech = super().probability(frame)
        self._heard += speech
        return speech if self._heard < 12 else 0.0

    def reset(self, before: Sequence[Pcm] = ()) -> None:
        super().reset(before)
        self._heard = 0.0


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_interval_is_around_the_share(one: int, other: int) -> None:
    right, of = sorted((one, other))
    low, high = interval(right, of)
    assert 0 <= low <= high <= 1
    if of:
        assert low - 1e-9 <= right / of <= high + 1e-9


def test_the_interval_is_that_of_the_books() -> None:
    assert interval(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)


@pytest.mark.parametrize("name", [b"deux.flac", b"neuf\xff.flac"])
def test_the_first_minute_of_a_recording_is_read_whatever_it_is_called(tmp_path: Path, name: bytes) -> None:
    file = tmp_path / os.fsdecode(name)
    whole = np.zeros((8000 * (LONGEST + 5), 2), np.int16)
    with file.open("wb") as opened:
        soundfile.write(opened, whole, 8000, format="FLAC")
    assert len(read(file)) == LONGEST * HEARING_RATE


def test_a_recording_is_heard_the_same_whatever_was_heard_before() -> None:
    pytest.importorskip("vosk", reason="the package vosk is missing")
    recogniser, tiring = VoskRecogniser(MODEL), Tiring()
    question, sound = Open("sure?", ("oui", "non"), ()), said("oui", before=0.1, after=0.1)
    first, second = (list(heard(recogniser, tiring, question, sound)) for _ in range(2))
    assert first == second != []


def test_the_first_utterance_that_is_an_answer_or_in_doubt_is_what_a_game_would_take() -> None:
    numbers = {"sept": 7, "dix": 10, "dix sept": 17}.get

    def taken(*told: Recognised) -> Decision[int] | None:
        return HeardRecording(told, numbers, None).decision(Thresholds())

    assert taken(recognised("", "sept")) == Certain(7, "sept")
    assert taken(recognised("", "sept", "dix sept")) == Doubtful((7, 17))
    assert taken(recognised("", "euh"), recognised("", "dix"), recognised("", "sept")) == Certain(10, "dix")
    assert taken() is None
