"""The engines by the name that a pack gives: `engine: village`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.session.cuba_engine import CubaEngine
from narrator.session.engine import Engine, Founded
from narrator.session.header import Evening, checked
from narrator.session.journal import JournalError
from narrator.session.village_engine import VillageEngine
from narrator.story.engine import EngineFacts, UnknownEngineError

VILLAGE, CUBA = "village", "cuba"
UNSOUND = "the header of the journal is damaged: it tells of no game that this narrator can play"
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
        JournalError: the header is damaged, or tells of what this narrator does not know.
    """
    try:
        return engine_of(str(header.get("engine", VILLAGE))).restored(header)
    except UnknownEngineError as error:
        raise JournalError(str(error)) from None
    except (LookupError, TypeError, ValueError, OverflowError):
        raise JournalError(UNSOUND) from None  # what it says may be a secret


def evening_of(header: Mapping[str, Any]) -> Evening:
    """Return what a journal's header tells besides its set-up.

    Raises:
        JournalError: it is damaged.
    """
    try:
        return checked(Evening, header)
    except ValueError:
        raise JournalError(UNSOUND) from None
