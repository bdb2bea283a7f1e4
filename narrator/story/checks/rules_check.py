"""Whether an engine can play a pack's rules: powers, camps, calls, windows and options that it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain

from narrator.story.capabilities import EngineFacts, Settings
from narrator.story.diagnostics import Code, Diagnostic
from narrator.story.rules import CubaRules, Rules, VillageRules
from narrator.story.yaml_source import Document


def one_of(wrong: str, known: Iterable[str]) -> str:
    """Return the remedy for a name that does not exist: the one that was meant, or all there are."""
    names = sorted(known)
    close = get_close_matches(wrong, names, n=1)
    return f"did you mean {close[0]}?" if close else f"write one of {', '.join(names)}"


def or_out(wrong: str, known: Iterable[str]) -> str:
    """Return the remedy for a name that nothing uses: the one that was meant, or to take it out."""
    close = get_close_matches(wrong, sorted(known), n=1)
    return f"did you mean {close[0]}? Otherwise take it out" if close else "take it out"


def rule_faults(rules: Rules, source: Document, facts: EngineFacts) -> list[Diagnostic]:
    """Return where the rules name what the engine does not have, or lack what it needs."""
    own: Iterator[Diagnostic] = iter(())
    match rules:
        case VillageRules():
            own = chain(_cards(rules, source, facts), _calls(rules, source, facts))
        case CubaRules():
            own = _tokens(rules, source, facts)
        case _:
            pass
    return [*own, *_windows(rules, source, facts), *_options(rules, source, facts)]


def _tokens(rules: CubaRules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    for players, row in rules.tokens.items():
        for token in row:
            if token not in facts.cards:
                mark = source.mark(("tokens", str(players), token))
                yield mark.fault(Code.CARD, f"there is no token {token!r}", one_of(token, facts.cards))


def _cards(rules: VillageRules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    for name, card in rules.cards.items():
        if card.camp not in facts.camps:
            mark = source.mark(("cards", name, "camp"))
            yield mark.fault(Code.CAMP, f"there is no camp {card.camp!r}", one_of(card.camp, facts.camps))
        for index, power in enumerate(card.powers):
            if power not in facts.powers:
                mark = source.mark(("cards", name, "powers", index))
                yield mark.fault(Code.POWER, f"there is no power {power!r}", one_of(power, facts.powers))


def _calls(rules: VillageRules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    """Every power that is called at night must be called, once, and every call must have a card that answers."""
    callable_ = {name for name, opening in facts.openings.items() if opening.called}
    times: Counter[str] = Counter()
    for night, names in (("first_night", rules.calls.first_night), ("every_night", rules.calls.every_night)):
        for index, name in enumerate(names):
            mark = source.mark(("calls", night, index))
            times[name] += 1
            if name not in callable_:
                yield mark.fault(Code.CALL, f"there is no call {name!r}", one_of(name, callable_))
            elif times[name] > 1:
                yield mark.fault(Code.IDLE_CALL, f"{name!r} is called twice", "keep one of the two")
            elif facts.openings[name].carrier not in rules.powers:
                carrier = facts.openings[name].carrier
                problem = f"{name!r} is called, and no card has the power {carrier!r}"
                yield mark.fault(Code.IDLE_CALL, problem, "take the call out, or give the power to a card")
    for name in sorted(callable_ - set(times)):
        if facts.openings[name].carrier in rules.powers:
            problem = f"the power {name!r} is in the game and is never called"
            yield source.mark(("calls",)).fault(Code.UNCALLED, problem, f"add {name} to `first_night` or `every_night`")


def _windows(rules: Rules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    due = {
        name: opening.slots + len(rules.powers & opening.more)
        for name, opening in facts.openings.items()
        if not opening.carrier or opening.carrier in rules.powers
    }
    for name, slots in due.items():
        shape = ", ".join(["10"] * slots)
        if name not in rules.windows:
            yield source.mark(("windows",)).fault(
                Code.NO_WINDOW, f"the window {name!r} has no length", f"add `{name}: [{shape}]`, in seconds"
            )
        elif len(rules.windows[name]) != slots:
            problem = f"the window {name!r} needs {slots} lengths, one a slot, and has {len(rules.windows[name])}"
            remedy = f"write seconds such as [{shape}]"
            yield source.mark(("windows", name)).fault(Code.SLOTS, problem, remedy)
    for name in rules.windows:
        if name not in due:
            problem = f"no card of this game opens a window {name!r}"
            yield source.mark(("windows", name)).fault(Code.WINDOW, problem, or_out(name, due))


def _options(rules: Rules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    """Each option must be known and take its value; those that do must not contradict each other."""
    sound: dict[str, tuple[str, ...]] = {}
    for name, value in rules.options.items():
        mark = source.mark(("options", name))
        if name not in facts.options:
            yield mark.fault(Code.OPTION, f"there is no option {name!r}", one_of(name, facts.options))
        elif refusal := _refusal({name: value}, facts):
            yield mark.fault(Code.OPTION_VALUE, *refusal)
        else:
            sound[name] = value
    if refusal := _refusal(sound, facts):
        yield source.mark(("options",)).fault(Code.OPTION_VALUE, *refusal)


def _refusal(settings: Settings, facts: EngineFacts) -> tuple[str, str] | None:
    """Return why these options cannot be, and what to write instead; None where they can."""
    try:
        facts.read_options(settings)
    except ValueError as error:
        problem, _, remedy = str(error).partition(": ")
        return problem, remedy or "write a value that it takes"
    return None
