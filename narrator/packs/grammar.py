"""Rules of a language that a machine can check: signs and spaces, capitals, elision, words after a number.

Each rule finds slips in a text as people read it, and says what is wrong; it is meant to be right whenever it speaks.
What stands between quotation marks is somebody else's, and is not looked at. A pack's lines must stay correct sentences
whatever they name: one or several, a name or a number.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, Field

from narrator.base.diagnostics import Code, Diagnostic
from narrator.base.resources import languages
from narrator.base.sentences import to_user
from narrator.base.yaml_source import Document, Where, read
from narrator.packs.naming import CONDITIONS, FORMS, counted, named_in, offered
from narrator.packs.rules import Rules, VillageRules
from narrator.packs.wording import Wording
from narrator.packs.words import Schema, Word, Words, fitted, refusal
from narrator.rules.core.effects import Form, Term, Value
from narrator.rules.core.vocabulary import Line, Question, Vocabulary

GRAMMAR = "grammar.yaml"


def _pattern(text: object) -> object:
    """Take a text for the regular expression that it is."""
    try:
        return re.compile(text) if isinstance(text, str) else text
    except re.error as error:
        raise refusal(Code.VALUE, to_user("fit.pattern", detail=error), to_user("fit.pattern.mend")) from None


Pattern = Annotated[re.Pattern[str], BeforeValidator(_pattern)]


class Mistake(Schema):
    """What nobody writes, as a regular expression, and what is wrong with it."""

    why: Word
    find: Pattern


class GrammarRules(Schema):
    """What is wrong in one language, and not in all.

    `plural` is how nouns of several end, where numbers and their nouns are to agree; `singular` are the numbers that
    take a noun of one. `same_in_both` are nouns that have one form, `uncounted` words after a number that it does not
    count. `plural_articles` stand before nouns of several. `twice` may stand twice in a row. `articles` stand before a
    noun, in four forms: masculine, feminine, and both where its beginning `elides` them. A name of one becomes
    that of several where in its `head`, one after the other, `plurals` are put.
    """

    mistakes: tuple[Mistake, ...] = ()
    plural: Pattern | None = None
    singular: tuple[int, ...] = (1,)
    same_in_both: frozenset[str] = frozenset()
    uncounted: frozenset[str] = frozenset()
    plural_articles: tuple[str, ...] = ()
    twice: frozenset[str] = frozenset()
    articles: tuple[tuple[str, str, str, str], ...] = ()
    elides: Pattern | None = None
    head: Pattern | None = None
    plurals: dict[Pattern, str] = Field(default_factory=dict)

    def plural_of(self, name: str) -> str | None:
        """Return a name of one as that of several; None where the language does not tell."""
        found = None if self.head is None else self.head.match(name)
        if found is None:
            return None
        several = found[0]
        for ending, put in self.plurals.items():
            several = ending.sub(put, several)
        return several + name[found.end() :]


@dataclass(frozen=True)
class KnownLanguage:
    """Words that a pack may use otherwise: `typed` ones begin sentences small, `plurals` are of several as they are.

    A number after `seat` is the name of a seat, and counts nothing.
    """

    typed: Collection[str] = ()
    plurals: Collection[str] = ()
    seat: str = ""


NOTHING = KnownLanguage()
Slips: TypeAlias = Iterator[str]


def slips(text: str, grammar: GrammarRules, known: KnownLanguage = NOTHING) -> Slips:
    """Yield what is wrong with a text in a language with this grammar; without rules, what is wrong in any."""
    own = re.sub(r"« [^«»]* »|“[^“”]*”|`[^`]*`", "X", text)
    for what, find in COMMON.items():
        yield from (_slip(what, found[0].strip()) for found in find.finditer(own))
    for mistake in grammar.mistakes:
        yield from (_told(mistake.why, found[0].strip()) for found in mistake.find.finditer(own))
    yield from _commas(own, known)
    yield from _capitals(own, known)
    yield from _twice(own, grammar)
    yield from _numbers(own, grammar, known)
    yield from _articles(own, grammar, known)


def grammar_file_faults(folder: Path) -> list[Diagnostic]:
    """Return what is wrong with the grammar of a language's folder, which need not have one."""
    return _read(folder / GRAMMAR)[1]


def grammar_of(language: str) -> GrammarRules:
    """Return what is known of a language; nothing where its folder has no such file."""
    folder = languages().get(language)
    return GrammarRules() if folder is None else _read(folder / GRAMMAR)[0]


@cache
def _read(file: Path) -> tuple[GrammarRules, list[Diagnostic]]:
    faults: list[Diagnostic] = []
    document = read(file, faults) if file.is_file() else None
    grammar = None if document is None else fitted(GrammarRules, document, faults)
    return grammar or GrammarRules(), faults


def _capitals(text: str, known: KnownLanguage) -> Slips:
    """A sentence begins with a capital, unless it is a word to be typed."""
    for found in re.finditer(r"(?:\A|(?<=[^.][.!?]\s))([^\W\d_][\w-]*)", text):
        if found[1][0].islower() and found[1].casefold() not in known.typed:
            yield _slip("small", found[1])


def _commas(text: str, known: KnownLanguage) -> Slips:
    """Behind a comma stands a space, but in a list as it is typed."""
    for found in re.finditer(r"([^\W\d_][\w'=-]*),(?=\w)\S*", text):
        if "=" not in found[0] and found[1].casefold() not in known.typed:
            yield _slip("comma", found[0])


def _twice(text: str, grammar: GrammarRules) -> Slips:
    for found in re.finditer(r"\b([^\W\d_]+) \1\b", text, re.IGNORECASE):
        if found[1].casefold() not in grammar.twice:
            yield _slip("twice", found[0])


def _numbers(text: str, grammar: GrammarRules, known: KnownLanguage) -> Slips:
    """A number and what it counts agree."""
    if grammar.plural is None:
        return
    for found in re.finditer(r"(?<![\w,.=])(\d+) ([^\W\d_]+)", text):
        noun, several = found[2], int(found[1]) not in grammar.singular
        named = bool(known.seat) and text[: found.start()].casefold().endswith(known.seat.casefold())
        if named or noun in grammar.uncounted | grammar.same_in_both or (several and noun in known.plurals):
            continue
        if several is not bool(grammar.plural.search(noun)):
            yield _slip("number", found[0])


def _articles(text: str, grammar: GrammarRules, known: KnownLanguage) -> Slips:
    """An article of several and its noun agree."""
    if grammar.plural is None or not grammar.plural_articles:
        return
    articles = "|".join(map(re.escape, grammar.plural_articles))
    for found in re.finditer(rf"(?<![\w'-])(?:{articles}) ([^\W\d_]+)", text, re.IGNORECASE):
        if not grammar.plural.search(found[1]) and found[1] not in known.plurals:
            yield _slip("article", found[0])


def _slip(what: str, text: str) -> str:
    """Say in the language of the system what is wrong with a text in any language."""
    return _told(to_user(f"slip.{what}"), text)


def _told(why: str, text: str) -> str:
    return to_user("fit.told", name=why, detail=f"`{text}`")


COMMON = {
    "markup": re.compile(r"[{}\[\]|]"),
    "space": re.compile(r"\s\s+|\A\s|\s\Z"),
    "signs": re.compile(r",[,.;:]|;[;.]|:[:.]|[!?][.,]|(?<!\.)\.\.(?!\.)|\A[,.;:]"),
    "before": re.compile(r"\w+\s[,.](?!\w)"),
    "behind": re.compile(r"[;!?](?=[^\W\d_])|[^\W\d_]:(?=[^\W\d_/])"),
    "whole": re.compile(r"(?i)(?:\A|(?<=[.:!?] ))([^.:!?]{4,40})\. \1\b"),
}
"""What is wrong in any language; more stands in the folder of each."""


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
    grammar, allowed = grammar_of(words.language), known(words, rules)
    for where, text in readings_of(words, vocabulary.lines.values(), vocabulary.prompts):
        for slip in slips(text, grammar, allowed):
            if (where, slip) not in told:
                told.add((where, slip))
                name = ".".join(map(str, where))
                yield document.mark(where).fault(
                    Code.GRAMMAR, to_user("fit.told", name=name, detail=slip), to_user("check.reads", text=text)
                )


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


def readable(text: str, line: Line) -> bool:
    """Whether a text can be read with the arguments of its line: it names no others, and in no other forms."""
    args = dict(line.args)
    return {*counted(text)} <= args.keys() and all(
        part.name in args and part.form in FORMS[args[part.name]] for reading in named_in(text) for part in reading
    )


def known(words: Words, rules: Rules) -> KnownLanguage:
    """Return what these words may write in their own way: what is typed, and the plurals of their cards."""
    compositions = rules.suggestions if isinstance(rules, VillageRules) else ()
    named = [line for line in words.lines if _names_an_answer(line)]
    ways = (*(words.lines[line] for line in named),)
    phrases = (*ways, *words.commands.values(), *words.answers.values())
    typed = (*compositions, *words.compositions.values(), *(phrase for ways in phrases for phrase in ways))
    plurals = frozenset(card.many.split()[0] for card in words.cards.values())
    return KnownLanguage(frozenset(word.casefold() for word in typed), plurals, words.seat.replace("{number}", ""))


def _names_an_answer(line: str) -> bool:
    """Whether a line is an answer to a question before a game, such as `setup.reveal.role`."""
    return line.startswith(("box.mode", "box.deal", "box.game.", "box.introduction.")) or (
        line.startswith("setup.") and line.count(".") > 1
    )


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
