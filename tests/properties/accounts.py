"""Public records of parties, cut up and compared as far as their histories are the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Account:
    """A public record cut in two at every dawn call and nightfall; `facts` are what each day declassified."""

    nights: list[list[str]]
    days: list[list[str]]
    facts: list[object]


def account(heard: Sequence[str]) -> Account:
    """Cut a record up: nights with what came before them and the dawn call that ends them, and days.

    A call that is heard again after a power cut begins nothing new.
    """
    nights: list[list[str]] = []
    days: list[list[str]] = []
    part: list[str] = []
    by_day = False
    for line in heard:
        said = str(json.loads(line).get("line", "")) if line.startswith("{") else ""
        if by_day and said.startswith("nightfall"):
            days.append(part)
            part, by_day = [], False
        part.append(line)
        if not by_day and said == "dawn":
            nights.append(part)
            part, by_day = [], True
    (days if by_day else nights).append(part)
    return Account(nights, days, [facts(day) for day in days])


def facts(day: Sequence[str]) -> object:
    """Return what a day declassified: what was said of seats and cards, and what was answered in public.

    The order in which those are named who died together is none of it, nor when it was said, nor in which words. Nor
    who left, and what he showed: that he leaves is a public act, which does the same at every table.
    """
    told: list[str] = []
    cards: set[str] = set()
    left: set[int] = set()
    for line in day:
        entry = json.loads(line) if line.startswith("{") else {}
        said = str(entry.get("line", ""))
        if said == "left.dead":
            left.update(entry["seats"])
        elif said.startswith("dead."):
            if entry["seat"] not in left:
                cards.add(f"{entry['seat']} {entry.get('role')} {entry.get('camp')}")
        elif said and entry.keys() & {"seat", "seats", "role", "camp"}:
            seats = sorted(entry.get("seats", [entry.get("seat")]))
            told.append(f"{said} {seats} {entry.get('role')} {entry.get('camp')}")
        elif entry.get("kind") == "answer":
            told.append(f"{entry['question']} {entry['value']}")
        elif entry.get("kind") == "outcome":
            told.append(str(entry["value"]))
    return told, sorted(cards)


def difference(one: Sequence[str], other: Sequence[str]) -> tuple[int, str | None]:
    """Compare two records as far as their histories are the same.

    Return how many nights were compared, and where they differ, or None: then nothing secret was heard.
    """
    first, second = account(one), account(other)
    compared = 0
    for number, (here, there) in enumerate(zip(first.nights, second.nights, strict=False)):
        if here != there:
            return compared, _first(here, there)
        compared += 1
        if number >= min(len(first.days), len(second.days)) or first.facts[number] != second.facts[number]:
            break
        if first.days[number] != second.days[number]:
            return compared, _first(first.days[number], second.days[number])
    return compared, None


def _first(here: Sequence[str], there: Sequence[str]) -> str:
    for left, right in zip(here, there, strict=False):
        if left != right:
            return f"{left}\n{right}"
    longer = here if len(here) > len(there) else there
    return f"only at one table: {longer[min(len(here), len(there))]}"
