"""Everything that is wrong in a pack: `narrator check`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from narrator import resources
from narrator.story.capabilities import EngineFacts, UnknownEngineError
from narrator.story.checks.grammar_check import grammar_faults
from narrator.story.checks.language_check import language_faults
from narrator.story.checks.rules_check import rule_faults
from narrator.story.checks.words_check import vocabulary_of, word_faults
from narrator.story.diagnostics import Code, Diagnostic, PackError, in_order
from narrator.story.pack import Pack, load_pack, read_pack


def load_checked(path: Path, engines: Callable[[str], EngineFacts], languages: Iterable[str] | None = None) -> Pack:
    """Load a pack that is fit to be played in these languages, or in all that it has.

    Raises:
        PackError: with everything that is wrong.
    """
    wanted = None if languages is None else tuple(languages)
    faults = check(path, engines, wanted, grammar=False)
    if faults:
        raise PackError(faults)
    return load_pack(path, wanted)


def check(
    path: Path,
    engines: Callable[[str], EngineFacts],
    languages: Iterable[str] | None = None,
    *,
    common: Path | None = None,
    grammar: bool = True,
) -> list[Diagnostic]:
    """Return what is wrong in a pack, in an author's reading order; nothing where it is fit to be played.

    `engines` gives the facts of an engine by its name and raises UnknownEngineError. Slips of `grammar`, and what a
    language lacks beside its games, hinder no game.
    """
    faults: list[Diagnostic] = []
    draft = read_pack(path, faults, languages, common=common)
    rules, source = draft.rules, draft.source
    if rules is None or source is None:
        return in_order(faults)
    try:
        facts = engines(rules.engine)
    except UnknownEngineError as error:
        remedy = f"write one of {', '.join(error.known)}"
        faults.append(source.mark(("engine",)).fault(Code.ENGINE, f"there is no engine {rules.engine!r}", remedy))
        return in_order(faults)
    faults += rule_faults(rules, source, facts)
    for words, document in draft.words.values():
        faults += word_faults(words, document, rules, facts)
        if grammar:
            faults += grammar_faults(words, document, rules, vocabulary_of(rules, facts))
    if grammar and common is None:
        known = resources.languages()
        faults += (fault for language in draft.words if language in known for fault in language_faults(known[language]))
    return in_order(faults)
