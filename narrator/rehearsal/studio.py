"""The mouth of a rehearsal that is heard: the real mixer under the virtual clock, sample for sample."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from narrator.audio.messages import Cover, Order, PlayScene, Speak, VolumeLevel
from narrator.audio.mixer import Mixer
from narrator.core.effects import Scene
from narrator.dsp.samples import RATE, Samples, Volume, frames, stepped, to_pcm
from narrator.rehearsal.virtual_table import VirtualClock
from narrator.story.markup import Utterance


class Recite(Protocol):
    """What turns words into samples: see `narrator.speech.recital`."""

    def __call__(self, utterance: Utterance, *, by_night: bool, level: float = 0.0) -> Samples:
        """Return the samples of an utterance."""
        ...


class Studio:
    """A mouth whose sound goes to `hear`, block after block; speaking moves the clock by exactly the samples spoken.

    `speech` gives the samples of an utterance by day or by night, `seed` is the game's public one. `at` counts frames
    of the clock. `captioned` is told each utterance, with the frame of the sound from which it is heard, and whether
    that is by night.
    """

    def __init__(
        self,
        clock: VirtualClock,
        mixer: Mixer,
        speech: Recite,
        hear: Callable[[Samples], None],
        *,
        seed: int,
        captioned: Callable[[int, Utterance, bool], None] = lambda _frame, _utterance, _by_night: None,
    ) -> None:
        self._clock = clock
        self._mixer = mixer
        self._speech = speech
        self._hear = hear
        self._seed = seed
        self._captioned = captioned
        self._began = self.at = frames(clock.now())
        self._by_night = False
        self._spoken = 0
        self._volume = Volume()
        self._level = self._volume.level

    def speak(self, utterance: Utterance) -> None:
        samples = self._speech(utterance, by_night=self._by_night, level=self._volume.gain)
        self._spoken += 1
        self._order(Speak(self._spoken, to_pcm(samples)))
        self._captioned(self.at - self._began, utterance, self._by_night)
        self._mix(len(samples))
        self._clock.advance(self.at / RATE)

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        self._by_night = scene.closed
        self._order(PlayScene(scene.scene, self._seed, take))
        self._volume.gain = gain
        self._set_level()

    def cover(self, on: bool) -> None:
        self._order(Cover(on))
        self._volume.covering = on
        self._set_level()

    def volume(self, steps: int) -> bool:
        self._volume.chosen = stepped(self._volume.chosen, steps)
        self._set_level()
        return True

    def catch_up(self) -> None:
        """Play what lies between the last sound and the present time."""
        self._mix(frames(self._clock.now()) - self.at)

    def _set_level(self) -> None:
        if self._volume.level != self._level:
            self._level = self._volume.level
            self._order(VolumeLevel(self._level))

    def _order(self, order: Order) -> None:
        self.catch_up()
        self._mixer.take(order)

    def _mix(self, count: int) -> None:
        while count > 0:
            block, _ = self._mixer.mix(min(count, RATE))
            self._hear(block)
            self.at += len(block)
            count -= len(block)
