"""How sure a recogniser must be: thresholds that belong to a model and lie beside it."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field

from narrator import whole_files

FILE = "thresholds.yaml"
"""In the folder of a model that came with them."""

_FOR_ALL = 0o644  # whoever runs a game reads them

_Odds = Annotated[float, Field(ge=0, le=50)]
"""How many times as likely, as a natural logarithm."""
_Seconds = Annotated[float, Field(ge=0, le=5)]


class Thresholds(BaseModel):
    """What counts as an answer. The defaults are careful ones, for a model that nobody here has measured."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    apart: _Odds = 6.0
    """By how much an answer must be likelier than any other answer; else who spoke is asked which it was."""

    unlike: _Odds = 0.0
    """By how much words that are no answer may be likelier than one that is."""

    sure: _Odds = 8.0
    """By how much a text must be likelier than any other to be taken at its first pause; else its end is waited for."""

    besides: _Seconds = 0.2
    """By how many seconds a voice may be heard for longer than its words last, where these are certain.

    It is shared out among all that may have been said: the less likely the words, the less may be left over. A syllable
    more, and something else was said: of talk that a model does not know it makes a word or two, and takes the rest for
    silence.
    """

    around: _Seconds = 0.29
    """By how long words may last longer than from the beginning of a voice to its end; more, and others said them.

    Where people talk at once, one is loud for a moment, and words are made of what the others say around it.
    """

    disordered: _Odds = 0.0
    """By how much less likely words become where they follow each other in an order that no phrase has.

    Vosk lets any word of a grammar follow any other, almost for nothing. It takes a model with a word that nobody says.
    """

    misfit: Annotated[float, Field(ge=0)] = inf
    """By how much any sounds at all may be likelier than the likeliest words, for each word and for four besides.

    More, and none of these words was said. It takes a model with a word for any sounds.
    """

    measured: str = ""
    """What they were chosen with, for a model that comes with them: whose voices, and by which command."""

    recordings: Annotated[int, Field(ge=0)] = 0
    """From so many recordings on this machine they were chosen (`narrator ear calibrate`)."""


def calibrated_file(model: Path) -> Path:
    """Return where thresholds lie that were chosen here for a model: beside its folder, which stays as it came."""
    folder = model.resolve()
    return folder.with_name(f"{folder.name}.{FILE}")


def keep_thresholds(model: Path, thresholds: Thresholds) -> Path:
    """Keep thresholds that were chosen here for the model in a folder, and return their file.

    Raises:
        OSError: it cannot be written.
    """
    file = calibrated_file(model)
    told = thresholds.model_dump(exclude_defaults=True)
    whole_files.replace(file, yaml.safe_dump(told, sort_keys=False).encode())
    file.chmod(_FOR_ALL)
    return file


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
        return Thresholds.model_validate(yaml.safe_load(file.read_text("utf-8")))
    except yaml.YAMLError as error:
        raise ValueError(f"{file}: {error}") from error
