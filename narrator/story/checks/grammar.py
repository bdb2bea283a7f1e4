"""Rules of a language that a machine can check: signs and spaces, capitals, elision, words after a number.

Each rule finds slips in a text as people read it, and says what is wrong; it is meant to be right whenever it speaks.
What stands between quotation marks is somebody else's, and is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator

from narrator.resources import languages
from narrator.story.diagnostics import Code, Diagnostic
from narrator.story.schema import Schema, Word, fitted, refusal
from narrator.story.yaml_source import read

GRAMMAR = "grammar.yaml"


def _pattern(text: object) -> object:
    """Take a text for the regular expression that it is."""
    try:
        return re.compile(text) if isinstance(text, str) else text
    except re.error as error:
        raise refusal(Code.VALUE, f"no regular expression: {error}", "see the module `re` of Python") from None


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
    noun, in four forms: masculine, feminine, and both where its beginning `elides` them.
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


def slips(text: str, language: str, known: KnownLanguage = NOTHING) -> Slips:
    """Yield what is wrong with a text in this language; in one without rules, what is wrong in any."""
    own = re.sub(r"« [^«»]* »|“[^“”]*”|`[^`]*`", "X", text)
    grammar = grammar_of(language)
    for mistake in (*COMMON, *grammar.mistakes):
        yield from (f"{mistake.why}: `{found[0].strip()}`" for found in mistake.find.finditer(own))
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
            yield f"a sentence begins small: `{found[1]}`"


def _commas(text: str, known: KnownLanguage) -> Slips:
    """Behind a comma stands a space, but in a list as it is typed."""
    for found in re.finditer(r"([^\W\d_][\w'=-]*),(?=\w)\S*", text):
        if "=" not in found[0] and found[1].casefold() not in known.typed:
            yield f"no space behind a comma: `{found[0]}`"


def _twice(text: str, grammar: GrammarRules) -> Slips:
    for found in re.finditer(r"\b([^\W\d_]+) \1\b", text, re.IGNORECASE):
        if found[1].casefold() not in grammar.twice:
            yield f"a word stands twice: `{found[0]}`"


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
            yield f"a number and its noun disagree: `{found[0]}`"


def _articles(text: str, grammar: GrammarRules, known: KnownLanguage) -> Slips:
    """An article of several and its noun agree."""
    if grammar.plural is None or not grammar.plural_articles:
        return
    articles = "|".join(map(re.escape, grammar.plural_articles))
    for found in re.finditer(rf"(?<![\w'-])(?:{articles}) ([^\W\d_]+)", text, re.IGNORECASE):
        if not grammar.plural.search(found[1]) and found[1] not in known.plurals:
            yield f"an article and its noun disagree: `{found[0]}`"


def _mistake(find: str, why: str) -> Mistake:
    return Mistake(why=why, find=re.compile(find))


COMMON = (
    _mistake(r"[{}\[\]|]", "markup is left over"),
    _mistake(r"\s\s+|\A\s|\s\Z", "a space too many"),
    _mistake(r",[,.;:]|;[;.]|:[:.]|[!?][.,]|(?<!\.)\.\.(?!\.)|\A[,.;:]", "signs that do not go together"),
    _mistake(r"\w+\s[,.](?!\w)", "a space before a sign"),
    _mistake(r"[;!?](?=[^\W\d_])|[^\W\d_]:(?=[^\W\d_/])", "no space behind a sign"),
    _mistake(r"(?i)(?:\A|(?<=[.:!?] ))([^.:!?]{4,40})\. \1\b", "a sentence begins with the whole of the one before"),
)
"""What is wrong in any language; more stands in the folder of each."""
