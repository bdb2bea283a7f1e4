"""A night as a microphone in the room would record it: the very samples that a rendered night has, at their times.

Played by the command line through real PortAudio into the sink that the environment names; `.ci/run` makes it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile
from booths import NAME, hasty
from mutagen.flac import FLAC
from scipy.signal import correlate

from narrator.sound.dsp.samples import RATE, Samples, from_pcm

SINK = os.environ.get("NARRATOR_SINK", "")
pytestmark = pytest.mark.skipif(
    not SINK or shutil.which("parec") is None,
    reason="NARRATOR_SINK names no PulseAudio sink to record: .ci/run makes one",
)

TABLE = [
    *("--players", "8", "--roles", "loup-garou=2,voyante", "--pace", "fast"),
    *("--no-ambience", "--seed", "4", "--voice", NAME),
]
TYPED = "non\nnon\n\n"
"""No reminder, no trial night, ready. At night nobody keys anything."""

PUT_AWAY = "quitter\n"

EXACT = 0.02
"""Seconds by which a written pause may be longer or shorter."""

NEXT_LINE = 0.4
"""Seconds by which a line may come later than in a rendering, where no loudspeaker holds back what it was given."""

FURTHEST = 60
"""Seconds in which the next words must come."""

ALIKE = 0.9
"""The least correlation of what was heard with what was rendered, of 1."""


@dataclass(frozen=True)
class Words:
    """What is said between two written pauses, with its frames in a recording."""

    begin: int
    end: int
    text: str


@dataclass(frozen=True)
class Night:
    """The first night: what is said, what is said after it, and the samples of the whole recording."""

    words: list[Words]
    dawn: str
    samples: Samples


NARRATOR = [sys.executable, "-m", "narrator"]


def seconds(clock: str) -> float:
    hours, minutes, rest = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


@pytest.fixture
def rendered(home: Path, tmp_path: Path) -> Night:
    """Render the same evening under the virtual clock; its phrases are kept in `home` for the one that is played."""
    file = tmp_path / "night.flac"
    hasty(home)
    subprocess.run([*NARRATOR, "render", "thiercelieux", *TABLE, "-o", str(file)], check=True)
    samples, rate = soundfile.read(file, dtype="float32")
    assert rate == RATE
    tags = FLAC(file)
    begins, ends = (seconds(tags[name][0]) for name in ("CHAPTER002", "CHAPTER003"))
    said = []
    dawn = ""
    for entry in file.with_suffix(".vtt").read_text(encoding="utf-8").split("\n\n")[1:]:
        times, _, text = entry.partition("\n")
        begin, end = (seconds(time) for time in times.split(" --> "))
        if begins <= begin < ends:
            said.append(Words(round(begin * RATE), round(end * RATE), text.strip()))
        elif begin >= ends:
            dawn = dawn or text.strip()
    return Night(said, dawn, samples)


@dataclass(frozen=True)
class Played:
    """What was recorded of a real evening, and the captions that were shown meanwhile."""

    heard: Samples
    captions: list[str]


@pytest.fixture
def played(rendered: Night, tmp_path: Path) -> Played:
    """Play that evening aloud up to its first day."""
    assert rendered.words
    file = tmp_path / "room.raw"
    what = ["parec", "-d", f"{SINK}.monitor", "--latency-msec=10", "--format=s16le", f"--rate={RATE}", "--channels=1"]
    play = [*NARRATOR, "play", "thiercelieux", *TABLE, "--no-ears", "--private", str(tmp_path / "private")]
    with file.open("wb") as room, subprocess.Popen(what, stdout=room) as recorder:
        with subprocess.Popen(play, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as playing:
            assert playing.stdin is not None
            assert playing.stdout is not None
            playing.stdin.write(TYPED)
            playing.stdin.flush()
            captions = []
            for line in playing.stdout:
                captions.append(line)
                if rendered.dawn in line:
                    break
            playing.stdin.write(PUT_AWAY)
            playing.stdin.close()
            playing.stdout.read()
        recorder.terminate()
    assert playing.returncode == 0
    data = file.read_bytes()
    return Played(from_pcm(data[: len(data) // 2 * 2]), captions)


def found(words: Samples, recorded: Samples, since: int, until: int) -> tuple[int, float]:
    """Return the frame at which words are heard best, between two frames, and how alike they are, of 1."""
    stretch = recorded[since:until].astype(np.float64)
    power = np.cumsum(np.concatenate([[0.0], stretch**2]))
    heard = np.sqrt(np.maximum(power[len(words) :] - power[: -len(words)], 1e-6))
    alike = correlate(stretch, words, mode="valid", method="fft") / (heard * np.linalg.norm(words))
    at = int(np.argmax(alike))
    return since + at, float(alike[at])


def test_every_line_of_a_night_is_heard_in_order_and_every_pause_has_its_length(
    rendered: Night, played: Played
) -> None:
    words = rendered.words
    at: list[int] = []
    since, until = 0, len(played.heard)
    for said in words:
        sound = rendered.samples[said.begin : said.end]
        place, alike = found(sound, played.heard, since, until)
        assert alike > ALIKE, said.text
        at.append(place)
        since = place + len(sound)
        until = since + FURTHEST * RATE
    in_one_line = 0
    for (before, there), (after, here) in pairwise(zip(words, at, strict=True)):
        late = (here - there - (after.begin - before.begin)) / RATE
        if any(f"{before.text} {after.text}" in line for line in played.captions):
            in_one_line += 1
            assert late == pytest.approx(0.0, abs=EXACT), after.text
        else:
            assert 0 <= late < NEXT_LINE, after.text
    assert in_one_line >= len(words) / 3
