"""The microphone as the audio process sees it, where the system starts no process for it."""

from __future__ import annotations

import sys
from contextlib import closing
from queue import SimpleQueue

import pytest
from pretended import SECONDS, Room

from narrator.audio.messages import MicrophoneState, Reply, Trouble
from narrator.audio.process.microphone import Microphone

pytest_plugins = ("rooms_of_sound",)


def test_a_microphone_for_which_no_process_can_be_started_is_missed_and_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: SimpleQueue[Reply] = SimpleQueue()
    python = sys.executable
    monkeypatch.setattr(sys, "executable", str(room.folder / "nowhere"))
    with closing(Microphone("", told.put)) as microphone:
        microphone.listen(True)
        trouble = told.get(timeout=SECONDS)
        assert isinstance(trouble, Trouble)
        assert (trouble.kind, str(room.folder / "nowhere") in trouble.detail) == ("input", True)
        monkeypatch.setattr(sys, "executable", python)
        assert isinstance(told.get(timeout=SECONDS), MicrophoneState)
