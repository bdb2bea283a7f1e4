"""A device is read in a thread of its own, which has ended once it was told to stop."""

from __future__ import annotations

import threading

import pytest

from narrator.devices.reading_thread import repeated, until_stopped


def test_who_stops_a_thread_goes_on_once_it_has_ended() -> None:
    ended: list[str] = []

    def read(stopped: threading.Event) -> None:
        stopped.wait()
        ended.append(threading.current_thread().name)

    until_stopped(read, "pad")()
    assert ended == ["pad"]


@pytest.mark.parametrize("vain", [False, True])
def test_steps_are_taken_again_and_again_until_they_are_stopped(vain: bool) -> None:
    taken: list[int] = []
    enough = threading.Event()

    def step() -> bool:
        taken.append(len(taken))
        if len(taken) == 2:
            enough.set()
        return not vain

    stop = repeated(step, "pad")
    enough.wait()
    stop()
    assert "pad" not in [thread.name for thread in threading.enumerate()]
