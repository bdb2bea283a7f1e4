"""Asking for what a game needs, in its language, one line at a time; what makes no sense is asked again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from narrator.core.effects import Form, Term
from narrator.core.folding import folded
from narrator.core.modes import Mode
from narrator.language.numerals import MOST
from narrator.language.offered_answers import Offer, numbered
from narrator.setup.abilities import EVERYTHING, Abilities
from narrator.setup.composition import CompositionFault, Hand, Names, default_composition, named, read_roles
from narrator.story.rules import Rules, VillageRules
from narrator.story.wording import Wording
from narrator.story.words import Words

T = TypeVar("T")
Choice = TypeVar("Choice", bound=Hashable)
Prompt = Callable[[str, tuple[Offer, ...]], str]
"""Puts a question and returns the line that was typed, or that of one of these offers; where there are none, any."""

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


def told(found: Iterable[CompositionFault], wording: Wording, tell: Tell) -> bool:
    """Say what is wrong or unusual about a composition; True where it is impossible."""
    impossible = False
    for finding in found:
        tell(wording.line(finding.line, **finding.terms))
        impossible = impossible or finding.error
    return impossible


class Dialog:
    """The questions before a game. `words` and `wording` are of the game's language.

    `respellings` are how names are to be said, once they were asked for. Where it is held `aloud`, there is no screen:
    questions have words for the ear, first names are left out, and what was understood is confirmed by a yes. `can` is
    what the equipment can do: nothing else is offered, and why is told.
    """

    def __init__(
        self,
        rules: Rules,
        words: Words,
        wording: Wording,
        prompt: Prompt,
        tell: Tell,
        *,
        aloud: bool = False,
        can: Abilities = EVERYTHING,
    ) -> None:
        self._rules = rules
        self.aloud = aloud
        self._can = can
        self._words = words
        self.wording = wording
        self._prompt = prompt
        self.tell = tell
        self.respellings: dict[str, str] = {}

    def ask(self, line: str, offers: Iterable[Offer] = (), **terms: Term) -> str:
        """Ask for a line of text; the empty line is always expected. `terms` are what stands in the question."""
        return self._prompt(self.wording.line(self._heard(line), **terms), (*offers,)).strip()

    def confirmed(self) -> bool:
        """Whether what was just told is right: asked only where it may have been misheard."""
        return not self.aloud or self.yes("setup.right", default=True)

    def mode(self) -> Mode:
        """Ask who leads, among those who can."""
        usual_first = (Mode.JOUEUR, Mode.MENEUR)
        words = {mode: (mode.value, *self._called(f"box.mode.{mode.value}")) for mode in usual_first}
        values = {word: mode for mode in usual_first for word in words[mode]}
        return self._possible("setup.mode", values, self._can.modes)

    def deal(self, deals: Mapping[str, Choice]) -> Choice:
        """Ask who deals, among those who can; `deals` are by the words for them, what is usual first."""
        refused = {deals[word]: why for word, why in self._can.dealt.items()}
        return self._possible("setup.deal", deals, refused)

    @property
    def shows_by_hand(self) -> bool:
        """Whether nothing at this table can show a secret but a card that is lifted."""
        return bool(self._can.shown_by_hand)

    def explain_cards(self, cards: Iterable[str]) -> None:
        """Say to those who take these real cards what their equipment asks of them."""
        if self._can.shown_by_hand:
            self.tell(self.wording.line(self._can.shown_by_hand))
        if self._can.letters:
            return
        self.tell(self.wording.line("box.numbers"))
        places = {card: place for place, card in enumerate(self._words.cards, start=1)}
        for card in cards:
            terms = {"number": Term(Form.NUMBER, places[card]), "card": Term(Form.CARD, card)}
            self.tell(self.wording.line("box.number", **terms))

    def yes(self, line: str, *, default: bool, **terms: Term) -> bool:
        """Ask for yes or no."""
        answers = self._words.answers
        values = {**dict.fromkeys(answers["yes"], True), **dict.fromkeys(answers["no"], False)}
        offers = (Offer(ways[0], ways[0], ways, plain=True) for ways in (answers["yes"], answers["no"]))
        return self.choose(line, values, default, offers=offers, **terms)

    def choose(
        self,
        line: str,
        values: Mapping[str, Choice],
        default: Choice,
        *,
        offers: Iterable[Offer] | None = None,
        **terms: Term,
    ) -> Choice:
        """Ask for one of these words, or a beginning that fits one only; an empty line is the default."""
        known = {folded(word): value for word, value in values.items()}

        def read(text: str) -> Choice | None:
            begun = [value for word, value in known.items() if word.startswith(folded(text))]
            alike = begun[0] if begun and all(value == begun[0] for value in begun) else None
            return known.get(folded(text), alike) if text else default

        return self.until(line, read, self._offered(line, values) if offers is None else offers, **terms)

    def until(self, line: str, read: Callable[[str], T | None], offers: Iterable[Offer] = (), **terms: Term) -> T:
        """Ask until the line that was typed can be read."""
        offers = (*offers,)
        while True:
            value = read(self.ask(line, offers, **terms))
            if value is not None:
                return value
            self.tell(self.wording.line("setup.again"))

    def players(self) -> tuple[tuple[str, ...], int]:
        """Ask for the number of players, then for their names, which are optional, and too much for an ear."""
        limits = self._rules.players
        ways = self._words.lines.get("box.players.ways", ())
        counts = range(limits.hard_least, min(limits.hard_most, MOST) + 1)
        players = self.until("setup.players", self._count, numbered(counts, self._words.language, ways))
        names = () if self.aloud else self.until("setup.names", lambda text: self._names(text, players))
        return names, players

    def seat(self, line: str, players: int) -> int:
        """Ask for a seat; the first is usual."""
        seats = range(1, players + 1)
        offers = numbered(seats, self._words.language)
        return self.choose(line, {str(seat): seat for seat in seats}, 1, offers=offers)

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

    def _possible(self, line: str, values: Mapping[str, Choice], refused: Mapping[Choice, str]) -> Choice:
        """Ask among what is not refused, having told why the rest is; what alone is left needs no question.

        What is usual comes first.
        """
        possible = {word: value for word, value in values.items() if not refused.get(value)}
        for why in dict.fromkeys(why for why in refused.values() if why):
            self.tell(self.wording.line(why))
        first = next(iter(possible.values()))
        if all(value == first for value in possible.values()):
            return first
        return self.choose(line, possible, first)

    def _offered(self, line: str, values: Mapping[str, Choice]) -> Iterator[Offer]:
        """Yield one offer for each value: as the words have it for the ear, or by the words that are typed."""
        typed: dict[Choice, list[str]] = {}
        for word, value in values.items():
            typed.setdefault(value, []).append(word)
        for words in typed.values():
            lines = (f"{self._heard(line)}.{word}" for word in words)
            said = next((self._words.lines[id_] for id_ in lines if id_ in self._words.lines), (*words,))
            yield Offer(words[0], said[0], tuple(dict.fromkeys((*said, *words))))

    def _called(self, line: str) -> tuple[str, ...]:
        """Return what an answer is called in the language of the game, in one word."""
        return tuple(word for word in self._words.lines.get(line, ()) if " " not in word)

    def _heard(self, line: str) -> str:
        """Return the line for the ear in place of one for a screen."""
        return f"box.{line.removeprefix('setup.')}" if self.aloud and line.startswith("setup.") else line


def composition(rules: VillageRules, players: int, text: str | None, names: Names) -> tuple[Hand, bool]:
    """Read `--roles`: the cards, and whether the office is used; without it, the game's default for so many.

    Raises:
        CompositionError: it cannot be read.
    """
    text = text or default_composition(rules, players)
    first = named(text.split(",")[0], rules.compositions, names) or ""
    office = rules.compositions[first].office if first in rules.compositions else True
    return read_roles(rules, players, text, names), office
