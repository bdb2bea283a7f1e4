"""The bridge from pydantic to numbered diagnostics: a document that fits its schema, or faults with their places."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from narrator.story.diagnostics import Code, Diagnostic
from narrator.story.marks import Document
from narrator.story.markup import MarkupError, compiled


class Schema(BaseModel):
    """A part of a file: no key that is not declared, no change once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


Fitting = TypeVar("Fitting", bound=Schema)

REMEDIES = (
    ("int", "write a whole number"),
    ("float", "write a number"),
    ("finite", "write a number"),
    ("greater", "write a greater number"),
    ("bool", "write yes or no"),
    ("string_too_short", "write some words"),
    ("string", "write plain text"),
    ("tuple", "write a list: [a, b]"),
    ("list", "write a list: [a, b]"),
    ("dict", "write `key: value` entries"),
    ("model", "write `key: value` entries"),
)
"""What to write instead, by the beginning of pydantic's name for an error."""


def refusal(code: Code, problem: str, remedy: str) -> PydanticCustomError:
    """Return an error that a validator raises and that becomes a diagnostic with this code."""
    return PydanticCustomError("refusal", "{problem}", {"code": code, "problem": problem, "remedy": remedy})


def _sound(text: str) -> str:
    """Let a line pass whose markup can be compiled."""
    try:
        compiled(text)
    except MarkupError as error:
        raise refusal(error.code, error.problem, error.remedy) from None
    return text


def plain(text: str) -> str:
    """Let words pass that are put into lines and so have no markup of their own."""
    if any(sign in text for sign in "{}[]"):
        raise refusal(Code.MARKUP, "braces or brackets in words that go into lines", "write words alone")
    return text


def several(value: object) -> object:
    """Take a single text for a list of one."""
    return (value,) if isinstance(value, str) else value


Word = Annotated[str, StringConstraints(min_length=1)]
PlainText = Annotated[Word, AfterValidator(plain)]
LineText = Annotated[Word, AfterValidator(_sound)]
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
    name = ".".join(str(step) for step in where) or "the file"
    context: dict[str, Any] = error.get("ctx", {})
    if kind == "refusal":
        return mark.fault(context["code"], f"{name}: {context['problem']}", context["remedy"])
    if kind == "missing":
        key = error["loc"][-1]
        return mark.fault(Code.MISSING_KEY, f"{name} lacks `{key}`", f"add `{key}:`")
    if kind == "extra_forbidden":
        return mark.fault(Code.UNKNOWN_KEY, f"{name} is not a key of the schema", "take it out, or mend its spelling")
    remedy = next((remedy for start, remedy in REMEDIES if kind.startswith(start)), "see the schema of packs")
    return mark.fault(Code.VALUE, f"{name}: {error['msg'][:1].lower()}{error['msg'][1:]}", remedy)
