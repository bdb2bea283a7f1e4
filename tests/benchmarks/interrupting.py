"""`make bench ARGS=interrupting`: "pause" and "stop" said while the narrator speaks, with his voice taken out.

The ears are shut while he speaks. Here they are left open for these two words alone, and what is played, which is
known, is cancelled: how many are understood in time, by voices like people's that no model was trained on, and how
often the narrator interrupts himself. A loudspeaker bends loud sound a little, and one that is no device of the
microphone's has a clock of its own, here 50 millionths faster.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, cycle, product, zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from scipy.signal import fftconvolve

from benchmarks.ear_hours import interval
from benchmarks.ear_measuring import AskedPhrases, HeardPhrases, heard, shared
from benchmarks.echo_cancelling import Canceller, cancellers
from benchmarks.held_out import FOLDER, clips
from benchmarks.loudness import NAMES
from benchmarks.recordings import QUIET, SPEECH, LabelledRecording, Placed, Sound, at_rate, loudness, rms, steady
from benchmarks.voice import evening
from narrator.base.resources import folder
from narrator.ear.decision import Certain, Decision
from narrator.ear.messages import RecogniserError
from narrator.ear.vad import Silero
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.sound.dsp.samples import HEARING_RATE, RATE
from narrator.voice.cache import Cache
from narrator.voice.profile import load_voice
from narrator.voice.recital import Recital

ASKED = AskedPhrases.exactly("pause", "stop")

WORDS = FOLDER / "interrupting"
"""What the voices say: the two words, many times."""

ECHOES = (-5, 0, 5, 10, 15, 20)
"""By how many dB the narrator is louder than who interrupts him, where the microphone is."""

IN_TIME = 1.5
"""Seconds from the end of a word until it has to be understood."""

_LOUDEST = -16.0
"""How loud the louder of the two is: dB under full scale, RMS. Nothing is clipped."""
_AWAY, _RINGING = 0.03, 0.3
_GAPS = (2.5, 5.0)


@dataclass(frozen=True, slots=True)
class Room:
    """What becomes of what is played, on its way to the microphone. `bent`: how loud, from 0 to 1, it is bent."""

    drift: float = 0.0
    bent: float = 0.0

    def heard(self, played: Sound) -> Sound:
        """Return it as long as it was."""
        chance, count = np.random.default_rng(3), round(_RINGING * HEARING_RATE)
        echo = chance.standard_normal(count) * np.exp(-np.linspace(0, 6.9, count))
        echo *= 0.4 / np.sqrt(np.sum(np.square(echo)))
        echo[0] = 1.0
        if self.bent:
            top = np.abs(played).max() / self.bent
            played = top * np.tanh(played / top)
        if self.drift:
            played = np.interp(np.arange(len(played)) * (1 + self.drift), np.arange(len(played)), played)
        away = np.concatenate([np.zeros(round(_AWAY * HEARING_RATE)), played])
        wet: Sound = fftconvolve(away, echo)[: len(played)]
        return wet


ROOMS: Mapping[str, Room] = {
    "one clock, perfect loudspeaker": Room(),
    "one clock, loudspeaker that bends": Room(bent=0.3),
    "two clocks": Room(drift=50e-6),
}


def interrupting(minutes: float, said: int) -> int:
    """Print the tables: so many words at each loudness of the echo, and so many minutes of narration alone."""
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # as in the process that listens
    recogniser = VoskRecogniser(folder("models") / "fr")
    played = _narration(minutes * 60)
    echoed = {name: room.heard(played) for name, room in ROOMS.items()}
    print(
        f"Words understood within {IN_TIME:g} s, % of {said}; (w) the other one; by how much louder the narrator is.\n"
    )
    print(f"{'nobody narrates':54}{_understood(recogniser, _said(np.zeros(HEARING_RATE), said, loudness(SPEECH))):>9}")
    print(f"{'':54}" + "".join(f"{f'{echo} dB':>9}" for echo in ECHOES))
    for room, sound in echoed.items():
        for name, canceller in cancellers().items():
            recordings = (_interrupted(played, sound, said, echo, canceller) for echo in ECHOES)
            cells = (_understood(recogniser, recording) for recording in recordings)
            print(f"{f'{room}: {name}':54}{''.join(f'{cell:>9}' for cell in cells)}", flush=True)
    lasting = len(played) / HEARING_RATE / 60
    print(f"\nUnderstood in {lasting:.0f} minutes of narration alone, in all rooms and of all echoes.\n")
    for name, canceller in cancellers().items():
        alone = _alone(recogniser, played, list(echoed.values()), canceller)
        low, high = (60 * bound / lasting for bound in interval(alone.total()))
        words = ", ".join(f"{text} {count}" for text, count in alone.items())
        print(f"{name:24}{alone.total():5}  an hour, 95 %: {low:.1f} to {high:.1f}  {words}", flush=True)
    return 0


def _narration(seconds: float) -> Sound:
    """Return what a game has the narrator say, by day and by night, line after line, as loud as anybody speaks."""
    parts = list[Sound]()
    game = evening(NAMES)
    repertoire, lasting = game.game.repertoire(), 0.0
    with TemporaryDirectory(prefix="narrator-") as cache, ExitStack() as open_:
        recital = open_.enter_context(Recital(load_voice("fr"), Cache(Path(cache)), _unheard, seed=0))
        if not recital.ready():
            raise RecogniserError("package", "No voice speaks here.")
        by_day = ((line, False) for line in repertoire.by_day(game.wording))
        by_night = ((line, True) for line in repertoire.by_night(game.wording))
        for utterance, closed in filter(None, chain.from_iterable(zip_longest(by_day, by_night))):
            sound = at_rate(recital(utterance, by_night=closed), RATE)
            parts.append(sound)
            lasting += len(sound) / HEARING_RATE
            if lasting >= seconds:
                break
    narration = np.concatenate(parts)
    return narration * (loudness(SPEECH) / rms(narration))


def _unheard(_told: str) -> None:
    """Nobody reads what a voice has to tell."""


def _said(under: Sound, count: int, level: float) -> LabelledRecording:
    """Return so many of the words over what is heard meanwhile, some seconds apart."""
    chance = Random(6)
    words = [clip for clip in clips(WORDS) if clip.text in ASKED.phrases]
    voices = [clip.sound * (level / loudness(SPEECH)) for clip in words]
    sound, placed, at = [], list[Placed](), 0
    for _ in range(count):
        number = chance.randrange(len(words))
        gap = round(chance.uniform(*_GAPS) * HEARING_RATE)
        placed.append(Placed(at + gap, at + gap + len(voices[number]), words[number].text))
        sound += [np.zeros(gap), voices[number]]
        at = placed[-1].end
    together = np.concatenate([*sound, np.zeros(2 * HEARING_RATE)])
    together += np.resize(under, len(together)) + steady(len(together), 1) * loudness(QUIET)
    return LabelledRecording(together, tuple(placed))


def _interrupted(played: Sound, echoed: Sound, count: int, echo: int, canceller: Canceller) -> LabelledRecording:
    """Return what is left of them, once what is played is taken out."""
    near = loudness(_LOUDEST - max(0, echo))
    said = _said(echoed * (near * 10 ** (echo / 20) / rms(echoed)), count, near)
    return LabelledRecording(canceller(said.sound, np.resize(played, len(said.sound))), said.placed)


def _understood(recogniser: VoskRecogniser, recording: LabelledRecording) -> str:
    """Return which share of the words was understood in time, and how many were taken for the other one."""
    right = wrong = 0
    found = heard(recogniser, Silero(), ASKED.phrases, recording.pcm())
    for placed, mine in shared(recording, found):
        texts = [one for one in mine if one.fed <= placed.end + IN_TIME * HEARING_RATE]
        taken = [decision.text for one in texts if isinstance(decision := _decision(recogniser, one), Certain)]
        right += placed.text in taken
        wrong += any(text != placed.text for text in taken)
    return f"{100 * right / len(recording.placed):.0f}" + (f" {wrong}w" if wrong else "")


def _decision(recogniser: VoskRecogniser, one: HeardPhrases) -> Decision[object] | None:
    return one.decision(ASKED.meaning, recogniser.thresholds)


def _alone(recogniser: VoskRecogniser, played: Sound, echoed: Sequence[Sound], canceller: Canceller) -> Counter[str]:
    """Return what is understood while nobody else speaks: minute by minute in another room, and the echo as loud."""
    found, minute = Counter[str](), 60 * HEARING_RATE
    conditions = cycle(product(ECHOES, echoed))
    for at, (echo, sound) in zip(range(0, len(played), minute), conditions, strict=False):
        here = slice(at, at + minute)
        level = loudness(_LOUDEST - (max(ECHOES) - echo)) / rms(sound)
        microphone = sound[here] * level + steady(len(sound[here]), at) * loudness(QUIET)
        rest = LabelledRecording(canceller(microphone, played[here])).pcm()
        for one in heard(recogniser, Silero(), ASKED.phrases, rest):
            if isinstance(decision := _decision(recogniser, one), Certain):
                found[decision.text] += 1
    return found
