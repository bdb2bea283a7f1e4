"""Sound that is lost in mid-sentence, through real PortAudio: the sink goes and comes back, the audio process stops.

The sink is the one that the environment names; `.ci/run` makes it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import children
import numpy as np
import pytest

from narrator.voice.samples import RATE, Samples, frames, from_pcm, silence
from narrator.voice.sound import NoSoundError, Sound

SINK = os.environ.get("NARRATOR_SINK", "")
pytestmark = pytest.mark.skipif(
    not SINK or shutil.which("parec") is None,
    reason="NARRATOR_SINK names no PulseAudio sink to record: .ci/run makes one",
)

SECONDS = 60.0
"""After which a test gives up."""

MOST = 3.0
"""Seconds within which another audio process speaks."""


def sentence() -> Samples:
    """A sentence of four words, each a tone of a second, with pauses between."""
    pitches = (400.0, 600.0, 800.0, 1000.0)
    words = [0.3 * np.sin(2 * np.pi * pitch * np.arange(RATE) / RATE) for pitch in pitches]
    parts = [part for word in words for part in (word.astype(np.float32), silence(0.5))]
    return np.concatenate(parts)


@dataclass
class Recorder:
    """A microphone on the sink, running."""

    file: Path

    def samples(self) -> Samples:
        """Return what was recorded so far."""
        data = self.file.read_bytes()
        return from_pcm(data[: len(data) // 2 * 2])

    def heard(self, pitch: float) -> int:
        """Return how many tenths of a second had a tone in them."""
        sound = self.samples()
        tenth = frames(0.1)
        blocks = sound[: len(sound) // tenth * tenth].reshape(-1, tenth)
        spectrum = np.abs(np.fft.rfft(blocks * np.hanning(tenth), axis=1)) / tenth
        return int((spectrum[:, round(pitch * tenth / RATE)] > 0.02).sum())

    def wait(self, pitch: float) -> None:
        """Wait until a tone is heard."""
        until = time.monotonic() + SECONDS
        while not self.heard(pitch):
            assert time.monotonic() < until, f"{pitch} Hz is not heard"
            threading.Event().wait(0.05)  # a recorder tells nobody: its file is looked at


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    with recording(tmp_path / "room.raw") as recorder:
        yield recorder


class recording:  # noqa: N801 - reads as what it does
    """A recorder, for as long as the block lasts."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __enter__(self) -> Recorder:
        what = ["parec", "-d", f"{SINK}.monitor", "--latency-msec=10", "--format=s16le", f"--rate={RATE}"]
        self._out = self._file.open("wb")
        self._process = subprocess.Popen([*what, "--channels=1"], stdout=self._out)
        return Recorder(self._file)

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._out.close()


def speaking(sound: Sound) -> tuple[threading.Thread, list[BaseException]]:
    """Say the sentence in a thread of its own."""
    errors: list[BaseException] = []

    def speak() -> None:
        try:
            sound.speak(sentence())
        except NoSoundError as error:
            errors.append(error)

    thread = threading.Thread(target=speak)
    thread.start()
    return thread, errors


def unload() -> None:
    subprocess.run(["pactl", "unload-module", "module-null-sink"], check=True)


def load() -> None:
    sink = ["module-null-sink", f"sink_name={SINK}", f"rate={RATE}", "channels=1", "format=s16le"]
    subprocess.run(["pactl", "load-module", *sink], check=True, stdout=subprocess.DEVNULL)


def test_a_process_that_is_stopped_is_replaced_and_the_sentence_goes_on(recorder: Recorder) -> None:
    changes: SimpleQueue[tuple[str, float]] = SimpleQueue()
    with Sound(on_change=lambda kind, _detail: changes.put((kind, time.monotonic()))) as sound:
        assert sound.missing is None
        thread, errors = speaking(sound)
        recorder.wait(600.0)
        (stopped,) = children.running("narrator.voice.audio")
        os.kill(stopped, signal.SIGSTOP)
        at = time.monotonic()
        thread.join(SECONDS)
        assert errors == []
        assert not thread.is_alive()
        (now,) = children.running("narrator.voice.audio")
    assert now != stopped
    kinds = []
    while not changes.empty():
        kind, when = changes.get()
        kinds.append(kind)
        if kind == "replaced":
            assert when - at < MOST
    assert "replaced" in kinds
    assert recorder.heard(800.0) >= 9
    assert recorder.heard(1000.0) >= 9


def test_a_sink_that_goes_and_comes_back_is_spoken_into_again(tmp_path: Path) -> None:
    changes: SimpleQueue[str] = SimpleQueue()
    with Sound(on_change=lambda kind, _detail: changes.put(kind)) as sound:
        with recording(tmp_path / "before.raw") as before:
            thread, errors = speaking(sound)
            before.wait(600.0)
            unload()
        try:
            thread.join(SECONDS)
        finally:
            load()
        assert not thread.is_alive()
        assert len(errors) == 1  # the game goes on with captions, and loses nothing
        while changes.get(timeout=SECONDS) != "open" or sound.missing is not None:
            pass
        with recording(tmp_path / "after.raw") as after:
            sound.speak(sentence())
            after.wait(1000.0)
            assert after.heard(400.0) >= 9
