"""What is heard between a beginning and an end is kept; a microphone that is lost says so."""

from __future__ import annotations

from queue import SimpleQueue

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.audio.recorder import Recorder, RecorderError

BLOCK = 441


class Blocks:
    """A microphone that hears one block after the other, when it is told to."""

    def __init__(self) -> None:
        self._to_hear: SimpleQueue[int | None] = SimpleQueue()
        self._asked: SimpleQueue[None] = SimpleQueue()
        self.closed = False

    def hear(self, *levels: int | None) -> None:
        """Have these blocks read; return when all of them are dealt with. None is the end of the device."""
        for level in levels:
            self._asked.get()
            self._to_hear.put(level)
        if None not in levels:
            self._asked.get()
            self._asked.put(None)

    def read(self) -> tuple[NDArray[np.int16], float, bool]:
        """Wait for a block."""
        self._asked.put(None)
        level = self._to_hear.get()
        if level is None:
            raise OSError("the device has gone")
        return np.full(BLOCK, level, np.int16), 0.0, False

    def close(self) -> None:
        """Be given back."""
        assert not self.closed
        self.closed = True


def test_what_lies_between_beginning_and_end_is_kept() -> None:
    blocks = Blocks()
    recorder = Recorder(blocks)
    blocks.hear(1000)
    recorder.begin()
    blocks.hear(2000, 4000)
    heard = recorder.end()
    blocks.hear(8000)
    assert np.rint(heard * 32768).tolist() == [2000] * BLOCK + [4000] * BLOCK
    recorder.begin()
    assert not recorder.end().size
    blocks.hear(None)
    recorder.close()
    recorder.close()
    assert blocks.closed


def test_a_microphone_that_is_lost_says_so_at_the_end() -> None:
    blocks = Blocks()
    recorder = Recorder(blocks)
    recorder.begin()
    blocks.hear(None)
    recorder.close()
    with pytest.raises(RecorderError, match="the device has gone"):
        recorder.end()
