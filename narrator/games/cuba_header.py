"""The header of Mafia de Cuba: its tokens, windows and numbers, checked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from narrator.core.modes import Wordiness
from narrator.cuba.cuba_table import RULES
from narrator.games.header import CirclePart, Count, Some

WINDOWS = ("hidden", "returned", "box", "pam")
"""The windows of the box, each of one slot."""


class CubaHeader(CirclePart):
    """A game of Mafia de Cuba, as its set-up is written."""

    tokens: tuple[tuple[Literal["fidele", "agent", "chauffeur", "nettoyeur"], Count], ...]
    jokers: Count
    parrain: Some
    diamonds: Some
    pocket: Count
    words: Wordiness = Wordiness.FEW
    """Headers of earlier narrators do not tell: they remarked nothing."""
    rules_version: Annotated[int, Field(ge=1, le=RULES)] = 1

    @model_validator(mode="after")
    def _holds_together(self) -> CubaHeader:
        self.check_names()
        self.check_windows(dict.fromkeys(WINDOWS, 1))
        if len(dict(self.tokens)) != len(self.tokens):
            raise ValueError("a token is listed twice")
        if self.parrain > self.players or self.players < 2:
            raise ValueError("the parrain sits nowhere, or alone")
        if self.pocket >= self.diamonds:
            raise ValueError("the parrain may hide all the diamonds")
        return self
