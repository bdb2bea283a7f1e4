"""`make bench ARGS=adaptation`: what the ear gains where sixty sayings of a speaker, in his room, adapt the network.

The voices are those like people's on which no model was trained. Each is heard in three rooms. Of what it says, two
thirds are what a player recorded, sixty at most, with their texts known; the rest is what he says to a game afterwards.
That is done three times, so that everything is said to a game once, to an ear that had not heard it. What an ear hears
goes through all that a game listens with, with the thresholds of the shipped model.

    means       half of how far the speaker's mean cepstra are from those of others, taken off in the first layer
    priors      how often each sound was right over how often the network believed in it, added to the last layer
    last layer  a scale and a shift of each number that the last layer sees, learnt until held sayings get no better

The means of others are those of the three other voices in all three rooms: what the network saw in training is not
kept. They are compared sound by sound, so that it does not matter what is said.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from benchmarks.ear_measuring import Answers, compared, heard, shared
from benchmarks.ear_table import Quiz, quizzes
from benchmarks.held_out import FOLDER, SAYINGS, SEED, HeldOut
from benchmarks.recordings import LabelledRecording, Sound, ambience, in_a_room
from models.build import network
from models.build.acoustics import Tuning, acoustic_model
from models.build.alignment import activations, aligned, answered
from models.build.espeak import Manner
from models.build.export import WEIGHTS
from models.build.mfcc import CEPSTRA, mfcc
from models.build.network import STEP, Affine, Floats, Weights
from models.build.phones import LEARNT_OUTPUTS, SILENCE_OUTPUT
from models.build.speech import labels, phones_in
from narrator.base.resources import folder
from narrator.ear.vad import Silero
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.sound.dsp.samples import HEARING_RATE

PARTS = 3
"""In how many the sayings are divided: one is tested, the others are recorded."""

RECORDED = 60
"""How many sayings a player records, at most: as many as `make ear-report` asks for."""

WANTED = 3.0
"""Points of sayings understood at once for which adaptation would be offered, with no more of them wrong."""


@cache
def _evening() -> Sound:
    return ambience(60.0, "evening")


CONDITIONS: Mapping[str, Callable[[LabelledRecording], LabelledRecording]] = {
    "quiet": lambda said: said,
    "ambience, 10 dB": lambda said: said.over(_evening(), 10),
    "in a room, at 3 m": in_a_room,
}
"""Where a speaker is heard, both when he records and when he plays."""

_MEANS = 0.5
"""How much of a difference of means is taken off. All of it, tried with the same sayings, did no better."""
_RARELY = 100.0
"""Frames of each sound, in all, that are taken to be as the network believes: sounds that are rare change little."""
_AROUND = 3 * HEARING_RATE // 10
_TRUST, _RATE, _STEPS, _PATIENCE, _HELD = 0.5, 0.01, 60, 8, 6
"""Of gradients: the share of the network's own belief in what it is to learn, after Yu et al., "KL-divergence
regularized deep neural network adaptation" (2013); Adam's rate; steps at most, and without gain; one saying in so many
is held."""
_NORMAL = 1.96  # of 95 %

Labels = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Example:
    """A saying of which it is known which sound is spoken when."""

    text: str
    cepstra: NDArray[np.float32]
    """[frames, cepstra]."""
    seen: Floats
    """[steps, hidden]: what the last layer of the shipped network sees at each of its steps, `STEP` frames apart."""
    right: Labels
    """[frames]: the output that is right."""


@dataclass(frozen=True, slots=True)
class Means:
    """Of each output, over how many frames it was right, and the sum of their cepstra, [outputs, cepstra]."""

    counts: Floats
    sums: Floats

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Means:
        """Gather them."""
        right = np.concatenate([one.right for one in examples])
        sums = np.zeros((LEARNT_OUTPUTS, CEPSTRA))
        np.add.at(sums, right, np.concatenate([one.cepstra for one in examples]))
        return cls(np.bincount(right, minlength=LEARNT_OUTPUTS).astype(np.float64), sums)

    def beyond(self, others: Means) -> Floats:
        """[cepstra]: by how much those of the same sounds of speech are higher here, in the mean of these frames."""
        here = np.where(others.counts > 0, self.counts, 0.0)
        here[SILENCE_OUTPUT] = 0.0
        apart = self.sums / np.maximum(self.counts, 1)[:, None] - others.sums / np.maximum(others.counts, 1)[:, None]
        return np.asarray(here @ apart / here.sum())


def examples(weights: Weights, recording: LabelledRecording) -> Iterator[Example]:
    """Align what is said in a recording, as it is heard; what cannot be aligned is left out."""
    sound = recording.pcm().astype(np.float32)
    for placed in recording.placed:
        cepstra = mfcc(sound[max(0, placed.begin - _AROUND) : placed.end + _AROUND])
        seen = activations(weights, cepstra)
        if found := aligned(weights, answered(weights, seen), phones_in(placed.text, Manner())):
            yield Example(placed.text, cepstra, seen[::STEP], labels(found.phones, len(cepstra)).astype(np.intp))


Way = Callable[[Weights, Sequence[Example], Means], Weights]
"""Adapts a network to a speaker's examples, given the means of others."""


def means(weights: Weights, mine: Sequence[Example], others: Means) -> Weights:
    """Take off a part of what a speaker's cepstra are beyond those of others."""
    first, *rest = weights.hidden
    shift = -_MEANS * Means.of(mine).beyond(others)
    return replace(weights, hidden=(first.after(np.ones(CEPSTRA), shift), *rest))


def priors(weights: Weights, mine: Sequence[Example], others: Means) -> Weights:  # noqa: ARG001 - it is a `Way`
    """Believe in each output as often as it is right."""
    seen, right = _steps(mine)
    believed = np.exp(answered(weights, seen)).sum(axis=0)
    often = np.bincount(right, minlength=LEARNT_OUTPUTS)
    kept = _RARELY * LEARNT_OUTPUTS * weights.priors
    last = weights.last
    return replace(weights, last=Affine(last.matrix, last.bias + np.log((often + kept) / (believed + kept))))


def last_layer(weights: Weights, mine: Sequence[Example], others: Means) -> Weights:  # noqa: ARG001 - it is a `Way`
    """Learn a scale and a shift of each activation that the last layer sees, by Adam's gradient descent."""
    last = weights.last
    seen, right = _steps([one for place, one in enumerate(mine) if place % _HELD])
    held, held_right = _steps(mine[::_HELD])
    wanted = _TRUST * np.exp(answered(weights, seen))
    wanted[np.arange(len(right)), right] += 1 - _TRUST
    learnt, first, second = (np.zeros((2, last.matrix.shape[1])) for _ in range(3))
    best, since, adapted = _loss(weights, held, held_right), 0, weights
    for step in range(1, _STEPS + 1):
        now = replace(weights, last=last.after(1 + learnt[0], learnt[1]))
        error = (np.exp(answered(now, seen)) - wanted) / len(right)
        gradient = np.stack([((error.T @ seen) * last.matrix).sum(axis=0), last.matrix.T @ error.sum(axis=0)])
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        learnt = learnt - _RATE * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
        now = replace(weights, last=last.after(1 + learnt[0], learnt[1]))
        loss = _loss(now, held, held_right)
        since = 0 if loss < best else since + 1
        if not since:
            best, adapted = loss, now
        elif since > _PATIENCE:
            break
    return adapted


def _steps(some: Sequence[Example]) -> tuple[Floats, Labels]:
    """What the last layer sees at each step of the network, and what is right."""
    return np.concatenate([one.seen for one in some]), np.concatenate([one.right[::STEP] for one in some])


def _loss(weights: Weights, seen: Floats, right: Labels) -> float:
    return -float(answered(weights, seen)[np.arange(len(right)), right].mean())


WAYS: Mapping[str, Way] = {
    "means": means,
    "priors": priors,
    "last layer": last_layer,
}


@contextmanager
def listening(weights: Weights, place: Path) -> Iterator[VoskRecogniser]:
    """A recogniser with this network; all else is from the folder of a model."""
    with TemporaryDirectory() as made:
        model = Path(made) / "model"
        shutil.copytree(place, model, ignore=shutil.ignore_patterns("am", "graph"))
        (model / "graph").symlink_to((place / "graph").absolute())
        (model / "am").mkdir()
        (model / "am" / "final.mdl").write_bytes(acoustic_model(weights, Tuning()))
        yield VoskRecogniser(model)


@dataclass(frozen=True, slots=True)
class Compared:
    """What a way gives, of the same sayings before and after it."""

    gained: int
    lost: int
    of: int

    @classmethod
    def between(cls, before: Sequence[Answers], after: Sequence[Answers]) -> Compared:
        """Count those that are understood at once after it alone, and before it alone."""
        pairs = [(bool(one.accepted), bool(other.accepted)) for one, other in zip(before, after, strict=True)]
        return cls(pairs.count((False, True)), pairs.count((True, False)), len(pairs))

    @property
    def points(self) -> float:
        """Points that are gained."""
        return 100 * (self.gained - self.lost) / self.of

    @property
    def half(self) -> float:
        """How many points more or less it may be in 95 of 100 cases: the interval of a paired difference."""
        differs = self.gained + self.lost
        return 100 * _NORMAL * sqrt(max(differs - (self.gained - self.lost) ** 2 / self.of, 0)) / self.of


def adaptation() -> int:
    """Print what is understood before and after, voice by voice, and what is gained."""
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # as in the process that listens
    place, weights = folder("models") / "fr", network.load(WEIGHTS)
    shipped = VoskRecogniser(place)
    known = quizzes(lambda word: not shipped.unknown((word,)))
    print("Understood at once, and once it was asked back, %; (w) taken for something else.\n")
    print(f"{'':28}{'sayings':>8}" + "".join(f"{name:>16}" for name in ("before", *WAYS)))
    voices = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    recorded = {voice: _recorded(weights, known, voice) for voice in voices}
    every: dict[str, dict[str, list[Answers]]] = {name: {} for name in CONDITIONS}
    for voice, said in recorded.items():
        elsewhere = [found for other, found in recorded.items() if other != voice]
        others = Means.of([one for found in elsewhere for some in found.values() for one in some])
        for condition, mine in said.items():
            scores = _scores(place, shipped, weights, known, HeldOut(voice), condition, mine, others)
            _row(f"{voice}, {condition}", scores)
            for name, some in scores.items():
                every[condition].setdefault(name, []).extend(some)
    print()
    total: dict[str, list[Answers]] = {}
    for condition, scores in every.items():
        _row(f"all, {condition}", scores)
        for name, some in scores.items():
            total.setdefault(name, []).extend(some)
    _row("all", total)
    _gains(every | {"all": total})
    return 0


def _said(known: Mapping[str, Quiz], company: HeldOut) -> list[str]:
    return sorted({text for quiz in known.values() for text in quiz.said(SAYINGS, SEED) if company.can_say(text)})


def _recorded(weights: Weights, known: Mapping[str, Quiz], voice: str) -> dict[str, list[Example]]:
    """All that a voice says, in each condition."""
    company = HeldOut(voice)
    said = company.saying(_said(known, company), SEED)
    return {name: list(examples(weights, condition(said))) for name, condition in CONDITIONS.items()}


def _scores(
    place: Path,
    shipped: VoskRecogniser,
    weights: Weights,
    known: Mapping[str, Quiz],
    company: HeldOut,
    condition: str,
    mine: Sequence[Example],
    others: Means,
) -> dict[str, list[Answers]]:
    """What became of each saying, before and after each way."""
    texts, mixed = _said(known, company), list(mine)
    Random(SEED).shuffle(texts)
    Random(SEED).shuffle(mixed)
    scores: dict[str, list[Answers]] = {name: [] for name in ("before", *WAYS)}
    for part in range(PARTS):
        tested = set(texts[part::PARTS])
        learnt = [one for one in mixed if one.text not in tested][:RECORDED]
        asked = list(_asked(known, company, tested, condition))
        scores["before"] += _listened(shipped, asked)
        for name, way in WAYS.items():
            with listening(way(weights, learnt, others), place) as recogniser:
                scores[name] += _listened(recogniser, asked)
    return scores


def _asked(
    known: Mapping[str, Quiz], company: HeldOut, tested: set[str], condition: str
) -> Iterator[tuple[Quiz, LabelledRecording]]:
    """Yield each question with those of the tested sayings that are said to it, each once."""
    for number, quiz in enumerate(known.values()):
        if said := sorted(tested.intersection(quiz.said(SAYINGS, SEED))):
            yield quiz, CONDITIONS[condition](company.saying(said, number))


def _listened(recogniser: VoskRecogniser, asked: Sequence[tuple[Quiz, LabelledRecording]]) -> list[Answers]:
    """What became of each saying, one by one."""
    scores = list[Answers]()
    for quiz, recording in asked:
        found = heard(recogniser, Silero(), quiz.asked.phrases, recording.pcm())
        for placed, mine in shared(recording, found):
            one = replace(recording, placed=(placed,))
            scores.append(compared(one, mine, quiz.asked.meaning, recogniser.thresholds))
    return scores


def _row(name: str, scores: Mapping[str, Sequence[Answers]]) -> None:
    totals = [sum(some, Answers()) for some in scores.values()]
    print(f"{name:28}{totals[0].placed:8}" + "".join(map(_score, totals)), flush=True)


def _score(score: Answers) -> str:
    at_once, at_last = (100 * count / score.placed for count in (score.accepted, score.accepted + score.asked_back))
    return f"{at_once:6.0f}{at_last:5.0f}{score.wrong:4}w"


def _gains(scores: Mapping[str, Mapping[str, Sequence[Answers]]]) -> None:
    print(f"\nPoints gained at once, with 95 % of paired sayings; and more of them wrong. Wanted: {WANTED:g}, and 0.\n")
    print(f"{'':28}" + "".join(f"{name:>22}" for name in WAYS))
    for condition, some in scores.items():
        cells = [_gain(some["before"], some[name]) for name in WAYS]
        print(f"{condition:28}" + "".join(f"{cell:>22}" for cell in cells))


def _gain(before: Sequence[Answers], after: Sequence[Answers]) -> str:
    gain = Compared.between(before, after)
    wrong = sum(one.wrong for one in after) - sum(one.wrong for one in before)
    return f"{gain.points:+.1f} ± {gain.half:.1f} {wrong:+d}w"
