"""Which sound follows which, and how long each lasts: a loop of all sounds, as a decoder without words has it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.build.network import STEP
from models.build.phones import LEARNT_OUTPUTS, PHONES, SILENCE_OUTPUT, SILENCE_STAY, STAY, first_output

_SEEN: Final = 0.5
"""What is added to each count of one sound after another."""

ENTRIES: Final = (SILENCE_OUTPUT, *map(first_output, PHONES))
"""The output by which each sound begins, silence before all others."""


def followers(labels: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return how likely each output follows another, a step of the network later: [outputs, outputs], rows sum to 1.

    Which sound follows which is counted in a corpus, of which every frame has its right output: [frames]. How long a
    sound lasts is what the decoder is told of it.
    """
    sounds, steps = np.zeros(LEARNT_OUTPUTS, np.int64), labels[::STEP].astype(np.int64)
    for sound, output in enumerate(ENTRIES):
        sounds[output] = sounds[_lasting(output)] = sound
    heard = sounds[steps]
    order = heard[np.isin(steps, ENTRIES) & (np.diff(heard, prepend=-1) != 0)]
    counts = np.full((len(ENTRIES), len(ENTRIES)), _SEEN)
    np.add.at(counts, (order[:-1], order[1:]), 1)
    counts[0, 0] = 0.0  # silence after silence is the same silence
    shares = counts / counts.sum(axis=1, keepdims=True)
    found = np.zeros((LEARNT_OUTPUTS, LEARNT_OUTPUTS))
    for sound, output in enumerate(ENTRIES):
        stay = STAY if sound else SILENCE_STAY
        for state in {output, _lasting(output)}:
            found[state, _lasting(output)] += stay
            found[state, ENTRIES] += (1 - stay) * shares[sound]
    return found


def _lasting(entry: int) -> int:
    """The output of a sound after its first step."""
    return entry if entry == SILENCE_OUTPUT else entry + 1
