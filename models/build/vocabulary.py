"""The words that the model knows, and what can be said with them."""

import functools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import yaml

from narrator.voice.voice_files import spelt_names

SEATS: Final = 20
"""Numbers from one to this are said the most: seats, and votes."""

Thing = TypeVar("Thing")


def pick(rng: np.random.Generator, things: Sequence[Thing]) -> Thing:
    """One of them, all alike likely."""
    return things[int(rng.integers(len(things)))]


def _read(name: str) -> Any:
    return yaml.safe_load((Path(__file__).parent / name).read_text("utf-8"))


class Vocabulary:
    """What `words.yaml` says, and the first names of the voices: words by section, spellings for espeak, phrases."""

    def __init__(self) -> None:
        document = _read("words.yaml")
        self.sections: dict[str, tuple[str, ...]] = {
            name: tuple(dict.fromkeys(words.split())) for name, words in document["words"].items()
        }
        spelt = {written.casefold(): said for written, said in spelt_names("fr")}
        named = self.sections["names"]
        self.sections["first_names"] = tuple(dict.fromkeys((*named, *spelt)))
        self.words = tuple(dict.fromkeys(word for words in self.sections.values() for word in words))
        self.spelled: dict[str, list[str]] = {
            name: [said] for name, said in spelt.items() if said.casefold() != name
        } | document["spelled"]
        self.pronounced: dict[str, list[str]] = document["pronounced"]
        self._frames: list[str] = document["frames"]
        phrases = {name: document[f"{name}_phrases"].split(", ") for name in ("role", "camp", "game")}
        loose = ("decoys", "small", "glued", "setup", "politeness", "first_names")
        self._fillers: dict[str, Sequence[str]] = {
            "<number>": self.sections["numbers"],
            "<seat>": self.sections["numbers"][1 : SEATS + 1],
            "<name>": self.sections["first_names"],
            "<decoy>": self.sections["decoys"],
            "<any>": self.words,
            "<core>": [word for name, words in self.sections.items() if name not in loose for word in words],
            **{f"<{name}>": spoken for name, spoken in phrases.items()},
        }

    def phrase(self, rng: np.random.Generator) -> list[str]:
        """One of the frames, its placeholders filled: a list of words of the vocabulary."""
        parts = pick(rng, self._frames).split()
        filled = (pick(rng, self._fillers[part]) if part in self._fillers else part for part in parts)
        return " ".join(filled).split()

    def written(self, words: Sequence[str], rng: np.random.Generator, pauses: float = 0.0) -> str:
        """Words as espeak must be given them: an elided word glued to the next, and a comma here and there."""
        parts = []
        for word in words:
            elided = word.endswith("'")
            spelled = [word] if elided else self.spelled.get(word, [word])
            parts.append(pick(rng, spelled) + ("" if elided else ", " if rng.random() < pauses else " "))
        return "".join(parts).strip(" ,")


@functools.cache
def vocabulary() -> Vocabulary:
    """The vocabulary of the model, read once."""
    return Vocabulary()


class OtherTalk:
    """Speech that is no answer: sentences about other things, and words that do not exist."""

    def __init__(self) -> None:
        document = _read("sentences.yaml")
        self.sentences: tuple[str, ...] = tuple(document["sentences"])
        self._onsets, self._nuclei, self._codas = (
            re.split(" +", document[part]) for part in ("onsets", "nuclei", "codas")
        )

    def invented(self, rng: np.random.Generator, words: int) -> str:
        """Words that can be pronounced and do not exist."""

        def word() -> str:
            syllables = (pick(rng, self._onsets) + pick(rng, self._nuclei) for _ in range(int(rng.integers(1, 4))))
            return "".join(syllables) + pick(rng, self._codas).strip("-")

        return " ".join(word() for _ in range(words))


@functools.cache
def other_talk() -> OtherTalk:
    """The sentences of `sentences.yaml`, read once."""
    return OtherTalk()
