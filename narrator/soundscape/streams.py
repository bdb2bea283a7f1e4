"""The endless stream of a scene: the same for the same scene, seed and take, however it is cut."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from narrator.dsp.gains import soft_clipped
from narrator.dsp.samples import Samples
from narrator.soundscape.chance import Chance
from narrator.soundscape.scenes import KNEE, PEAK, SCENES, resolved
from narrator.soundscape.source import CHUNK, Source, level
from narrator.soundscape.space import Valley


class Stream:
    """Endless sound, read in pieces of any size."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._chunk: Samples = np.zeros(0, dtype=np.float32)

    def read(self, frames: int) -> Samples:
        """Return the next `frames` samples of the source, in an array of their own."""
        samples = np.empty(frames, dtype=np.float32)
        done = 0
        while done < frames:
            if not len(self._chunk):
                self._chunk = self._source.chunk()
            part = self._chunk[: frames - done]
            samples[done : done + len(part)] = part
            self._chunk = self._chunk[len(part) :]
            done += len(part)
        return samples


class Scenery:
    """The sources of a scene as one: each at its gain, the far ones by way of the valley."""

    def __init__(self, chance: Chance) -> None:
        """Set up a scene.

        Raises:
            SceneError: there is none of that name.
        """
        layers = SCENES[resolved(chance.scene)].layers
        self._near = [(layer.make(chance), np.float32(level(layer.gain)), layer.far) for layer in layers]
        self._valley = Valley()

    def chunk(self) -> Samples:
        near, far = np.zeros(CHUNK, dtype=np.float32), np.zeros(CHUNK, dtype=np.float32)
        for source, gain, share in self._near:
            made = gain * source.chunk()
            near += np.float32(np.sqrt(1 - share)) * made
            if share:
                far += np.float32(np.sqrt(share)) * made
        return soft_clipped(near + self._valley.chunk(far), KNEE, PEAK)


def stream(scene: str, seed: int, take: int, own: Path | None = None) -> Stream:
    """Return the sound of a scene.

    `seed` is the public one, `take` the number of the scene in its evening: two takes differ as two minutes of the same
    night do. `own` is a folder of one's own sounds: what it has for the scene is played instead.

    Raises:
        SceneError: there is no scene of that name.
        SoundError: a sound in that folder cannot be used; without `own` there is always one.
    """
    chance = Chance(seed, scene, take)
    if own is not None:
        # Only who has sounds of his own pays for the libraries that read them.
        from narrator.soundscape.own_sounds import loop

        found = loop(own, chance)
        if found is not None:
            return Stream(found)
    return Stream(Scenery(chance))
