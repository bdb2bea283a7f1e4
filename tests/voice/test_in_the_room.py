"""What a microphone in the room would record, through real PortAudio and a PulseAudio sink without a sound card.

The environment names the sink, of one channel at the program's own rate; `.ci/run` makes it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from narrator.voice.profile import load_voice
from narrator.voice.render import Renderer
from narrator.voice.samples import BYTES, QUIET, RATE
from narrator.voice.speaker import BREATH, SoundLost, Speaker, open_speaker

SINK = os.environ.get("NARRATOR_SINK", "")
pytestmark = pytest.mark.skipif(
    not SINK or shutil.which("parec") is None,
    reason="NARRATOR_SINK names no PulseAudio sink to record: .ci/run makes one",
)

JOIN = 0.7
"""Silence up to this length, in seconds, belongs to a text; written pauses are longer here."""

LATE = 0.1
"""Seconds by which the recorder may lag behind the sink."""


@dataclass
class Recorder:
    """A microphone on the sink, running."""

    file: Path
    process: subprocess.Popen[bytes]

    def now(self) -> float:
        """Return how many seconds have been recorded."""
        return self.file.stat().st_size / BYTES / RATE

    def sounds(self) -> list[tuple[float, float]]:
        """Stop, and return begin and end, in seconds, of everything that was heard."""
        self.process.terminate()
        self.process.wait()
        values = array("h", self.file.read_bytes()[: int(self.now() * RATE) * BYTES])
        loud = [i for i, value in enumerate(values) if abs(value) > QUIET]
        if not loud:
            return []
        cuts = [(a, b) for a, b in pairwise(loud) if b - a > JOIN * RATE]
        begins = [loud[0], *(b for _, b in cuts)]
        ends = [*(a for a, _ in cuts), loud[-1]]
        return [(begin / RATE, end / RATE) for begin, end in zip(begins, ends, strict=True)]


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    file = tmp_path / "room.raw"
    what = ["parec", "-d", f"{SINK}.monitor", "--latency-msec=10", "--format=s16le", f"--rate={RATE}", "--channels=1"]
    with file.open("wb") as room, subprocess.Popen(what, stdout=room) as process:
        yield Recorder(file, process)
        process.kill()


@pytest.fixture
def mouth(recorder: Recorder) -> Iterator[Speaker]:
    with open_speaker(load_voice("fr")) as speaker:
        while recorder.now() == 0:
            speaker.speak([0.1])
        yield speaker


def lengths(*texts: str) -> list[float]:
    """Return how long each text is, in seconds."""
    renderer = Renderer(load_voice("fr"))
    try:
        return [len(renderer.render(text)) / BYTES / RATE for text in texts]
    finally:
        renderer.close()


def silences(sounds: list[tuple[float, float]]) -> list[float]:
    return [after[0] - before[1] for before, after in pairwise(sounds)]


def test_texts_are_heard_whole_and_in_order(mouth: Speaker, recorder: Recorder) -> None:
    texts = ("Élise", "La nuit descend sur le hameau, et chacun rentre chez soi.", "Bonjour à tous", "Un.")
    mouth.speak([texts[0], 1.0, texts[1]])
    mouth.speak([1.0, texts[2], 1.0, texts[3]])
    mouth.speak([0.5])
    heard = [end - begin for begin, end in recorder.sounds()]
    assert heard == pytest.approx(lengths(*texts), abs=0.02)


def test_a_written_pause_is_silence_of_that_length(mouth: Speaker, recorder: Recorder) -> None:
    pauses = [1.5, 0.8, 2.25, 1.0]
    mouth.speak(["Un", pauses[0], "deux", pauses[1], "trois", pauses[2], "quatre", pauses[3], "cinq"])
    mouth.speak([0.5])
    assert silences(recorder.sounds()) == pytest.approx(pauses, abs=0.02)


def test_speaking_returns_when_the_last_sample_has_left(mouth: Speaker, recorder: Recorder) -> None:
    mouth.speak(["Ouvrez les yeux, tout le monde."])
    returned = recorder.now()
    mouth.speak([1.0])
    ((_, end),) = recorder.sounds()
    assert end < returned + LATE


def test_the_narrator_takes_a_breath_between_two_lines(mouth: Speaker, recorder: Recorder) -> None:
    mouth.speak(["Un", "Deux"])
    mouth.speak(["Trois", 1.0, "Quatre"])
    mouth.speak([0.5])
    first, last = recorder.sounds()
    assert first[1] - first[0] >= sum(lengths("Un", "Deux", "Trois")) + 2 * BREATH - 0.02
    assert last[0] - first[1] == pytest.approx(1.0, abs=0.02)


def test_a_sink_that_is_taken_away_is_lost_sound(mouth: Speaker) -> None:
    mouth.speak(["Un"])
    subprocess.run(["pactl", "unload-module", "module-null-sink"], check=True)
    try:
        with pytest.raises(SoundLost, match="perdu"):
            mouth.speak(["Deux", 1.0, "Trois"])
    finally:
        sink = ["module-null-sink", f"sink_name={SINK}", f"rate={RATE}", "channels=1", "format=s16le"]
        subprocess.run(["pactl", "load-module", *sink], check=True)
