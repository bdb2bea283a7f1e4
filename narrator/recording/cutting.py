"""Pieces cut out of one breath: where the network says that they begin and end, and where it is quietest near there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from narrator.dsp.samples import Samples
from narrator.recording.network import RATE, Network, Styles
from narrator.recording.phonemes import phonemes

REACH = 0.01
"""Seconds into the piece within which the quietest place is looked for."""

AROUND = 0.25
"""Seconds of a pause that stay with the words beside it: breath, and the burst of a last consonant."""

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
    spans = []
    at = 0
    for piece in read:
        first = at + len(piece) - len(piece.lstrip(_MARKS))
        last = at + len(piece.rstrip(_MARKS))
        begin = _edge(samples, edges, first, before=True, outermost=at == 0)
        end = _edge(samples, edges, last, before=False, outermost=at + len(piece) == len(breath))
        spans.append((begin, end))
        at += len(piece) + 1
    return samples, spans


def _edge(samples: Samples, edges: np.ndarray, token: int, *, before: bool, outermost: bool) -> int:
    """Return where to cut before a phoneme, or after the one that ends there; at the two ends nothing is cut."""
    if outermost:
        return 0 if before else samples.size
    # Between two phonemes of words lies a space, and perhaps a mark with its pause.
    near = int(edges[token])
    far = int(edges[token - 1]) if before else int(edges[min(token + 1, len(edges) - 1)])
    gap = abs(near - far)
    if gap > 2 * AROUND * RATE:
        return near - round(AROUND * RATE) if before else near + round(AROUND * RATE)
    # The other half of the gap belongs to the neighbour: an s begins there.
    reach, middle = round(REACH * RATE), (near + far) // 2
    low, high = (middle, near + reach) if before else (near - reach, middle)
    return max(0, low) + _quietest(samples[max(0, low) : high])


def _quietest(samples: Samples) -> int:
    """Return the middle of the quietest window."""
    window = round(_WINDOW * RATE)
    if samples.size <= window:
        return samples.size // 2
    power = np.convolve(samples.astype(np.float64) ** 2, np.ones(window), mode="valid")
    return int(np.argmin(power)) + window // 2
