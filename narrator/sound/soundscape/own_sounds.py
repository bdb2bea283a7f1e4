"""A player's own sounds: a folder whose files replace the scenes that they are named after.

`night.flac` is for `night`, and so are `night-2.flac` and `night-3.ogg`: the number of the scene chooses among them. A
file for `victory` serves every ending that has none of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from narrator.sound.dsp.gains import soft_clipped
from narrator.sound.dsp.loudness import loudness
from narrator.sound.dsp.samples import RATE, Samples
from narrator.sound.dsp.sound_reading import UnreadableSoundError, read_sound
from narrator.sound.soundscape.scenes import KNEE, PEAK, SCENES, resolved
from narrator.sound.soundscape.source import CHUNK, Chance, level

ENDINGS = (".flac", ".wav", ".ogg", ".mp3")
"""The kinds of files that are looked for."""

LONGEST = 120.0
"""Seconds of a file that are used: 5 MB of memory, and more than a scene lasts for most."""

AT_HAND = 12
"""Sounds that stay in memory, 60 MB at most: as many as an evening has scenes. A small box has no more to spare."""

SHORTEST = 3.0
"""Seconds below which a loop would be heard as one."""

_FADE = 2.0
_FULL = 32767


class SoundError(Exception):
    """A sound of one's own cannot be used. The text is for the person who put it there: which, and why."""


@dataclass(frozen=True)
class OwnRecording:
    """A sound ready to be looped: its end has been faded into its beginning. `gain` brings it to its scene's level."""

    steps: NDArray[np.int16]
    gain: float


class Loop:
    """A recording over and over, begun somewhere in its middle."""

    def __init__(self, recording: OwnRecording, start: int) -> None:
        self._recording, self._at = recording, start

    def chunk(self) -> Samples:
        steps = self._recording.steps
        part = np.take(steps, np.arange(self._at, self._at + CHUNK), mode="wrap")
        self._at = (self._at + CHUNK) % len(steps)
        return soft_clipped(part.astype(np.float32) * np.float32(self._recording.gain / _FULL), KNEE, PEAK)


def loop(folder: Path, chance: Chance) -> Loop | None:
    """Return what the folder has for a scene, or None.

    The first time a file is read, measured and resampled here, which may take a second: scenes have a thread. It raises
    as `narrator.sound.soundscape.scenes.stream`.
    """
    resolved(chance.scene)
    by_scene = _files(folder)
    scene = chance.scene if chance.scene in by_scene else chance.scene.rpartition(".")[0]
    if scene not in by_scene:
        return None
    files = by_scene[scene]
    # One after another, begun with another one every evening: two scenes in a row never have the same.
    first = int(chance.place("sounds").integers(len(files)))
    recording = _recording(files[(first + chance.take) % len(files)], scene)
    return Loop(recording, int(chance.moment("sounds").integers(len(recording.steps))))


def _files(folder: Path) -> dict[str, list[Path]]:
    """Return the sounds in a folder, in order, by the scenes that they are named after, known or not."""
    try:
        present = sorted(folder.iterdir())
    except OSError as error:
        raise SoundError(f"The folder of sounds {folder} cannot be opened: {error.strerror or error}.") from error
    by_scene: dict[str, list[tuple[int, Path]]] = {}
    for file in present:
        if file.suffix.lower() in ENDINGS and not file.name.startswith("."):
            name, number = re.fullmatch(r"(.+?)(?:-(\d+))?", file.stem, re.DOTALL).groups()  # type: ignore[union-attr]
            by_scene.setdefault(name, []).append((int(number or 1), file))
    return {name: [file for _, file in sorted(numbered)] for name, numbered in by_scene.items()}


def _recording(file: Path, scene: str) -> OwnRecording:
    try:
        stand = file.stat()
    except OSError as error:
        raise SoundError(f"{file} cannot be opened: {error.strerror or error}.") from error
    return _read(file, resolved(scene), stand.st_mtime_ns, stand.st_size)


@lru_cache(maxsize=AT_HAND)
def _read(file: Path, scene: str, _changed: int, _size: int) -> OwnRecording:
    """Read a sound. What follows the scene is there to read a file again that was replaced."""
    try:
        samples = read_sound(file, RATE, LONGEST)
    except UnreadableSoundError as error:
        raise SoundError(
            f"{file} cannot be read as a sound ({error}): save it again as FLAC, WAV, OGG or MP3."
        ) from error
    if len(samples) < SHORTEST * RATE:
        raise SoundError(f"{file} is too short to be repeated: it should last {SHORTEST:.0f} seconds or more.")
    looped = _looped(samples)
    found = loudness(looped)
    if found == -np.inf:
        raise SoundError(f"{file} is silent.")
    highest = float(np.abs(looped).max())
    steps = np.rint(looped * (_FULL / highest)).astype(np.int16)
    return OwnRecording(steps, highest * level(SCENES[scene].loudness - found))


def _looped(samples: Samples) -> Samples:
    """Return samples whose end leads into their beginning, which the end has been faded into at equal power."""
    fade = min(round(_FADE * RATE), len(samples) // 4)
    turn = np.pi / 2 * (np.arange(fade, dtype=np.float32) + np.float32(0.5)) / fade
    seam = samples[:fade] * np.sin(turn) + samples[-fade:] * np.cos(turn)
    return np.concatenate([seam, samples[fade:-fade]]).astype(np.float32)
