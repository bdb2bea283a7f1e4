"""Who cannot be named is told why: yourself, one of your own, the same as last night, out, or with a card already."""

from __future__ import annotations

import pytest
from shipped import shipped
from tables import table

from narrator.packs.wording import Wording
from narrator.rules.core.answers import NOBODY, SILENT, Answer, Refusal, seat
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Walk, choices_of, refusal_of

CARDS = "loup-garou*2 voyante salvateur villageois*4"


def asked(question: str, *answers: Answer, mode: str = "joueur", deal: str = "narrator") -> Ask:
    """Return the question, once these were given to those of its name before, and nothing to the others."""
    walk, given = Walk(table(CARDS, values={"elect": "never"}, mode=mode, deal=deal)), [*answers]
    walk.run()
    while walk.pending is not None and (walk.pending.question != question or given):
        words = walk.pending
        offered = [word for word in (NOBODY, SILENT) if refusal_of(words, word) is None]
        if words.question == question:
            walk.answer(given.pop(0))
        else:
            walk.answer(offered[0] if offered else next(iter(_words(words))))
        walk.run()
    assert walk.pending is not None
    return walk.pending


def _words(ask: Ask) -> tuple[Answer, ...]:
    return choices_of(ask).words


@pytest.mark.parametrize(
    ("ask", "named", "reason"),
    [
        (asked("wolves.victim"), 2, Refusal.OWN),
        (asked("seer.target"), 3, Refusal.YOURSELF),
        (asked("defender.target", seat(5)), 5, Refusal.SAME),
        (asked("wolves.victim", seat(6)), 6, Refusal.OUT),
        (asked("seer.seat", mode="meneur", deal="cards"), 99, Refusal.OUT),
    ],
    ids=["one of your own", "yourself", "the same twice", "out", "nobody's seat"],
)
def test_who_cannot_be_named_is_told_why(ask: Ask, named: int, reason: Refusal) -> None:
    assert refusal_of(ask, seat(named)) is reason


def test_a_leader_is_told_which_card_somebody_holds_already() -> None:
    walk = Walk(table(CARDS, values={"elect": "never"}, mode="meneur", deal="cards"))
    walk.run()
    while walk.pending is not None and walk.pending.question != "wolves.seats":
        question = walk.pending.question
        walk.answer(seat(3) if question == "seer.seat" else _words(walk.pending)[0])
        walk.run()
    ask = walk.pending
    assert ask is not None
    refused = refusal_of(ask, answer := seat(3))
    assert refused in (Refusal.HELD, Refusal.COUNT)
    told = Wording(shipped("thiercelieux").words["fr"]).refusal(ask, Refusal.HELD, answer)
    assert told == "Le numéro 3 tient déjà une carte : Voyante."
