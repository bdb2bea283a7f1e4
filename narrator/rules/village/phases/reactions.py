"""The storyteller's remarks on the night, the verdict and the evening: from what he remembers, and nothing else.

One remark each time, the rarest that fits; where much is to be told, a memory and what is left for the dead besides.
All of it is an aside: it asks nothing, decides nothing, and a pack may do without.
"""

from __future__ import annotations

from narrator.rules.core.effects import Fact, Form, Say
from narrator.rules.core.keyed_draws import drawn, public_key
from narrator.rules.core.play import Play, Wordiness
from narrator.rules.core.vocabulary import Eyes, asides
from narrator.rules.village import declassify
from narrator.rules.village.chronicle import KEEPSAKES, Chronicle
from narrator.rules.village.state import VillageState
from narrator.rules.village.table import Judgement

LAST_STAND = 3
"""So many chairs are the last."""


def at_dawn(state: VillageState) -> Play[None]:
    """Remark on a night that was told."""
    if state.options.words is Wordiness.FEW or state.tonight.song or state.quiet:
        return
    dead = state.chronicle.dawns[-1]
    yield _of_the_dead(state, dead) if dead else state.aside(_of_nobody(state.chronicle))
    yield from _remembered(state, dead)


def at_verdict(state: VillageState) -> Play[None]:
    """Remark on what a day has decided."""
    if state.options.words is Wordiness.FEW:
        return
    condemned = state.chronicle.verdicts[-1]
    remark = _of_the_condemned(state, condemned) if condemned else _of_the_spared(state)
    if remark is not None:
        yield remark
    yield from _remembered(state, condemned)


def at_nightfall(state: VillageState) -> Play[None]:
    """Count the chairs after a day that took somebody, and remember something, before anybody is called."""
    memory = state.chronicle
    if state.options.words is Wordiness.FEW or not memory.gone:
        return
    rich = state.options.words is Wordiness.RICH
    if not (rich and len(state.living) == LAST_STAND):  # the last stand was told by day
        yield state.aside("nightfall.chairs", count=declassify.count(len(state.living)))
    if rich:
        line, facts = drawn(public_key(state.setup.seed), _memories(state), "memory", memory.night)
        yield state.aside(line, **facts)


def tease(state: VillageState) -> Say | None:
    """Return what may be said in a debate that has fallen silent: what was entered of the days before."""
    memory = state.chronicle
    if state.options.words is Wordiness.FEW:
        return None
    if state.options.day is Judgement.TRIALS and not any(memory.doubted):
        return state.aside("tease.unaccused")
    if not memory.verdicts:
        return None
    doubted = [seat for seat in sorted(memory.doubted[-2]) if seat in state.living] if len(memory.doubted) > 1 else []
    if doubted:
        return state.aside("tease.doubted", seats=declassify.seats(doubted))
    if not memory.verdicts[-1]:
        return None if memory.pardoned else state.aside("tease.spared")
    if memory.innocents.issuperset(memory.verdicts[-1]):
        return state.aside("tease.innocent")
    return None


def _of_nobody(memory: Chronicle) -> str:
    """Return the remark on a night without a death: another one in a row, the second of the game, or any."""
    quiet = [night for night, dead in enumerate(memory.dawns) if not dead]
    if len(quiet) > 1 and quiet[-1] - quiet[-2] == 1:
        return "react.spared.again"
    return "react.spared.second" if len(quiet) == 2 else "react.spared"


def _of_the_dead(state: VillageState, dead: tuple[int, ...]) -> Say:
    memory = state.chronicle
    all_dead = memory.since(dead)
    if memory.wore.intersection(all_dead):
        return state.aside("react.office")
    if len(all_dead) > 1:
        return state.aside("react.two")
    if memory.hunters.issuperset(dead):
        return state.aside("react.felled")
    yesterday = memory.verdicts[-1] if memory.verdicts else ()
    if state.options.words is Wordiness.RICH and len(yesterday) == 1:
        before, seat = declassify.seat(*yesterday), declassify.seat(*dead)
        return state.aside("memory.toll", before=before, seat=seat)
    return state.aside("react.neighbour" if memory.neighbours(*dead) else "react.one")


def _of_the_condemned(state: VillageState, condemned: tuple[int, ...]) -> Say | None:
    memory = state.chronicle
    if memory.hunters.intersection(condemned):
        return state.aside("react.hunter")
    again = next((seat for seat in condemned if memory.doubted_before(seat)), None)
    if again is not None:
        return state.aside("react.twice", seat=declassify.seat(again))
    if memory.wore.intersection(condemned):
        return state.aside("react.office.voted")
    return state.aside("react.innocent") if memory.innocents.issuperset(memory.since(condemned)) else None


def _of_the_spared(state: VillageState) -> Say | None:
    """Return the remark on a day that condemned nobody: on who was doubted before too, or on a vote that was tied.

    Whom his card saved was condemned all the same.
    """
    memory = state.chronicle
    if memory.pardoned:
        return None
    doubted = (seat for seat in sorted(memory.doubted[-1]) if seat in state.living)
    again = next((seat for seat in doubted if memory.doubted_before(seat)), None)
    if again is not None:
        return state.aside("react.twice.spared", seat=declassify.seat(again))
    return state.aside("react.tie") if memory.doubted[-1] and state.options.day is Judgement.VOTE else None


def _remembered(state: VillageState, dead: tuple[int, ...]) -> Play[None]:
    """Leave something for the dead, and count the last chairs."""
    if state.options.words is not Wordiness.RICH or not dead:
        return
    thing = state.chronicle.keep(dead)
    if thing is not None:
        yield state.aside(f"keepsake.{thing}", seats=declassify.seats(dead))
    if len(state.living) == LAST_STAND:
        yield state.aside("memory.stand")


def _memories(state: VillageState) -> list[tuple[str, dict[str, Fact]]]:
    """Return what may be remembered tonight: what is left for the dead, who still hunts, and how long it has lasted."""
    memory = state.chronicle
    ways: list[tuple[str, dict[str, Fact]]] = [("memory.nights", {"count": declassify.count(memory.night)})]
    ways += [(f"keepsake.{thing}.again", {"seats": declassify.seats(dead)}) for thing, dead in memory.kept.items()]
    if memory.hunters_left is not None:
        ways.append(("memory.hunters", {"count": declassify.count(memory.hunters_left)}))
    return ways


LINES = (
    *asides("react.spared", "react.spared.again", "react.spared.second"),
    *asides("react.one", "react.two", "react.felled", "react.neighbour", "react.office", "react.office.voted"),
    *asides("react.hunter", "react.innocent", "react.tie"),
    *asides("react.twice", "react.twice.spared", seat=Form.SEAT),
    *asides("memory.toll", before=Form.SEAT, seat=Form.SEAT),
    *asides("memory.stand"),
    *asides("memory.hunters", eyes=Eyes.CLOSED, count=Form.NUMBER),
    *asides("nightfall.chairs", "memory.nights", eyes=Eyes.CLOSED, circle=True, count=Form.NUMBER),
    *asides(*(f"keepsake.{thing}" for thing in KEEPSAKES), seats=Form.SEAT),
    *asides(*(f"keepsake.{thing}.again" for thing in KEEPSAKES), eyes=Eyes.CLOSED, seats=Form.SEAT),
    *asides("tease.unaccused", "tease.spared", "tease.innocent"),
    *asides("tease.doubted", seats=Form.SEAT),
)
