"""What the packs must know of each engine: gathered from the engines themselves, so that it cannot drift."""

from __future__ import annotations

from narrator.session.lines import LINES
from narrator.session.options import READERS, options
from narrator.story.engine import EngineFacts, Opening, UnknownEngineError
from narrator.village.catalogue import vocabulary
from narrator.village.powers import POWERS
from narrator.village.setup import VILLAGE, WOLVES

VILLAGE_ENGINE = "village"

ROUNDS = {
    "round": Opening(1),
    "key_card": Opening(1),
    "practice": Opening(1),
    "death": Opening(1),
    "tour": Opening(1, carrier="cupid"),
    "message": Opening(1, carrier="messenger"),
}
"""The village's windows that are no call of a role."""


def engine_facts(engine: str) -> EngineFacts:
    """Return what a pack must know of an engine.

    Raises:
        UnknownEngineError: there is no such engine.
    """
    if engine != VILLAGE_ENGINE:
        raise UnknownEngineError(engine, (VILLAGE_ENGINE,))
    calls = {
        power.id: Opening(power.slots, power.carrier, called=not power.identified, more=frozenset(power.more))
        for power in POWERS.values()
        if power.slots
    }
    return EngineFacts(
        powers=frozenset(power.id for power in POWERS.values() if not power.needs),
        camps=frozenset((VILLAGE, WOLVES)),
        openings={**calls, **ROUNDS},
        options=frozenset(READERS),
        read_options=options,
        vocabulary=vocabulary,
        shared=LINES,
    )
