"""`make bench ARGS=ear`: what is heard of synthetic speech in noise, rightly and wrongly, how soon, at what cost."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import log10
from pathlib import Path
from statistics import median, quantiles
from typing import TypeAlias

import numpy as np
from scipy.stats import binom

from benchmarks.ear_hours import MOST_FACTOR, MOST_MEGABYTES, OURS, hours
from benchmarks.ear_measuring import Answers, answers, heard, stock, taken
from benchmarks.ear_rules import RULES, Trial, rejection, trials
from benchmarks.ear_spotting import detectors
from benchmarks.ear_table import Quiz, quizzes
from benchmarks.held_out import SAYINGS, SEED, HeldOut
from benchmarks.own_voice import lines, own_voice
from benchmarks.recordings import Company, LabelledRecording, Sound, by_telephone, in_a_room, noises, read, slowly
from benchmarks.soak_test import Watch, soak_test
from narrator.base.resources import folder
from narrator.ear.messages import RecogniserError
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import Silero
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.sound.audio.mixer import DUCK
from narrator.sound.dsp.samples import HEARING_RATE
from narrator.voice.synthesisers.synthesiser import SynthesiserError

WARNING = """\
These are figures of SYNTHETIC speech, in noise added to it. The voices of espeak-ng tell whether something broke, and
which of two ways is better. Voices like people's, which no model was trained on, are nearer to people: no people."""

RATIOS = (20, 15, 10, 5)
"""Speech over noise, in dB."""

BARS = {"quiet": 95.0, "clatter, 10 dB": 82.0, "kitchen, recorded, 10 dB": 80.0, "ambience, 10 dB": 88.0}
BARS["babble, 10 dB"] = 85.0
"""Of a hundred sayings by voices of espeak, how many must be understood: less, and something broke."""
LIKE_PEOPLE = {
    "quiet": 85.0,
    "kitchen, recorded, 10 dB": 70.0,
    "ambience, 10 dB": 70.0,
    "ambience, lowered": 85.0,
    "clatter, 10 dB": 76.0,
    "in a room, at 3 m": 66.0,
}
"""The same, by voices like people's."""
GOALS = {
    "quiet": 97.0,
    "kitchen, recorded, 10 dB": 93.0,
    "ambience, 10 dB": 93.0,
    "ambience, lowered": 93.0,
    "clatter, 10 dB": 93.0,
    "in a room, at 3 m": 90.0,
}
"""What is wanted of them, and not reached yet."""
MOST_WRONG, MOST_WRONG_LIKE_PEOPLE = 2.0, 8.0
"""How many may be taken for another, of a hundred; wanted is half of one."""
SOON, LATEST, TIMES = 0.45, 0.8, 2.0
"""Seconds from the end of a voice to its answer, median and 95th percentile; how often faster than Vosk alone."""

_YES, _NO = "yes", "NO"
_CHANCE = 0.01  # how unlikely a figure must be, if the bar were reached, to count as below it
_LOOP = 120.0
"""Seconds of noise, which are then repeated."""


class Bars:
    """What is to be reached, and what was."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, str, str]] = []

    def add(self, what: str, measured: str, reached: bool) -> None:
        """Note one."""
        self._rows.append((what, measured, _YES if reached else _NO))

    def speed(self, what: str, measured: str, reached: bool) -> None:
        """Note one that is told and fails nothing: a busy machine, or a slower one, has less of it."""
        self._rows.append((what, measured, _YES if reached else "not here"))

    def share(self, what: str, count: int, of: int, least: float) -> None:
        """Note one of so many in a hundred. Less in a few may be chance: then whatever is behind them may reach it."""
        by_chance = float(binom.cdf(count, of, least / 100)) >= _CHANCE
        verdict = _YES if 100 * count >= least * of else "perhaps: too few to tell" if by_chance else _NO
        self._rows.append((f"{what}: {least:g} %", f"{100 * count / of:.1f} %", verdict))

    def goal(self, what: str, count: int, of: int, wanted: float) -> None:
        """Note what is wanted: it is told, and nothing fails where it is not reached."""
        verdict = _YES if 100 * count >= wanted * of else "not yet"
        self._rows.append((f"{what}: wanted {wanted:g} %", f"{100 * count / of:.1f} %", verdict))

    def reached(self) -> bool:
        """Print all, and say whether each was reached."""
        print("\nBars.\n")
        for what, measured, reached in self._rows:
            print(f"{what:48}{measured:>24}  {reached}")
        return all(reached != _NO for _, _, reached in self._rows)


def ear(model: str, recordings: str, clips: int, minutes: float, quick: bool, picture: str, only_hours: int) -> int:
    """Print the tables; status 2 where there is nothing to measure with, 1 where a bar is not reached.

    `model` is the folder of one, empty for ours; `recordings` a folder with `noise` and others, whose files are
    named by what is said in them, empty for what NARRATOR_AUDIO names, if anything. So many phrases are said to each
    question in each noise, and so many minutes of talk are listened to. `quick` leaves out most of it. `picture` is
    where the curve of the rejection rule goes. With `only_hours`, so many hours of talk are all there is.
    """
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # as in the process that listens
    place = Path(model).expanduser() if model else folder("models") / "fr"
    named = recordings or os.environ.get("NARRATOR_AUDIO", "")
    recorded = Path(named).expanduser() if named else None
    print(WARNING, f"\nModel: {place.name}; recordings: {recorded or 'none'}", flush=True)
    try:
        recogniser = VoskRecogniser(place)
        known = quizzes(lambda word: not recogniser.unknown((word,)))
        with Company() as company:
            if only_hours:
                return 0 if hours(place, known, company, recorded, 60 * only_hours) else 1
            return 0 if _everything(place, recogniser, known, company, recorded, clips, minutes, quick, picture) else 1
    except (RecogniserError, SynthesiserError, ImportError) as error:
        print(error)
        return 2


def _everything(
    place: Path,
    recogniser: VoskRecogniser,
    known: Mapping[str, Quiz],
    company: Company,
    recorded: Path | None,
    clips: int,
    minutes: float,
    quick: bool,
    picture: str,
) -> bool:
    bars = Bars()
    made = noises(company, recorded, min(_LOOP, 60 * minutes))
    barred = BARS | LIKE_PEOPLE
    sounds = {name: make() for name, make in made.items() if not quick or f"{name}, 10 dB" in barred}
    if not quick:
        detectors(known["a seat"].answers(company, clips, 1), company, sounds)
    ratios = (10,) if quick else RATIOS
    _phrases("espeak", recogniser, _said(known, company, clips, 2), _over(sounds, ratios), BARS, MOST_WRONG, bars)
    if clips > SAYINGS:
        print(f"Of voices like people's there are {SAYINGS} sayings a question.")
    held_out = _said(known, HeldOut(), min(clips, SAYINGS), SEED)
    waiting = partial(LabelledRecording.over, noise=sounds["ambience"], ratio=10 - 20 * log10(DUCK))
    conditions = _over(sounds, (10,))
    conditions |= {LOWERED: waiting, FAR: in_a_room, TELEPHONE: by_telephone, SLOW: slowly}
    _phrases(PEOPLE_LIKE, recogniser, held_out, conditions, LIKE_PEOPLE, MOST_WRONG_LIKE_PEOPLE, bars)
    _delays(place, recogniser, company, known, clips, bars)
    tried = trials(recogniser, company, known, sounds, clips)
    _rules(tried, recogniser.thresholds)
    if picture:
        Path(picture).write_text(rejection(tried), "utf-8")
    _own(recogniser, known, 40 if quick else 1, bars)
    _costs(place, company, known, 20.0 if quick else 60.0, bars)
    well = hours(place, known, company, recorded, max(1, round(minutes)))
    if recorded is not None and not quick:
        _recorded(recogniser, known, recorded)
    return bars.reached() and well


Condition: TypeAlias = Callable[[LabelledRecording], LabelledRecording]
"""What becomes of sayings on their way to the microphone."""

LOWERED, FAR, TELEPHONE, SLOW = "ambience, lowered", "in a room, at 3 m", "by telephone", "slowly"
PEOPLE_LIKE = "voices like people's"


def _said(
    known: Mapping[str, Quiz], company: Company, clips: int, seed: int
) -> Mapping[str, tuple[Quiz, LabelledRecording]]:
    # Questions share many sayings. Were they said by one voice each time, one poor clip would count many times.
    return {
        kind: (quiz, company.saying(quiz.said_by(company, clips, seed), seed + number))
        for number, (kind, quiz) in enumerate(known.items())
    }


def _over(sounds: Mapping[str, Sound], ratios: Sequence[int]) -> dict[str, Condition]:
    over: dict[str, Condition] = {"quiet": lambda said: said}
    for name, sound in sounds.items():
        for ratio in ratios:
            over[f"{name}, {ratio} dB"] = partial(LabelledRecording.over, noise=sound, ratio=ratio)
    return over


def _phrases(
    group: str,
    recogniser: VoskRecogniser,
    said: Mapping[str, tuple[Quiz, LabelledRecording]],
    conditions: Mapping[str, Condition],
    least: Mapping[str, float],
    most_wrong: float,
    bars: Bars,
) -> None:
    count = max(len(recording.placed) for _, recording in said.values())
    print(f"\n{group.capitalize()}: understood, % of {count} sayings to each kind of open question, and of orders by")
    print("day and night; (w) taken for something else; + asked: at once, or once the narrator asked back.\n")
    print(f"{'':26}" + "".join(f"{kind:>11}" for kind in said) + f"{'all':>12}{'+ asked':>10}")
    every = Answers()
    for name, condition in conditions.items():
        scores = [answers(recogniser, Silero(), quiz.asked, condition(recording)) for quiz, recording in said.values()]
        total = sum(scores, Answers())
        cells = [f"{cell:>11}" for cell in map(_share, scores)]
        print(f"{name:26}{''.join(cells)}{_share(total, 1):>12}{_at_last(total):10.1f}", flush=True)
        if name in least:
            every += total
            bars.share(f"{group}, {name}", total.accepted, total.placed, least[name])
            if group == PEOPLE_LIKE:
                at_last = total.accepted + total.asked_back
                bars.goal(f"{group}, {name}", total.accepted, total.placed, GOALS[name])
                bars.goal("... and once it was asked back", at_last, total.placed, GOALS[name])
    bars.share(f"{group}, not taken for something else", every.placed - every.wrong, every.placed, 100 - most_wrong)


def _at_last(score: Answers) -> float:
    return 100 * (score.accepted + score.asked_back) / score.placed


def _share(score: Answers, digits: int = 0) -> str:
    wrong = f" {score.wrong}w" if score.wrong else ""
    return f"{100 * score.accepted / score.placed:.{digits}f}{wrong}"


def _delays(
    place: Path, recogniser: VoskRecogniser, company: Company, known: Mapping[str, Quiz], clips: int, bars: Bars
) -> None:
    print("\nFrom the end of the voice to the answer, in seconds, waiting and computing: median, 95th percentile.\n")
    ours, theirs = Answers(), Answers()
    for kind, quiz in known.items():
        said = quiz.answers(company, clips, 3)
        mine = answers(recogniser, Silero(), quiz.asked, said)
        ours += mine
        theirs += stock(place, quiz.asked, said)
        print(f"{kind:26}{_seconds(mine.delays)}", flush=True)
    print(f"{'all':26}{_seconds(ours.delays)}\n{'Vosk by itself':26}{_seconds(theirs.delays)}", flush=True)
    middle, late = median(ours.delays), _high(ours.delays)
    bars.add(f"decision after {SOON:g} s, median", f"{middle:.2f} s", middle <= SOON)
    bars.add(f"decision after {LATEST:g} s, 95th percentile", f"{late:.2f} s", late <= LATEST)
    ratio = median(theirs.delays) / middle
    bars.add(f"{TIMES:g} times as fast as Vosk by itself", f"{ratio:.1f} times", ratio >= TIMES)


def _seconds(delays: Sequence[float]) -> str:
    return f"{median(delays):6.2f} {_high(delays):6.2f}" if delays else "  none"


def _high(values: Sequence[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def _rules(tried: Trial, thresholds: Thresholds) -> None:
    print(
        f"\nRules compared, % of {tried.said} sayings at 10 dB, and of {tried.others} that answer other questions, as"
    )
    print("loud: understood / taken for something else / accepted of the others.\n")
    for rule in RULES:
        right, wrong, accepted = tried.shares(rule, thresholds)
        print(f"{rule:50}{right:8.1f}{wrong:8.2f}{accepted:8.2f}", flush=True)


def _own(recogniser: VoskRecogniser, known: Mapping[str, Quiz], every: int, bars: Bars) -> None:
    print("\nThe narrator's own lines, spoken into the microphone, in the room's echo.\n")
    said = lines()[::every]
    for name, shut in (("ears shut meanwhile", True), ("ears wrongly open", False)):
        own = own_voice(recogniser, known, said, shut)
        told = (
            f"{own.lines} lines, {own.minutes:.0f} minutes, {own.utterances} utterances, {len(own.accepted)} accepted"
        )
        print(f"{name:26}{told}  {', '.join(own.accepted)}", flush=True)
        if shut:
            bars.add("accepted of the narrator's own voice: none", f"{len(own.accepted)}", not own.accepted)


def _costs(place: Path, company: Company, known: Mapping[str, Quiz], seconds: float, bars: Bars) -> None:
    print("\nThe process that listens: seconds of one core for a second of sound, and its memory at most.\n")
    quiz = known["a seat"]
    sounds = {
        "a quiet room": LabelledRecording(np.zeros(round(seconds * HEARING_RATE))),
        "answers, 1 to 3 s apart": quiz.answers(company, round(seconds / 3), 4),
        "talk without end": company.talk(seconds, 6),
    }
    watches = [Watch(name, quiz.asked.phrases, recording.pcm()) for name, recording in sounds.items()]
    uses = soak_test(place, watches).uses
    for watch, (before, after) in zip(watches, pairwise(uses), strict=True):
        factor = (after.seconds - before.seconds) * HEARING_RATE / len(watch.sound)
        print(f"{watch.name:26}{factor:8.3f} {after.most:8.0f} MB", flush=True)
    spent = (uses[-1].seconds - uses[0].seconds) * HEARING_RATE / sum(len(watch.sound) for watch in watches)
    bars.speed(f"cores, of the three together: {MOST_FACTOR:g}", f"{spent:.4f}", spent <= MOST_FACTOR)
    bars.add(f"memory: {MOST_MEGABYTES:g} MB", f"{uses[-1].most:.0f} MB", uses[-1].most <= MOST_MEGABYTES)


def _recorded(recogniser: VoskRecogniser, known: Mapping[str, Quiz], recorded: Path) -> None:
    print("\nRecorded files: what was accepted in each folder, and of which file; its name tells what is said.\n")
    for place in sorted(path for path in recorded.iterdir() if path.is_dir()):
        files = sorted(file for file in place.iterdir() if file.suffix in (".flac", ".wav", ".ogg"))
        pcm = {file.stem: LabelledRecording(_lengthened(read(file))).pcm() for file in files}
        told: list[str] = []
        for kind, quiz in known.items():
            for name, sound in pcm.items():
                found = heard(recogniser, Silero(), quiz.asked.phrases, sound)
                told_of = (taken(one.recognised, quiz.asked.meaning, recogniser.thresholds) for one in found)
                took = [text for text in told_of if text is not None]
                if took or (name in OURS and kind == "by day"):
                    told.append(f"{name!r} ({kind}): {', '.join(took) or 'nothing'}")
        minutes = len(known) * sum(map(len, pcm.values())) / HEARING_RATE / 60
        print(
            f"{place.name}: {len(pcm)} files, {minutes:.1f} minutes with all questions: {'; '.join(told) or 'nothing'}"
        )


def _lengthened(sound: Sound) -> Sound:
    """Return it in silence: half a second before it and one after it."""
    return np.concatenate([np.zeros(HEARING_RATE // 2), sound, np.zeros(HEARING_RATE)])
