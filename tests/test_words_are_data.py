"""No module says anything to players in a language: words stand in the folder of each language."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from module_tree import PACKAGE, modules

from narrator.base.resources import languages
from narrator.base.sentences import PHONE, sentences_in

SCRIPTS = sorted((PACKAGE / "screens" / "phone" / "page").glob("*.js"))

FOREIGN_LETTERS = re.compile("[À-ÖØ-öø-ÿŒœ«»]")
FRENCH_WORDS = re.compile(
    r"\b(?:le|la|les|un|une|des|du|de|et|est|pas|pour|avec|vous|nous|dans|sur|qui|que|oui|non|ou|au|aux|ne|se)\b", re.I
)
MOST_FRENCH_WORDS = 1  # in an English text: `non`, `se`, `sur`

ALLOWED = {
    "cli/__init__.py": "an example of how a name is respelt, in the help",
    "cli/shared_options.py": "the same example",
    "cli/groups.py": "first names, as an example in the help",
    "rules/core/folding.py": "a letter, in whatever language",
    "rules/cuba/takes.py": "a card, by the name that its id is taken from",
    "table/language/spelling.py": "letters with the accents that they may have, in whatever language",
    "voice/phonemes.py": "the signs of sounds, and signs of sentences that are none",
    "voice/selection.py": "the signs of sounds",
    "voice/synthesisers/espeak.py": "signs that close a sentence, in whatever language",
    "packs/grammar.py": "first names, to try lines with; signs around what is somebody else's",
    "base/sentences.py": "signs that stand behind a space, in whatever language",
}
"""The modules that hold such letters or words all the same, and why."""

NAMING_A_LANGUAGE = {
    "evening/app/prepared_game.py": "the language of `narrator` without words, and the one that may be typed besides",
    "doctor/microphone.py": "the language of the model that comes with narrator",
    "table/games/repertoire.py": "the language whose shared words tell which lines a session has",
    "base/resources.py": "the language where nobody has chosen one",
    "packs/pack.py": "the language that a pack without words is told to begin with",
    "base/sentences.py": "the language of what another one lacks",
}
"""The modules that name a language, and why."""


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    """Return the tree of every module by its path inside the package: parsed once, which takes seconds."""
    return modules()


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module that are no comments, each with its line."""
    comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
            yield node.lineno, node.value


def is_french(text: str) -> bool:
    """Whether a text has letters or words that English has not."""
    words = {word.lower() for word in FRENCH_WORDS.findall(text)}
    return bool(FOREIGN_LETTERS.search(text)) or len(words) > MOST_FRENCH_WORDS


@pytest.mark.parametrize("text", ["Le disque ne va pas", "Appuyez sur la touche", "« {text} »", "privé"])
def test_french_is_known_by_its_letters_and_its_words(text: str) -> None:
    assert is_french(text)


@pytest.mark.parametrize(
    ("spoken", "allowed"),
    [(is_french, ALLOWED), (lambda text: text in ("fr", "en"), NAMING_A_LANGUAGE)],
    ids=["French", "the code of a language"],
)
def test_no_module_speaks_french_or_tells_languages_apart(
    spoken: Callable[[str], bool], allowed: dict[str, str], trees: dict[str, ast.Module]
) -> None:
    found = {
        name: [f"line {line}: {text}" for line, text in literals(tree) if spoken(text)] for name, tree in trees.items()
    }
    speaking = {name: texts for name, texts in found.items() if texts}
    assert {name: texts for name, texts in speaking.items() if name not in allowed} == {}
    assert [name for name in allowed if name not in speaking] == []


def refusals(tree: ast.Module) -> Iterator[str]:
    """Yield the words that a module itself puts into a `UserError`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="UserError"), args=[ast.Constant() | ast.JoinedStr() as text]):
                parts = (part.value for part in ast.walk(text) if isinstance(part, ast.Constant))
                yield from re.findall("[a-z]{2,}", " ".join(map(str, parts)))


def test_no_module_refuses_in_english_alone(trees: dict[str, ast.Module]) -> None:
    assert {name: words for name, tree in trees.items() if (words := [*refusals(tree)])} == {}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_no_script_of_the_page_speaks_any_language(script: Path) -> None:
    code = script.read_text(encoding="utf-8")
    assert not FOREIGN_LETTERS.search(code)
    texts = {text for folder in languages().values() for text in sentences_in(folder / PHONE).values()}
    quoted = set(re.findall(r'"([^"\n]*)"', code))
    assert {text for text in quoted & texts if " " in text or not text.isascii() or text != text.lower()} == set()
