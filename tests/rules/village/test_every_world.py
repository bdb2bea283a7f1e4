"""Law 1, without chance: every deal of a small table, every legal answer or silence in every slot of its nights."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

import pytest
from every_world import EXTENSIONS, FIVE, HABITS, report
from leaks import COUNT_LEAKS, LEAKS, MEMORY_LEAKS, Leaky, Spoil
from states import state
from tables import dealt, extension_cards, table
from worlds import Evenings, Exploration, Tally, TracesDifferError

from narrator.rules.core.answers import SILENT, Answer
from narrator.rules.core.effects import Effect, News, Pause, Topic
from narrator.rules.core.play import Play
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.deaths import depart
from narrator.rules.village.state import VillageState

THOROUGH = pytest.mark.thorough

SEEN_DEAD = Evenings("thiercelieux", "loup-garou sorcière villageois*2", values=(("elect", "never"),))
"""A table on whose second night the witch may be dead, for all to see, and is not called then."""

SHORT = (
    Evenings("thiercelieux", "loup-garou sorcière villageois*3", nights=1, values=(("elect", "never"),)),
    Evenings("mafeking", "boer sergent-major messager fusilier*2", nights=1),
    Evenings("infiltres", "infiltré leader-louange croyant*3", nights=1),
    Evenings("mafia-classique", "mafioso docteur villageois*3", nights=1),
    Evenings("mafia", "mafioso ange-gardien villageois*3", nights=1),
)
"""What is walked in a short run."""

LONGER = (
    Evenings("thiercelieux", "loup-garou renard montreur-d-ours villageois*2", nights=1, values=(("elect", "never"),)),
    Evenings("thiercelieux", "loup-garou joueur-de-flûte villageois*3", nights=1, values=(("elect", "never"),)),
    Evenings(
        "thiercelieux", "loup-garou cupidon villageois*3", nights=1, values=(("elect", "never"), ("lovers", "touch"))
    ),
    SEEN_DEAD,
    Evenings("thiercelieux", "loup-garou sorcière voyante villageois", ties=True, values=HABITS),
)
"""What takes three times as long; five seats are walked so too, where `NARRATOR_FULL` is set."""
WALKED = FIVE if os.environ.get("NARRATOR_FULL") else (*SHORT, *(pytest.param(it, marks=THOROUGH) for it in LONGER))

MAFIA = SHORT[-1]

IN_THE_CENTRE = Evenings("thiercelieux", "loup-garou villageois*4", "voyante sorcière", nights=1)
"""A table whose seer and witch may lie in the centre."""

LOVERS = Evenings("thiercelieux", "loup-garou cupidon villageois*3", nights=1)


@pytest.mark.parametrize("evenings", WALKED, ids=lambda one: one.game)
def test_one_public_history_has_one_public_trace(evenings: Evenings) -> None:
    exploration = Exploration(evenings)
    tally, left = exploration.explore(exploration.begin())
    assert not left
    assert tally.worlds > 10 * tally.histories > 100


def test_every_card_of_the_extensions_is_walked() -> None:
    assert set(extension_cards("thiercelieux")) <= set(dealt(" ".join(one.cards for one in EXTENSIONS)))


def test_the_report_walks_in_portions_what_is_walked_at_once() -> None:
    first, second, last = report([MAFIA], 2)
    exploration = Exploration(MAFIA)
    tally, _ = exploration.explore(exploration.begin())
    assert f"{tally.worlds:,} worlds" in first
    assert f"{tally.histories:,} public histories" in second
    assert last.startswith(f"{tally.worlds:,} worlds")


def test_worlds_in_one_state_are_as_many_as_if_each_was_walked() -> None:
    numbers = count()

    def tally(exploration: Exploration) -> Tally:
        return replace(exploration.explore(exploration.begin())[0], seconds=0.0)

    merged = tally(Exploration(MAFIA))
    each = tally(Exploration(MAFIA, key=lambda _walk: next(numbers).to_bytes(4, "big")))
    assert (merged.worlds, merged.histories) == (each.worlds, each.histories)
    assert merged.played < each.played


# --- planted leaks --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spoiled:
    """A table whose game leaks, each time that it is played in the same way."""

    setup: VillageSetup
    spoil: Callable[[], Spoil]

    def begin(self) -> Play[str]:
        return Leaky(self.setup, self.spoil()).begin()


def first_difference(evenings: Evenings, spoil: Callable[[], Spoil]) -> str:
    """Return what is noticed of a leak: every seventh deal shows it."""
    exploration = Exploration(evenings, lambda setup: Spoiled(setup, spoil))
    deals = exploration.begin()
    deals.worlds = dict(list(deals.worlds.items())[::7])
    with pytest.raises(TracesDifferError) as noticed:
        exploration.explore(deals)
    return str(noticed.value)


@pytest.mark.thorough
@pytest.mark.parametrize("spoil", (LEAKS | COUNT_LEAKS).values(), ids=LEAKS | COUNT_LEAKS)
def test_an_engine_that_leaks_is_caught_in_some_world(spoil: Callable[[], Spoil]) -> None:
    shown_by = {
        LEAKS["the first night is shorter without lovers"]: LOVERS,
        LEAKS["a quiet night tells of who is not there"]: replace(IN_THE_CENTRE, values=HABITS),
    }
    assert "goes on with" in first_difference(shown_by.get(spoil, IN_THE_CENTRE), spoil)


class Grudge:
    """Keeps in mind whether the first secret answer was silence, and lets it be heard a night later."""

    def __init__(self) -> None:
        self.silent: bool | None = None

    def __call__(self, effects: list[Effect], answer: Answer | None) -> list[Effect]:
        if answer is not None and self.silent is None:
            self.silent = answer is SILENT
        falls = any(isinstance(it, News) and it.topic is Topic.NIGHTFALL and it.number == 2 for it in effects)
        return [*effects[:-1], Pause(seconds=0.1), effects[-1]] if falls and self.silent else effects


@pytest.mark.thorough
@pytest.mark.parametrize("leak", ["who is to die is called no more", "who died unseen is called no more"])
def test_a_call_that_a_death_nobody_has_seen_skips_is_caught(leak: str) -> None:
    values = (*SEEN_DEAD.values, ("reveal", "nothing"))
    assert "goes on with" in first_difference(replace(SEEN_DEAD, values=values), (LEAKS | MEMORY_LEAKS)[leak])


@pytest.mark.thorough
def test_a_leak_that_waits_for_the_second_night_is_caught_though_worlds_go_on_as_one() -> None:
    assert "Pause" in first_difference(replace(MAFIA, nights=2), Grudge)


SETUP = table("loup-garou voyante villageois*4")


def test_the_same_table_is_the_same_state() -> None:
    assert state(VillageState(SETUP, depart)) == state(VillageState(SETUP, depart))


@pytest.mark.parametrize(("what", "value"), [("living", (1, 2, 3)), ("leaving", [4]), ("office", 2)])
def test_whatever_differs_is_told_apart(what: str, value: object) -> None:
    other = VillageState(SETUP, depart)
    setattr(other, what, value)
    assert state(other) != state(VillageState(SETUP, depart))
