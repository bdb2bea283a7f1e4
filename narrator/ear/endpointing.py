"""When an utterance begins and ends: pure, exact in samples, however the sound is cut into pieces.

A frame is voiced where the detector takes it for speech and it is louder than the noise of the last seconds by a
margin: at a table other people talk too, and only who speaks up answers. Two voiced frames open an utterance, which
begins with all frames just before them that would have continued it: a detector is slow to begin. Silence ends it.
What was in progress when sound began is `cut`. What was, when it was asked to be forgotten, is none; neither is a
click, nor talk that does not end, or out of which only a moment stands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Literal, TypeAlias

import numpy as np

from narrator.ear.vad import FRAME, QUIETEST, GatedVad, NoiseFloor, Pcm, Vad, decibels, power
from narrator.sound.dsp.samples import HEARING_RATE

TALK = 6
"""Frames from one `TalkHeard` to the next: 0.19 s."""

TALKING, OF_LATE = 1.2, 5.0
"""Seconds of speech that make talk, of the last ones that were heard."""

_STEADY = 1.0  # dB over the noise, that steady noise does not reach
_OPENING = 2  # voiced frames: one alone is a click as often as not
_PAUSES = 2  # of an utterance, that are told
_HYSTERESIS = 3.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What makes an utterance. Times in seconds, rounded to frames; levels in dB; probabilities from 0 to 1."""

    begins: float = 0.5
    """How likely a frame must be speech to open an utterance."""
    goes_on: float = 0.35
    """The same, to continue one."""
    margin: float = 8.0
    """By how much a frame that opens one must be louder than the noise, and in the mean all of its voiced frames; to
    continue one, 3 dB less will do."""
    beneath: float = 8.0
    """By how much a frame may be softer than the loudest one of its utterance, to continue it: others talk on."""
    clear: float = 14.0
    """What is louder than the noise by this continues one however soft it is: in a quiet room nobody else talks."""
    quietest: float = -60.0
    """What is not as loud as this, under full scale, is never speech."""
    lead: float = 0.096
    """Silence that must come before the first utterance: one that begins sooner, before anybody listened, is `cut`."""
    before: float = 0.25
    """What is kept of the time before the first voiced frame: soft consonants."""
    hush: float = 6.0
    """By how much what is kept is softened that is no voice: a recogniser makes words of what other people say."""
    near_before: float = 0.15
    """What comes so shortly before a voice may be part of its first word, and is not softened."""
    near_after: float = 0.096
    """The same after it."""
    pause: float = 0.288
    """Silence after which an utterance may be ended by whom it is enough for."""
    hangover: float = 0.608
    """Silence that ends it in any case: two words of one answer are closer to each other."""
    shortest: float = 0.12
    """How long the voiced frames of an utterance are together, at least."""
    longest: float = 6.0
    """Talk that goes on for longer is no answer."""
    echo: float = 11.0
    """By how much a frame is softer than its utterance that is a voice dying away, and no part of a word."""


@dataclass(frozen=True, slots=True)
class Piece:
    """More of the utterance in progress, as it comes; the first piece holds what is kept of the time before.

    It is the sound that was fed, but what is far from the voice in it is softened, by `Limits.hush`.
    """

    pcm: Pcm


DropReason: TypeAlias = Literal["short", "soft", "long", "gap", "forgotten"]


@dataclass(frozen=True, slots=True)
class Dropped:
    """The utterance in progress is none; its pieces are to be forgotten. A gap: there is no sound of its rest."""

    reason: DropReason


@dataclass(frozen=True, slots=True)
class SpeechHeard:
    """An utterance: `pcm` is all its pieces, and the voice is heard from the sample `begin` to before `end`.

    Samples are counted as they were fed, gaps included. `voice` is how long its voiced frames are together, in samples,
    without their echo. It is `cut` where it was under way when sound began: its beginning may be missing.
    """

    pcm: Pcm
    begin: int
    end: int
    voice: int
    cut: bool = False


@dataclass(frozen=True, slots=True)
class SpeechPause:
    """The utterance in progress has been silent for `Limits.pause`. It is `so_far`, if `close` ends it now.

    It is told of the first two pauses alone: an answer has no more, and talk that has many need not be looked at again.
    """

    so_far: SpeechHeard


@dataclass(frozen=True, slots=True)
class VoiceIgnored:
    """A voice that was no utterance is silent again: its question has gone, or it went on for too long.

    It was heard from the sample `begin`, or earlier, to before `end`.
    """

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class TalkHeard:
    """How loud the last `TALK` frames were, in dB under full scale, and which share of them was speech, 0 to 1."""

    level: float
    share: float


Event: TypeAlias = Piece | SpeechPause | Dropped | SpeechHeard | VoiceIgnored | TalkHeard


class _State(Enum):
    NEW = auto()  # sound has just begun, and somebody may be in the middle of a word
    READY = auto()
    OPEN = auto()
    VOID = auto()  # what is being said is no utterance, until it is silent


@dataclass(slots=True)
class _Utterance:
    """An utterance in progress."""

    begin: int
    end: int
    threshold: float
    noise: float
    pieces: list[Pcm]
    cut: bool
    powers: list[float] = field(default_factory=list)
    """Of its voiced frames."""
    loudest: float = QUIETEST
    pauses: int = 0


class Endpointer:
    """Finds the utterances of one microphone."""

    def __init__(self, vad: Vad, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._vad = GatedVad(vad)
        self._floor = NoiseFloor()
        self._rest: Pcm = np.zeros(0, np.int16)
        self._at = self._forgotten = 0
        self._state = _State.NEW
        self._silent = 0
        self._voiced = self._lasting = 0
        self._recent: deque[Pcm] = deque(maxlen=_frames(self.limits.before) + 1 + _OPENING)
        self._utterance: _Utterance | None = None
        self._ignored = VoiceIgnored(0, 0)
        self._talk: list[tuple[float, bool]] = []
        self._spoken: deque[int] = deque(maxlen=_frames(2 * OF_LATE))  # where frames of speech began

    def talk_before(self, at: int) -> bool:
        """Whether there was talk before this sample, `TALKING` of `OF_LATE`, that has not ended yet."""
        spoken = sum(at - OF_LATE * HEARING_RATE <= place < at - FRAME for place in self._spoken)
        return spoken * FRAME >= TALKING * HEARING_RATE and self._state in (_State.OPEN, _State.VOID)

    def follow(self, on: bool) -> None:
        """Have every frame looked at, also quiet ones: `TalkHeard` then tells soft speech from noise."""
        self._vad.follow(on)

    def gap(self, at: int) -> Dropped | None:
        """Sound was lost: the next sample fed is number `at`. Return what became of an utterance in progress."""
        dropped = self._drop("gap")
        for _ in range(len(self._spoken)):  # who talked before the narrator spoke may have talked on
            self._spoken.append(self._spoken.popleft() + at - self._at)
        self._vad.reset()
        self._rest, self._at, self._forgotten = self._rest[:0], at, at
        self._state, self._silent, self._voiced, self._lasting = _State.NEW, 0, 0, 0
        self._recent.clear()
        self._talk.clear()
        return dropped

    def forget(self) -> Dropped | None:
        """Take what is being said, if anything is, for no utterance, up to the silence after it."""
        self._forgotten = self._at + len(self._rest)
        return self._drop("forgotten")

    def close(self) -> SpeechHeard | Dropped | None:
        """End the utterance in progress: it was an answer, and no talk."""
        self._spoken.clear()
        return self._closed()

    def _closed(self) -> SpeechHeard | Dropped | None:
        utterance, self._utterance = self._utterance, None
        if utterance is None:
            return None
        self._rise()
        return self._judged(utterance)

    def feed(self, pcm: Pcm) -> Iterator[Event]:
        """Take sound and yield what happened in it, each at its sample; `close` may be called between two events."""
        sound = np.concatenate([self._rest, pcm])
        whole = len(sound) // FRAME * FRAME
        self._rest = sound[whole:]
        for start in range(0, whole, FRAME):
            yield from self._take(sound[start : start + FRAME])

    def _take(self, frame: Pcm) -> Iterator[Event]:
        strength = power(frame)
        level, noise = decibels(strength), self._floor.level
        threshold = self._threshold(noise)
        likely = self._vad.probability(frame, level >= threshold)
        limit = self.limits.begins if self._state is _State.READY else self.limits.goes_on
        voiced = likely >= limit and level >= threshold
        self._floor.take(level)
        self._at += FRAME
        self._silent = 0 if voiced else self._silent + 1
        self._voiced = self._voiced + 1 if voiced else 0
        self._lasting = self._lasting + 1 if likely >= self.limits.goes_on and level >= threshold else 0
        yield from self._advance(frame, strength, noise, threshold)
        self._talk.append((strength, likely >= self.limits.begins))
        if likely >= self.limits.begins and level >= noise + _STEADY:
            self._spoken.append(self._at - FRAME)
        if len(self._talk) == TALK:
            mean, speech = sum(power for power, _ in self._talk) / TALK, sum(speech for _, speech in self._talk)
            self._talk.clear()
            yield TalkHeard(decibels(mean), speech / TALK)

    def _threshold(self, noise: float) -> float:
        if self._utterance is not None:
            utterance = self._utterance
            others = min(utterance.loudest - self.limits.beneath, utterance.noise + self.limits.clear)
            return max(utterance.threshold - _HYSTERESIS, others)
        return max(self.limits.quietest, noise + self.limits.margin)

    def _advance(self, frame: Pcm, strength: float, noise: float, threshold: float) -> Iterator[Event]:
        match self._state:
            case _State.NEW if self._voiced and noise <= QUIETEST:
                self._void(self._at - FRAME)  # it may be the noise of the room, which is not known yet
            case _State.NEW if not self._voiced and self._silent >= _frames(self.limits.lead):
                self._rise()
            case _State.VOID if self._voiced:
                self._ignored = replace(self._ignored, end=self._at)
            case _State.VOID if self._silent >= _frames(self.limits.hangover):
                self._rise()
                yield self._ignored
            case _State.OPEN:
                yield from self._continue(frame, strength)
                return
        self._recent.append(frame)
        if self._state in (_State.NEW, _State.READY) and self._voiced >= _OPENING:
            begin = self._at - min(self._lasting, len(self._recent)) * FRAME
            if begin < self._forgotten:
                self._void(begin)
            else:
                yield self._open(begin, noise, threshold)

    def _open(self, begin: int, noise: float, threshold: float) -> Piece:
        cut, self._state = self._state is _State.NEW, _State.OPEN
        recent = np.concatenate(self._recent)
        self._recent.clear()
        voice = len(recent) - (self._at - begin)
        powers = [power(frame) for frame in recent[voice:].reshape(-1, FRAME)]
        near = max(0, voice - round(self.limits.near_before * HEARING_RATE))
        kept = np.concatenate([self._hushed(recent[:near]), recent[near:]])
        kept = kept[max(0, voice - round(self.limits.before * HEARING_RATE)) :]
        self._utterance = _Utterance(begin, self._at, threshold, noise, [kept], cut, powers, decibels(max(powers)))
        return Piece(kept)

    def _continue(self, frame: Pcm, strength: float) -> Iterator[Event]:
        utterance = self._utterance
        assert utterance is not None  # the state says so
        piece = self._hushed(frame) if self._silent > _frames(self.limits.near_after) else frame
        utterance.pieces.append(piece)
        if self._voiced:
            utterance.end = self._at
            utterance.powers.append(strength)
            utterance.loudest = max(utterance.loudest, decibels(strength))
        yield Piece(piece)
        if self._at - utterance.begin >= self.limits.longest * HEARING_RATE:
            self._utterance = None
            self._void(utterance.begin)
            yield Dropped("long")
        elif self._silent >= _frames(self.limits.hangover):
            ended = self._closed()
            assert ended is not None  # it was open
            yield ended
        elif self._silent == _frames(self.limits.pause) and utterance.pauses < _PAUSES:
            utterance.pauses += 1
            so_far = self._judged(utterance)
            if isinstance(so_far, SpeechHeard):
                yield SpeechPause(so_far)

    def _judged(self, utterance: _Utterance) -> SpeechHeard | Dropped:
        if len(utterance.powers) < _frames(self.limits.shortest):
            return Dropped("short")
        strength = sum(utterance.powers) / len(utterance.powers)
        if decibels(strength) < utterance.noise + self.limits.margin:
            return Dropped("soft")
        least = strength * 10 ** (-self.limits.echo / 10)
        voice = FRAME * sum(power >= least for power in utterance.powers)
        sound = np.concatenate(utterance.pieces)
        return SpeechHeard(sound, utterance.begin, utterance.end, voice, utterance.cut)

    def _hushed(self, sound: Pcm) -> Pcm:
        hushed: Pcm = np.rint(sound * 10 ** (-self.limits.hush / 20)).astype(np.int16)
        return hushed

    def _drop(self, reason: DropReason) -> Dropped | None:
        if self._utterance is None:
            return None
        self._utterance = None
        self._void(self._at)
        return Dropped(reason)

    def _void(self, begin: int) -> None:
        self._state, self._ignored = _State.VOID, VoiceIgnored(begin, self._at)

    def _rise(self) -> None:
        self._state, self._voiced, self._lasting = _State.READY, 0, 0


def _frames(seconds: float) -> int:
    """Return how many frames are so long at least, within a hundredth of one."""
    return max(1, int(np.ceil(seconds * HEARING_RATE / FRAME - 0.01)))
