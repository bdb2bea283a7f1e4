"""`make bench ARGS=thresholds`: what each constant by which the ear rejects gives and costs, the others as they are.

Voices like people's, on which no model was trained, say what is said to a game, in a quiet room and at three metres in
another; then they talk among themselves, and recordings of people who talk follow, where there are any. A row is a
value of one constant, `*` the one in use: sayings understood at once, asked back rightly, taken for something else;
texts of the talk that were taken for an answer; and the seconds from the end of a voice to the decision, as a median,
waiting alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.ear_hours import recorded_speech
from benchmarks.ear_measuring import Answers, HeardPhrases, compared, heard
from benchmarks.ear_table import Quiz, quizzes
from benchmarks.held_out import SAYINGS, SEED, HeldOut
from benchmarks.recordings import LabelledRecording, Sound, in_a_room
from narrator.base.resources import folder
from narrator.ear.decision import Certain
from narrator.ear.endpointing import Limits
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import Pcm, Silero
from narrator.ear.vosk_recogniser import VoskRecogniser

DECIDED: Mapping[str, Sequence[float]] = {"apart": (2.0, 4.0, 6.0, 8.0, 12.0), "unlike": (0.0, 1.0, 2.0, 4.0)}
"""Thresholds of a decision: what was heard is decided anew."""

HEARD: Mapping[str, Sequence[float]] = {
    "sure": (2.0, 6.0, 12.0),
    "besides": (0.1, 0.2, 0.3, 0.5),
    "around": (0.3, 0.6, 0.9, 1.5),
    "disordered": (0.0, 2.5, 3.5, 4.6),
    "misfit": (25.0, 30.0, 35.0, 40.0, inf),
}
"""Thresholds of a recogniser: all is heard anew."""

ENDS: Mapping[str, Sequence[float]] = {
    "begins": (0.3, 0.5, 0.7),
    "margin": (5.0, 8.0, 11.0),
    "beneath": (5.0, 8.0, 12.0),
    "hush": (0.0, 6.0, 12.0),
    "shortest": (0.06, 0.12, 0.2),
    "pause": (0.224, 0.256, 0.288, 0.352),
    "echo": (8.0, 11.0, 16.0),
}
"""What makes an utterance: `narrator.ear.endpointing.Limits`."""

CONSTANTS = (*DECIDED, *HEARD, *ENDS)
"""The names of all that may be tried."""

_PARTS = 4
"""Of recorded speech: each question hears one."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is listened to: a question, what is said to it, and talk that is no answer to it."""

    quiz: Quiz
    said: LabelledRecording
    talk: Pcm


@dataclass(frozen=True, slots=True)
class Listened:
    """What was heard of it."""

    recorded: Recorded
    said: list[HeardPhrases]
    talk: list[HeardPhrases]


def thresholds(model: str, recordings: str, clips: int, minutes: float, only: Sequence[str]) -> int:
    """Print the table, of so many sayings to each question in each room, and of so many minutes of talk in all.

    `recordings` is a folder of them, empty for what NARRATOR_AUDIO names, if anything; each question hears a quarter of
    them. `only` names the constants that are to be tried, all where it names none.
    """
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # as in the process that listens
    place = Path(model).expanduser() if model else folder("models") / "fr"
    recogniser = VoskRecogniser(place)
    named = recordings or os.environ.get("NARRATOR_AUDIO", "")
    speech = recorded_speech(Path(named).expanduser()) if named else np.zeros(0)
    recorded = _recorded(quizzes(lambda word: not recogniser.unknown((word,))), min(clips, SAYINGS), minutes, speech)
    chosen, limits = recogniser.thresholds, Limits()
    print(f"{'':20}{'understood':>12}{'asked back':>12}{'wrong':>8}{'in talk':>9}{'seconds':>9}")
    listened = _listened(place, chosen, limits, recorded)
    for name, values in _tried(DECIDED, only):
        for value in _with(values, getattr(chosen, name)):
            _row(name, value, chosen, listened, _changed(chosen, name, value))
    for name, values in _tried(HEARD, only):
        for value in _with(values, getattr(chosen, name)):
            other = _changed(chosen, name, value)
            again = listened if other == chosen else _listened(place, other, limits, recorded)
            _row(name, value, chosen, again, other)
    for name, values in _tried(ENDS, only):
        for value in _with(values, getattr(limits, name)):
            ends = replace(limits, **{name: value})
            _row(name, value, limits, listened if ends == limits else _listened(place, chosen, ends, recorded), chosen)
    return 0


def _changed(thresholds: Thresholds, name: str, value: float) -> Thresholds:
    fields: dict[str, Any] = {name: value}
    return replace(thresholds, **fields)


def _tried(constants: Mapping[str, Sequence[float]], only: Sequence[str]) -> Iterator[tuple[str, Sequence[float]]]:
    return ((name, values) for name, values in constants.items() if not only or name in only)


def _with(values: Sequence[float], used: float) -> Sequence[float]:
    return sorted({*values, used})


def _recorded(known: Mapping[str, Quiz], clips: int, minutes: float, speech: Sound) -> list[Recorded]:
    company, lasting = HeldOut(), 60 * minutes / (2 * len(known))
    found = list[Recorded]()
    for number, quiz in enumerate(known.values()):
        every = quiz.said(SAYINGS, SEED)
        said = company.saying([every[(clips * number + place) % SAYINGS] for place in range(clips)], number)
        for turn, heard_as in enumerate((said, in_a_room(said))):
            talk = company.talk(lasting, 1000 + 2 * number + turn)
            part = np.array_split(speech, _PARTS)[number % _PARTS]
            heard_of_it = in_a_room(talk) if turn else LabelledRecording(np.concatenate([talk.sound, part]))
            found.append(Recorded(quiz, heard_as, heard_of_it.pcm()))
    return found


def _listened(place: Path, thresholds: Thresholds, limits: Limits, recorded: Sequence[Recorded]) -> list[Listened]:
    recogniser = VoskRecogniser(place)
    recogniser.thresholds = thresholds

    def listen(quiz: Quiz, sound: Pcm) -> list[HeardPhrases]:
        return heard(recogniser, Silero(), quiz.asked.phrases, sound, limits)

    return [Listened(one, listen(one.quiz, one.said.pcm()), listen(one.quiz, one.talk)) for one in recorded]


def _row(
    name: str, value: float, used: Thresholds | Limits, listened: Sequence[Listened], thresholds: Thresholds
) -> None:
    score, accepted = scored(listened, thresholds)
    shares = (100 * count / score.placed for count in (score.accepted, score.asked_back, score.wrong))
    waited = f"{median(score.delays):9.2f}" if score.delays else f"{'-':>9}"
    mark = "*" if value == getattr(used, name) else " "
    cells = "".join(f"{share:{width}.1f}" for share, width in zip(shares, (12, 12, 8), strict=True))
    print(f"{name:10}{value:8g} {mark}{cells}{accepted:9}{waited}", flush=True)


def scored(listened: Sequence[Listened], thresholds: Thresholds) -> tuple[Answers, int]:
    """Return what became of the sayings, with waiting alone as delays, and how much talk was taken for an answer."""
    score, accepted = Answers(), 0
    for one in listened:
        meaning = one.recorded.quiz.asked.meaning
        score += compared(one.recorded.said, [replace(found, computing=0.0) for found in one.said], meaning, thresholds)
        accepted += sum(isinstance(found.decision(meaning, thresholds), Certain) for found in one.talk)
    return score, accepted
