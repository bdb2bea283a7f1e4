"""What a microphone in the room records while sinks go and processes hang: real PortAudio, but no sound card.

The environment names the sink, of one channel at the program's own rate; `.ci/run` makes it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import children
import numpy as np
import pytest
from numpy.typing import NDArray
from pretended import Room, Table

from narrator.ear.listener import Listener
from narrator.sound.audio.messages import LASTING
from narrator.sound.audio.playback import NoSoundError
from narrator.sound.audio.sound import Sound
from narrator.sound.dsp.samples import RATE, Samples, frames, silence

SINK = os.environ.get("NARRATOR_SINK", "")
pytestmark = pytest.mark.skipif(
    not SINK or shutil.which("parec") is None, reason="NARRATOR_SINK names no sink to record: .ci/run makes one"
)

NULL_SINK = ("module-null-sink", f"sink_name={SINK}", f"rate={RATE}", "channels=1", "format=s16le")
SECONDS = 60.0
STEP = 2000
"""Words are known by their height, a multiple of this."""

EDGE = 60
"""Samples at the edges of a word that a server which resamples may smear."""


@dataclass
class Recorder:
    """A microphone on the sink, until it is stopped."""

    file: Path

    def __enter__(self) -> Recorder:
        what = [
            *("parec", "-d", f"{SINK}.monitor", "--latency-msec=10"),
            *("--format=s16le", f"--rate={RATE}", "--channels=1"),
        ]
        with self.file.open("wb") as room:
            self.process = subprocess.Popen(what, stdout=room)
        while not self.file.stat().st_size:
            assert self.process.poll() is None, "there is no sound server any more"
            threading.Event().wait(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def heard(self) -> NDArray[np.int64]:
        """Return, for every sample so far, the number of the word that is being said; 0 is none."""
        pcm = self.file.read_bytes()
        samples = np.frombuffer(pcm[: len(pcm) // 2 * 2], dtype="<i2")
        return np.rint(samples / STEP).astype(np.int64)

    def said(self, number: int) -> int:
        return int((self.heard() == number).sum())

    def until(self, number: int) -> None:
        while not self.said(number):
            assert self.process.poll() is None, "there is no sound server any more"
            threading.Event().wait(0.02)


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    with Recorder(tmp_path / "room.raw") as recorder:
        yield recorder


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Room(tmp_path))


def drained(table: Table) -> list[tuple[int, bytes]]:
    came = []
    while not table.heard.empty():
        came.append(table.heard.get())
    return came


@pytest.fixture
def sound(recorder: Recorder, table: Table) -> Iterator[Sound]:
    """Return sound that is heard by the recorder already."""
    with table.open() as sound:
        assert table.told() == "open"
        while not recorder.said(9):
            sound.speak(word(9, 0.2))
        yield sound


def word(number: int, seconds: float) -> Samples:
    return np.full(frames(seconds), number * STEP / 32768, dtype=np.float32)


def order(heard: NDArray[np.int64]) -> list[int]:
    """Return the words in the order in which they were heard, each time that another one began."""
    begins = np.flatnonzero(np.diff(heard, prepend=0))
    lengths = np.diff(begins, append=len(heard))
    words = [int(heard[begin]) for begin, length in zip(begins, lengths, strict=True) if length > EDGE and heard[begin]]
    return [number for number, before in zip(words, [0, *words], strict=False) if number != before]


def process() -> int:
    (pid,) = children.running("narrator.sound.audio.process")
    return pid


def test_lines_are_heard_whole_and_in_order(recorder: Recorder, sound: Sound) -> None:
    for line in ([word(1, 0.5), silence(0.5), word(2, 0.3)], [word(3, 0.2)], [silence(0.3), word(4, 1.0)]):
        sound.speak(np.concatenate(line))
    sound.speak(silence(1.0))
    heard = recorder.heard()
    assert order(heard)[-4:] == [1, 2, 3, 4]
    for number, seconds in ((1, 0.5), (2, 0.3), (3, 0.2), (4, 1.0)):
        assert recorder.said(number) == pytest.approx(frames(seconds), abs=EDGE)


def test_a_process_that_was_stopped_is_replaced_within_three_seconds_and_the_line_is_said_to_its_end(
    recorder: Recorder, table: Table, sound: Sound, capsys: pytest.CaptureFixture[str]
) -> None:
    sound.speak(word(1, 1.5))
    first = process()
    line = sound.begin(np.concatenate([word(2, 0.5), silence(0.4), word(3, 2.0)]))
    recorder.until(3)
    os.kill(first, signal.SIGSTOP)
    line.wait()
    sound.speak(silence(1.0))
    assert table.told() == "replaced"
    assert process() != first
    heard = recorder.heard()
    last = np.flatnonzero(heard == 3)
    ends = last[np.flatnonzero(np.diff(last) > RATE // 2)]
    assert len(ends) == 1, "the word was cut once"
    again = last[last > ends[0]][0]
    with capsys.disabled():
        print(f" [silent for {(again - ends[0]) / RATE:.2f} s] ", end="")  # noqa: T201 - a figure that people ask for
    assert again - ends[0] <= 3 * RATE
    assert len(last[last > ends[0]]) == pytest.approx(frames(2.0), abs=EDGE)
    assert order(heard)[-2:] == [2, 3]


def test_a_sink_that_is_taken_away_and_comes_back_costs_no_line(
    recorder: Recorder, sound: Sound, tmp_path: Path
) -> None:
    sound.speak(word(1, 1.5))
    line = sound.begin(np.concatenate([word(2, 0.5), silence(0.4), word(3, 4.0)]))
    recorder.until(3)
    subprocess.run(["pactl", "unload-module", "module-null-sink"], check=True)
    subprocess.run(["pactl", "load-module", *NULL_SINK], check=True, stdout=subprocess.DEVNULL)
    with Recorder(tmp_path / "again.raw") as again:
        line.wait()
        sound.speak(word(4, 1.0))
        sound.speak(silence(1.0))
        assert order(again.heard())[-2:] == [3, 4]
        assert again.said(4) == pytest.approx(frames(1.0), abs=EDGE)


def test_a_sink_that_stays_away_lets_the_game_go_on_and_is_used_again(
    recorder: Recorder, table: Table, sound: Sound, tmp_path: Path
) -> None:
    server = subprocess.run(["pactl", "info"], check=True, capture_output=True, text=True).stdout
    if "PipeWire" in server:
        pytest.skip("PipeWire plays into nothing where it has no sink")
    sound.speak(word(1, 1.5))
    line = sound.begin(word(2, 20.0))
    recorder.until(2)
    subprocess.run(["pactl", "unload-module", "module-null-sink"], check=True)
    try:
        with pytest.raises(NoSoundError):
            line.wait()
        with pytest.raises(NoSoundError):
            sound.speak(word(3, 0.5))
    finally:
        subprocess.run(["pactl", "load-module", *NULL_SINK], check=True, stdout=subprocess.DEVNULL)
    with Recorder(tmp_path / "again.raw") as again:
        while table.told() != "open":
            pass
        sound.speak(word(4, 1.0))
        sound.speak(silence(1.0))
        assert order(again.heard())[-1:] == [4]
        assert not again.said(3)


@pytest.fixture
def listener(table: Table, sound: Sound) -> Iterator[Listener]:
    with table.listen(sound) as listener:
        yield listener


@pytest.mark.usefixtures("listener")
def test_the_microphone_hears_others_and_never_the_narrator(table: Table, sound: Sound, tmp_path: Path) -> None:
    """The sink is the air: its monitor, the default microphone, hears all that is played."""
    while table.told() != "hearing":
        pass
    somebody = tmp_path / "somebody.raw"
    somebody.write_bytes(np.full(frames(1.0), 7 * STEP, dtype="<i2").tobytes())
    came: list[tuple[int, bytes]] = []
    for number in (1, 2, 3):
        came += [table.heard.get(timeout=SECONDS) for _ in range(20)]
        sound.speak(word(number, 0.7))
    last = came[-1][0]
    while came[-1][0] < last + 16000 * (1.0 + LASTING):  # a sound that never changes is taken out with the words
        came.append(table.heard.get(timeout=SECONDS))
    loudest = max(int(np.frombuffer(pcm, dtype="<i2").max(initial=0)) for _, pcm in came)
    assert loudest < STEP // 2, "of the narrator, who is three steps loud, hardly anything is left"
    drained(table)
    play = ["pacat", "-p", "--format=s16le", f"--rate={RATE}", "--channels=1", str(somebody)]
    subprocess.run(play, check=True)
    heard = np.concatenate([np.frombuffer(pcm, dtype="<i2") for _, pcm in drained(table)])
    assert (abs(heard - 7.0 * STEP) < STEP).sum() > 0.8 * 16000
    ends = [frame + len(pcm) // 2 for frame, pcm in came]
    assert [frame - end for (frame, _), end in zip(came[1:], ends, strict=False) if frame != end], "words shut the ears"
