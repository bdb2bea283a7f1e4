"""What the rows of a journal add up to: answers, scenes, the open slot, the outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from narrator.core.answers import Answer, Leave
from narrator.journal.answer_data import decode


@dataclass
class Record:
    """What the rows of a journal add up to.

    `answers` are (question id, answer) in their order; a departure stands among them with the question that was
    pending, or none. `cue` counts the scenes that were begun aloud. `entry` is the provisional answer of the slot that
    was open.
    """

    answers: list[tuple[str | None, Answer]] = field(default_factory=list)
    cue: int = 0
    entry: Answer | None = None
    outcome: str | None = None

    def add(self, kind: str, question: str | None, value: Any) -> None:
        """Add one row.

        Raises:
            LookupError, TypeError, ValueError: its value has another shape than its kind.
        """
        if question is not None and not isinstance(question, str):
            raise TypeError("a question has a name")
        match kind:
            case "answer":
                self.answers.append((question, decode(value)))
                if not isinstance(self.answers[-1][1], Leave):
                    self.entry = None
            case "entry":
                self.entry = decode(value)
            case "clear":
                self.entry = None
            case "cue":
                self.cue = _count(value)
            case "undo":
                answers, cue = _count(value["answers"]), _count(value["cue"])
                if answers > len(self.answers):
                    raise ValueError("an undo goes back to what never was")
                del self.answers[answers:]
                self.cue, self.entry, self.outcome = cue, None, None
            case "told":
                pass  # earlier narrators told of some undoes later
            case "outcome" if isinstance(value, str):
                self.outcome = value
            case _:
                raise ValueError(f"no row is {kind!r}")


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} counts nothing")
    return value
