"""The schema of a words file: everything that a game says, in one language.

And what any schema is made of: a document fits it, or its faults become numbered diagnostics with their places.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from narrator.base.diagnostics import Code, Diagnostic, MarkupError
from narrator.base.sentences import to_user
from narrator.base.yaml_source import Document
from narrator.packs.markup import capitalised
from narrator.packs.naming import ANSWER_IDS, OFFICE, named_in
from narrator.rules.core.answers import SILENT


class Schema(BaseModel):
    """A part of a file: no key that is not declared, no change once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


Fitting = TypeVar("Fitting", bound=Schema)

MISFITS = {
    "int": "whole",
    "float": "number",
    "finite": "number",
    "greater": "small",
    "bool": "bool",
    "string_too_short": "no_words",
    "string": "no_text",
    "tuple": "no_list",
    "too_short": "empty",
    "dict": "no_mapping",
    "model": "no_mapping",
    "missing": "short",
    "too_long": "long",
}
"""Which sentence tells what is wrong, by the beginning of pydantic's name for an error: of two the first counts."""


LONGEST_NAME, LONGEST_TEXT = 100, 2000
"""Letters of a name, and of a line: each name is tried in every line that may hold it, which would take for ever."""


def refusal(code: Code, problem: str, remedy: str) -> PydanticCustomError:
    """Return an error that a validator raises and that becomes a diagnostic with this code."""
    return PydanticCustomError("refusal", "{problem}", {"code": code, "problem": problem, "remedy": remedy})


def _sound(text: str) -> str:
    """Let a line pass whose markup can be compiled."""
    try:
        named_in(text)
    except MarkupError as error:
        raise refusal(error.code, error.problem, error.remedy) from None
    return text


def at_most(letters: int) -> AfterValidator:
    """Let a text pass that has no more letters."""

    def checked(text: str) -> str:
        if len(text) > letters:
            raise refusal(
                Code.LENGTH, to_user("fit.length", count=len(text)), to_user("fit.length.mend", number=letters)
            )
        return text

    return AfterValidator(checked)


def plain(text: str) -> str:
    """Let words pass that are put into lines and so have no markup of their own."""
    if any(sign in text for sign in "{}[]"):
        raise refusal(Code.MARKUP, to_user("fit.markup"), to_user("fit.markup.mend"))
    return text


def several(value: object) -> object:
    """Take a single text for a list of one."""
    return (value,) if isinstance(value, str) else value


Word = Annotated[str, StringConstraints(min_length=1)]
PlainText = Annotated[Word, at_most(LONGEST_TEXT), AfterValidator(plain)]
NameText = Annotated[Word, at_most(LONGEST_NAME)]
Name = Annotated[NameText, AfterValidator(plain)]
LineText = Annotated[Word, at_most(LONGEST_TEXT), AfterValidator(_sound)]
Variants = Annotated[tuple[LineText, ...], BeforeValidator(several)]


def fitted(model: type[Fitting], document: Document, faults: list[Diagnostic]) -> Fitting | None:
    """Return the document in the shape of its schema; None where it does not fit, with the reasons in `faults`."""
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        faults += [_diagnostic(document, found) for found in error.errors(include_url=False)]
        return None


def _diagnostic(document: Document, error: ErrorDetails) -> Diagnostic:
    kind = error["type"]
    where = document.nearest(error["loc"])
    mark = document.marks[where]
    name = ".".join(str(step) for step in where) or to_user("fit.file")
    context: dict[str, Any] = error.get("ctx", {})
    if kind == "refusal":
        told = to_user("fit.told", name=name, detail=context["problem"])
        return mark.fault(context["code"], told, context["remedy"])
    key = error["loc"][-1] if error["loc"] else ""
    if kind == "missing" and isinstance(key, str):
        return mark.fault(Code.MISSING_KEY, to_user("check.lacks", name=name, text=key), to_user("check.add", name=key))
    if kind == "extra_forbidden":
        return mark.fault(Code.UNKNOWN_KEY, to_user("check.key", name=name), to_user("check.key.mend"))
    what = next((what for start, what in MISFITS.items() if kind.startswith(start)), None)
    if what is not None:
        return mark.fault(Code.VALUE, to_user(f"fit.{what}", name=name), to_user(f"fit.{what}.mend"))
    return mark.fault(Code.VALUE, to_user("fit.told", name=name, detail=error["msg"]), to_user("yaml.deep.mend"))


COMMANDS = frozenset(
    ["help", "repeat", "undo", "pause", "resume", "state", "leave", "louder", "softer", "quit", "next", "phone"]
)
"""What may be told the narrator at any prompt: each needs a word to say or type."""

ANSWERS = frozenset((*ANSWER_IDS.values(), "tie", "denounce")) - {ANSWER_IDS[SILENT]}
"""The answers that are words: each needs at least one."""


def _only(*placeholders: str) -> AfterValidator:
    """Let a phrase pass that has no markup but these placeholders."""

    def checked(phrase: str) -> str:
        rest = phrase
        for placeholder in placeholders:
            rest = rest.replace(placeholder, "")
        plain(rest)
        return phrase

    return AfterValidator(checked)


def _said(respelling: str) -> str:
    """Let a respelling pass that a voice can say."""
    if not any(letter.isalnum() for letter in respelling):
        raise refusal(Code.RESPELLING, to_user("fit.respelling"), to_user("fit.respelling.mend"))
    return plain(respelling)


class CardWords(Schema):
    """A card: with its article, without, in the plural after a number; and what it does, in a sentence or two.

    `aliases` are other names that are understood: as pieces are printed, as people say.
    """

    name: Name
    bare: Name
    many: Name
    reminder: PlainText
    aliases: tuple[Name, ...] = ()


class NameWords(Schema):
    """A camp or an office, with its article, and other names of it that are understood."""

    name: Name
    aliases: tuple[Name, ...] = ()


class Joins(Schema):
    """What stands between the items of a list, and before its last item."""

    comma: Name
    last: Name


class PlayingWords(Schema):
    """Playing cards: ranks and suits by their letter, and how the two make a name: `{rank}` and `{suit}`."""

    card: Annotated[NameText, _only("{rank}", "{suit}")]
    ranks: dict[str, Name]
    suits: dict[str, Name]


class CountingWords(Schema):
    """How a voice says numbers before what they count, where a consonant or a vowel follows; never before `apart`."""

    consonant: dict[str, Name] = Field(default_factory=dict)
    vowel: dict[str, Name] = Field(default_factory=dict)
    apart: tuple[Name, ...] = ()


class Words(Schema):
    """A game's words in one language, over the words that all games share.

    A line has one or several variants. `seat` is how a seat without a name is spoken of, `seat_addressed` how it
    is spoken to, where that is something else. `singular` are the numbers that
    take the words for one. `compositions` are called so where somebody types one. `pronunciations` are words that a
    voice says better in another spelling. `foreign` is what is `called` otherwise in the other languages that were
    loaded with this one: `load_pack` adds it.
    """

    language: PlainText
    title: Name
    summary: PlainText
    cards: dict[str, CardWords]
    camps: dict[str, NameWords]
    compositions: dict[str, Name] = Field(default_factory=dict)
    office: NameWords | None = None
    lines: dict[str, Variants]
    prompts: dict[str, LineText]
    seat: Annotated[NameText, _only("{number}")]
    seat_addressed: Annotated[NameText, _only("{number}")] | None = None
    joins: Joins
    singular: tuple[Literal["0", "1"], ...] = ("1",)
    counting: CountingWords = CountingWords()
    playing: PlayingWords
    commands: dict[str, Annotated[tuple[Name, ...], Field(min_length=1)]]
    answers: dict[str, Annotated[tuple[Name, ...], Field(min_length=1)]]
    pronunciations: dict[PlainText, Annotated[str, AfterValidator(_said)]] = Field(default_factory=dict)
    foreign: dict[str, tuple[Name, ...]] = Field(default_factory=dict)

    @property
    def called(self) -> dict[str, tuple[str, ...]]:
        """Return all names of cards, compositions and the office, by their ids."""
        cards = {card: (its.bare, its.name, its.many, *its.aliases) for card, its in self.cards.items()}
        compositions = {id_: (name,) for id_, name in self.compositions.items()}
        return cards | compositions | ({OFFICE: (self.office.name, *self.office.aliases)} if self.office else {})

    def label(self, id_: str) -> str:
        """Return how a card, a token or a camp is called where it stands alone; what is none of them, as it is."""
        if id_ in self.cards:
            return capitalised(self.cards[id_].bare)
        return capitalised(self.camps[id_].name) if id_ in self.camps else id_

    @property
    def seat_forms(self) -> tuple[str, ...]:
        """Return how seats without a name are spoken of, and to where that is something else."""
        return (self.seat,) if self.seat_addressed is None else (self.seat, self.seat_addressed)
