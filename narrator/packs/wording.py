"""From line ids to words, in one language: what is spoken, shown, captioned and asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, assert_never

from narrator.packs.markup import (
    Placeholder,
    Template,
    TextPart,
    Utterance,
    capitalised,
    caption,
    compiled,
    in_brief,
    runs,
)
from narrator.packs.naming import ANSWER_IDS, TYPED, Cast, MissingWordsError, Naming, agreed, counted, offered, readings
from narrator.rules.core.answers import (
    KEEP,
    NOBODY,
    YES,
    Answer,
    Card,
    Diamonds,
    Kind,
    Leave,
    Number,
    Refusal,
    Seats,
    Text,
    Tie,
    Token,
)
from narrator.rules.core.effects import Ask, Fact, Form, Leader, Say, Term, Terms, Verb
from narrator.rules.core.keyed_draws import told_once, variant
from narrator.rules.core.play import choices_of
from narrator.rules.core.secrets import Secret
from narrator.rules.core.vocabulary import Line

if TYPE_CHECKING:  # the schema brings pydantic in, which words at a table do not need
    from narrator.packs.words import Words

PACE = 14.0
"""Characters spoken in a second at normal pace: an estimate, the clock of rehearsals."""

WAKE, SLEEP = "wake", "sleep"
"""How the ids of the lines end with which a call begins and ends."""

_FEW = 4
"""So many seats are listed in a refusal."""

_KEPT = 512
"""For how many lines it is kept what is said: the voice, the caption, the trace and a count ask for the same one."""

Filling = Mapping[str, Term | Fact]


def spoken_seconds(texts: Iterable[TextPart]) -> float:
    """Return how long adjacent texts take to say, with what is held before them: an estimate."""
    return sum(text.hold + len(text.text) / text.style.pace / PACE for text in texts)


class Wording(Naming):
    """The words of a pack for one table. `names` are by seat; an empty name leaves the seat its number.

    `seed` is public: with the line and its occurrence it chooses the variant. `respellings` tell a voice, by seat, how
    to say a name; an empty one leaves it the name. `numbered` is as of `Naming`.
    """

    def __init__(
        self,
        words: Words,
        names: tuple[str, ...] = (),
        seed: int = 0,
        respellings: tuple[str, ...] = (),
        numbered: Mapping[int, bool] = MappingProxyType({}),
    ) -> None:
        super().__init__(words, names, respellings, numbered)
        self.seed = seed
        self._singular = frozenset(int(number) for number in words.singular)
        self._templates: dict[str, Template] = {}
        self._said = lru_cache(_KEPT)(self._uttered)

    def numbering(self, seats: Mapping[int, bool]) -> Wording:
        """Return this wording with other seats `numbered`."""
        return Wording(self._words, tuple(self._names), self.seed, tuple(self._respellings), seats)

    def spoken(self, say: Say) -> Utterance:
        """Return what is said: texts and silences, in the variant that is this occurrence's turn.

        Of an aside nothing is left to say once each of its variants was said, or where the pack has none.
        """
        return self._said(say)

    def _uttered(self, say: Say) -> Utterance:
        if say.aside:
            chosen = self._remark(say)
        else:
            variants = self._variants(say.line)
            chosen = variants[variant(self.seed, self._call_of(say.line), say.occurrence, len(variants))]
        if say.brief:
            chosen = in_brief(chosen)
        return self._filled(self._agreed(chosen, dict(say.args)), dict(say.args))

    def _call_of(self, line: str) -> str:
        """Return by what a variant of a line is chosen: by its call where it has as many ways to begin as to end.

        They belong together: the candle that is lit when somebody wakes goes out when he sleeps.
        """
        call, _, moment = line.rpartition(".")
        if moment not in (WAKE, SLEEP):
            return line
        begins, ends = (self._words.lines.get(f"{call}.{part}", ()) for part in (WAKE, SLEEP))
        return call if len(begins) == len(ends) else line

    def _remark(self, say: Say) -> str:
        variants = self._words.lines.get(say.line, ())
        if say.occurrence >= len(variants):
            return ""
        return told_once(self.seed, variants, say.line)[say.occurrence]

    def phrases(self, lines: Iterable[Line], cast: Cast) -> Iterator[TextPart]:
        """Yield, once each, every text that `spoken` can return of these lines where only this cast is named.

        Lines that are never spoken are left out; so are words that somebody writes in the course of the game. A name
        comes as often as there are styles that it is said in, however many lines name it.
        """
        told: set[TextPart] = set()
        for utterance in self.utterances(lines, cast):
            for segment in utterance:
                if isinstance(segment, TextPart) and segment not in told:
                    told.add(segment)
                    yield segment

    def utterances(self, lines: Iterable[Line], cast: Cast) -> Iterator[Utterance]:
        """Yield what `spoken` can return of these lines, filled in so many ways that every text of theirs appears."""
        for line in lines:
            if not line.spoken:
                continue
            forms = dict(line.args)
            # A pack need not have the words of an aside.
            variants = self._words.lines.get(line.id, ()) if line.aside else self._variants(line.id)
            for reading in (reading for text in variants for reading in readings(text, self._singular)):
                template = self._template(reading)
                ways = {part: self.ways(forms[part.name], part.form, cast) or [()] for part in template.placeholders}
                for turn in range(max(map(len, ways.values()), default=1)):
                    filling = {part: its[turn % len(its)] for part, its in ways.items()}.__getitem__
                    yield self.counting(template.filled(filling))

    def shown(self, line: str, terms: Terms) -> str:
        """Return a private line as text, without its pauses."""
        return caption(self.utterance(line, **dict(terms)))

    def utterance(self, line_id: str, **terms: Term) -> Utterance:
        """Return what is said of a line of the session: texts and silences."""
        return self._filled(self._agreed(self._variants(line_id)[0], terms), terms)

    def help(self, ask: Ask) -> str:
        """Return what may be answered to a question, and nothing that it does not take."""
        if ask.aloud.verb is Verb.DENOUNCE:
            return self.line("help.denounce")
        choices = choices_of(ask)
        others = choices.kind is Kind.YES_NO and YES not in choices.words
        kind = Kind.SEATS if choices.kind is Kind.BALLOT else choices.kind
        told = ["help.words" if others else f"help.{kind.name.lower()}"]
        if kind is Kind.SEATS and choices.count[1] > 1:
            told.append("help.several")
        if KEEP in choices.words:
            told.append("help.keep")
        if NOBODY in choices.words and kind is Kind.SEATS:
            told.append("help.nobody")
        return " ".join(map(self.line, told))

    def offered_cards(self, cards: Iterable[str]) -> str:
        names = ", ".join(capitalised(self.card(card, "bare")) for card in cards)
        return self.line("screen.cards", text=Term(Form.TEXT, names))

    def headline(self, terms: Terms) -> str:
        """Return, in capitals, the name of the one card that a private line tells; empty where it tells none."""
        cards = [str(term.value) for _, term in terms if term.form is Form.CARD]
        return self.card(cards[0], "bare").upper() if len(cards) == 1 else ""

    def read(self, text: str, terms: Mapping[str, Term]) -> str:
        """Return one wording of a line with these terms, as people read it."""
        return caption(self._filled(self._agreed(text, terms), terms))

    def line(self, line_id: str, **terms: Term) -> str:
        """Return a line of the session as text."""
        return caption(self.utterance(line_id, **terms))

    def refusal(self, ask: Ask, refusal: Refusal, answer: Answer | None = None) -> str:
        """Return why an answer was refused.

        Where few seats can be named, these are, and by day the cards. How many seats it takes is told, and between
        which numbers one lies; of one of several counts, what they would add up to, and may.
        """
        choices = choices_of(ask)
        match refusal:
            case Refusal.COUNT if choices.count[0] == choices.count[1]:
                return self._refused(Refusal.COUNT, number=choices.count[0])
            case Refusal.COUNT:
                return self._refused(Refusal.COUNTS, least=choices.count[0], most=choices.count[1])
            case Refusal.HELD if isinstance(answer, Seats):
                seat, card = next(its for its in choices.held if its[0] in answer.seats)
                return self.line(refusal.value, seat=Term(Form.SEAT, seat), card=Term(Form.CARD, card))
            case Refusal.HELD:
                return self.line(Refusal.SEAT.value)
            case Refusal.SEAT if 1 < len(choices.seats) <= _FEW and not isinstance(ask.choices, Secret):
                return self.line(Refusal.SEATS.value, seats=Term(Form.SEAT, choices.seats))
            case Refusal.CARD if ask.public and not isinstance(ask.choices, Secret):  # in a window they stand there
                return f"{self.line(refusal.value)} {self.offered_cards(choices.cards)}"
            case Refusal.TOTAL if choices.total is not None and isinstance(answer, Number):
                counted, most = choices.total
                return self._refused(refusal, number=counted + answer.value, count=most)
            case Refusal.NUMBER | Refusal.TOTAL:  # misheard: what it was is not known any more
                return self._refused(Refusal.NUMBER, least=choices.numbers[0], most=choices.numbers[1])
            case _:
                return self.line(refusal.value)

    def _refused(self, refusal: Refusal, **numbers: int) -> str:
        return self.line(refusal.value, **{name: Term(Form.NUMBER, number) for name, number in numbers.items()})

    def prompt(self, ask: Ask, *, typed: bool = True) -> str:
        """Return the short text that stands on a screen while a question is open.

        Where its answer is not `typed`, no example of that stands in it.
        """
        prompt = ask.prompt or ask.question
        text = self._words.prompts.get(prompt)
        if text is None:
            raise MissingWordsError(f"{self._words.language}: the question {prompt!r} has no prompt")
        about = {} if ask.about is None else {"seat": Term(Form.SEAT, ask.about)}
        kept = {} if ask.kept is None else {"kept": ask.kept}
        # What a player may answer in secret is sealed, and those prompts do not depend on it; a leader knows the cards.
        taken = choices_of(ask).words if ask.public or ask.to == Leader() else ()
        holds = {*(ANSWER_IDS[token] for token in taken), *([TYPED] if typed else [])}
        return caption(self._filled(self._template(offered(text, holds)), about | kept))

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Return every wording of the lines, by their ids."""
        return self._words.lines

    @property
    def title(self) -> str:
        return self._words.title

    @property
    def language(self) -> str:
        """Return the code of the language, as `fr`."""
        return self._words.language

    def caption(self, say: Say) -> str:
        """Return what is said as it stands on a screen."""
        return caption(self.spoken(say))

    def seconds(self, utterance: Utterance) -> float:
        """Return how long an utterance takes: an estimate, its silences included."""
        return sum(spoken_seconds(run) if isinstance(run, tuple) else run.seconds for run in runs(utterance))

    def seat_list(self, numbers: tuple[int, ...]) -> str:
        """Return how seats are called amid a sentence: without a capital of its own."""
        return caption(self.value(Term(Form.SEAT, numbers), ""))

    @property
    def answers(self) -> Mapping[str, tuple[str, ...]]:
        """Return every way to give the answers that are words, by their ids."""
        return self._words.answers

    def answer(self, token: Token) -> str:
        return self._words.answers[ANSWER_IDS[token]][0]

    def named(self, answer: Answer) -> str:
        """Return how an answer is called; empty for silence, for going on, and for a departure."""
        match answer:
            case Token.DONE | Token.SILENT | Leave():
                return ""
            case Token():
                return self.answer(answer)
            case Seats(seats=seats):
                return self.seat_list(seats)
            case Tie(seats=seats, clear=clear):
                tie = f"{self._words.answers['tie'][0]} {self.seat_list(seats)}"
                return tie if clear is None else f"{self.seat(clear)}, {tie}"
            case Card(card=card):
                return self.card(card, "bare")
            case Number(value=number) | Diamonds(count=number):
                return str(number)
            case Text(text=text):
                return text
            case _:
                assert_never(answer)

    def _variants(self, line: str) -> tuple[str, ...]:
        texts = self._words.lines.get(line)
        if texts is None:
            raise MissingWordsError(f"{self._words.language}: the line {line!r} has no words")
        return texts

    def _agreed(self, text: str, values: Filling) -> Template:
        """Return a variant in the number of what it names."""
        counts = {name: self.quantity(values[name]) for name in counted(text)}
        return self._template(agreed(text, counts, self._singular))

    def _template(self, reading: str) -> Template:
        if reading not in self._templates:
            self._templates[reading] = compiled(reading).pronounced(self.pronunciation.spoken)
        return self._templates[reading]

    def _filled(self, template: Template, values: Filling) -> Utterance:
        def filling(placeholder: Placeholder) -> tuple[TextPart, ...]:
            value = values.get(placeholder.name)
            if value is None:
                raise MissingWordsError(f"{self._words.language}: nothing to put into {placeholder}")
            return self.value(value, placeholder.form)

        return self.counting(template.filled(filling))
