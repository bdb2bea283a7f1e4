"""What the ear makes of the narrator's own voice: every line of every pack, spoken into the microphone.

Ears are shut while the mouth speaks, as in a game; and, as the hard case, wrongly open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np

from benchmarks.ear_measuring import audio, question, taken
from benchmarks.ear_table import Quiz
from benchmarks.recordings import QUIET, SPEECH, LabelledRecording, Sound, at_rate, loudness, rms, steady
from narrator.base.resources import games, pack_path
from narrator.commands.voices import speaking
from narrator.ear.messages import Recognised
from narrator.ear.open_ears import ShutEars
from narrator.ear.vad import Silero
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.ear.worker import EarWorker
from narrator.packs.naming import readings
from narrator.packs.pack import load_pack
from narrator.sound.dsp.samples import HEARING_RATE, RATE
from narrator.voice.performance import Phrase
from narrator.voice.profile import load_voice

AWAY, RINGING = 0.03, 0.25
"""Seconds in which sound comes from the loudspeaker to the microphone and through it, and for which the room rings."""

_BETWEEN = 1.0
_FILLED = {"seat": "Alice", "card": "la voyante", "number": "trois", "count": "trois"}


@dataclass(slots=True)
class Own:
    """What came of it: lines, their minutes, utterances that were found, and what was accepted of them."""

    lines: int
    minutes: float
    utterances: int
    accepted: list[str]


def lines() -> list[str]:
    """Return every line of every pack, in each of its variants, with something in each place for a name."""
    texts = dict.fromkeys(
        reading
        for game in games()
        for variants in load_pack(pack_path(game)).words["fr"].lines.values()
        for text in variants
        for reading in readings(text)
    )
    return [plain for text in texts if re.search(r"\w", plain := _plain(text))]


def _plain(text: str) -> str:
    filled = re.sub(r"\{(\w+)[^}]*\}", lambda match: _FILLED.get(match[1], "Alice"), text)
    return re.sub(r"\[[^\]]*\]", " ", filled).strip()


def own_voice(recogniser: VoskRecogniser, quizzes: Mapping[str, Quiz], said: Sequence[str], shut: bool) -> Own:
    """Listen to the narrator, with another question open at each line."""
    result, at = Own(len(said), 0.0, 0, []), 0
    ear, ears = EarWorker(recogniser, Silero()), ShutEars()
    for sound, (name, quiz) in zip(_spoken(said), cycle(quizzes.items()), strict=False):
        list(ear.take(question(quiz.asked.phrases, name)))
        ears.mouth(at / HEARING_RATE, (at + len(sound)) / HEARING_RATE)
        heard = LabelledRecording(_in_the_room(sound)).pcm()
        for order in audio(heard):
            begin, end = at + order.frame, at + order.frame + len(order.pcm) // 2
            if shut and not ears.open(begin / HEARING_RATE, end / HEARING_RATE):
                continue
            for reply in ear.take(type(order)(begin, order.pcm)):
                if isinstance(reply, Recognised):
                    result.utterances += 1
                    if (text := taken(reply, quiz.asked.meaning, recogniser.thresholds)) is not None:
                        result.accepted.append(f"{text!r} ({name})")
        at += len(heard)
    result.minutes = at / HEARING_RATE / 60
    return result


def _spoken(said: Sequence[str]) -> Iterator[Sound]:
    with speaking(load_voice("fr")) as speaker:
        for line in map(Phrase, said):
            yield at_rate(speaker.rendered([line])(line), RATE)


def _in_the_room(sound: Sound) -> Sound:
    """Return what the microphone hears of a line: a little later, with the room's echo, and a second of silence."""
    chance = np.random.default_rng(0)
    echo = chance.standard_normal(round(RINGING * HEARING_RATE)) * np.exp(
        -np.linspace(0, 6.9, round(RINGING * HEARING_RATE))
    )
    echo *= 0.4 / np.sqrt(np.sum(echo**2))
    echo[0] = 1.0
    size = 1 << (len(sound) + len(echo)).bit_length()
    wet = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(echo, size), size)[: len(sound) + len(echo)]
    before, after = np.zeros(round(AWAY * HEARING_RATE)), np.zeros(round(_BETWEEN * HEARING_RATE))
    heard = np.concatenate([before, wet * loudness(SPEECH) / rms(wet), after])
    return heard + steady(len(heard), 1) * loudness(QUIET)
