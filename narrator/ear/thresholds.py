"""How sure a recogniser must be: thresholds that belong to a model and lie beside it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Final

import yaml

FILE = "thresholds.yaml"
"""In the folder of a model that came with them."""

_MOST: Final = {
    "apart": 50.0,
    "unlike": 50.0,
    "sure": 50.0,
    "besides": 5.0,
    "around": 5.0,
    "disordered": 50.0,
    "misfit": inf,
    "recordings": inf,
}
"""The most that each may be; none is negative."""


# Without pydantic, which would take 9 MB more of the process that listens.
@dataclass(frozen=True, slots=True)
class Thresholds:
    """What counts as an answer. The defaults are careful ones, for a model that nobody here has measured.

    Differences of log-likelihood are natural logarithms, 0 to 50; `misfit` is one for each second, from 0 on; times are
    seconds, 0 to 5.

    Raises:
        ValueError: a value is of another kind, or out of its range.
    """

    apart: float = 6.0
    """By how much an answer must be likelier than any other answer; else who spoke is asked which it was."""

    unlike: float = 0.0
    """By how much words that are no answer may be likelier than one that is."""

    sure: float = 8.0
    """By how much a text must be likelier than any other to be taken at its first pause; else its end is waited for."""

    besides: float = 0.2
    """By how many seconds a voice may be heard for longer than its words last, where these are certain.

    It is multiplied by the probability of the likeliest words, for all alternatives alike. A syllable more, and
    something else was said: of talk that a model does not know it makes a word or two, and takes the rest for silence.
    """

    around: float = 0.29
    """By how long words may last longer than from the beginning of a voice to its end; more, and others said them.

    Where people talk at once, one is loud for a moment, and words are made of what the others say around it.
    """

    disordered: float = 0.0
    """By how much less likely words become where they follow each other in an order that no phrase has.

    Vosk lets any word of a grammar follow any other, almost for nothing. It takes a model with a word that nobody says.
    """

    misfit: float = inf
    """By how much any sounds may be likelier than the likeliest words, for each second of these and half a second more.

    More, and none of these words was said. It takes a model with a word for any sounds.
    """

    measured: str = ""
    """What they were chosen with, for a model that comes with them: whose voices, and by which command."""

    recordings: int = 0
    """From so many recordings they were chosen (`models/build/report.py`)."""

    def __post_init__(self) -> None:
        for name, most in _MOST.items():
            value = getattr(self, name)
            if not isinstance(value, int | float) or not 0 <= value <= most:
                raise ValueError(f"{name} is no number from 0 to {most:g}: {value!r}")
        for name, kind in (("recordings", int), ("measured", str)):
            if not isinstance(getattr(self, name), kind):
                raise ValueError(f"{name} is no {kind.__name__}: {getattr(self, name)!r}")


def calibrated_file(model: Path) -> Path:
    """Return where thresholds lie that were chosen here for a model: beside its folder, which stays as it came."""
    folder = model.resolve()
    return folder.with_name(f"{folder.name}.{FILE}")


def thresholds_of(model: Path) -> Thresholds:
    """Return those that came with the model in a folder, else those that were chosen for it here, else careful ones.

    Raises:
        OSError: their file cannot be read.
        ValueError: it does not say what it must.
    """
    file = next((file for file in (model / FILE, calibrated_file(model)) if file.is_file()), None)
    if file is None:
        return Thresholds()
    try:
        return Thresholds(**yaml.safe_load(file.read_text("utf-8")))
    except (yaml.YAMLError, TypeError) as error:
        raise ValueError(f"{file}: {error}") from error
