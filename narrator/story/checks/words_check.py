"""Whether a pack's words are complete for its engine, with none left over."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from narrator.core.effects import Form
from narrator.core.vocabulary import Line, Question, Vocabulary
from narrator.story.agreement import counted, offered, offers, readings
from narrator.story.capabilities import EngineFacts
from narrator.story.checks.rules_check import or_out
from narrator.story.diagnostics import Code, Diagnostic
from narrator.story.markup import compiled
from narrator.story.naming import ADDRESSED
from narrator.story.pronunciation import Pronunciation
from narrator.story.rules import Rules, VillageRules
from narrator.story.words import ANSWERS, COMMANDS, Words
from narrator.story.yaml_source import Document, Mark, Where

FORMS: Mapping[Form, tuple[str, ...]] = {
    Form.SEAT: ("", ADDRESSED),
    Form.CARD: ("", "bare", "many", "reminder"),
    Form.CAMP: ("",),
    Form.NUMBER: ("",),
    Form.HAND: ("",),
    Form.PLAYING: ("",),
    Form.TEXT: ("",),
}
"""What may follow the colon in a placeholder for a value of this form."""

HAVE_NUMBER = frozenset((Form.SEAT, Form.NUMBER, Form.HAND, Form.PLAYING))
"""The forms of values that words can agree with."""

LEAST_VARIANTS = 3
"""How many wordings keep a line that returns each night from wearing out."""


def word_faults(words: Words, document: Document, rules: Rules, facts: EngineFacts) -> list[Diagnostic]:
    """Return what is missing, left over or misplaced in the words of one language."""
    vocabulary = vocabulary_of(rules, facts)
    lines = vocabulary.lines
    other = facts.vocabulary(sorted(facts.powers | {name for name, window in facts.openings.items() if window.called}))
    apart = {facts.apart[power] for power in facts.apart if power in rules.in_play}
    camps = sorted(rules.camps & facts.camps | apart)
    cards = (*rules.card_names, *sorted(facts.cards))
    compositions = rules.suggestions if isinstance(rules, VillageRules) else ()
    return [
        *_lines(words, document, lines),
        *_left_over(document, "lines", lines, Code.ORPHAN_LINE, "is never said in this game", other.lines),
        *_prompts(words, document, vocabulary.prompts),
        *_left_over(
            document, "prompts", vocabulary.prompts, Code.ORPHAN_PROMPT, "is no question of this game", other.prompts
        ),
        *_named(document, "cards", words.cards, cards, Code.NO_CARD),
        *_left_over(document, "cards", cards, Code.ORPHAN_CARD, "is no card of this game"),
        *_named(document, "camps", words.camps, camps, Code.NO_CAMP),
        *_left_over(document, "camps", camps, Code.ORPHAN_CAMP, "is no camp of this game"),
        *_left_over(document, "compositions", compositions, Code.ORPHAN_COMPOSITION, "is no composition of this game"),
        *_named(document, "commands", words.commands, sorted(COMMANDS), Code.NO_COMMAND),
        *_left_over(document, "commands", COMMANDS, Code.ORPHAN_COMMAND, "is no command"),
        *_named(document, "answers", words.answers, sorted(ANSWERS), Code.NO_COMMAND),
        *_left_over(document, "answers", ANSWERS, Code.ORPHAN_COMMAND, "is no answer"),
        *_left_over(document, "pronunciations", _respelt(words), Code.ORPHAN_RESPELLING, "stands in no words"),
    ]


def vocabulary_of(rules: Rules, facts: EngineFacts) -> Vocabulary:
    """Return the lines and questions of a game, with those that every game needs besides."""
    known = facts.powers | set(facts.openings)
    own = facts.vocabulary(sorted(name for name in rules.in_play if name in known))
    return Vocabulary({**own.lines, **{line.id: line for line in facts.shared}}, own.questions)


def _respelt(words: Words) -> frozenset[str]:
    """Return the words with a respelling that some line, card or camp has."""
    pronunciation = Pronunciation(words.pronunciations)
    texts = [text for variants in words.lines.values() for text in variants]
    texts += [text for card in words.cards.values() for text in (card.name, card.bare, card.many, card.reminder)]
    texts += [camp.name for camp in words.camps.values()]
    texts += [*words.seat_forms, words.playing.card, *words.playing.ranks.values(), *words.playing.suits.values()]
    return frozenset(word for text in texts for word in pronunciation.used(text))


def _lines(words: Words, document: Document, lines: Mapping[str, Line]) -> Iterator[Diagnostic]:
    for line in lines.values():
        variants = words.lines.get(line.id)
        if variants is None:
            if not line.aside:
                yield _own(document, "lines").fault(Code.NO_LINE, *_missing(line))
            continue
        for index, text in enumerate(variants):
            yield from _placeholders(text, line, document, ("lines", line.id, index))
            if offers(text):
                yield document.mark(("lines", line.id, index)).fault(
                    Code.OFFER, f"`{line.id}` is no question: nothing is answered", "write the words without {...?...}"
                )
        if line.nightly and len(set(variants)) < LEAST_VARIANTS:
            yield document.mark(("lines", line.id)).fault(
                Code.VARIANTS,
                f"`{line.id}` returns each night and has {len(set(variants))} different variants",
                f"write at least {LEAST_VARIANTS}",
            )


def _missing(line: Line) -> tuple[str, str]:
    variants = f", with at least {LEAST_VARIANTS} variants" if line.nightly else ""
    return f"`{line.id}` has no words", f"add `{line.id}:` under `lines`{variants}; {_offers(line)}"


def _offers(line: Line) -> str:
    """Say which placeholders a line has."""
    return f"it may use {' '.join(f'{{{name}}}' for name, _ in line.args)}" if line.args else "it has no placeholders"


def _placeholders(text: str, line: Line, document: Document, where: Where) -> Iterator[Diagnostic]:
    args = dict(line.args)
    for name in counted(text):
        if name not in args:
            yield document.mark(where).fault(Code.PLACEHOLDER, f"`{line.id}` has no {{{name}}}", _offers(line))
        elif args[name] not in HAVE_NUMBER:
            yield document.mark(where).fault(
                Code.UNCOUNTED, f"`{line.id}`: {{{name}}} has no number", "write the words without {...|...}"
            )
    for placeholder in dict.fromkeys(part for reading in readings(text) for part in compiled(reading).placeholders):
        if placeholder.name not in args:
            yield document.mark(where).fault(Code.PLACEHOLDER, f"`{line.id}` has no {placeholder}", _offers(line))
        elif placeholder.form not in FORMS[args[placeholder.name]]:
            forms = FORMS[args[placeholder.name]]
            remedy = " or ".join(f"{{{placeholder.name}{':' * bool(form)}{form}}}" for form in forms)
            yield document.mark(where).fault(
                Code.FORMAT, f"`{line.id}`: {placeholder} has no such form", f"write {remedy}"
            )


def readable(text: str, line: Line) -> bool:
    """Whether a text can be read with the arguments of its line: it names no others, and in no other forms."""
    args = dict(line.args)
    placeholders = {part for reading in readings(text) for part in compiled(reading).placeholders}
    return {*counted(text)} <= args.keys() and all(
        part.name in args and part.form in FORMS[args[part.name]] for part in placeholders
    )


def _prompts(words: Words, document: Document, prompts: Mapping[str, Question]) -> Iterator[Diagnostic]:
    for id_, question in prompts.items():
        if id_ in words.prompts:
            where, prompt = ("prompts", id_), words.prompts[id_]
            faults = [*_placeholders(prompt, question.prompt_line(id_, going_on=True), document, where)]
            # What an answer keeps can only be told where it may be given.
            plain = question.prompt_line(id_, going_on=False)
            yield from faults or _placeholders(offered(prompt, {*offers(prompt)} - {"done"}), plain, document, where)
            if question.secret and not question.identifies and offers(prompt):
                problem = f"`{id_}` is asked in secret: its prompt is always the same"
                yield document.mark(where).fault(Code.OFFER, problem, "write the words without {...?...}")
        else:
            may_use = ", which may use {seat}" if question.about else ""
            yield _own(document, "prompts").fault(
                Code.NO_PROMPT, f"`{id_}` has no prompt", f"add `{id_}:` under `prompts`{may_use}"
            )


def _named(
    document: Document, section: str, present: Iterable[str], due: Iterable[str], code: Code
) -> Iterator[Diagnostic]:
    for name in due:
        if name not in set(present):
            yield _own(document, section).fault(code, f"`{name}` has no words", f"add `{name}:` under `{section}`")


def _left_over(
    document: Document, section: str, used: Iterable[str], code: Code, why: str, elsewhere: Container[str] = ()
) -> Iterator[Diagnostic]:
    """Find what this file has for nothing. The shared words serve all games: what one game leaves out is no fault.

    What is a word of games with other powers, `elsewhere`, is no slip of the pen, and nothing else was meant.
    """
    names = set(used)
    entries = document.data.get(section, {}) if isinstance(document.data, dict) else {}
    for name in entries:
        mark = document.mark((section, str(name)))
        if name not in names and Path(mark.file) == document.file:
            yield mark.fault(code, f"`{name}` {why}", "take it out" if name in elsewhere else or_out(str(name), names))


def _own(document: Document, section: str) -> Mark:
    """Return where a section of this file begins; the top of the file where the section is shared alone."""
    mark = document.mark((section,))
    return mark if Path(mark.file) == document.file else Mark(str(document.file))
