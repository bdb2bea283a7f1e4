"""What of the microphone a game hears: all of it but the narrator's own words, and of these no moment longer.

Every sample that is played is known here. Where the package `pywebrtc-audio` is, WebRTC's canceller takes it out of
what the microphone brings, and people are heard from shortly before the end of his last word; without it, from
when the room has rung out. When that is, each of his lines tells anew: devices say wrongly how much they hold
(`narrator.ear.acoustics`). Times are those of the machine's clock (`time.monotonic`), in seconds.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from narrator.ear.acoustics import LONGEST, Acoustics, Clocks, echo_of, levels
from narrator.ear.messages import Audio
from narrator.ear.vad import Pcm
from narrator.sound.audio.messages import LASTING, Played
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples, from_pcm

_logger = logging.getLogger(__name__)

EARLY = 0.3
"""Seconds before the end of the narrator's words from which on people are heard, where these are taken out."""

TAIL = 0.3
"""Seconds for which the ears stay shut after the narrator's words, where they are not taken out: the room rings on."""

BETWEEN = 0.06
"""A shorter silence is no end of words."""

_REMEMBERED = 30.0
_TEN_MS = HEARING_RATE // 100
_INTERRUPTED = 0.1  # seconds by which a block must be late to begin a run of its own
_ASTRAY = 0.03  # seconds by which the two streams may drift apart before they are put beside each other anew
_MEASURED, _REST = 2.5, 0.8
"""Seconds that are compared, and of how many of them the narrator has been silent. He may begin again soon."""


class ShutEars:
    """When the narrator's words were to be heard."""

    def __init__(self) -> None:
        self._spans: deque[tuple[float, float]] = deque()

    def mouth(self, begun: float, ended: float) -> None:
        """Some words were in the air between these times at most. Words are told in their order."""
        if self._spans and begun <= self._spans[-1][1]:
            begun, _ = self._spans.pop()
        self._spans.append((begun, ended))
        while self._spans[0][1] < ended - _REMEMBERED:
            self._spans.popleft()

    def open(self, begin: float, end: float, tail: float = TAIL) -> bool:
        """Whether all that a microphone recorded from `begin` to `end` was recorded so long after words at least."""
        return not any(shut < end and begin < opened + tail for shut, opened in self._spans)


_TAPS = np.sinc(np.arange(-8, 9) * 0.66) * np.hanning(19)[1:-1] * 0.66
"""What keeps of `RATE` what the microphone's rate can hold; it holds nothing back for longer than 0.4 ms."""

_MARGIN = len(_TAPS) // 2 + 1


class Loudspeaker:
    """What was handed to the loudspeaker of late, for the canceller."""

    def __init__(self) -> None:
        self._first = 0  # the number of the run's first frame
        self._sound: Samples = np.zeros(0, np.float32)
        self._dropped = 0  # frames of this run that are not kept any more
        self._begun = -math.inf  # when the run's first frame was handed over, as far as can be told
        self._read = 0.0  # how many seconds of the run were read

    def add(self, samples: Samples, at: float, frame: int) -> None:
        due = self._begun + (self._dropped + len(self._sound)) / RATE
        if abs(at - due) > _INTERRUPTED:
            self._sound, self._dropped, self._begun, self._read = self._sound[:0], 0, at, 0.0
            self._first = frame
        else:
            self._begun += (at - due) / 100  # a block may wait for its turn, and clocks differ
        self._sound = np.concatenate([self._sound, samples])
        if (spare := len(self._sound) - 2 * RATE) > RATE:
            self._sound, self._dropped = self._sound[spare:], self._dropped + spare

    def beside(self, at: float, count: int) -> Pcm:
        """Return so many samples, at the microphone's rate, that were handed over from this time on; else silence.

        What follows is read on without a gap or an overlap, as long as the two clocks do not go astray.
        """
        if abs(at - self._begun - self._read) > _ASTRAY:
            self._read = at - self._begun
        begin, self._read = self._read, self._read + count / HEARING_RATE
        return self.between(self._begun + begin, count)

    def seconds(self, at: float) -> float:
        """Return how much had been handed over at this time since it was opened, by its own clock."""
        return self._first / RATE + at - self._begun

    def between(self, at: float, count: int) -> Pcm:
        """Return so many samples, at the microphone's rate, from this time on; where nothing is known, silence."""
        places = (at - self._begun + np.arange(count) / HEARING_RATE) * RATE - self._dropped
        first = math.floor(places[0]) - _MARGIN
        wanted = np.zeros(math.ceil(places[-1]) + _MARGIN + 1 - first)
        part = self._sound[max(0, first) : max(0, first + len(wanted))]
        wanted[max(0, -first) : max(0, -first) + len(part)] = part
        smooth = np.convolve(wanted, _TAPS, "same")
        sound = np.interp(places - first, np.arange(len(smooth)), smooth) * 32768
        pcm: Pcm = np.rint(np.clip(sound, -32768, 32767)).astype(np.int16)
        return pcm


def canceller(latency: float) -> Any:
    """Return WebRTC's canceller for a loudspeaker that says it holds so many seconds; None where it is missing."""
    try:
        from pywebrtc_audio import EchoCanceller
    except (ImportError, OSError) as error:  # its library may not fit the machine
        _logger.info("nothing takes the narrator's voice out: %s", error)
        return None
    return EchoCanceller(HEARING_RATE, 1, round(1000 * latency))


class OpenEars:
    """Passes on what is heard, in its order."""

    def __init__(
        self,
        *,
        cancels: bool = True,
        known: Callable[[str], Acoustics | None] = lambda _loudspeaker: None,
        measured: Callable[[str, Acoustics], object] = lambda _loudspeaker, _found: None,
    ) -> None:
        """Whether the narrator's words are taken out, where that can be done: else it is waited for their end.

        `known` returns what was measured before with a loudspeaker, by its name; `measured` is told what is now.
        """
        self._cancels, self._known, self._tell = cancels, known, measured
        self._device, self._found = "", Acoustics(0.0, 0.0, 0.0)
        self._clocks = Clocks()
        self._raw: deque[Pcm] = deque()
        self._unmeasured = False
        self._canceller: Any = None
        self._latency = self._said = 0.0  # what it takes to the microphone, and what the loudspeaker says it holds
        self._played = Loudspeaker()
        self._shut = ShutEars()
        self._words_at, self._worded = -math.inf, False
        self._near: Pcm = np.zeros(0, np.int16)
        self._begin = 0
        self._held: deque[Audio] = deque()

    def play(self, played: Played) -> None:
        """Take in what is handed to the loudspeaker, and takes until the next is handed over."""
        at, words = played.at, played.words
        if played.device != self._device:
            self._device, self._clocks = played.device, Clocks()
            self._found = self._known(played.device) or Acoustics(0.0, 0.0, 0.0)
        self._latency = max(0.0, played.latency + self._found.late)
        if self._worded or words:
            self._shut.mouth(self._words_at if self._worded else at, at + self._latency)
        self._worded = words
        if words:
            self._words_at, self._unmeasured = at, True
        self._played.add(from_pcm(played.pcm), at, played.frame)
        self._said = played.latency

    def hear(self, frame: int, at: float, pcm: bytes) -> Iterator[Audio]:
        """Take in what was recorded, its last sample at this time, and yield what may be heard by now."""
        begin = at - len(pcm) // 2 / HEARING_RATE
        self._measure(frame, at, pcm)
        if self._shut.open(begin, at, LASTING):
            yield from self._release(raw=True)
            yield Audio(frame, pcm)
        elif self._prepared():
            yield from self._without_words(frame, begin, at, pcm)
        elif self._shut.open(begin, at):
            yield Audio(frame, pcm)

    def _measure(self, frame: int, at: float, pcm: bytes) -> None:
        """Compare what was recorded with what was played, once a line is over: its end and the silence behind it."""
        if not self._unmeasured:
            self._raw.clear()
            return
        self._raw.append(np.frombuffer(pcm, "<i2").astype(np.int16))
        if at < self._words_at + self._latency + _REST:
            while sum(map(len, self._raw)) > _MEASURED * HEARING_RATE:
                self._raw.popleft()
            return
        self._unmeasured, heard = False, np.concatenate(self._raw)
        begin, before = at - len(heard) / HEARING_RATE, round(LONGEST * HEARING_RATE)
        echo = echo_of(self._played.between(begin - LONGEST, before + len(heard)), heard)
        if echo is None:
            return
        behind = echo / HEARING_RATE
        loud = levels(self._played.between(begin - behind, len(heard)), heard)
        if loud is not None:
            clock = (frame + len(pcm) // 2) / HEARING_RATE
            skew = self._clocks.skew(clock, self._played.seconds(at - behind))
            self._found = Acoustics(behind - self._said, *loud, skew)
            self._tell(self._device, self._found)

    def _prepared(self) -> bool:
        if self._cancels and self._canceller is None:
            self._canceller = canceller(self._latency)
            self._cancels = self._canceller is not None
        return self._cancels

    def _without_words(self, frame: int, begin: float, at: float, pcm: bytes) -> Iterator[Audio]:
        if frame != self._begin + len(self._near):
            self._near, self._begin = self._near[:0], frame
        begin -= len(self._near) / HEARING_RATE
        near = np.concatenate([self._near, np.frombuffer(pcm, "<i2").astype(np.int16)])
        whole = len(near) // _TEN_MS * _TEN_MS
        self._near = near[whole:]
        if not whole:
            return
        rest = self._canceller.process(near[:whole], self._played.beside(begin, whole))
        self._held.append(Audio(self._begin, rest.astype("<i2").tobytes()))
        self._begin += whole
        if self._shut.open(at - BETWEEN, at, 0.0):
            yield from self._release()
        else:
            self._hold()

    def _hold(self) -> None:
        """Keep of what was recorded beside words, or between two of them, the last moment only."""
        while self._held and self._held[0].frame < self._begin - (EARLY + BETWEEN) * HEARING_RATE:
            self._held.popleft()

    def _release(self, raw: bool = False) -> Iterator[Audio]:
        while self._held:
            yield self._held.popleft()
        if raw and len(self._near):
            yield Audio(self._begin, self._near.astype("<i2").tobytes())
            self._near = self._near[:0]
