"""The curve of an evening: the more players have died, as all know, the lower and slower the nights are told."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.session.state.public_facts import Facts

LOWEST = -3.0
"""Decibels by which the darkest night is lower than the first."""

SLOWEST = 1.25
"""How many times as long the pauses of the darkest night are."""

DARKEST = 0.6
"""The share of a table whose deaths make a night the darkest."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How it is told now: how many decibels lower (`gain`), and how many times as long the pauses are."""

    gain: float = 0.0
    pauses: float = 1.0


OPENLY = Telling()
"""To open eyes everything is told alike, all evening."""


def telling(facts: Facts, *, closed: bool) -> Telling:
    """Return how it is told to open or `closed` eyes: by what everybody knows, and nothing else."""
    if not closed:
        return OPENLY
    depth = min(1.0, len(facts.dead) / (DARKEST * facts.players))
    return Telling(LOWEST * depth, 1 + (SLOWEST - 1) * depth)
