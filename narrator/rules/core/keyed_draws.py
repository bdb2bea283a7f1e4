"""Chance without a random source: every lot is a keyed hash (BLAKE2b) of what it decides.

Two keys never meet. The public `seed` chooses variants and ambience; the secret `key`, drawn from the
operating system, deals the cards and draws the lots.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

SERIES = 2**32
"""Public seeds from here on are those of evenings in a row: of each, divided by this, the rest is the evening."""


def public_key(seed: int) -> bytes:
    """Return the key of what is drawn by a game's public seed."""
    return seed.to_bytes(16, "big", signed=True)


def number(key: bytes, *what: object) -> int:
    """Return a number of 64 bits, the same for the same key and the same `what`, in every process."""
    text = "\x1f".join(map(str, what))
    return int.from_bytes(blake2b(text.encode(), key=key[:64], digest_size=8).digest(), "big")


def shuffled(key: bytes, items: Sequence[T], *what: object) -> list[T]:
    """Return the items in an order that only the key knows (Fisher-Yates over hashed draws)."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = number(key, *what, last) % (last + 1)
        result[last], result[other] = result[other], result[last]
    return result


def drawn(key: bytes, items: Sequence[T], *what: object) -> T:
    """Draw one of the items."""
    return items[number(key, *what) % len(items)]


def variant(seed: int, line: str, occurrence: int, variants: int) -> int:
    """Which variant of a line is spoken the `occurrence`-th time (from 0): never the same twice in a row.

    A function of public values only, so that no secret can be heard in the choice of words. In a series of evenings
    every variant comes before any comes again, and each evening begins where the one before did not.
    """
    if variants < 2:
        return 0
    if seed >= SERIES:
        return told_once(seed, range(variants), line)[occurrence % variants]
    key = public_key(seed)
    chosen = number(key, line, 0) % variants
    for turn in range(1, occurrence + 1):
        chosen = (chosen + 1 + number(key, line, turn) % (variants - 1)) % variants
    return chosen


def told_once(seed: int, items: Sequence[T], line: str) -> list[T]:
    """Return what is told one by one in a game, in this game's order; in a series of evenings it begins further on."""
    series, evening = divmod(seed, SERIES) if seed >= SERIES else (seed, 0)
    order = shuffled(public_key(series), items, line)
    begins = evening * max(1, len(items) // 3) % len(items) if items else 0
    return order[begins:] + order[:begins]
