"""Every line and question of Mafia de Cuba: what a pack must have words for."""

from __future__ import annotations

from narrator.rules.core.vocabulary import Vocabulary
from narrator.rules.cuba import enquiry, reveal, robbery

PHASES = (robbery, enquiry, reveal)


def vocabulary() -> Vocabulary:
    """Return the vocabulary of the game."""
    lines = (line for phase in PHASES for line in phase.LINES)
    questions = (question for phase in PHASES for question in getattr(phase, "QUESTIONS", ()))
    return Vocabulary.of(lines, questions)
