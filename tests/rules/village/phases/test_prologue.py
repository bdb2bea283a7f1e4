"""Before the first night and after the last: what is told, asked and tried."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import any_answer, setups
from rooms import wording
from tables import runs, table

from narrator.rules.core.answers import DONE, NO, NOBODY, SILENT, YES, Choices, Kind, seat
from narrator.rules.core.effects import Ask, Effect, Everyone, Player, Say, Scene, Window
from narrator.rules.core.play import Walk, Wordiness, choices_of
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.epilogue import MOST

FIVE = "loup-garou voyante*2 villageois*2"
CARDS = (("loup-garou", 1), ("villageois", 2), ("voyante", 2))
SEATS = (1, 2, 3, 4, 5)


def before_the_night(cards: str = FIVE, *, wanted: bool, **laid: Any) -> list[Effect]:
    """Return what a full introduction makes happen until "ready"; both of its offers are taken where `wanted`."""
    walk = Walk(table(cards, prologue=True, introduction="full", **laid))
    effects = walk.run()
    while walk.pending is not None and walk.pending.question != "ready":
        offered = YES if wanted else NO
        walk.answer(offered if YES in choices_of(walk.pending).words else NOBODY)
        effects += walk.run()
    return effects


def practised() -> list[Effect]:
    """Return the calls and questions of a trial night with Cupid."""
    return [
        effect
        for effect in before_the_night("loup-garou cupidon voyante villageois*3", wanted=True, lovers="call")
        if (isinstance(effect, Say) and effect.line.startswith("practice.call"))
        or (isinstance(effect, Ask) and effect.slot is not None)
    ]


def told(effect: Effect) -> object:
    """Return what matters of an effect: what is said of whom, what is asked of whom, which window opens."""
    match effect:
        case Say(line=line, args=args):
            return line, *(fact.value for _, fact in args)
        case Scene(scene=scene, closed=closed):
            return "closed" if closed else "open", scene
        case Ask(question=question, to=to, slot=slot, about=about, offer=offer):
            return question, to, slot, about, offer
        case Window(call=call, counts=((count,),)):
            return call, count.items
        case _:
            return effect


def trial(scene: str, card: str, place: int, *first: object) -> list[object]:
    """Return the call of one role on a trial night, to whoever sits at this place."""
    return [
        ("closed", scene),
        *first,
        ("practice.call", card, place),
        ("practice", tuple(map(seat, SEATS))),
        ("practice.entry", Player(place), 0, place, False),
        ("practice.sleep",),
    ]


def test_a_table_without_names_is_told_all_that_it_wants_to_hear() -> None:
    assert [told(effect) for effect in before_the_night(wanted=True)] == [
        ("open", "evening"),
        ("welcome", 5),
        ("seating.numbers", 5),
        ("composition", CARDS),
        ("reminder.offer",),
        ("reminder.wanted", Everyone(), None, None, True),
        *(("reminder.card", card) for card, _ in CARDS),
        ("practice.offer",),
        ("practice.wanted", Everyone(), None, None, True),
        ("practice.open",),
        *trial("night", "voyante", 1, ("drum",)),
        *trial("wolves", "loup-garou", 2),
        ("practice.end",),
        ("ready.ask",),
        ("ready", Everyone(), None, None, True),
    ]


def test_where_somebody_leads_the_trial_night_tells_to_point_and_not_to_type() -> None:
    said = [effect.line for effect in before_the_night(wanted=True, mode="meneur") if isinstance(effect, Say)]
    assert "practice.open.led" in said
    assert "practice.open" not in said


@pytest.mark.parametrize(
    ("mode", "prompt"),
    [
        ("joueur", "Entrée quand le cercle est prêt. Laissez l'appareil à portée de toutes les mains."),
        ("meneur", "Entrée quand le cercle est prêt. L'appareil reste entre les mains du meneur."),
    ],
)
def test_the_last_question_before_the_night_tells_who_keeps_the_device(mode: str, prompt: str) -> None:
    *_, ready = before_the_night(wanted=False, mode=mode)
    assert isinstance(ready, Ask)
    assert wording(table(FIVE)).prompt(ready) == prompt


def test_names_are_told_with_their_seats_and_what_nobody_wants_is_left_out() -> None:
    names = ("Ada", "Boris", "Clara", "David", "Emma")
    assert [told(effect) for effect in before_the_night(wanted=False, names=names)] == [
        ("open", "evening"),
        ("welcome", 5),
        ("seating.names",),
        *(("seating.seat", place, place) for place in SEATS),
        ("composition", CARDS),
        ("reminder.offer",),
        ("reminder.wanted", Everyone(), None, None, True),
        ("practice.offer",),
        ("practice.wanted", Everyone(), None, None, True),
        ("ready.ask",),
        ("ready", Everyone(), None, None, True),
    ]


def test_on_a_trial_night_any_seat_may_be_entered_or_nobody_or_nothing() -> None:
    trials = [e for e in before_the_night(wanted=True) if isinstance(e, Ask) and e.question == "practice.entry"]
    assert [choices_of(ask) for ask in trials] == [Choices(kind=Kind.SEATS, seats=SEATS, words=(NOBODY, SILENT))] * 2


def test_on_a_trial_night_a_card_is_called_once() -> None:
    cards = [dict(say.args)["card"].value for say in practised() if isinstance(say, Say)]
    assert cards == ["cupidon", "voyante", "loup-garou"]


def test_on_a_trial_night_two_seats_are_entered_where_the_call_asks_for_two() -> None:
    asked = {ask.question: choices_of(ask).count for ask in practised() if isinstance(ask, Ask)}
    assert asked == {"practice.pair": (2, 2), "practice.entry": (1, 1)}


@pytest.mark.parametrize(
    ("introduction", "told"),
    [("short", []), ("cards", ["reminder.card"] * len(CARDS))],
)
def test_nothing_is_asked_but_whether_the_circle_is_ready_and_that_first(introduction: str, told: list[str]) -> None:
    walk = Walk(table(FIVE, prologue=True, values={"introduction": introduction}))
    assert [effect.line for effect in walk.run() if isinstance(effect, Say)] == ["ready.ask"]
    assert walk.pending is not None
    assert walk.pending.question == "ready"
    walk.answer(DONE)
    said = [effect.line for effect in walk.run() if isinstance(effect, Say)]
    assert said[: len(told) + 3] == ["welcome", "composition", *told, "deal.round"]


def test_without_an_introduction_the_deal_comes_at_once() -> None:
    walk = Walk(table(FIVE, prologue=True, values={"introduction": "none"}))
    assert next(effect.line for effect in walk.run() if isinstance(effect, Say)) == "deal.round"


def ending(setup: VillageSetup, chance: Random) -> list[str]:
    """Play anything, and return the lines from the outcome on."""
    walk, said = Walk(setup), list[str]()
    while True:
        said += [effect.line for effect in walk.run() if isinstance(effect, Say)]
        if walk.pending is None:
            break
        walk.answer(any_answer(choices_of(walk.pending), chance))
    return said[next(place for place, line in enumerate(said) if line.startswith("outcome.")) :]


@given(setups(least=5, most=10), st.integers(0, 2**32))
@settings(max_examples=runs(300))
def test_the_story_has_a_few_sentences_and_the_table_comes_after_it(setup: VillageSetup, seed: int) -> None:
    lines = ending(setup, Random(seed))
    story = lines[1 : lines.index("epilogue.open")]
    table = lines[lines.index("epilogue.open") + 1 : lines.index("again.ask")]
    if setup.options.words is Wordiness.FEW:
        assert story == []
    else:
        assert len(story) <= MOST
        assert set(table) <= {"epilogue.held"}
