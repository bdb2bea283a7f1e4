"""A pack: the rules of one game, and its words in some languages."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from narrator.base import resources
from narrator.base.diagnostics import Code, Diagnostic, PackError
from narrator.base.sentences import to_user
from narrator.base.whole_files import content_of
from narrator.base.yaml_source import Document, Mark, read
from narrator.packs.rules import Rules, VillageRules, incoherences, schema_of
from narrator.packs.words import Words, fitted

NO_WORDS = (resources.RULES_FILE, resources.ODDS_FILE)
"""The files of a pack that are no language."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that can be loaded. `words` are by language; `pack_hash` is the SHA-256 of `game.yaml`, in hex."""

    path: Path
    rules: Rules
    words: Mapping[str, Words]
    pack_hash: str

    def words_of_a_table(self, language: str, in_play: Container[str] = ()) -> Words:
        """Return the words with which a table may answer: of cards of extensions those alone that are in play."""
        words, rules = self.words[language], self.rules
        if not isinstance(rules, VillageRules):
            return words
        idle = {card for card, its in rules.cards.items() if its.extension and card not in in_play}
        return words.model_copy(update={"cards": {card: its for card, its in words.cards.items() if card not in idle}})


@dataclass(frozen=True, slots=True)
class Draft:
    """A pack as far as it can be read, with the documents that say where everything stands."""

    path: Path
    rules: Rules | None
    source: Document | None
    words: Mapping[str, tuple[Words, Document]]


def languages(path: Path) -> tuple[str, ...]:
    """Return the languages that a folder has words in, sorted."""
    return tuple(sorted(file.stem for file in path.glob("*.yaml") if file.name not in NO_WORDS))


def load_pack(
    path: Path, wanted: Iterable[str] | None = None, *, common: Path | None = None, every_name: bool = False
) -> Pack:
    """Load a pack, in these languages or in all that it has; `every_name` reads what cards are called in the others.

    What it holds is well formed and coherent; whether its words are complete for its engine, `check` says.

    Raises:
        PackError: with everything that is wrong.
    """
    faults: list[Diagnostic] = []
    draft = read_pack(path, faults, wanted, common=common)
    if faults or draft.rules is None:
        raise PackError(faults)
    words = {language: words for language, (words, _) in draft.words.items()}
    others = [language for language in languages(path) if every_name and language not in words]
    named = {**words, **{code: its for code, (its, _) in read_pack(path, [], others, common=common).words.items()}}
    pack_hash = sha256(content_of(path / resources.RULES_FILE)).hexdigest()
    return Pack(path, draft.rules, {code: _with_names(its, code, named) for code, its in words.items()}, pack_hash)


def _with_names(words: Words, language: str, named: Mapping[str, Words]) -> Words:
    """Return words with what cards are called in other languages."""
    foreign: dict[str, tuple[str, ...]] = {}
    for other in (its for code, its in named.items() if code != language):
        foreign |= {id_: (*foreign.get(id_, ()), *names) for id_, names in other.called.items()}
    return words.model_copy(update={"foreign": foreign})


def read_pack(
    path: Path, faults: list[Diagnostic], wanted: Iterable[str] | None = None, *, common: Path | None = None
) -> Draft:
    """Read what can be read of a pack; what is wrong is added to `faults`."""
    source = read(path / resources.RULES_FILE, faults)
    rules = fitted(schema_of(source.data), source, faults) if source else None
    if source and isinstance(rules, VillageRules):
        faults += incoherences(rules, source)
    there, shared = languages(path), resources.languages(common)
    words = {}
    for language in there if wanted is None else tuple(wanted):
        if language not in there:
            faults.append(_no_language(path, language, there))
            continue
        document = _words(path / f"{language}.yaml", shared.get(language), faults)
        found = fitted(Words, document, faults) if document else None
        if found and document:
            words[language] = (found, document)
    if wanted is None and not there:
        faults.append(_no_language(path, "fr", there))
    return Draft(path, rules, source, words)


def _words(file: Path, shared_folder: Path | None, faults: list[Diagnostic]) -> Document | None:
    """Read a words file over the shared words of its language, where there are any."""
    document = _named(file, file.stem, faults)
    if document is None or shared_folder is None:
        return document
    shared = _named(shared_folder / resources.SHARED_WORDS, shared_folder.name, faults)
    return document.over(shared) if shared else document


def _named(file: Path, language: str, faults: list[Diagnostic]) -> Document | None:
    """Read a words file of a language, which its name says, or that of its folder."""
    document = read(file, faults)
    if document and isinstance(document.data, dict) and document.data.get("language", language) != language:
        faults.append(
            document.mark(("language",)).fault(
                Code.LANGUAGE,
                to_user("yaml.language", name=file.name, text=document.data["language"]),
                to_user("yaml.language.mend", text=language),
            )
        )
    return document


MISNAMED = re.compile(r"(.+)\.(?:yaml\.txt|yml|yml\.txt)", re.IGNORECASE)
"""How a file is called that was meant for one of a pack's; some systems hide what stands behind the last point."""


def misnamed_files(path: Path) -> Iterator[Diagnostic]:
    """Find files that were meant for the pack's and are not read."""
    for file in resources.files_in(path, "*"):
        if (meant := MISNAMED.fullmatch(file.name)) is not None:
            named = to_user("yaml.misnamed.mend", name=f"{meant[1]}.yaml")
            yield Mark(str(file)).fault(Code.FILE, to_user("yaml.misnamed"), named)


def _no_language(path: Path, language: str, there: tuple[str, ...]) -> Diagnostic:
    return Mark(str(path / f"{language}.yaml")).fault(
        Code.NO_LANGUAGE,
        to_user("yaml.no_language" if there else "yaml.no_words", name=repr(language), names=", ".join(there)),
        to_user("yaml.no_language.mend", name=language),
    )
