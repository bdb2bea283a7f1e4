"""When each phone of a recording is heard: hidden Markov models of a voice's phones, learnt from its own recordings.

It is told what is said, and nothing else: at first each phone lasts as long as its kind does. The first rounds are on
what is short, where little can be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.sound.dsp.samples import Samples
from narrator.voice.phonemes import PAUSE, VOWELS, SpeechSound

STATES = 3
"""States of a phone; silence has one."""

ROUNDS_ON_SHORT, ROUNDS = 4, 7
SHORT = 10
"""Phones of what is short."""

ROOM = 3_000_000
"""Frames times states of recordings that are looked at together."""

_SILENCE = "#"  # at both ends of every recording
_STAYS = 0.7  # how likely a state goes on for another frame
_QUIET = 38.0  # dB under the loudest frame, at the ends
_RARE, _FLOOR = 20, 0.02  # frames that count as much as what all phones have in common; share of the whole variance
_VOICED = 8.0  # what voice weighs among the features
_IMPOSSIBLE = -1e9


@dataclass(frozen=True)
class Heard:
    """One recording: its phones, its cepstra and levels by frames, and in which of them there is voice."""

    phones: tuple[SpeechSound, ...]
    cepstra: Samples
    level: Samples
    voiced: NDArray[np.bool_]

    def features(self) -> Samples:
        """Return what is compared: cepstra, how they change, and voice."""
        change = np.zeros_like(self.cepstra)
        if len(change) > 4:
            change[2:-2] = self.cepstra[4:] - self.cepstra[:-4] + 0.5 * (self.cepstra[3:-1] - self.cepstra[1:-3])
        return np.hstack([self.cepstra, change, _VOICED * self.voiced[:, None].astype(np.float32)])


@dataclass(frozen=True)
class Way:
    """The states of one recording, in their order: which model each has, and which phone it is of; -1 is silence."""

    models: NDArray[np.int64]
    phones: NDArray[np.int64]
    optional: NDArray[np.bool_]


Alignment = list[tuple[int, int]]
"""For each phone the frames from which to which it is heard; a pause may be empty."""


def align(recordings: Sequence[Heard]) -> list[Alignment]:
    """Return when each phone is heard."""
    labels = {_SILENCE, *(phone.label for heard in recordings for phone in heard.phones)}
    models: dict[tuple[str, int], int] = {}
    for label in sorted(labels):
        for state in range(1 if label in (_SILENCE, PAUSE) else STATES):
            models[label, state] = len(models)
    ways = [_way(heard.phones, models) for heard in recordings]
    features = [heard.features() for heard in recordings]
    paths = [_even(heard, way) for heard, way in zip(recordings, ways, strict=True)]
    short = [number for number, heard in enumerate(recordings) if len(heard.phones) <= SHORT]
    for turn in range(ROUNDS):
        chosen = short if turn < ROUNDS_ON_SHORT and short else range(len(recordings))
        gaussians = _learnt([features[n] for n in chosen], [ways[n].models[paths[n]] for n in chosen], len(models))
        due = chosen if turn < ROUNDS_ON_SHORT - 1 else range(len(recordings))
        for some in _together(due, features, ways):
            found = _likeliest([features[n] for n in some], [ways[n] for n in some], gaussians)
            for number, path in zip(some, found, strict=True):
                paths[number] = path
    return [_spans(path, way, len(heard.phones)) for path, way, heard in zip(paths, ways, recordings, strict=True)]


def _way(phones: Sequence[SpeechSound], models: Mapping[tuple[str, int], int]) -> Way:
    states = [(models[_SILENCE, 0], -1, False)]
    for number, phone in enumerate(phones):
        pause = phone.label == PAUSE
        states += [(models[phone.label, state], number, pause) for state in range(1 if pause else STATES)]
    states.append((models[_SILENCE, 0], -1, False))
    model, owner, optional = zip(*states, strict=True)
    return Way(np.array(model), np.array(owner), np.array(optional))


def _even(heard: Heard, way: Way) -> NDArray[np.int64]:
    """Return the state of each frame where every phone lasts as long as its kind, and the last vowel longer."""
    loud = np.flatnonzero(heard.level > heard.level.max() - _QUIET)
    lengths = np.array([1.2 if phone.label in VOWELS or phone.label == PAUSE else 1.0 for phone in heard.phones])
    lengths[-2:] *= 1.4
    shares = np.repeat(lengths / STATES, [1 if phone.label == PAUSE else STATES for phone in heard.phones])
    edges = np.concatenate([[0.0], np.cumsum(shares)]) / shares.sum()
    at = (np.arange(len(heard.level)) - loud[0]) / (loud[-1] + 1 - loud[0])
    path: NDArray[np.int64] = np.searchsorted(edges, at, side="right")
    path[: loud[0]] = 0
    path[loud[-1] + 1 :] = len(way.models) - 1
    return path


def _learnt(
    features: Sequence[Samples], states: Sequence[NDArray[np.int64]], count: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return mean and variance of each model; what is rarely heard leans on what all have in common."""
    every, of = np.concatenate(features).astype(np.float64), np.concatenate(states)
    frames = np.bincount(of, minlength=count)[:, None]

    def sums(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.stack([np.bincount(of, column, count) for column in values.T], axis=1) / np.maximum(frames, 1)

    own, overall = sums(every), every.var(axis=0)
    weight = frames / (frames + _RARE)
    variance = weight * np.maximum(sums(every**2) - own**2, _FLOOR * overall) + (1 - weight) * overall
    return weight * own + (1 - weight) * every.mean(axis=0), variance


def _likeliest(
    features: Sequence[Samples], ways: Sequence[Way], gaussians: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> Iterator[NDArray[np.int64]]:
    """Yield the state of each frame on the likeliest way through each recording, pauses left out at will (Viterbi).

    Recordings are walked through side by side, each frame of all at once: those of one length are given together.
    """
    lengths = [len(frames) for frames in features]
    states = [len(way.models) for way in ways]
    count, most_frames, most = len(ways), max(lengths), max(states)
    fits = np.full((most_frames, count, most), _IMPOSSIBLE, np.float32)
    leaves = np.full((count, most), np.log(1 - _STAYS), np.float32)
    skips = np.full((count, most), _IMPOSSIBLE, np.float32)
    for number, (frames, way) in enumerate(zip(features, ways, strict=True)):
        fits[: len(frames), number, : states[number]] = _fits(frames, way, gaussians)
        skips[number, 2 : states[number]][way.optional[1:-1]] = leaves[0, 0]
    stays = np.float32(np.log(_STAYS))
    best = np.full((count, most), _IMPOSSIBLE, np.float32)
    best[:, :2] = fits[0, :, :2]
    steps = np.zeros((most_frames, count, most), np.int8)
    before, skipped = np.full_like(best, _IMPOSSIBLE), np.full_like(best, _IMPOSSIBLE)
    last = {length: [n for n in range(count) if lengths[n] == length] for length in lengths}
    ends: dict[int, int] = {}
    for frame in range(most_frames):
        if frame:
            before[:, 1:] = best[:, :-1] + leaves[:, 1:]
            skipped[:, 2:] = best[:, :-2]
            reached = np.stack([best + stays, before, skipped + skips])
            steps[frame] = reached.argmax(axis=0)
            best = reached.max(axis=0) + fits[frame]
        for number in last.get(frame + 1, ()):
            final = states[number] - 1
            ends[number] = final if best[number, final] >= best[number, final - 1] else final - 1
    for number, length in enumerate(lengths):
        path, state = np.empty(length, np.int64), ends[number]
        for frame, step in zip(range(length - 1, -1, -1), steps[length - 1 :: -1, number].tolist(), strict=True):
            path[frame] = state
            state -= step[state]
        yield path


def _fits(features: Samples, way: Way, gaussians: tuple[NDArray[np.float64], NDArray[np.float64]]) -> Samples:
    """Return how well each state fits each frame: the logarithm of its likelihood."""
    mean, variance = gaussians[0][way.models], gaussians[1][way.models]
    precision = 1 / variance
    fits = (features**2) @ precision.T - 2 * features @ (mean * precision).T
    found: Samples = (-0.5 * (fits + (mean**2 * precision + np.log(variance)).sum(axis=1))).astype(np.float32)
    return found


def _together(numbers: Iterable[int], features: Sequence[Samples], ways: Sequence[Way]) -> Iterator[list[int]]:
    """Yield recordings of about one length together, as many as have room."""
    group: list[int] = []
    for number in sorted(numbers, key=lambda number: len(features[number])):
        group.append(number)
        if len(group) * len(features[number]) * max(len(ways[one].models) for one in group) > ROOM:
            yield group
            group = []
    if group:
        yield group


def _spans(path: NDArray[np.int64], way: Way, count: int) -> Alignment:
    owner = way.phones[path]
    spans: Alignment = []
    end = int(np.argmax(owner >= 0))
    for number in range(count):
        heard = np.flatnonzero(owner == number)
        begin, end = (int(heard[0]), int(heard[-1]) + 1) if heard.size else (end, end)
        spans.append((begin, end))
    return spans
