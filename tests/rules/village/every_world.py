"""Walks every world of five seats, two nights, in each village game, and says how many there are and how long it took.

`python tests/rules/village/every_world.py`; it ends with an error where two worlds of one public history do not sound
alike. Seconds behind a game are those of one core.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

sys.path.append(str(Path(__file__).parents[2] / "support"))

from worlds import Evenings, Exploration, Standing, Tally

NO_OFFICE = (("elect", "never"),)

EXTENSIONS = tuple(
    Evenings("thiercelieux", cards, nights=nights, ties="bouc-émissaire" in cards, values=NO_OFFICE)
    for cards, nights in (
        ("infect-père-des-loups joueur-de-flûte ancien villageois*2", 1),
        ("loup-blanc loup-garou idiot ange villageois", 2),
        ("grand-méchant-loup salvateur enfant-sauvage villageois*2", 1),
        ("loup-garou chien-loup renard montreur-d-ours chevalier", 1),
        ("loup-garou corbeau villageois-villageois abominable-sectaire chien-loup", 1),
        ("loup-garou juge-bègue bouc-émissaire villageois*2", 2),
        ("loup-garou deux-sœurs*2 chien-loup chevalier", 2),
        ("loup-garou trois-frères*3 renard", 2),
    )
)
"""Five seats with each card of the extensions."""

HABITS = (*NO_OFFICE, ("must_vote", "yes"), ("quiet_night", "yes"), ("turns", "30"))
"""What tables do and the boxes do not, all at once."""

FIVE = (
    Evenings("thiercelieux", "loup-garou voyante sorcière chasseur petite-fille", values=NO_OFFICE),
    Evenings("thiercelieux", "loup-garou voyante sorcière villageois*2", ties=True, values=HABITS),
    *EXTENSIONS,
    Evenings("mafeking", "boer sergent-major messager vétéran sentinelle"),
    Evenings("infiltres", "infiltré*2 hackeuse ministre croyant"),
    Evenings("mafia", "mafioso*2 ange-gardien villageois*2"),
    Evenings("mafia-classique", "mafioso docteur garde-du-corps justicier villageois", nights=1),
)
"""Five seats of each game."""

PORTION = 4000
"""How many worlds a process plays on before it gives back what is left, so that all processes have something to do."""


@cache
def exploration(evenings: Evenings) -> Exploration:
    """Return the worlds of a composition, as they are."""
    return Exploration(evenings)


def walk(evenings: Evenings, standing: Standing | None = None) -> tuple[Tally, list[Standing]]:
    """Walk some worlds that stand here, or before the first word; return what is left."""
    there = exploration(evenings)
    return there.explore(there.begin() if standing is None else standing, PORTION)


def report(compositions: Sequence[Evenings], processes: int) -> Iterator[str]:
    """Walk all worlds of these compositions, in so many processes; say what there was.

    Raises:
        TracesDifferError: two worlds of one history do not sound the same.
    """
    began = monotonic()
    tallies = dict.fromkeys(compositions, Tally())
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        under_way = {pool.submit(walk, one): one for one in compositions}
        while under_way:
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                one = under_way.pop(done)
                tally, left = done.result()
                tallies[one] += tally
                under_way |= {pool.submit(walk, one, standing): one for standing in left}
    for one, tally in tallies.items():
        cards = f"{one.cards} + {one.centre}" if one.centre else one.cards
        yield f"{one.game} ({cards}), {one.nights} nights: {len(one.deals()):,} deals, {tally.worlds:,} worlds"
        yield f"    {tally.histories:,} public histories, a trace each; {tally.played:,} played, {tally.seconds:.0f} s"
    yield f"{sum(tally.worlds for tally in tallies.values()):,} worlds in {monotonic() - began:.0f} s"


if __name__ == "__main__":
    for line in report(FIVE, os.cpu_count() or 1):
        print(line, flush=True)  # noqa: T201 - a command line prints
