"""On a terminal somebody is asked; what is found is shown and heard, and the status says whether all is well."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pretended
import pytest
from machines import Machine
from pretended import Room, microphone, speaker

MOMENT = 0.5
MOMENTS = 400
"""How often nothing may be shown for a moment before the test gives up."""


def conversation(machine: Machine, *words: str, answer: bytes) -> tuple[str, int]:
    """Call the doctor on a terminal at which somebody says the same whenever it is silent; return what was shown."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "narrator", "doctor", *words]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=machine.environment(), cwd=machine.folder
    ) as process:
        os.close(theirs)
        shown, silent = b"", 0
        while silent < MOMENTS:
            if not select.select([ours], [], [], MOMENT)[0]:
                silent += 1
                os.write(ours, answer)
                continue
            try:
                shown += os.read(ours, 4096)
            except OSError:  # what a terminal says when the other side has closed it
                break
        os.close(ours)
        if silent == MOMENTS:
            process.kill()
        return shown.decode(), process.wait()


@pytest.mark.thorough
def test_somebody_is_asked_and_hears_what_is_found(tmp_path: Path) -> None:
    room = pretended.pretend(tmp_path, 8.0)
    room.furnish(speaker("HDMI"), microphone("USB Mic"))
    machine = Machine(tmp_path, more={"PRETENDED_ROOM": str(tmp_path)}, modules=[tmp_path])
    shown, status = conversation(machine, "--lang", "en", answer=b"11\n")
    assert "I will say a number." in shown
    assert "Loudspeaker: problem. “HDMI” plays, but another number came back: 11 instead of" in shown
    assert "Speak now" in shown
    assert "Problems: Loudspeaker" in shown
    assert status == 1
    assert seconds_heard(room) > 10


def seconds_heard(room: Room) -> float:
    """Return how many seconds of sound were played, at the pretended loudspeaker's rate."""
    return float(len(room.heard()) / 2 / 44100)
