"""What is asked once, and what is counted in the window of a question."""

from __future__ import annotations

from tables import table

from narrator.core.answers import NOBODY, Answer, Leave, Token, seat
from narrator.core.effects import Ask, Effect, Window
from narrator.core.play import Walk, choices_of
from narrator.village.setup import VillageSetup


def played(setup: VillageSetup, *answers: Answer) -> tuple[list[Effect], Walk]:
    """Play these answers, and offers as a rehearsal does."""
    walk, left = Walk(setup), list(answers)
    effects = walk.run()
    while (ask := walk.pending) is not None and (left or ask.offer):
        mine = left and not (ask.offer and ask.question != "relay.wanted")
        walk.answer(left.pop(0) if mine else Token.DONE if Token.DONE in choices_of(ask).words else Token.NO)
        effects += walk.run()
        if walk.outcome is not None:
            break
    return effects, walk


def test_a_departure_while_somebody_is_asked_to_lead_has_it_asked_once_more_and_no_more() -> None:
    setup = table("loup-garou villageois*7", values={"elect": "never", "relay": "yes"})
    effects, walk = played(setup, seat(3), Leave(4), Token.NO, NOBODY)
    asked = [effect.question for effect in effects if isinstance(effect, Ask)]
    assert asked.count("relay.wanted") == 2
    assert walk.pending is not None
    assert walk.pending.question == "wolves.victim"


def counted(effects: list[Effect], call: str) -> list[list[tuple[Answer, ...]]]:
    """Return what is counted in the slots of each window of a call."""
    windows = [effect for effect in effects if isinstance(effect, Window) and effect.call == call]
    return [[count.items for count in window.counts] for window in windows]


def test_who_may_be_answered_is_counted_and_nobody_for_a_girl_who_is_not_there() -> None:
    everybody = tuple(map(seat, range(1, 9)))
    never = {"elect": "never"}
    ((victims, caught),) = counted(played(table("loup-garou villageois*7", values=never))[0], "wolves")
    assert set(everybody) <= set(victims)
    assert caught == ()
    with_girl = table("loup-garou petite-fille villageois*6", values=never)
    effects, _ = played(with_girl, seat(2), NOBODY, NOBODY)
    first, second = counted(effects, "wolves")
    assert first[1] != ()
    assert second[1] == (), "everybody has seen her dead"
