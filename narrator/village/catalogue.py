"""Every line and question that a composition of powers can use: what a pack must have words for."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.core.answers import Kind
from narrator.core.vocabulary import Question, Vocabulary
from narrator.village.phases import (
    day,
    dealing,
    deaths,
    epilogue,
    night,
    office,
    prologue,
    reactions,
    secret_round,
    trials,
    turning_points,
    vote,
)
from narrator.village.powers import POWERS

PHASES = (
    prologue,
    dealing,
    secret_round,
    night,
    day,
    office,
    vote,
    trials,
    deaths,
    reactions,
    turning_points,
    epilogue,
)


def vocabulary(powers: Iterable[str]) -> Vocabulary:
    """Return the vocabulary of the night-and-day game with these powers."""
    used = [POWERS[name] for name in powers]
    lines = [line for phase in PHASES for line in phase.LINES]
    questions = [question for phase in PHASES for question in getattr(phase, "QUESTIONS", ())]
    for power in used:
        lines += power.lines
        questions += power.questions
        if power.slots and power.alone and not power.needs:
            questions.append(
                Question(
                    f"{power.id}.seat", Kind.SEATS, "its seat (meneur with real cards) | none", secret=True, led=True
                )
            )
    return Vocabulary.of(lines, questions)
