"""Whether a pack's lines stay correct sentences whatever they name: one or several, a name or a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from narrator.core.effects import Form, Term, Value
from narrator.core.vocabulary import Line, Question, Vocabulary
from narrator.story.agreement import CONDITIONS, counted, offered
from narrator.story.checks.grammar import KnownLanguage, slips
from narrator.story.checks.words_check import readable
from narrator.story.diagnostics import Code, Diagnostic
from narrator.story.rules import Rules, VillageRules
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.story.yaml_source import Document, Where

NAMES = ("Zoé", "Élise", "Hugo", "")
"""Names before which other words change, and one seat without a name."""
ONE: tuple[Value, ...] = (1, 2, 3, 4)
SEVERAL: tuple[Value, ...] = ((1,), (2,), (4,), (1, 3), (4, 2), (4, 2, 3))
COUNTS: tuple[Value, ...] = (0, 1, 2, 21)
TABLE: tuple[Value, ...] = (5, 21)
PLAYING: tuple[Value, ...] = (("KS",), ("QH", "7C"), ("AD", "10S", "JH"))
TEXT: tuple[Value, ...] = ("Alice",)


def grammar_faults(words: Words, document: Document, rules: Rules, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """Find what no reader would have written, in any reading of any line, prompt and card."""
    told: set[tuple[Where, str]] = set()
    allowed = known(words, rules)
    for where, text in readings_of(words, vocabulary.lines.values(), vocabulary.prompts):
        for slip in slips(text, words.language, allowed):
            if (where, slip) not in told:
                told.add((where, slip))
                name = ".".join(map(str, where))
                yield document.mark(where).fault(Code.GRAMMAR, f"{name}: {slip}", f"it reads: {text}")


def readings_of(words: Words, lines: Iterable[Line], prompts: Mapping[str, Question]) -> Iterator[tuple[Where, str]]:
    """Yield every text of these lines and prompts in every shape that it can have, and where it stands."""
    wording = Wording(words, NAMES)
    for line in lines:
        for index, text in enumerate(words.lines.get(line.id, ())):
            if not readable(text, line):
                continue
            for terms in _shapes(line, text, words):
                yield ("lines", line.id, index), wording.read(text, terms)
    for id_, question in prompts.items():
        prompt = words.prompts.get(id_, "")
        for answers in (CONDITIONS, ()):
            line, text = question.prompt_line(id_, going_on=bool(answers)), offered(prompt, answers)
            for terms in _shapes(line, text, words) if readable(text, line) else ():
                yield ("prompts", id_), wording.read(text, terms)
    for card, its in words.cards.items():
        yield ("cards", card, "reminder"), its.reminder


def known(words: Words, rules: Rules) -> KnownLanguage:
    """Return what these words may write in their own way: what is typed, and the plurals of their cards."""
    compositions = rules.suggestions if isinstance(rules, VillageRules) else ()
    named = [line for line in words.lines if line.startswith(("box.mode", "box.deal")) or _names_an_answer(line)]
    ways = (*(words.lines[line] for line in named),)
    phrases = (*ways, *words.commands.values(), *words.answers.values())
    typed = (*compositions, *words.compositions.values(), *(phrase for ways in phrases for phrase in ways))
    plurals = frozenset(card.many.split()[0] for card in words.cards.values())
    return KnownLanguage(frozenset(word.casefold() for word in typed), plurals, words.seat.replace("{number}", ""))


def _names_an_answer(line: str) -> bool:
    """Whether a line is an answer to a question before a game, such as `setup.reveal.role`."""
    return line.startswith("setup.") and line.count(".") > 1


def _shapes(line: Line, text: str, words: Words) -> Iterator[dict[str, Term]]:
    """Yield terms for a line, in every shape; none where it names a card or a camp, and the words have none."""
    samples = [[(name, Term(form, value)) for value in _samples(line, name, form, words)] for name, form in line.args]
    yield from map(dict, product(*samples))
    for name, form in line.args:
        if form is Form.SEAT and name in counted(text) and f"{{{name}}}" not in text:
            yield {name: Term(form, ())}


def _samples(line: Line, name: str, form: Form, words: Words) -> tuple[Value, ...]:
    """Return values of every kind that a placeholder may have."""
    cards = tuple(words.cards)
    match form:
        case Form.SEAT:
            return SEVERAL if name == "seats" else ONE
        case Form.CARD:
            return cards
        case Form.CAMP:
            return tuple(words.camps)
        case Form.NUMBER:
            return TABLE if line.circle else COUNTS
        case Form.HAND:
            pairs = zip(cards, (*cards[1:], *cards[:1]), strict=True)
            return (*(((card, 1),) for card in cards), *(((card, 2), (other, 1)) for card, other in pairs))
        case Form.PLAYING:
            return PLAYING
        case Form.TEXT:
            return TEXT
