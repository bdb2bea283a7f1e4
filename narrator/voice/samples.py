"""Sound as this program holds it: bytes of signed 16-bit samples of one channel, in the machine's order."""

from __future__ import annotations

from array import array

RATE = 22050
"""Samples a second, everywhere: what espeak renders."""

BYTES = 2
"""Bytes a sample."""

QUIET = 48
"""What no sample of silence exceeds: some 57 dB under full scale."""


def silence(seconds: float) -> bytes:
    """Samples of silence of that length."""
    return bytes(round(seconds * RATE) * BYTES)


def trimmed(samples: bytes) -> bytes:
    """Cut the silence at both ends: pauses are written, not left to the engine."""
    values = array("h", samples)
    begin = next((i for i, value in enumerate(values) if abs(value) > QUIET), len(values))
    end = next((i for i in range(len(values), begin, -1) if abs(values[i - 1]) > QUIET), begin)
    return values[begin:end].tobytes()


def scaled(samples: bytes, volume: float) -> bytes:
    """Make it softer: `volume` goes from 0 (silence) to 1 (as it is)."""
    if volume == 1:
        return samples
    return array("h", [round(value * volume) for value in array("h", samples)]).tobytes()
