"""The engines by the name that a pack gives: `engine: village`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.session.cuba_engine import CubaEngine
from narrator.session.engine import Engine, Founded
from narrator.session.journal import JournalError
from narrator.session.village_engine import VillageEngine
from narrator.story.engine import EngineFacts, UnknownEngineError

VILLAGE, CUBA = "village", "cuba"
ENGINES: Mapping[str, Engine] = {VILLAGE: VillageEngine(), CUBA: CubaEngine()}


def engine_of(name: str) -> Engine:
    """Return an engine by its name.

    Raises:
        UnknownEngineError: there is none.
    """
    if name not in ENGINES:
        raise UnknownEngineError(name, ENGINES)
    return ENGINES[name]


def engine_facts(name: str) -> EngineFacts:
    """Return what a pack must know of an engine.

    Raises:
        UnknownEngineError: there is no such engine.
    """
    return engine_of(name).facts()


def restored(header: Mapping[str, Any]) -> Founded:
    """Return the game that a journal's header tells, whatever its engine.

    Raises:
        JournalError: the header is damaged.
        UnknownEngineError: no engine goes by the name in it.
    """
    engine = engine_of(str(header.get("engine", VILLAGE)))
    try:
        return engine.restored(header)
    except (LookupError, TypeError, ValueError) as error:
        raise JournalError(f"the header of the journal is damaged ({error!r})") from None
