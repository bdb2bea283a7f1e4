"""What a session says by itself, made from public news alone."""

from __future__ import annotations

from narrator.core.effects import Fact, Form, Say
from narrator.session.facts import Facts


def said(line: str, occurrence: int = 0) -> Say:
    """Say a line without arguments."""
    return Say(line=line, occurrence=occurrence)


def state(facts: Facts) -> list[Say]:
    """Say how things stand: which night or day, who lives, who is dead, who holds the office."""
    lines: list[Say] = []
    if facts.asleep:
        lines.append(said("resume.night"))
    elif facts.day:
        lines.append(said("resume.day"))
    else:
        lines.append(said("resume.before"))
    if facts.dead:
        lines.append(Say(line="resume.living", args=(("seats", Fact(Form.SEAT, facts.living)),)))
        lines.append(Say(line="resume.dead", args=(("seats", Fact(Form.SEAT, tuple(facts.dead))),)))
    if facts.office is not None:
        lines.append(Say(line="resume.office", args=(("seat", Fact(Form.SEAT, facts.office)),)))
    return lines


def resumed(facts: Facts) -> list[Say]:
    """Say that the game goes on, and how things stand."""
    return [said("resume.hello"), *state(facts)]
