"""A small pack and the small engine that it fits: a handful of the village's names, so that its faults stand alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from narrator.packs.rules import EngineFacts, Opening, UnknownEngineError
from narrator.rules.core.answers import Kind
from narrator.rules.core.effects import Form
from narrator.rules.core.vocabulary import Question, Vocabulary, lines

TESTS = Path(__file__).parents[1]
HAMLET = TESTS / "packs" / "hamlet"
COMMON = TESTS / "packs" / "common"
BROKEN = TESTS / "broken_packs"


def _vocabulary(names: Iterable[str]) -> Vocabulary:
    seer = "seer" in set(names)
    return Vocabulary.of(
        (
            *lines("welcome", circle=True, count=Form.NUMBER),
            *lines("composition", cards=Form.HAND),
            *lines("nightfall", nightly=True),
            *lines("dawn.dead", seats=Form.SEAT, nightly=True),
            *lines("dead.card", seat=Form.SEAT, shown=Form.CARD),
            *lines("dead.camp", seat=Form.SEAT, shown=Form.CAMP),
            *(lines("seer.look", seat=Form.SEAT, card=Form.CARD) if seer else ()),
        ),
        (
            Question("ready", Kind.CONFIRM, "done"),
            Question("vote.count", Kind.NUMBER, "the votes against one seat", about=True, keeps=True),
            *((Question("seer.target", Kind.SEATS, "a living seat", secret=True),) if seer else ()),
        ),
    )


def _read_options(settings: Mapping[str, tuple[str, ...]]) -> dict[str, bool]:
    for name, words in settings.items():
        if words not in (("yes",), ("no",)):
            raise ValueError(f"{name} is yes or no: write {name}: yes")
    if settings.get("parity") == settings.get("drum") == ("yes",):
        raise ValueError("parity and drum exclude each other: choose one")
    return {name: words == ("yes",) for name, words in settings.items()}


FACTS = EngineFacts(
    powers=frozenset(("wolves", "seer", "hunter")),
    camps=frozenset(("village", "wolves")),
    openings={
        "wolves": Opening(2, carrier="wolves", called=True),
        "seer": Opening(2, carrier="seer", called=True),
        "round": Opening(1),
    },
    options=frozenset(("parity", "drum")),
    read_options=_read_options,
    vocabulary=_vocabulary,
    shared=lambda: lines("refused.word"),
)


def small_engine(engine: str) -> EngineFacts:
    """Return the facts of the small engine, which takes the village's name so that its packs are packs for both."""
    if engine != "village":
        raise UnknownEngineError(engine, ("village",))
    return FACTS
