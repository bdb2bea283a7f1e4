"""Ambience made ahead of time in a thread of its own, so that the loudspeaker never waits for it."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import assert_never

import numpy as np

from narrator.sound.audio.messages import Ambience, Order, PlayScene, Trouble
from narrator.sound.audio.mixer import SampleStream, StreamOf
from narrator.sound.dsp.samples import RATE, Samples

CHUNK = RATE // 5
"""Frames made at a time."""

AHEAD = 3 * RATE
"""Frames that lie ready."""

FIRST = RATE // 2
"""Frames that lie ready before a scene begins, or goes on after it ran dry."""

EDGE = RATE // 50
"""Frames kept back to fade over, should the rest not come in time."""

_WAIT = 0.5


class BufferedStream:
    """A stream of which the next seconds are ready. One thread fills, another reads."""

    def __init__(self, stream: SampleStream) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._ready: deque[Samples] = deque()
        self._count = 0
        self._dry = False

    def fill(self, count: int) -> bool:
        """Make a chunk if fewer than so many frames lie ready; say whether it was needed."""
        if self._count >= count:
            return False
        chunk = self._stream.read(CHUNK)
        with self._lock:
            self._ready.append(chunk)
            self._count += len(chunk)
        return True

    def read(self, frames: int) -> Samples:
        """Return the next frames. Where they are not ready, it fades to silence until there are enough again."""
        samples = np.zeros(frames, dtype=np.float32)
        with self._lock:
            if self._dry and self._count < FIRST:
                return samples
            begins, self._dry = self._dry, self._count < frames + EDGE
            self._take(samples[: self._count])
        if begins:
            samples *= np.linspace(0, 1, frames, dtype=np.float32)
        if self._dry:
            fade = min(frames, EDGE)
            samples[:fade] *= np.linspace(1, 0, fade, dtype=np.float32)
            samples[fade:] = 0
        return samples

    def _take(self, into: Samples) -> None:
        done = 0
        while done < len(into):
            part = self._ready[0][: len(into) - done]
            into[done : done + len(part)] = part
            done += len(part)
            if len(part) == len(self._ready[0]):
                self._ready.popleft()
            else:
                self._ready[0] = self._ready[0][len(part) :]
        self._count -= done


class SceneMaker:
    """Sets scenes up in a thread of its own: an order that needs a stream is passed on once the stream is ready."""

    def __init__(
        self, stream_of: StreamOf, pass_on: Callable[[Order], object], tell: Callable[[Trouble], object]
    ) -> None:
        """Set up scenes with `stream_of`; what it raises is told as trouble, and the scene does not change."""
        self._stream_of, self._pass_on, self._tell = stream_of, pass_on, tell
        self._orders: SimpleQueue[PlayScene | Ambience] = SimpleQueue()
        self._set_up: dict[tuple[str, int, int], BufferedStream] = {}
        self._being_made: weakref.WeakSet[BufferedStream] = weakref.WeakSet()
        self._scene: PlayScene | None = None
        self._ambience = True
        threading.Thread(target=self._work, name="scene_maker", daemon=True).start()

    def order(self, order: PlayScene | Ambience) -> None:
        """Pass an order on as soon as its stream is ready."""
        self._orders.put(order)

    def stream_of(self, scene: str, seed: int, take: int) -> SampleStream:
        """Return the stream that was set up for an order that was passed on: the mixer's source."""
        return self._set_up.pop((scene, seed, take))

    def _work(self) -> None:
        while True:
            # A chunk each in turn, so that an order never waits for more than one round.
            busy = sum(stream.fill(AHEAD) for stream in list(self._being_made)) > 0
            try:
                order = self._orders.get(timeout=None if not self._being_made else 0 if busy else _WAIT)
            except Empty:
                continue
            try:
                self._prepare(order)
            except Exception as error:
                # Whatever a scene or somebody's own sound fails with, the game goes on without it, and hears why.
                self._tell(Trouble("ambience", str(error)))
            else:
                self._pass_on(order)

    def _prepare(self, order: PlayScene | Ambience) -> None:
        """Get ready what the mixer will ask for when it is given this order."""
        scene, ambience = self._scene, self._ambience
        match order:
            case PlayScene():
                scene = order
            case Ambience(on):
                ambience = on
            case _:
                assert_never(order)
        if ambience and scene is not None and scene.scene and (scene, ambience) != (self._scene, self._ambience):
            stream = BufferedStream(self._stream_of(scene.scene, scene.seed, scene.take))
            while stream.fill(FIRST):
                pass
            self._set_up[scene.scene, scene.seed, scene.take] = stream
            self._being_made.add(stream)
        self._scene, self._ambience = scene, ambience
