"""Asking for what a game needs, in its language, one line at a time; what makes no sense is asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from narrator.core.effects import Form, Term
from narrator.core.modes import Mode
from narrator.core.text import folded
from narrator.session.composing import Finding, Hand, default_composition, read_roles
from narrator.story.rules import Rules, VillageRules
from narrator.story.wording import Wording
from narrator.story.words import Words

T = TypeVar("T")
Prompt = Callable[[str, tuple[str, ...]], str]
"""Puts a question and returns the line that was typed, or one of the expected lines that was said."""

Tell = Callable[[str], None]


class EndOfInputError(Exception):
    """The input ended before the game was set up."""


def read_names(text: str) -> tuple[str, ...]:
    """Read first names separated by commas, clockwise; what cannot be printed, such as an arrow key, is left out.

    A name may be followed by how it is to be said: `Chloé=Clo-é`.
    """
    return tuple(name for name, _ in _named(text))


def read_respellings(text: str) -> dict[str, str]:
    """Read how names are to be said, of those where it is written."""
    return {name: said for name, said in _named(text) if said}


def _named(text: str) -> Iterator[tuple[str, str]]:
    shown = "".join(letter for letter in text if letter.isprintable())
    for entry in shown.split(","):
        name, _, said = entry.partition("=")
        if name.strip():
            yield name.strip(), said.strip()


def is_number(name: str) -> bool:
    """Whether a first name would be taken for a seat."""
    return name.isdecimal()


def told(found: Iterable[Finding], wording: Wording, tell: Tell) -> bool:
    """Say what is wrong or unusual about a composition; True where it is impossible."""
    impossible = False
    for finding in found:
        tell(wording.line(finding.line, **finding.terms))
        impossible = impossible or finding.error
    return impossible


class Dialog:
    """The questions before a game. `words` and `wording` are of the game's language.

    `respellings` are how names are to be said, once they were asked for. Where it is held `aloud`, what was understood
    is confirmed by a yes.
    """

    def __init__(
        self, rules: Rules, words: Words, wording: Wording, prompt: Prompt, tell: Tell, *, aloud: bool = False
    ) -> None:
        self._rules = rules
        self._aloud = aloud
        self._words = words
        self.wording = wording
        self._prompt = prompt
        self.tell = tell
        self.respellings: dict[str, str] = {}

    def ask(self, line: str, expected: Iterable[str] = ()) -> str:
        """Ask for a line of text; the empty line is always expected."""
        return self._prompt(self.wording.line(line), ("", *expected)).strip()

    def confirmed(self) -> bool:
        """Whether what was just told is right: asked only where it may have been misheard."""
        return not self._aloud or self.yes("setup.right", default=True)

    def mode(self) -> Mode:
        """Ask who leads."""
        return self.choose("setup.mode", {"joueur": Mode.JOUEUR, "meneur": Mode.MENEUR}, Mode.JOUEUR)

    def yes(self, line: str, *, default: bool) -> bool:
        """Ask for yes or no."""
        answers = self._words.answers
        return self.choose(
            line, {**dict.fromkeys(answers["yes"], True), **dict.fromkeys(answers["no"], False)}, default
        )

    def choose(self, line: str, values: Mapping[str, T], default: T) -> T:
        """Ask for one of these words, or a beginning that fits one only; an empty line is the default."""
        known = {folded(word): value for word, value in values.items()}

        def read(text: str) -> T | None:
            begun = [value for word, value in known.items() if word.startswith(folded(text))]
            alike = begun[0] if begun and all(value == begun[0] for value in begun) else None
            return known.get(folded(text), alike) if text else default

        return self.until(line, read, values)

    def until(self, line: str, read: Callable[[str], T | None], expected: Iterable[str] = ()) -> T:
        """Ask until the line that was typed can be read."""
        while True:
            value = read(self.ask(line, expected))
            if value is not None:
                return value
            self.tell(self.wording.line("setup.again"))

    def players(self) -> tuple[tuple[str, ...], int]:
        """Ask for the number of players, then for their names, which are optional."""
        limits = self._rules.players
        counts = map(str, range(limits.hard_least, limits.hard_most + 1))
        players = self.until("setup.players", self._count, (*counts,))
        names = self.until("setup.names", lambda text: self._names(text, players))
        return names, players

    def _names(self, text: str, players: int) -> tuple[str, ...] | None:
        names = read_names(text)
        self.respellings = read_respellings(text)
        return names if len(names) in (0, players) and not any(map(is_number, names)) else None

    def _count(self, text: str) -> int | None:
        limits = self._rules.players
        if not text.isdecimal() or not limits.hard_least <= int(text) <= limits.hard_most:
            terms = {"number": Term(Form.NUMBER, limits.hard_least), "count": Term(Form.NUMBER, limits.hard_most)}
            self.tell(self.wording.line("compose.players", **terms))
            return None
        return int(text)


def composition(rules: VillageRules, players: int, text: str | None) -> tuple[Hand, bool]:
    """Read `--roles`: the cards, and whether the office is used; without it, the game's default for so many.

    Raises:
        CompositionError: it cannot be read.
    """
    text = text or default_composition(rules, players)
    first = text.split(",")[0].strip()
    office = rules.compositions[first].office if first in rules.compositions else True
    return read_roles(rules, players, text), office
