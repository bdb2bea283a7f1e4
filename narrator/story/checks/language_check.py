"""Whether a language has all texts of the program, with what each must name, every sentence on one line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from narrator.resources import languages
from narrator.story.checks.grammar import grammar_file_faults
from narrator.story.checks.rules_check import or_out
from narrator.story.diagnostics import Code, Diagnostic
from narrator.story.sentences import FALLBACK, SURFACES, places, sentences_in
from narrator.story.yaml_source import read


def language_faults(folder: Path) -> Iterator[Diagnostic]:
    """Compare the sentences of a language with those in English, file by file, and read its grammar."""
    reference = languages()[FALLBACK]
    yield from grammar_file_faults(folder)
    for name in SURFACES:
        yield from sentence_faults(folder / name, sentences_in(reference / name))


def sentence_faults(file: Path, wanted: dict[str, str]) -> Iterator[Diagnostic]:
    """Compare one file with the sentences that it is to have, in any wording, with the same places to fill."""
    faults: list[Diagnostic] = []
    document = read(file, faults)
    yield from faults
    if document is None or not isinstance(document.data, dict):
        return
    for id_ in [id_ for id_ in wanted if id_ not in document.data]:
        named = " ".join(f"{{{place}}}" for place in sorted(places(wanted[id_])))
        remedy = f"add `{id_}:`{f'; it is to have {named}' if named else ''}"
        yield document.mark().fault(Code.NO_LINE, f"`{id_}` has no words", remedy)
    found = sentences_in(file)
    for id_, value in document.data.items():
        mark = document.mark((id_,))
        if id_ not in wanted:
            yield mark.fault(Code.ORPHAN_LINE, f"`{id_}` is never said", or_out(id_, wanted))
        elif found.get(id_) != value:
            yield mark.fault(Code.VALUE, f"`{id_}` is no text on one line", f'write {id_}: "...", in double quotes')
        elif places(found[id_]) != places(wanted[id_]):
            told = ", ".join(f"{{{place}}}" for place in sorted(places(wanted[id_]))) or "nothing to fill in"
            yield mark.fault(Code.PLACEHOLDER, f"`{id_}` names other things than it may", f"it has {told}")
