"""What the keys of a numeric pad mean, with or without NumLock, and which devices are numeric pads."""

from __future__ import annotations

from narrator.devices.input_events import InputDevice

ENTER, ERASE = "\n", "\b"

_DIGITS = {  # the key of the pad, what it is without NumLock, and the key above the letters
    "0": (82, 110, 11),
    "1": (79, 107, 2),
    "2": (80, 108, 3),
    "3": (81, 109, 4),
    "4": (75, 105, 5),
    "5": (76, 355, 6),
    "6": (77, 106, 7),
    "7": (71, 102, 8),
    "8": (72, 103, 9),
    "9": (73, 104, 10),
}
_OTHERS = {
    ".": (83, 111, 121, 51, 52),  # the pad's point or its Delete, its comma, and those beside the letters
    "+": (78,),
    "-": (74, 12),
    "*": (55,),
    "/": (98, 53),
    ENTER: (96, 28),
    ERASE: (14,),
}
CAPS = {code: cap for caps in (_DIGITS, _OTHERS) for cap, codes in caps.items() for code in codes}
"""What a key means, by its code. NumLock means nothing: some pads press it around other keys by themselves."""

LETTERS = frozenset((*range(16, 26), *range(30, 39), *range(44, 51)))
_PAD = frozenset((*(codes[0] for codes in _DIGITS.values()), _OTHERS[ENTER][0]))


def has_numbers(device: InputDevice) -> bool:
    """Whether a device has the ten digits of a numeric pad, and its Enter."""
    return device.keys >= _PAD


def has_letters(device: InputDevice) -> bool:
    """Whether a device is, or claims to be, a whole keyboard: somebody may be typing on it."""
    return device.keys >= LETTERS
