"""Whether a pack's rules agree with themselves: cards that exist, full tables, decks that can be dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from narrator.story.diagnostics import Code, Diagnostic
from narrator.story.rules import Composition, VillageRules
from narrator.story.yaml_source import Document, Where


def incoherences(rules: VillageRules, source: Document) -> list[Diagnostic]:
    """Return what contradicts itself in the rules, whatever the engine."""
    return [*_unknown_cards(rules, source), *_table(rules, source), *_compositions(rules, source)]


def _unknown_cards(rules: VillageRules, source: Document) -> Iterator[Diagnostic]:
    named: list[tuple[str, Where]] = [(rules.filler, ("filler",)), (rules.hunters.card, ("hunters", "card"))]
    named += [(added, ("cards", card, "adds", added)) for card, its in rules.cards.items() for added in its.adds]
    for where, composition in _suggestions(rules):
        named += [(card, (*where, "adds", index)) for index, card in enumerate(composition.adds)]
    for card, place in named:
        if card not in rules.cards:
            yield source.mark(place).fault(
                Code.CARD, f"there is no card {card!r}", f"write one of {', '.join(rules.cards)}, or add it to `cards`"
            )


def _suggestions(rules: VillageRules) -> Iterator[tuple[Where, Composition]]:
    yield from ((("compositions", name), composition) for name, composition in rules.compositions.items())
    yield from ((("decks", name), deck) for name, deck in rules.decks.items())


def _table(rules: VillageRules, source: Document) -> Iterator[Diagnostic]:
    """The rows must follow each other from the least to the greatest number of players, and leave somebody to hunt."""
    players, hunters = rules.players, rules.hunters
    box = rules.cards[hunters.card].box if hunters.card in rules.cards else 0
    due: int | None = None
    for index, (least, most, number) in enumerate(hunters.table):
        mark = source.mark(("hunters", "table", index))
        if due is None and least > players.hard_least:
            remedy = f"begin the first row with {players.hard_least} or less"
            yield mark.fault(Code.HUNTERS, f"the table begins with {least} players", remedy)
        if due is not None and least != due:
            problem = f"the row begins with {least} players where {due} is next"
            yield mark.fault(Code.HUNTERS, problem, f"begin the row with {due}")
        if most < least:
            yield mark.fault(Code.HUNTERS, f"a row from {least} to {most} players", "write the smaller number first")
        if number >= max(least, players.hard_least):
            yield mark.fault(Code.HUNTERS, f"{number} hunters among {least} players", "leave somebody to be hunted")
        if 0 < box < number:
            problem = f"{number} hunters where the box holds {box} of {hunters.card!r}"
            yield mark.fault(Code.HUNTERS, problem, f"write {box} or less, or a greater `box`")
        due = most + 1
    if due is None or due <= players.hard_most:
        yield source.mark(("hunters", "table")).fault(
            Code.HUNTERS,
            f"the table ends before {players.hard_most} players",
            f"add rows up to `hard_most`, {players.hard_most}",
        )


def _compositions(rules: VillageRules, source: Document) -> Iterator[Diagnostic]:
    if rules.filler in rules.cards and rules.cards[rules.filler].box:
        yield source.mark(("cards", rules.filler, "box")).fault(
            Code.COMPOSITION, "the filler takes every seat that is left, so it cannot be limited", "write `box: 0`"
        )
    for where, composition in _suggestions(rules):
        so_far: Counter[str] = Counter()
        for index, card in enumerate(composition.adds):
            mark = source.mark((*where, "adds", index))
            so_far[card] += 1
            if card in (rules.filler, rules.hunters.card):
                problem = f"{card!r} comes into every game by itself"
                yield mark.fault(Code.COMPOSITION, problem, "take it out of `adds`")
            elif card in rules.cards and 0 < rules.cards[card].box < so_far[card]:
                problem = f"{card!r} is added more often than the box holds it"
                yield mark.fault(Code.COMPOSITION, problem, "take it out, or write a greater `box`")
