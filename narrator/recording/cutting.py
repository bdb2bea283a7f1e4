"""Cuts pieces out of one breath: near where the network says they begin and end, at the quietest place.

A last k or t is let go after the silence in it, in which it is quietest. That burst is left out of the word after it:
without the word before, it would be a sound of its own, and "leaves" would be "gleeves".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from narrator.dsp.samples import Samples
from narrator.recording.network import RATE, Network, Styles
from narrator.recording.phonemes import phonemes

REACH = 0.01
"""Seconds of the sounds on both sides of a gap in which the quietest place may lie, too."""

AROUND = 0.25
"""Seconds of a pause that stay with the words beside it: breath, and the burst of a last consonant."""

JOINED = 0.15
"""Seconds between the sounds of two words from which on there is a pause between them."""

ONSET = 0.015
"""Seconds for which the first sound of a word is heard before the network says that it begins."""

_WINDOW = 0.006  # seconds over which it is measured how quiet it is
_MARKS = " .,;:!?…—"


def spoken(
    pieces: Sequence[str], language: str, network: Network, styles: Styles, speed: float
) -> tuple[Samples, list[tuple[int, int]]]:
    """Return one breath, at the network's rate, and the samples between which each piece lies.

    Raises:
        ValueError: there are more phonemes than the network takes, or a piece has none.
    """
    read = [network.known(phonemes(piece, language)) for piece in pieces]
    if not all(any(sign not in _MARKS for sign in piece) for piece in read):
        raise ValueError(f"nothing to say in {pieces!r}")
    breath = " ".join(read)
    samples, edges = network.speak(breath, styles, speed)
    begins, ends = [0], []
    at = 0
    for piece, following in pairwise(read):
        last = int(edges[at + len(piece.rstrip(_MARKS))])
        at += len(piece) + 1
        first = int(edges[at + len(following) - len(following.lstrip(_MARKS))])
        end, begin = _parted(samples, last, first)
        ends.append(end)
        begins.append(begin)
    return samples, list(zip(begins, [*ends, samples.size], strict=True))


def _parted(samples: Samples, last: int, first: int) -> tuple[int, int]:
    """Return where one piece ends and the next one begins, between the last sound and the first of the two."""
    if first - last > 2 * AROUND * RATE:
        around = round(AROUND * RATE)
        return last + around, first - around
    reach = round(REACH * RATE)
    low = max(0, last - reach)
    cut = low + _quietest(samples[low : first + reach])
    joined = first - last < JOINED * RATE
    return cut, max(cut, first - round(ONSET * RATE)) if joined else cut


def _quietest(samples: Samples) -> int:
    """Return the middle of the quietest window."""
    window = round(_WINDOW * RATE)
    if samples.size <= window:
        return samples.size // 2
    power = np.convolve(samples.astype(np.float64) ** 2, np.ones(window), mode="valid")
    return int(np.argmin(power)) + window // 2
