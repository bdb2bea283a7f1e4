"""Recordings that are called after what is said in them: `joueur_trois.flac`, `oui_2.wav`, `12.mp3`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from narrator.language.phrasebook import MOST, numerals
from narrator.recording.own_voice import SOUNDS

_COUNT = re.compile(r"[\s-]*\(?\d+\)?$")
_DIGITS = re.compile(r"\d+")


def sound_files(place: Path) -> list[Path]:
    """Return the sound files in a folder and in those within it, by name; hidden ones are none."""
    return [file for file in _files(place) if file.suffix.lower() in SOUNDS]


def left_out(place: Path) -> list[Path]:
    """Return the other files there, by name; hidden ones are none."""
    return [file for file in _files(place) if file.suffix.lower() not in SOUNDS]


def said_in(file: Path, language: str, answer: Callable[[str], str | None]) -> str:
    """Return what is said in a file, by its name.

    `answer` returns an answer as it is spelled, and None for what is none. A number at the end counts recordings of the
    same text, unless the text is an answer with it alone: `joueur_3.wav`.
    """
    said = file.stem.replace("_", " ").casefold().strip(" .!?")
    ways = said, _COUNT.sub("", said), _DIGITS.sub(lambda digits: _spelled(digits[0], language), said)
    return next(filter(None, map(answer, ways)), said)


def _files(place: Path) -> list[Path]:
    return sorted(
        file
        for file in place.rglob("*")
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(place).parts)
    )


def _spelled(digits: str, language: str) -> str:
    return numerals(int(digits), language)[0] if int(digits) <= MOST else digits
