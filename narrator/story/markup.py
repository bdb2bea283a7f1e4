"""The markup of lines: `{seat}`, `{card:bare}` and `[1.5s]`, nothing else.

A template is compiled once and filled many times. Filled, it is an utterance: text to speak, and silences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from narrator.story.diagnostics import Code

LONGEST = 60.0
"""The longest written pause, in seconds: more is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words to be spoken."""

    text: str


@dataclass(frozen=True, slots=True)
class Silence:
    """A written pause, in seconds at normal pace."""

    seconds: float


Segment: TypeAlias = Text | Silence
Utterance: TypeAlias = tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Where a value goes. `form` is what follows the colon; `opening` says that a sentence begins with it."""

    name: str
    form: str = ""
    opening: bool = False

    def __str__(self) -> str:
        return f"{{{self.name}:{self.form}}}" if self.form else f"{{{self.name}}}"


class MarkupError(ValueError):
    """Markup that means nothing, with its code and what to write instead."""

    def __init__(self, code: Code, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} ({remedy})")
        self.code = code
        self.problem = problem
        self.remedy = remedy


MARKUP = re.compile(
    r"\{(?P<name>[a-z_]+)(?::(?P<form>[a-z_]+))?\}"
    r"|\[(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s\]"
    r"|(?P<braces>\{[^{}\[\]]*\}|[{}])"
    r"|(?P<brackets>\[[^\[\]{}]*\]|[\[\]])"
)
OPENING = re.compile(r"(?:\A|(?<!\.)[.!?])[^\w.…]*\Z")
"""What comes before the first word of a sentence. Dots that trail off do not end one."""


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled line."""

    parts: tuple[Segment | Placeholder, ...]

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """Return the places to fill, in their order."""
        return tuple(part for part in self.parts if isinstance(part, Placeholder))

    def filled(self, value: Callable[[Placeholder], str]) -> Utterance:
        """Put words in every place; the first letter of every sentence becomes a capital."""
        return tuple(self._segments(value))

    def _segments(self, value: Callable[[Placeholder], str]) -> Iterator[Segment]:
        words: list[str] = []
        for part in self.parts:
            match part:
                case Text(text=text):
                    words.append(text)
                case Placeholder():
                    filling = value(part)
                    words.append(capitalised(filling) if part.opening else filling)
                case Silence():
                    if text := "".join(words).strip():
                        yield Text(text)
                    words.clear()
                    yield part
        if text := "".join(words).strip():
            yield Text(text)


def compiled(text: str) -> Template:
    """Compile the markup of one line.

    Raises:
        MarkupError: some of it means nothing.
    """
    parts: list[Segment | Placeholder] = []
    before = ""
    end = 0
    for found in MARKUP.finditer(text):
        literal = text[end : found.start()]
        end = found.end()
        before += literal
        if literal:
            parts.append(Text(literal))
        part = _part(found, before)
        if isinstance(part, Placeholder):
            before = str(part)
        parts.append(part)
    if end < len(text):
        parts.append(Text(text[end:]))
    if parts and isinstance(parts[0], Text):
        parts[0] = Text(capitalised(parts[0].text))
    return Template(tuple(parts))


def _part(found: re.Match[str], before: str) -> Silence | Placeholder:
    if name := found["name"]:
        return Placeholder(name, found["form"] or "", OPENING.search(before) is not None)
    if seconds := found["seconds"]:
        if 0 < float(seconds) <= LONGEST:
            return Silence(float(seconds))
        raise MarkupError(
            Code.SILENCE, f"a pause of {seconds} seconds", f"write more than 0 and at most {LONGEST:.0f} seconds"
        )
    if braces := found["braces"]:
        problem = f"{braces} is no placeholder" if len(braces) > 1 else f"a single {braces}"
        raise MarkupError(Code.BRACES, problem, "write a placeholder such as {seat} or {card:bare}")
    raise MarkupError(Code.SILENCE, f"{found['brackets']} is no pause", "write a pause such as [1.5s] or [2s]")


def capitalised(text: str) -> str:
    """Return the text with its first letter, and nothing else, as a capital."""
    return text[:1].upper() + text[1:]


def caption(utterance: Utterance) -> str:
    """Return the words of an utterance; its pauses are dropped."""
    return " ".join(segment.text for segment in utterance if isinstance(segment, Text))


def paced(utterance: Utterance, factor: float) -> Utterance:
    """Return an utterance whose pauses are so many times as long; its words stay as they are."""
    return tuple(
        Silence(segment.seconds * factor) if isinstance(segment, Silence) else segment for segment in utterance
    )
