"""Which sound is spoken when, in a recording whose words are known: forced alignment with a network of this project."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.build.mfcc import LENGTH, SHIFT, mfcc
from models.build.network import Floats, Weights, context, through
from models.build.phones import SILENCE_OUTPUT, first_output
from models.build.sound import Samples, at_peak

LEAST: Final = 3
"""Frames that a sound lasts at least."""

_PAUSE: Final = 7.0
"""The cost of a pause between two sounds, a natural logarithm."""

_LEVEL: Final = -6.0
"""Peak at which a recording is heard, in dB of full scale."""

_WORST: Final = -8.0
"""The least that one frame counts in the score of an alignment: a breath is not to spoil a word."""
_NEVER: Final = -1e9


@dataclass(frozen=True, slots=True)
class Alignment:
    """Sounds with the sample where each begins ('' for silence), and how well they fit."""

    phones: tuple[tuple[int, str], ...]
    score: float
    """The mean log posterior of the sounds, 0 at best."""


def posteriors(weights: Weights, samples: Samples) -> Floats:
    """[frames, outputs]: the network's log posteriors, for every frame and not every third."""
    return answered(weights, activations(weights, mfcc(at_peak(samples, _LEVEL))))


def activations(weights: Weights, heard: Samples) -> Floats:
    """[frames, hidden]: what the last hidden layer makes of cepstra, [frames, cepstra], which go on at both ends."""
    return through(weights.hidden, surrounded(heard, weights), weights.shapes)


def surrounded(heard: NDArray[np.generic], weights: Weights) -> Floats:
    """Cepstra that go on at both ends for as long as the network hears before and after."""
    return np.pad(heard.astype(np.float64), (context(weights.shapes), (0, 0)), "edge")


def answered(weights: Weights, seen: Floats) -> Floats:
    """[frames, outputs]: the log posteriors that the last layer makes of activations, [frames, hidden]."""
    scores = seen @ weights.last.matrix.T + weights.last.bias
    return np.asarray(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))


@dataclass(slots=True)
class _States:
    """A chain of states: which sound each is of (-1: silence), whether it may last, what leads past a pause."""

    owner: list[int]
    lasts: list[bool]
    past: list[int]
    cost: list[float]

    def add(self, owner: int, lasts: bool, past: int = -1, cost: float = 0.0) -> int:
        self.owner.append(owner)
        self.lasts.append(lasts)
        self.past.append(past)
        self.cost.append(cost)
        return len(self.owner) - 1


def _chain(count: int) -> _States:
    """Silence; each sound, `LEAST` frames or more, before all but the first a pause of as many or none; silence."""
    states = _States([], [], [], [])
    last = states.add(-1, True)
    for sound in range(count):
        skipped = -1
        if sound:
            skipped = last
            states.add(-1, False, cost=_PAUSE)
            states.add(-1, False)
            states.add(-1, True)
        states.add(sound, False, skipped)
        for _ in range(LEAST - 2):
            states.add(sound, False)
        last = states.add(sound, True)
    states.add(-1, True)
    return states


def aligned(weights: Weights, logs: Floats, sounds: Sequence[str]) -> Alignment | None:
    """The likeliest times of these sounds, by Viterbi's algorithm; None where they cannot be so many."""
    if not sounds or len(logs) < LEAST * len(sounds) + 2:
        return None
    posterior, likelihood = {}, {}
    for phone in set(sounds):
        first = first_output(phone)
        posterior[phone] = np.logaddexp(logs[:, first], logs[:, first + 1])
        likelihood[phone] = posterior[phone] - np.log(weights.priors[first] + weights.priors[first + 1])
    silence = logs[:, SILENCE_OUTPUT] - np.log(weights.priors[SILENCE_OUTPUT])
    states = _chain(len(sounds))
    scores = np.stack([silence if owner < 0 else likelihood[sounds[owner]] for owner in states.owner], axis=1)
    owners = np.array(states.owner)[_path(scores, states)]
    begins = [0, *(np.flatnonzero(np.diff(owners)) + 1)]
    phones = tuple(
        (int(frame) * SHIFT + LENGTH // 2 if frame else 0, "" if owners[frame] < 0 else sounds[owners[frame]])
        for frame in begins
    )
    spoken = np.flatnonzero(owners >= 0)
    found = [max(float(posterior[sounds[owners[frame]]][frame]), _WORST) for frame in spoken]
    return Alignment(phones, float(np.mean(found)))


def _path(scores: Floats, states: _States) -> NDArray[np.int64]:
    """The best state of each frame."""
    count = scores.shape[1]
    here, past = np.arange(count), np.array(states.past)
    lasts, cost = np.array(states.lasts), np.array(states.cost)
    best = np.full(count, _NEVER)
    best[:2] = scores[0, :2]
    came = np.zeros(scores.shape, np.int64)
    for frame in range(1, len(scores)):
        ways = np.stack(
            [
                np.where(lasts, best, _NEVER),
                np.concatenate([[_NEVER], best[:-1]]) - cost,
                np.where(past >= 0, best[past], _NEVER),
            ]
        )
        way = ways.argmax(axis=0)
        came[frame] = np.choose(way, [here, here - 1, past])
        best = ways.max(axis=0) + scores[frame]
    path = np.zeros(len(scores), np.int64)
    state = count - 1 if best[-1] >= best[-2] else count - 2
    for frame in range(len(scores) - 1, -1, -1):
        path[frame] = state
        state = int(came[frame, state])
    return path
