"""Newcomers at a terminal, in French: how soon they are asked something, and how often until the first night."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from terminals import PseudoTerminal

FIRST = "Qui joue ?"
ANSWERS = (
    ("À quoi jouez-vous ?", ""),
    ("Entrée quand le cercle est prêt", ""),
)
"""What is asked then, and what somebody types who takes what is offered."""

DEALT = "1 Alice"
"""What stands over the first card that is shown: from there on to the first night nobody answers."""


def to_the_first_night() -> tuple[float, float, int]:
    """Return the seconds to the first question, by the clock and of a processor, and the answers to the first night."""
    with TemporaryDirectory() as home:
        words = ("play", "--plain", "--no-sound", "--pace", "instant", "--lang", "fr")
        began = time.perf_counter()
        with closing(PseudoTerminal(Path(home), *words)) as terminal:
            terminal.awaited(FIRST)
            waited, busy = time.perf_counter() - began, terminal.processor_seconds
            terminal.type("Alice Bruno Chloé David Emma Farid Gwen Hugo\r")
            for question, answer in ANSWERS:
                terminal.awaited(question)
                terminal.type(f"{answer}\r")
            terminal.awaited(DEALT)
    return waited, busy, 1 + len(ANSWERS)
