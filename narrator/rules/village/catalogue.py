"""Every line and question that a composition of powers can use: what a pack must have words for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from narrator.rules.core.answers import Kind
from narrator.rules.core.vocabulary import Question, Vocabulary
from narrator.rules.village import windows
from narrator.rules.village.phases import (
    day,
    dealing,
    deaths,
    debate,
    epilogue,
    judgement,
    night,
    office,
    prologue,
    reactions,
)
from narrator.rules.village.powers import POWERS
from narrator.rules.village.powers.power import Power

PHASES = (prologue, dealing, windows, night, day, debate, office, judgement, deaths, reactions, epilogue)

KEPT = ("lovers.told", "infect.told", "piper.kept")
"""The lines that tell one player something for good, as `Show.kept` names them."""


def vocabulary(powers: Iterable[str]) -> Vocabulary:
    """Return the vocabulary of the night-and-day game with these powers."""
    used = [POWERS[name] for name in powers]
    lines = [line for phase in PHASES for line in phase.LINES]
    questions = [question for phase in PHASES for question in getattr(phase, "QUESTIONS", ())]
    for power in used:
        lines += power.lines
        questions += (*power.questions, *_identifying(power))
    return Vocabulary.of(lines, questions)


def _identifying(power: Power) -> tuple[Question, ...]:
    """Return what a leader with real cards is asked at the first call of a power."""
    if not power.slots or power.needs:
        return ()
    question = partial(Question, secret=True, identifies=True)
    if power.alone:
        return (question(f"{power.id}.seat", Kind.SEATS, "its seat (meneur with real cards) | none"),)
    return (
        question(f"{power.id}.seats", Kind.SEATS, "their seats (meneur with real cards) | none"),
        question(f"{power.id}.count", Kind.NUMBER, "how many were dealt (meneur with real cards)"),
    )
