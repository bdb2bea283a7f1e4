"""The questions before a game, as a game asks its own: what is said and asked, until all that a game needs is known."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from narrator.core.answers import DONE, NO, YES, Answer, Choices, Kind, Number, Text
from narrator.core.effects import Fact, Form, Say, Term
from narrator.core.modes import Mode
from narrator.core.play import Play
from narrator.language.numerals import MOST
from narrator.language.offered_answers import AGAIN, Offer, SetupAsk, numbered, yes_or_no
from narrator.setup.abilities import EVERYTHING, Abilities
from narrator.setup.composition import CompositionFault, Hand, Names, default_composition, named, read_roles
from narrator.story.rules import Rules, VillageRules
from narrator.story.wording import Wording
from narrator.story.words import Words

Choice = TypeVar("Choice", bound=Hashable)

LONGEST = 100_000
"""The most letters of a text: as many as somebody cares to paste."""

YES_OR_NO = Choices(kind=Kind.YES_NO, words=(YES, NO, DONE))


def said(line: str, **terms: Term) -> Say:
    """Say a line: before a game nothing is a secret."""
    return Say(line=line, args=tuple((name, Fact(term.form, term.value)) for name, term in terms.items()))


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


class Dialog:
    """The questions before a game, in the words of its language. What is usual is answered by going on.

    `respellings` are how names are to be said, once they were asked for. Where it is held `aloud`, there is no screen:
    questions have lines for the ear, first names are left out, and what was understood is confirmed by a yes. `can` is
    what the equipment can do: nothing else is offered, and why is told.
    """

    def __init__(self, rules: Rules, words: Words, *, aloud: bool = False, can: Abilities = EVERYTHING) -> None:
        self._rules = rules
        self._words = words
        self.aloud = aloud
        self._can = can
        self.typed = Wording(words).typed
        """The ids of cards and compositions by what they are called."""
        self.respellings: dict[str, str] = {}

    # --- what may be asked ------------------------------------------------------------------------------------

    def tell(self, line: str, **terms: Term) -> Play[None]:
        """Say a line."""
        yield said(line, **terms)

    def faults(self, found: Iterable[CompositionFault]) -> Play[bool]:
        """Say what is wrong or unusual about a composition; True where it is impossible."""
        impossible = False
        for finding in found:
            yield said(finding.line, **finding.terms)
            impossible = impossible or finding.error
        return impossible

    def yes(self, line: str, *, default: bool, **terms: Term) -> Play[bool]:
        """Ask for yes or no."""
        answer = yield from self._ask(line, YES_OR_NO, yes_or_no(self._words.answers), terms=terms)
        return default if answer is DONE else answer is YES

    def choose(
        self, line: str, values: Mapping[str, Choice], default: Choice, *, offers: Iterable[Offer] | None = None
    ) -> Play[Choice]:
        """Ask for one of these words."""
        choices = Choices(kind=Kind.TEXT, options=(*values,), words=(DONE,))
        answer = yield from self._ask(line, choices, self._offered(line, values) if offers is None else offers)
        return values[answer.text] if isinstance(answer, Text) else default

    def text(self, line: str) -> Play[str]:
        """Ask for free words."""
        answer = yield from self._ask(line, Choices(kind=Kind.TEXT, length=LONGEST, words=(DONE,)))
        return answer.text if isinstance(answer, Text) else ""

    def _ask(
        self,
        line: str,
        choices: Choices,
        offers: Iterable[Offer] = (),
        *,
        refused: tuple[Say, ...] = (AGAIN,),
        terms: Mapping[str, Term] | None = None,
    ) -> Play[Answer]:
        """Ask everyone; `terms` are what stands in the question."""
        line = self._heard(line)
        args = said(line, **(terms or {})).args
        answer = yield SetupAsk(question=line, choices=choices, args=args, offers=(*offers,), refused=refused)
        assert answer is not None  # the loop goes on from a question with its answer alone
        return answer

    # --- what every game asks ---------------------------------------------------------------------------------

    def confirmed(self) -> Play[bool]:
        """Whether what was just told is right: asked only where it may have been misheard."""
        return not self.aloud or (yield from self.yes("setup.right", default=True))

    def mode(self) -> Play[Mode]:
        """Ask who leads, among those who can."""
        usual_first = (Mode.JOUEUR, Mode.MENEUR)
        words = {mode: (mode.value, *self._called(f"box.mode.{mode.value}")) for mode in usual_first}
        values = {word: mode for mode in usual_first for word in words[mode]}
        return (yield from self._possible("setup.mode", values, self._can.modes))

    def deal(self, deals: Mapping[str, Choice]) -> Play[Choice]:
        """Ask who deals, among those who can; `deals` are by the words for them, what is usual first."""
        refused = {deals[word]: why for word, why in self._can.dealt.items()}
        return (yield from self._possible("setup.deal", deals, refused))

    @property
    def shows_by_hand(self) -> bool:
        """Whether nothing at this table can show a secret but a card that is lifted."""
        return bool(self._can.shown_by_hand)

    def explain_cards(self, cards: Iterable[str]) -> Play[None]:
        """Say to those who take these real cards what their equipment asks of them."""
        if self._can.shown_by_hand:
            yield said(self._can.shown_by_hand)
        if self._can.letters:
            return
        yield said("box.numbers")
        places = {card: place for place, card in enumerate(self._words.cards, start=1)}
        for card in cards:
            yield said("box.number", number=Term(Form.NUMBER, places[card]), card=Term(Form.CARD, card))

    def players(self) -> Play[tuple[tuple[str, ...], int]]:
        """Ask for the number of players, then for their names, which are optional, and too much for an ear."""
        limits, language = self._rules.players, self._words.language
        least, most = limits.hard_least, limits.hard_most
        offers = numbered(range(least, min(most, MOST) + 1), language, self._words.lines.get("box.players.ways", ()))
        why = said("compose.players", number=Term(Form.NUMBER, least), count=Term(Form.NUMBER, most))
        choices = Choices(kind=Kind.NUMBER, numbers=(least, most))
        answer = yield from self._ask("setup.players", choices, offers, refused=(why, AGAIN))
        assert isinstance(answer, Number)  # nothing else is legal
        return () if self.aloud else (yield from self._names(answer.value)), answer.value

    def seat(self, line: str, players: int) -> Play[int]:
        """Ask for a seat; the first is usual."""
        choices = Choices(kind=Kind.NUMBER, numbers=(1, players), words=(DONE,))
        answer = yield from self._ask(line, choices, numbered(range(1, players + 1), self._words.language))
        return answer.value if isinstance(answer, Number) else 1

    def _names(self, players: int) -> Play[tuple[str, ...]]:
        while True:
            text = yield from self.text("setup.names")
            names, self.respellings = read_names(text), read_respellings(text)
            if len(names) in (0, players) and not any(map(is_number, names)):
                return names
            yield AGAIN

    def _possible(self, line: str, values: Mapping[str, Choice], refused: Mapping[Choice, str]) -> Play[Choice]:
        """Ask among what is not refused, having told why the rest is; what alone is left needs no question.

        What is usual comes first.
        """
        possible = {word: value for word, value in values.items() if not refused.get(value)}
        for why in dict.fromkeys(why for why in refused.values() if why):
            yield said(why)
        first = next(iter(possible.values()))
        if all(value == first for value in possible.values()):
            return first
        return (yield from self.choose(line, possible, first))

    # --- its words --------------------------------------------------------------------------------------------

    def _offered(self, line: str, values: Mapping[str, Choice]) -> Iterator[Offer]:
        """Yield one offer for each value: as the words have it for the ear, or by the words that are typed."""
        typed: dict[Choice, list[str]] = {}
        for word, value in values.items():
            typed.setdefault(value, []).append(word)
        for words in typed.values():
            lines = (f"{self._heard(line)}.{word}" for word in words)
            ways = next((self._words.lines[id_] for id_ in lines if id_ in self._words.lines), (*words,))
            yield Offer(Text(words[0]), ways[0], tuple(dict.fromkeys((*ways, *words))), (*words,))

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
