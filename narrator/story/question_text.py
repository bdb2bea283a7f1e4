"""The words of an open question as surfaces show them: to people who type their answer, and to people who touch it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


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
        """Return the question with both of its texts changed."""
        return QuestionText(change(self.typed), change(self.touched))
