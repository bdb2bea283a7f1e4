"""What is wrong in a pack, where, and what to write instead: numbered, so that it can be looked up and tested."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from narrator.base.user_error import UserError


class Code(StrEnum):
    """Every author error: N1xx files, N2xx rules, N3xx words. `tests/broken_packs/<code>` shows each one."""

    meaning: str

    FILE = "N101", "a file is missing or cannot be read"
    ENCODING = "N102", "a file is not UTF-8 text"
    SYNTAX = "N103", "a file is not valid YAML"
    DUPLICATE_KEY = "N104", "a key stands twice in one mapping"
    STRANGE_YAML = "N105", "a feature of YAML that packs do not use"
    NO_LANGUAGE = "N106", "the pack has no words in this language"
    LANGUAGE = "N107", "the file's name and its `language` differ"

    UNKNOWN_KEY = "N201", "a key that the schema does not know"
    MISSING_KEY = "N202", "a key that the schema needs is missing"
    VALUE = "N203", "a value of the wrong kind"
    ENGINE = "N204", "an engine that does not exist"
    CARD = "N205", "a card that `cards` does not list"
    CAMP = "N206", "a camp that the engine does not know"
    POWER = "N207", "a power that the engine does not know"
    CALL = "N208", "a call that the engine does not know"
    IDLE_CALL = "N209", "a call that is made twice, or that no card answers"
    UNCALLED = "N210", "a power that is never called"
    PLAYERS = "N211", "numbers of players out of order"
    HUNTERS = "N212", "the hunters' table has a gap, an overlap or an impossible row"
    COMPOSITION = "N213", "a composition that cannot be dealt"
    NO_WINDOW = "N214", "a window has no length"
    SLOTS = "N215", "a window has the wrong number of slots"
    WINDOW = "N216", "a window that is never opened"
    OPTION = "N217", "an option that the engine does not know"
    OPTION_VALUE = "N218", "a value that an option does not take"
    TOKENS = "N219", "tokens, jokers or diamonds that make no game for some number of players"

    NO_LINE = "N301", "a line has no words"
    ORPHAN_LINE = "N302", "a line that is never said"
    PLACEHOLDER = "N303", "a placeholder that the line does not have"
    FORMAT = "N304", "a placeholder in a form that it does not take"
    SILENCE = "N305", "square brackets that are no pause, or a pause of an impossible length"
    BRACES = "N306", "braces that are no placeholder"
    VARIANTS = "N307", "a nightly line with fewer than three variants"
    NO_PROMPT = "N308", "a question has no prompt"
    ORPHAN_PROMPT = "N309", "a prompt that is never shown"
    NO_CARD = "N310", "a card has no words"
    ORPHAN_CARD = "N311", "words for a card that the game does not have"
    NO_CAMP = "N312", "a camp has no words"
    ORPHAN_CAMP = "N313", "words for a camp that the game does not have"
    MARKUP = "N314", "markup where plain words are due"
    NO_COMMAND = "N315", "a command or an answer has no word"
    ORPHAN_COMMAND = "N316", "words for a command or an answer that does not exist"
    TAG = "N317", "a tag that does not exist"
    UNCLOSED = "N318", "a tag that is never closed"
    UNOPENED = "N319", "a tag that closes what was not opened"
    CROSSING = "N320", "tags that cross each other"
    RESPELLING = "N321", "a respelling that says nothing"
    ORPHAN_RESPELLING = "N322", "a respelling of a word that no words have"
    AGREEMENT = "N323", "words that agree in number, and are not two wordings or three"
    UNCOUNTED = "N324", "words that agree with what has no number"
    OFFER = "N325", "words for an answer, where it is never shown whether it may be given"
    ORPHAN_COMPOSITION = "N326", "a name for a composition that the game does not have"
    GRAMMAR = "N327", "a sentence that is not sound for everything that it may name"
    LENGTH = "N328", "a name or a text that is too long"
    UNNAMED = "N329", "a line without the placeholder that tells who or what it is about"

    def __new__(cls, number: str, meaning: str) -> Code:
        """Make a member that equals its number and knows its one-line title."""
        member = str.__new__(cls, number)
        member._value_ = number
        member.meaning = meaning
        return member


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One author error. `line` and `column` count from 1; `remedy` says what to write instead."""

    code: Code
    file: str
    line: int
    column: int
    problem: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.code} {self.problem} ({self.remedy})"


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort as an author reads: by file, from top to bottom."""
    return sorted(diagnostics, key=lambda found: (found.file, found.line, found.column, found.code, found.problem))


class MarkupError(UserError):
    """Markup of a line that means nothing, with its code and what to write instead."""

    def __init__(self, code: Code, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} ({remedy})")
        self.code = code
        self.problem = problem
        self.remedy = remedy


class PackError(UserError):
    """A pack that cannot be used, with everything that is wrong in it."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(in_order(diagnostics))
        super().__init__("\n".join(str(found) for found in self.diagnostics))
