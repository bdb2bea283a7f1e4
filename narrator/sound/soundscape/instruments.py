"""What somebody plays: bells, a string, a drum like a heart; and sounds in place of words: suspense, a note, motifs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from narrator.sound.dsp.samples import RATE, Samples, frames, silence
from narrator.sound.soundscape.source import (
    CHUNK,
    STEP,
    Chance,
    MixBuffer,
    Onsets,
    generator,
    level,
    path,
    pitch,
    swell,
    times,
    voice,
)

_PARTIALS = (
    (0.5, 0.35, 3.2),
    (1.0, 0.6, 2.2),
    (1.19, 0.55, 1.6),
    (1.5, 0.22, 1.0),
    (2.0, 1.0, 0.9),
    (2.52, 0.22, 0.5),
    (3.01, 0.3, 0.4),
)
"""Of a bell with a minor third: frequency, height, and seconds in which it falls to a third."""

_RING = 4.5
"""Seconds after which nobody hears a stroke any more."""


class Bells:
    """A peal, or one bell that tolls: each swings at its own pace for `ring` seconds, and is still for `rest`."""

    def __init__(self, chance: Chance, notes: tuple[float, ...], swing: float, ring: float, rest: float) -> None:
        """Hang bells with strike notes in semitones above middle C; the heaviest swings in `swing` seconds."""
        self._moment = chance.moment("bells")
        place = chance.place("bells")
        # Lighter bells swing a little faster, so that the order of their strokes never settles.
        self._bells = [
            (note, swing * (1 - 0.09 * index) * place.uniform(0.985, 1.015)) for index, note in enumerate(notes)
        ]
        self._ring, self._rest = frames(ring), frames(rest)
        self._next = [frames(0.6 + self._moment.uniform(0, swing)) for _ in notes]
        self._over = self._ring
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        for index, (note, swing) in enumerate(self._bells):
            while self._next[index] < CHUNK:
                self._buffer.add(self._next[index], self._stroke(note))
                self._next[index] += frames(swing * self._moment.uniform(0.99, 1.01))
        self._over -= CHUNK
        self._next = [at - CHUNK for at in self._next]
        if self._over < 0:
            self._over += self._ring + self._rest
            self._next = [at + self._rest for at in self._next]
        return self._buffer.chunk()

    def _stroke(self, note: float) -> Samples:
        return np.float32(0.012 * self._moment.uniform(0.8, 1.0)) * struck(note)


@cache
def struck(note: float) -> Samples:
    """Return a stroke of the bell of that note: it is always the same bell, only struck harder or softer."""
    stroke = np.zeros(frames(_RING) + STEP, dtype=np.float32)
    for ratio, height, seconds in _PARTIALS:
        # A partial that is 50 dB down is over.
        length = min(6 * seconds, _RING)
        time = times(length)
        fading = height * np.exp(-time / seconds) * swell(length, 0.006, 0.35 * length)
        partial = voice(np.full(len(time), pitch(note) * ratio), fading)
        stroke[: len(partial)] += partial
    return stroke


_PENTATONIC = (0, 2, 4, 7, 9)
_HARMONICS = (1.0, 0.5, 0.22, 0.16, 0.07, 0.05, 0.02)
_NOTE, _BRIGHT = 2.8, 1.4
"""Seconds that a note rings, and that its overtones do."""


class Strings:
    """Somebody who plays to himself: a few notes, a breath, a few notes. `root` in semitones above middle C.

    The scale has no semitones, so that whatever comes goes together.
    """

    def __init__(self, chance: Chance, root: float, beat: float) -> None:
        self._moment = chance.moment("strings")
        self._root, self._beat = root, beat
        self._degree, self._left = int(self._moment.integers(2, 8)), int(self._moment.integers(4, 8))
        self._next = frames(self._moment.uniform(0.5, 1.5))
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        while self._next < CHUNK:
            self._buffer.add(self._next, self._note(self._degree))
            if self._moment.random() < 0.25:
                self._buffer.add(self._next + frames(0.02), np.float32(0.6) * self._note(self._degree - 3))
            self._go_on()
        self._next -= CHUNK
        return self._buffer.chunk()

    def _go_on(self) -> None:
        """Find the next note: mostly a step away and a beat later. A phrase ends low, and then there is rest."""
        moment = self._moment
        self._left -= 1
        self._degree = int(np.clip(self._degree + moment.choice((-2, -1, -1, 1, 1, 2, 3)), 0, 9))
        beats = float(moment.choice((0.5, 1.0, 1.0, 1.5)))
        if self._left <= 0:
            self._left = int(moment.integers(4, 9))
            self._degree = int(moment.choice((0, 2, 5)))
            beats = moment.uniform(3, 5)
        self._next += frames(beats * self._beat * moment.uniform(0.97, 1.04))

    def _note(self, degree: int) -> Samples:
        octave, step = divmod(degree, len(_PENTATONIC))
        note = plucked(self._root + 12 * octave + _PENTATONIC[step])
        return np.float32(0.012 * self._moment.uniform(0.7, 1.0)) * note


def plucked(semitones: float) -> Samples:
    """Return a note so many semitones above middle C, about 1 high."""
    hertz = pitch(semitones)
    # A finger pulls the string a trifle sharp. What is bright in it is soon over.
    glide = path(_NOTE, (0, 1.004 * hertz), (0.05, hertz), (1, hertz))
    time = times(_NOTE)
    note = voice(glide, 0.9 * np.exp(-time / 0.9) * swell(_NOTE, 0.006, 1.0), (1.0, 0.2))
    time = times(_BRIGHT)
    bright = voice(glide[: len(time)], np.exp(-time / 0.35) * swell(_BRIGHT, 0.006, 0.6), _HARMONICS)
    note[: len(bright)] += bright
    return note


_MODES = ((1.0, 1.0, 0.20), (1.59, 0.45, 0.13), (2.14, 0.25, 0.09), (2.65, 0.12, 0.06))
"""Of a membrane: frequency, height, and seconds in which it falls to a third."""

_STROKE = 0.55
"""Seconds that a stroke is heard."""

_ECHO = 0.27
"""Seconds from the first stroke of a heartbeat to its second, weaker one."""

_PACE = 0.93 * RATE
"""Frames from one heartbeat of a suspense to the next, or so."""

_HIGHEST = 0.23


def heartbeat(chance: np.random.Generator, hertz: float) -> Samples:
    """Return the two strokes of a heartbeat, at most 1 high."""
    first, second = _stroke(chance, hertz), _stroke(chance, 1.12 * hertz)
    beat = np.zeros(frames(_ECHO) + len(second), dtype=np.float32)
    beat[: len(first)] += first
    beat[frames(_ECHO) :] += np.float32(0.55) * second
    beat /= max(1.0, float(np.abs(beat).max()))
    return beat


class Heart:
    """The drum, slow and far away, without end."""

    def __init__(self, chance: Chance) -> None:
        self._moment = chance.moment("heart")
        place = chance.place("heart")
        self._hertz, period = place.uniform(86, 98), place.uniform(1.35, 1.5)
        self._onsets = Onsets(self._moment, (0.5, 1.0), (0.98 * period, 1.02 * period))
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        for at in self._onsets.due():
            height = np.float32(0.03 * self._moment.uniform(0.8, 1.0))
            self._buffer.add(at, height * heartbeat(self._moment, self._hertz))
        return self._buffer.chunk()


def drum(seconds: float, seed: int) -> Samples:
    """Return the drum of a suspense, as long as told: it swells and quickens, and stops short of the end.

    The last quarter, at most 1.2 s, is silence: that is where breath is held. At most 12 dB under full scale.
    """
    roll = silence(seconds)
    chance = generator("drum", seed)
    heard = frames(seconds - min(1.2, seconds / 4))
    beats = [heartbeat(chance, 92.0)]
    # The last beat is over when the silence begins; as many come before as fit at about the pace of a heart.
    last = max(0, heard - len(beats[0]))
    beats += [heartbeat(chance, 92.0) for _ in range(round(last / _PACE))]
    for beat, share in zip(beats, np.linspace(0, 1, len(beats)) if len(beats) > 1 else [0.6], strict=True):
        # Quickening: the gaps shrink from 12 percent over their mean to 12 percent under it.
        at = round(last * share * (1.12 - 0.12 * share)) if len(beats) > 1 else 0
        part = np.float32(_HIGHEST * level(-12 * (1 - share))) * beat[: heard - at]
        fade = min(len(part), frames(0.05))
        part[len(part) - fade :] *= np.linspace(1, 0, fade, dtype=np.float32)
        roll[at : at + len(part)] += part
    return roll


def _stroke(chance: np.random.Generator, hertz: float) -> Samples:
    """Return a stroke of the drum: the skin gives way, and the note falls by a third."""
    time = times(_STROKE)
    bend, end = 1 + 0.30 * np.exp(-time / 0.035), swell(_STROKE, 0.004, 0.25)
    struck = sum(
        (voice(ratio * hertz * bend, height * np.exp(-time / decay) * end) for ratio, height, decay in _MODES),
        start=np.zeros(1, dtype=np.float32),
    )
    felt = np.convolve(chance.standard_normal(1400), np.hanning(40) / 20, mode="same") * np.exp(-np.arange(1400) / 260)
    felt[:20] *= np.linspace(0, 1, 20)
    struck[: len(felt)] += (0.5 * felt).astype(np.float32)
    # Bent a little, so that small loudspeakers have overtones to show the note by.
    bent: Samples = np.tanh(np.float32(2.2) * struck)
    return bent


SOUNDING = 0.9
"""Share of its time in which a figure is heard; then there is silence."""

_ENDING = 0.35
"""Share of its time in which a figure dies away."""

_BOWED = (1.0, 0.6, 0.45, 0.3, 0.18, 0.1)
"""A low string, with overtones by which small loudspeakers show its note."""


def _bowed(semitones: float) -> Samples:
    seconds = 4.0
    fading = np.exp(-times(seconds) / 1.2) * swell(seconds, 0.18, 1.0)
    return voice(np.full(len(fading), pitch(semitones)), fading, _BOWED)


@dataclass(frozen=True)
class Figure:
    """Notes of one instrument: the share of the time at which each begins, and its semitones above middle C.

    `highest` is the highest sample.
    """

    play: Callable[[float], Samples]
    notes: tuple[tuple[float, float], ...]
    highest: float = 0.05


FIGURES: dict[str, Figure] = {
    "hold": Figure(_bowed, ((0.0, -15),)),
    # Calls: the hunters creep by semitones, who helps rises.
    "hunters": Figure(plucked, ((0.0, -12), (0.24, -11), (0.48, -12))),
    "helpers": Figure(plucked, ((0.0, 0), (0.2, 4), (0.4, 7))),
    # Dawns: a breath after the words.
    "spared": Figure(struck, ((0.18, 7), (0.3, 11), (0.42, 14))),
    "toll": Figure(struck, ((0.18, -5),)),
    "tolls": Figure(struck, ((0.18, -5), (0.52, -5))),
    "song": Figure(plucked, ((0.0, 0), (0.16, 2), (0.32, 4), (0.48, 7))),
}


def figure(seconds: float, name: str, seed: int) -> Samples:
    """Return a figure, as long as told; without a name, the drum. The public seed decides the key of an evening."""
    return _played(seconds, name, seed) if name else drum(seconds, seed)


@lru_cache(maxsize=16)
def _played(seconds: float, name: str, seed: int) -> Samples:
    told = FIGURES[name]
    played = silence(seconds)
    length = frames(SOUNDING * seconds)
    key = float(generator("key", seed).integers(-2, 3))
    for at, semitones in told.notes:
        begin = frames(at * seconds)
        note = told.play(semitones + key)[: max(0, length - begin)]
        played[begin : begin + len(note)] += note
    end = min(length, frames(_ENDING * seconds))
    played[length - end : length] *= np.cos(np.linspace(0, np.pi / 2, end, dtype=np.float32)) ** 2
    played *= np.float32(told.highest / max(np.abs(played).max(initial=0), told.highest / 10))
    played.flags.writeable = False
    return played
