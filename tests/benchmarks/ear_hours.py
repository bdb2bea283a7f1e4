"""Hours at the table in which nobody speaks to the narrator: what he takes for an answer, and what listening needs.

Minute by minute another question is open, and another company is heard: debates most of the time, and debates over
what the narrator plays, over dishes, two at once, five at once; ambience alone; recorded speech, where there is any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from statistics import median

import numpy as np
from scipy.stats import chi2

from benchmarks.ear_measuring import in_turn
from benchmarks.ear_table import Quiz
from benchmarks.held_out import HeldOut
from benchmarks.recordings import SPEECH, Company, LabelledRecording, Sound, ambience, clatter, loudness, read, rms
from benchmarks.soak_test import SoakTest, Watch, soak_test
from narrator.ear.decision import Certain, Doubtful, Overheard
from narrator.ear.thresholds import Thresholds, thresholds_of
from narrator.sound.dsp.samples import HEARING_RATE

OURS = ("pause", "suivant", "annuler", "silence")
"""Recordings of what may also be said to a narrator, by their names."""

_MINUTE = 60.0
_SCENES = ("evening", "night", "dawn", "debate")


def hours(place: Path, quizzes: Mapping[str, Quiz], company: Company, recorded: Path | None, minutes: int) -> bool:
    """Listen for so many minutes, faster than they pass; print what came of it, and say whether it is well."""
    kinds = _kinds(company, recorded)
    # The kinds of sound and of question turn at paces of which neither divides the other.
    plan = [
        (list(kinds)[minute % len(kinds)], list(quizzes)[(minute + minute // len(kinds)) % len(quizzes)])
        for minute in range(minutes)
    ]

    def watches() -> Iterator[Watch]:
        for minute, (kind, quiz) in enumerate(plan):
            yield Watch(f"{kind}|{quiz}|{minute}", quizzes[quiz].asked.phrases, kinds[kind](minute).pcm())

    def progress(count: int) -> None:
        if count and count % 60 == 0:
            print(f"    {count // 60} h are over", flush=True)

    print(f"\n{minutes} minutes at the table; nobody speaks to the narrator. Each minute another question is open.\n")
    told = soak_test(place, watches(), progress)
    well = _accepted(told, quizzes, Counter(kind for kind, _ in plan), thresholds_of(place))
    return _needed(told, minutes) and well


def _kinds(company: Company, recorded: Path | None) -> dict[str, Callable[[int], LabelledRecording]]:
    scenes = [ambience(_MINUTE, scene) for scene in _SCENES]
    kinds: dict[str, Callable[[int], LabelledRecording]] = {}
    for turn in range(2):
        kinds[f"debate {turn + 1}"] = lambda minute: company.talk(_MINUTE, 1000 + minute)
    held_out = HeldOut()
    for turn in range(2):
        kinds[f"like people {turn + 1}"] = lambda minute: held_out.talk(_MINUTE, 1000 + minute)
    kinds["debate over ambience"] = lambda minute: company.talk(_MINUTE, 1000 + minute).over(scenes[minute % 4], 10)
    kinds["debate over dishes"] = lambda minute: company.talk(_MINUTE, 1000 + minute).over(clatter(_MINUTE, minute), 10)
    kinds["two debates"] = lambda minute: LabelledRecording(company.babble(_MINUTE, 1000 + 7 * minute, talkers=2))
    kinds["five debates"] = lambda minute: LabelledRecording(company.babble(_MINUTE, 1000 + 7 * minute, talkers=5))
    kinds["ambience alone"] = lambda minute: LabelledRecording(
        scenes[minute % 4] * (loudness(-36.0) / rms(scenes[minute % 4]))
    )
    if recorded is not None:
        speech = recorded_speech(recorded)
        kinds["recorded speech"] = lambda minute: LabelledRecording(
            np.roll(speech, -minute * 7 * HEARING_RATE)[: 60 * HEARING_RATE]
        )
    return kinds


def recorded_speech(place: Path) -> Sound:
    """Return all recorded speech that is not meant for a narrator, each file as loud as the voices here."""
    files = sorted(file for file in place.glob("*/*.flac") if file.parent.name != "noise" and file.stem not in OURS)
    voices = [read(file) for file in files]
    silence = np.zeros(HEARING_RATE)
    return np.concatenate([part for voice in voices for part in (voice * loudness(SPEECH) / rms(voice), silence)])


def _accepted(told: SoakTest, quizzes: Mapping[str, Quiz], minutes: Mapping[str, int], thresholds: Thresholds) -> bool:
    utterances, doubts = Counter[str](), Counter[str]()
    accepted: dict[str, list[str]] = {}
    for name, watch in groupby(told.heard, key=lambda heard: heard[0]):
        kind, quiz, _ = name.split("|")
        replies = [reply for _, reply in watch]
        utterances[kind] += len(replies)
        for decision in in_turn(replies, quizzes[quiz].asked.meaning, thresholds):
            doubts[kind] += isinstance(decision, Doubtful | Overheard)
            if isinstance(decision, Certain):
                accepted.setdefault(kind, []).append(f"{decision.text!r} ({quiz})")
    print(f"{'':24}{'minutes':>8}{'utterances':>12}{'in doubt':>10}{'accepted':>10}")
    for kind, count in minutes.items():
        wrong = accepted.get(kind, [])
        print(f"{kind:24}{count:8}{utterances[kind]:12}{doubts[kind]:10}{len(wrong):10}  {', '.join(wrong)}")
    total, time = sum(map(len, accepted.values())), sum(minutes.values()) / 60
    low, high = interval(total)
    span = f"{total / time:.2f} an hour (95 %: {low / time:.2f} to {high / time:.2f})"
    print(f"{'all':24}{sum(minutes.values()):8}{utterances.total():12}{doubts.total():10}{total:10}  {span}")
    return total / time <= MOST_AN_HOUR


MOST_AN_HOUR, MOST_MEGABYTES, MOST_FACTOR, FLAT = 0.5, 120.0, 0.02, 2.0
"""Bars: false accepts an hour, MB of memory, seconds of a core for one of sound, MB that an hour may add."""


def _needed(told: SoakTest, minutes: int) -> bool:
    uses = told.uses
    factor = (uses[-1].seconds - uses[0].seconds) / (60 * minutes)
    hourly = [median(use.megabytes for use in uses[at : at + 60]) for at in range(1, len(uses), 60)]
    memory = " ".join(f"{size:.1f}" for size in hourly)
    print(f"\nmemory, MB, median of each hour: {memory}; at most {uses[-1].most:.0f}")
    print(
        f"seconds of one core for a second of sound, while people talk: {factor:.4f} (bar {MOST_FACTOR:g})", flush=True
    )
    grown = hourly[-1] - hourly[min(1, len(hourly) - 1)]
    return uses[-1].most <= MOST_MEGABYTES and grown <= FLAT  # speed is told: a busy machine has less of it


def interval(events: int) -> tuple[float, float]:
    """Return the exact interval of a Poisson mean of which so many events were seen, at 95 %."""
    low = float(chi2.ppf(0.025, 2 * events)) / 2 if events else 0.0
    return low, float(chi2.ppf(0.975, 2 * events + 2)) / 2
