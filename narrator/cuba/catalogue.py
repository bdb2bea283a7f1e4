"""Every line and question of Mafia de Cuba: what a pack must have words for."""

from __future__ import annotations

from narrator.core.vocabulary import Line, Question, Vocabulary
from narrator.cuba import counting, enquiry, epilogue, pockets, prologue, remarks, reveal, robbery

PHASES = (prologue, robbery, counting, pockets, enquiry, remarks, reveal, epilogue)
ASKING = (prologue, counting, pockets, enquiry, reveal, epilogue)


def vocabulary() -> Vocabulary:
    """Return the vocabulary of the game."""
    said: list[Line] = [line for phase in PHASES for line in phase.LINES]
    asked: list[Question] = [question for phase in ASKING for question in phase.QUESTIONS]
    return Vocabulary.of(said, asked)
