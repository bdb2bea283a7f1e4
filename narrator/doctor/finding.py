"""What a check finds: about one thing, its name, its state, a sentence, and a remedy, in any language."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias, Union

from narrator.story.sentences import DOCTOR, sentences

_COMMAND = re.compile(r"\s*:?\s*`[^`]*`")
_ASIDE = re.compile(r"\s*\([^()]*\)")


Value: TypeAlias = Union["DoctorWords", float, str, tuple[Union["DoctorWords", str], ...]]


@dataclass(frozen=True)
class DoctorWords:
    """Words of the doctor, by their id in the file of each language, which is read when they are told.

    Commands stand in backquotes, details of the system in brackets. `behind` are words that follow.
    """

    id: str
    values: tuple[tuple[str, Value], ...] = ()
    behind: tuple[DoctorWords, ...] = ()

    def __add__(self, other: DoctorWords) -> DoctorWords:
        return replace(self, behind=(*self.behind, other))

    def written(self, language: str) -> str:
        """Return them as they are read; in English where the language has no such words."""
        text = sentences(DOCTOR, language)[self.id]
        if self.values:
            text = text.format(**{name: _written(value, language) for name, value in self.values})
        return " ".join((text, *(words.written(language) for words in self.behind)))

    def spoken(self, language: str) -> str:
        """Return them as they are heard: nobody wants to hear a command or what the system answered."""
        text, before = _COMMAND.sub("", self.written(language)), ""
        while text != before:  # brackets may stand in brackets
            text, before = _ASIDE.sub("", text), text
        return text


def says(id_: str, **filled: object) -> DoctorWords:
    """Return words with their places filled: by words, several of them, numbers, or what is the same in all languages.

    A float has one digit behind its comma, or its point.
    """
    return DoctorWords(id_, tuple((name, _value(value)) for name, value in filled.items()))


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
            raise ValueError(f"{self.name.id} is wrong, and nobody says what to do")


def _value(value: object) -> Value:
    return value if isinstance(value, (DoctorWords, float, tuple)) else " ".join(str(value).split())


def _written(value: Value, language: str) -> str:
    match value:
        case DoctorWords():
            return value.written(language)
        case float():
            return f"{value:.1f}".replace(".", sentences(DOCTOR, language)["decimal"])
        case tuple():
            return ", ".join(_written(item, language) for item in value)
        case str():
            return value


class Examined(DoctorWords):
    """The name of what a check examines; it makes the check's finding."""

    def well(self, text: DoctorWords) -> Finding:
        return Finding(self, State.WELL, text)

    def note(self, text: DoctorWords, remedy: DoctorWords | None = None) -> Finding:
        return Finding(self, State.NOTE, text, remedy)

    def wrong(self, text: DoctorWords, remedy: DoctorWords) -> Finding:
        return Finding(self, State.WRONG, text, remedy)


LOUDSPEAKER = Examined("name.loudspeaker")
VOICE = Examined("name.voice")
KEPT_PHRASES = Examined("name.kept_phrases")
GAPS = Examined("name.gaps")
MICROPHONE = Examined("name.microphone")
RECOGNISER = Examined("name.recogniser")
SELF_TEST = Examined("name.self_test")
KEYPAD = Examined("name.keypad")
BUTTON = Examined("name.button")
LIGHT = Examined("name.light")
DISK = Examined("name.disk")
JOURNAL = Examined("name.journal")
SETTINGS = Examined("name.settings")
CLOCK = Examined("name.clock")
HEAT = Examined("name.heat")
SERVICE = Examined("name.service")
PROGRAM = Examined("name.program")
