"""Asking for what a game needs, in its language, one line at a time; what makes no sense is asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from narrator.core.effects import Form, Term
from narrator.core.text import folded
from narrator.session.composing import CompositionError, Finding, Hand, default_composition, findings, read_roles
from narrator.session.founding import Choices
from narrator.story.rules import Rules
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.village.setup import Deal, Mode

T = TypeVar("T")
Prompt = Callable[[str], str]
"""Shows a question and returns the line that was typed."""

Tell = Callable[[str], None]


class EndOfInputError(Exception):
    """The input ended before the game was set up."""


def read_names(text: str) -> tuple[str, ...]:
    """Read first names separated by commas, clockwise."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def told(found: Iterable[Finding], wording: Wording, tell: Tell) -> bool:
    """Say what is wrong or unusual about a composition; True where it is impossible."""
    impossible = False
    for finding in found:
        tell(wording.line(finding.line, **finding.terms))
        impossible = impossible or finding.error
    return impossible


class Dialog:
    """The questions before a game. `words` and `wording` are of the game's language."""

    def __init__(self, rules: Rules, words: Words, wording: Wording, prompt: Prompt, tell: Tell) -> None:
        self._rules = rules
        self._words = words
        self._wording = wording
        self._prompt = prompt
        self._tell = tell

    def choices(self, settings: Mapping[str, Sequence[str]]) -> Choices:
        """Ask for everything: players, mode, deal, composition, whether the dead are called."""
        names, players = self._players()
        mode = self.choose("setup.mode", {"joueur": Mode.JOUEUR, "meneur": Mode.MENEUR}, Mode.JOUEUR)
        deal = self.choose(
            "setup.deal",
            {"narrator": Deal.NARRATOR, "narrateur": Deal.NARRATOR, "cards": Deal.CARDS, "cartes": Deal.CARDS},
            Deal.NARRATOR,
        )
        hand, office = self._hand(players)
        chosen = Choices(players, hand, mode, deal, names, settings=dict(settings), office=office)
        if "call_the_dead" not in settings and not self.yes("setup.call_the_dead", default=True):
            chosen = replace(chosen, settings={**settings, "call_the_dead": ("no",)})
        return chosen

    def yes(self, line: str, *, default: bool) -> bool:
        """Ask for yes or no."""
        answers = self._words.answers
        return self.choose(
            line, {**dict.fromkeys(answers["yes"], True), **dict.fromkeys(answers["no"], False)}, default
        )

    def choose(self, line: str, values: Mapping[str, T], default: T) -> T:
        """Ask for one of these words; an empty line is the default."""
        known = {folded(word): value for word, value in values.items()}
        return self._until(line, lambda text: known.get(folded(text)) if text else default)

    def _until(self, line: str, read: Callable[[str], T | None]) -> T:
        while True:
            value = read(self._prompt(self._wording.line(line)).strip())
            if value is not None:
                return value
            self._tell(self._wording.line("setup.again"))

    def _players(self) -> tuple[tuple[str, ...], int]:
        """Ask for the number of players, then for their names, which are optional."""
        players = self._until("setup.players", self._count)
        names = self._until(
            "setup.names", lambda text: found if len(found := read_names(text)) in (0, players) else None
        )
        return names, players

    def _count(self, text: str) -> int | None:
        limits = self._rules.players
        if not text.isdecimal() or not limits.hard_least <= int(text) <= limits.hard_most:
            terms = {"number": Term(Form.NUMBER, limits.hard_least), "count": Term(Form.NUMBER, limits.hard_most)}
            self._tell(self._wording.line("compose.players", **terms))
            return None
        return int(text)

    def _hand(self, players: int) -> tuple[Hand, bool]:
        """Ask for the composition until it is possible, and say what it is."""
        while True:
            text = self._prompt(self._wording.line("setup.composition")).strip() or next(iter(self._rules.compositions))
            try:
                hand, office = composition(self._rules, players, text)
            except CompositionError as error:
                self._tell(str(error))
                continue
            if not told(findings(self._rules, players, hand), self._wording, self._tell):
                self._tell(self._wording.line("setup.hand", cards=Term(Form.HAND, hand)))
                return hand, office


def composition(rules: Rules, players: int, text: str | None) -> tuple[Hand, bool]:
    """Read `--roles`: the cards, and whether the office is used; without it, the game's default for so many.

    Raises:
        CompositionError: it cannot be read.
    """
    text = text or default_composition(rules, players)
    first = text.split(",")[0].strip()
    office = rules.compositions[first].office if first in rules.compositions else True
    return read_roles(rules, players, text), office
