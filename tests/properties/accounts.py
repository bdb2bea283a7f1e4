"""Public records of parties, cut up and compared as far as their histories are the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Account:
    """A public record cut in two wherever eyes close or open.

    `dealt` says whether the first of the nights is the rounds of the deal.
    """

    nights: list[list[str]]
    days: list[list[str]]
    dealt: bool


@dataclass(frozen=True)
class Facts:
    """What a day declassified: what was said of seats and cards and answered in public, which card each seat showed.

    The order in which those are named who died together is none of it, nor when it was said, nor in which words. Nor
    that somebody `left`, and shows a card: that is a public act, which does the same at every table. Which card is.
    """

    told: list[str]
    cards: dict[int, str]
    left: set[int]

    def same(self, other: Facts) -> bool:
        """Whether two tables know the same. A card that one of them has not seen of who left is no fact: it leaked."""
        unseen = (self.left | other.left) - (self.cards.keys() & other.cards.keys())
        shown = [{seat: card for seat, card in one.cards.items() if seat not in unseen} for one in (self, other)]
        return self.told == other.told and shown[0] == shown[1]


def account(heard: Sequence[str]) -> Account:
    """Cut a record up: nights with what came before them and the dawn call that ends them, and days.

    The rounds of the deal are such a night, and their end begins a day: before the first nightfall the table may elect,
    split in two, and bury who leaves. A call that is heard again after a power cut begins nothing new.
    """
    nights: list[list[str]] = []
    days: list[list[str]] = []
    part: list[str] = []
    by_day = fell = dealt = False
    for line in heard:
        # Nearly all the time of a comparison went into reading every line as JSON.
        said = line.partition('"line": "')[2].partition('"')[0] if line.startswith("{") else ""
        if said.startswith("nightfall"):
            fell = True
            if by_day:
                days.append(part)
                part, by_day = [], False
        elif said == "deal.again" and by_day:
            part, by_day = nights.pop() + part, False
        part.append(line)
        if not by_day and (said == "dawn" or (said == "round.end" and not fell)):
            dealt |= not fell
            nights.append(part)
            part, by_day = [], True
    (days if by_day else nights).append(part)
    return Account(nights, days, dealt)


def facts(day: Sequence[str]) -> Facts:
    found = Facts([], {}, set())
    for line in day:
        entry = json.loads(line) if line.startswith("{") else {}
        said = str(entry.get("line", ""))
        if said == "left.dead":
            found.left.update(entry["seats"])
        elif said.startswith("dead.") and "seat" in entry:
            found.cards[entry["seat"]] = f"{entry.get('role')} {entry.get('camp')}"
        elif said and entry.keys() & {"seat", "seats", "role", "camp"}:
            seats = sorted(entry.get("seats", [entry.get("seat")]))
            found.told.append(f"{said} {seats} {entry.get('role')} {entry.get('camp')}")
        elif entry.get("kind") == "answer":
            found.told.append(f"{entry['question']} {entry['value']}")
        elif entry.get("kind") == "outcome":
            found.told.append(str(entry["value"]))
    return found


def difference(one: Sequence[str], other: Sequence[str]) -> tuple[int, str | None]:
    """Compare two records as far as their histories are the same.

    Return how many nights were compared, and where they differ, or None: then nothing secret was heard.
    """
    first, second = account(one), account(other)
    compared = 0
    for number, (here, there) in enumerate(zip(first.nights, second.nights, strict=False)):
        if here != there:
            return compared, _first(here, there)
        compared += number > 0 or not first.dealt
        if number >= min(len(first.days), len(second.days)):
            break
        if not facts(first.days[number]).same(facts(second.days[number])):
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
