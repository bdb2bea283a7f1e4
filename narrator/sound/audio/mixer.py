"""The mixer: speech over ambience, frame by frame, without a clock, a device or a thread.

The audio process and the virtual clock use this same mixer. What comes out depends on the messages and on the frames at
which they came, and not on how the time between was cut into blocks: to the last bit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, TypeAlias, assert_never

import numpy as np

from narrator.sound.audio.messages import (
    LONGEST_LEAD_IN,
    Ambience,
    Attend,
    Begun,
    Cover,
    Hush,
    LeadIn,
    Left,
    Order,
    PlayScene,
    Speak,
    VolumeLevel,
)
from narrator.sound.dsp.gains import Gains, Ramp, soft_clipped
from narrator.sound.dsp.samples import QUIET, Samples, frames, from_pcm

KNEE = 10 ** (-1 / 20)
"""Up to here, 1 dB under full scale, a sample stays as it is: no rendered line goes beyond."""

PEAK = 10 ** (-0.5 / 20)
"""What no sample exceeds: half a decibel under full scale."""

DUCK = 10 ** (-15 / 20)
"""The ambience under speech, and while somebody is listened to: 15 dB down."""

DOWN, HOLD, UP = frames(0.12), frames(0.6), frames(0.7)
"""The ambience goes down as speech begins, stays there through the breath between two lines, and comes back."""

PAUSE = frames(1.6)
"""A pause in a line that is longer lets the ambience come back; in a shorter one it would only pump."""

COVER = 10 ** (6 / 20)
"""The ambience while a window is open: 6 dB up."""

COVERING, UNCOVERING = frames(0.4), frames(1.2)
CROSSFADE = frames(2.0)
LEVELLING = frames(0.15)
HUSHING = frames(0.01)

ASLEEP = frames(4.0)
"""After so much silence a loudspeaker may sleep: some by Bluetooth, by HDMI or by USB swallow half a second then."""

_HISS = 10 ** (-50 / 20)
"""How loud what wakes it is: noise of -50 dBFS, thirty decibels below speech."""


class SampleStream(Protocol):
    """An ambience without end."""

    def read(self, frames: int) -> Samples:
        """Return the next frames; the same however they are cut."""


StreamOf: TypeAlias = Callable[[str, int, int], SampleStream]
"""Gives the stream of a scene, its seed and its take."""


@dataclass
class _Speech:
    """What is said or waits; `sounds` are the stretches of it that are to be heard, pauses up to `PAUSE` included."""

    number: int
    samples: Samples
    sounds: deque[tuple[int, int]]
    words: bool = True
    begun: int = 0
    with_it: list[int] = field(default_factory=list)
    """The numbers of those that waited behind it when it was hushed, and leave with it."""

    @property
    def end(self) -> int:
        return self.begun + len(self.samples)


@dataclass
class _Layer:
    """An ambience that sounds. What moves is its power, so that two that cross are as loud together as one."""

    stream: SampleStream
    power: Ramp
    leaving: bool = False


class Mixer:
    """Speech in its order, ambience under it, and a level over both. `frame` counts what was mixed."""

    def __init__(self, stream_of: StreamOf) -> None:
        self.frame = 0
        self._stream_of = stream_of
        self._queue: deque[_Speech] = deque()
        self._speech: _Speech | None = None
        self._replies: list[Begun | Left] = []
        self._layers: list[_Layer] = []
        self._scene: PlayScene | None = None
        self._ambience = True
        self._duck, self._cover, self._level = Ramp(1.0), Ramp(1.0), Ramp(1.0)
        self._alone = 1.0  # how loud the ambience is where nobody speaks
        self._rises: int | None = None
        self._lead_in, self._woken = 0, 0
        self._sounded = -ASLEEP
        self.worded = False
        """Whether words were in what was mixed last: their rests, and the breath behind them, are none."""

    @property
    def speaking(self) -> bool:
        """Whether speech was in the last block or will be in the next."""
        return self._speech is not None or bool(self._queue)

    def take(self, order: Order) -> None:
        match order:
            case Speak(number, pcm, words):
                samples = from_pcm(pcm)
                self._queue.append(_Speech(number, samples, sounds_in(samples), words))
            case PlayScene():
                self._change(order)
            case Ambience(on):
                self._switch(on)
            case Cover(on):
                self._cover.go(COVER if on else 1.0, self.frame, COVERING if on else UNCOVERING)
            case Attend(on):
                self._attend(on)
            case VolumeLevel(gain):
                if self.frame:
                    self._level.go(gain, self.frame, LEVELLING)
                else:
                    self._level = Ramp(gain)  # nothing was heard yet that could jump
            case LeadIn(seconds):
                self._lead_in = frames(seconds)
                if self._lead_in:
                    _hiss()  # made now: the mixing itself must not wait for it
            case Hush():
                self._hush()
            case _:
                assert_never(order)

    def mix(self, count: int) -> tuple[Samples, list[Begun | Left]]:
        mixed: list[Samples] = []
        end = self.frame + count
        self.worded = False
        while self.frame < end:
            self._begin()
            mixed.append(self._stretch(min(end, self._next_turn()) - self.frame))
            self._end()
        replies, self._replies = self._replies, []
        return np.concatenate(mixed) if mixed else np.zeros(0, dtype=np.float32), replies

    def _begin(self) -> None:
        """Do what is due before the next frame."""
        self._end()
        while self._speech is None and self._queue and self._awake():
            self._speech = self._queue.popleft()
            self._speech.begun = self.frame
            self._replies.append(Begun(self._speech.number, self.frame))
            self._end()
        speech = self._speech
        if speech is not None and speech.sounds:
            start, end = (speech.begun + at for at in speech.sounds[0])
            if start == self.frame:
                self._duck.go(DUCK, self.frame, DOWN)
                self._rises = end + HOLD
                self._sounded = end
                speech.sounds.popleft()
        if self._rises == self.frame:
            following = self._next_sound()
            if following is not None and following - (self.frame - HOLD) <= PAUSE:
                self._rises = following + HOLD
            else:
                self._duck.go(self._alone, self.frame, UP)
                self._rises = None

    def _awake(self) -> bool:
        """Whether the next speech can begin; where the loudspeaker may be asleep, it is woken first."""
        if self._lead_in and self._queue[0].sounds and self.frame >= self._sounded + ASLEEP:
            self._woken = self._sounded = self.frame + self._lead_in
        return self.frame >= self._woken

    def _next_sound(self) -> int | None:
        """Return when speech is heard next, as far as it is known: a line may come in parts."""
        begun = self.frame
        for speech in (self._speech, *self._queue):
            if speech is None:
                continue
            if speech is self._speech:
                begun = speech.begun
            if speech.sounds:
                return begun + speech.sounds[0][0]
            begun += len(speech.samples)
        return None

    def _end(self) -> None:
        """Drop the speech that has left and the ambience that has faded."""
        speech = self._speech
        if speech is not None and speech.end <= self.frame:
            self._replies += [Left(number, self.frame) for number in (speech.number, *speech.with_it)]
            self._speech = None
        self._layers = [layer for layer in self._layers if not (layer.leaving and layer.power.arrived(self.frame))]

    def _next_turn(self) -> int:
        turns = [layer.power.arrival for layer in self._layers if layer.leaving]
        if self._rises is not None:
            turns.append(self._rises)
        turns.append(self._woken)
        if self._speech is not None:
            turns.append(self._speech.end)
            turns += [self._speech.begun + start for start, _ in list(self._speech.sounds)[:1]]
        return min((turn for turn in turns if turn > self.frame), default=self.frame + CROSSFADE)

    def _stretch(self, count: int) -> Samples:
        """Mix frames in which nothing is due."""
        sum_: Gains = np.zeros(count)
        for layer in self._layers:
            sum_ += layer.stream.read(count).astype(np.float64) * np.sqrt(layer.power.over(self.frame, count))
        if self._layers:
            self._sounded = self.frame + count
            sum_ *= self._duck.over(self.frame, count)
            sum_ *= self._cover.over(self.frame, count)
        if self._speech is not None:
            at = self.frame - self._speech.begun
            said = self._speech.samples[at : at + count]
            sum_ += said
            self.worded = self.worded or (self._speech.words and bool(np.any(np.abs(said) > QUIET)))
        if self.frame < self._woken:
            left = self._woken - self.frame
            sum_ += _hiss()[left - count : left][::-1]
        sum_ *= self._level.over(self.frame, count)
        self.frame += count
        return soft_clipped(sum_, KNEE, PEAK).astype(np.float32)

    def _change(self, scene: PlayScene) -> None:
        if scene == self._scene:
            return
        self._set(scene if self._ambience else None)
        self._scene = scene

    def _switch(self, on: bool) -> None:
        if on != self._ambience:
            self._set(self._scene if on else None)
            self._ambience = on

    def _attend(self, on: bool) -> None:
        """Keep the ambience down while somebody is listened to; then let it come back, unless a line follows soon."""
        self._alone = DUCK if on else 1.0
        if not on:
            self._rises = max(self._rises or 0, self.frame + HOLD)
        elif self._rises is None:
            self._duck.go(DUCK, self.frame, DOWN)

    def _set(self, scene: PlayScene | None) -> None:
        """Fade one ambience in, or none, and every other out."""
        comes: list[_Layer] = []
        if scene is not None and scene.scene:
            comes.append(_Layer(self._stream_of(scene.scene, scene.seed, scene.take), Ramp(0.0)))
            comes[0].power.go(1.0, self.frame, CROSSFADE)
        for layer in self._layers:
            if not layer.leaving:
                layer.leaving = True
                layer.power.go(0.0, self.frame, CROSSFADE)
        self._layers += comes

    def _hush(self) -> None:
        waiting = [speech.number for speech in self._queue]
        self._queue.clear()
        if self.frame < self._woken:  # it was not woken yet
            self._sounded = self.frame - ASLEEP
        self._woken = self.frame
        speech = self._speech
        if speech is None:
            self._replies += [Left(number, self.frame) for number in waiting]
            return
        at = self.frame - speech.begun
        rest = speech.samples[at : at + HUSHING]
        fade = Ramp(1.0)
        fade.go(0.0, 0, HUSHING)
        speech.samples = np.concatenate([speech.samples[:at], (rest * fade.over(0, len(rest))).astype(np.float32)])
        speech.sounds.clear()
        speech.with_it += waiting
        if self._rises is not None:
            self._rises = min(self._rises, speech.end + HOLD)


@cache
def _hiss() -> Samples:
    """Return what wakes a loudspeaker; few need it, and numpy loads chance only where it is asked for."""
    noise: Samples = _HISS * np.random.default_rng(0).standard_normal(frames(LONGEST_LEAD_IN), dtype=np.float32)
    return noise


def sounds_in(samples: Samples) -> deque[tuple[int, int]]:
    """Return begin and end of every stretch that is to be heard; silences up to `PAUSE` belong to it."""
    loud = np.flatnonzero(np.abs(samples) > QUIET)
    if not len(loud):
        return deque()
    cuts = np.flatnonzero(np.diff(loud) > PAUSE)
    begins, ends = loud[np.concatenate([[0], cuts + 1])], loud[np.concatenate([cuts, [len(loud) - 1]])] + 1
    return deque((int(begin), int(end)) for begin, end in zip(begins, ends, strict=True))
