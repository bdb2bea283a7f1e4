"""What the doctor finds: one thing, its state, a sentence, and a remedy, in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_COMMAND = re.compile(r"\s*:?\s*`[^`]*`")
_ASIDE = re.compile(r"\s*\([^()]*\)")


@dataclass(frozen=True)
class DoctorWords:
    """The same words in French and in English. Commands stand in backquotes, details of the system in brackets."""

    fr: str
    en: str

    def __call__(self, **filled: object) -> DoctorWords:
        """Return these words with their places filled: by words of both languages, numbers, or what is the same in all.

        A float has one digit behind its comma, or its point.
        """
        french, english = (
            {name: _written(value, language) for name, value in filled.items()} for language in ("fr", "en")
        )
        return DoctorWords(self.fr.format(**french), self.en.format(**english))

    def __add__(self, other: DoctorWords) -> DoctorWords:
        """Return these words and others behind them."""
        return DoctorWords(f"{self.fr} {other.fr}", f"{self.en} {other.en}")

    def written(self, language: str) -> str:
        """Return them as they are read, in French for `fr`, else in English."""
        return self.fr if language == "fr" else self.en

    def spoken(self, language: str) -> str:
        """Return them as they are heard: nobody wants to hear a command or what the system answered."""
        text, before = _COMMAND.sub("", self.written(language)), ""
        while text != before:  # brackets may stand in brackets
            text, before = _ASIDE.sub("", text), text
        return text


class State(Enum):
    """How a thing is. A note is worth knowing and no fault: a thing that is not here, and that nothing asks for."""

    WELL = "well"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """What was found about one thing. Where it is wrong there is a remedy."""

    name: DoctorWords
    state: State
    text: DoctorWords
    remedy: DoctorWords | None = None

    def __post_init__(self) -> None:
        if self.state is State.WRONG and self.remedy is None:
            raise ValueError(f"{self.name.en} is wrong, and nobody says what to do")


def _written(value: object, language: str) -> str:
    match value:
        case DoctorWords():
            return value.written(language)
        case float():
            return f"{value:.1f}".replace(".", "," if language == "fr" else ".")
        case _:
            return " ".join(str(value).split())
