"""What was noted of a public answer, in words: told back by day on screens on which nothing typed is left standing."""

from __future__ import annotations

from narrator.core.answers import Answer
from narrator.core.effects import Form, Term
from narrator.story.wording import Wording
from narrator.ui.clean_text import clean


def told_back(answer: Answer, wording: Wording) -> str:
    """Return what was noted; empty where somebody only went on, and for a departure, which is told by itself."""
    told = wording.named(answer)
    return told and clean(wording.line("screen.noted", text=Term(Form.TEXT, told)))
