"""Texts as surfaces show them. The program's own, beside any game, stand in one file a surface and language.

Each line of such a file is `id: "text"`, YAML that is read without a parser of it: the doctor also speaks on a machine
where packages are missing, and nothing of it costs time that a game would have to wait for.
"""

from __future__ import annotations

import errno
import json
import re
import socket
import string
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from narrator.base.resources import chosen_language, language_folder
from narrator.base.whole_files import content_of

DOCTOR, PHONE, PROGRAM = "doctor.yaml", "phone.yaml", "program.yaml"
SURFACES = (DOCTOR, PHONE, PROGRAM)
"""The files of this kind that a language has."""

FALLBACK = "en"
"""The language of what another one lacks."""

SENTENCE = re.compile(r'([\w.-]+): (".*")')


def sentences(file: str, language: str) -> Mapping[str, str]:
    """Return the texts of a file by their ids; in English what the language lacks, or all where there is none such.

    In English, too, what names something else to be filled in than English does, and so could not be said.
    """
    fallback = language_folder(FALLBACK)
    assert fallback is not None  # it is one of ours
    return _over((language_folder(language) or fallback) / file, fallback / file)


def to_user(id_: str, **terms: object) -> str:
    """Return what the program says of itself.

    Who types its commands is answered in the language of his system; a table, from the first question of set-up to the
    end of the game, in that of the game.
    """
    return sentences(PROGRAM, chosen_language())[id_].format(**terms)


def reason(error: OSError) -> str:
    """Return why the system refused something, in the language of `to_user` where there are words for it."""
    known = sentences(PROGRAM, chosen_language())
    name = "no_name" if isinstance(error, socket.gaierror) else errno.errorcode.get(error.errno or 0, "")
    return known.get(f"system.{name}") or error.strerror or str(error)


def sentences_in(file: Path) -> dict[str, str]:
    """Return the texts that stand in a file; a line that is none is left out, and `narrator check` names it."""
    try:
        lines = content_of(file).decode().splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    found: dict[str, str] = {}
    for line in lines:
        if sentence := SENTENCE.fullmatch(line.strip()):
            try:
                found[sentence[1]] = json.loads(sentence[2])
            except ValueError:
                continue
    return found


@cache
def places(text: str) -> set[str]:
    """Return what a sentence names to be filled in: `{detail}` and `{detail!r}` are `detail`, other forms are told."""
    try:
        named = [(name, form, how) for _, name, form, how in string.Formatter().parse(text) if name is not None]
    except ValueError:
        return {"a brace that is never closed"}
    hows = {None: "", "r": ""}
    return {name + hows.get(how, f"!{how}") + (f":{form}" if form else "") for name, form, how in named}


@cache
def _over(file: Path, fallback: Path) -> Mapping[str, str]:
    wanted = sentences_in(fallback)
    own = sentences_in(file) if file != fallback else {}
    return {**wanted, **{id_: text for id_, text in own.items() if places(text) <= places(wanted.get(id_, ""))}}


HARD = "\N{NO-BREAK SPACE}"
CLOSE = re.compile(r" (?=[:;?!»])|(?<=«) |(?<=\w) (?=\d+ \d)|(?<=\d) (?=\d)")
"""The spaces that no line breaks at: of French, before its signs; and of an example to type, such as `égalité 2 5`."""


def unbroken(text: str) -> str:
    """Return a text with hard spaces before its signs, inside its quotation marks, and in numbers in a row."""
    return CLOSE.sub(HARD, text)


def wrapped(text: str, width: int, *, hyphens: bool = True) -> list[str]:
    """Return a text as lines of at most so many cells; `hyphens` may end one. Their spaces are ordinary ones."""
    lines = textwrap.wrap(unbroken(text), width, break_on_hyphens=hyphens)
    return [line.replace(HARD, " ") for line in lines]


@dataclass(frozen=True, slots=True)
class QuestionText:
    """What stands while a question is open: `typed` has examples of what a keyboard would type, `touched` has none."""

    typed: str
    touched: str

    @classmethod
    def alike(cls, text: str) -> QuestionText:
        """Return a question that has no such examples."""
        return cls(text, text)

    def changed(self, change: Callable[[str], str]) -> QuestionText:
        return QuestionText(change(self.typed), change(self.touched))
