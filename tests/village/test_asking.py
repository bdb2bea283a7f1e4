"""What is asked once, and what is counted in the window of a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tables import table

from narrator.core.answers import NOBODY, Answer, Leave, Token, seat
from narrator.core.effects import Ask, Effect, Everyone, Leader, News, Topic, Window
from narrator.core.play import Walk, choices_of
from narrator.village.game import VillageSetup


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


def pending(setup: VillageSetup, *answers: Answer) -> tuple[Ask, list[Effect]]:
    """Return the question that these answers lead to, and all that came before."""
    effects, walk = played(setup, *answers)
    assert walk.pending is not None
    return walk.pending, effects


@pytest.mark.parametrize("mode", ["joueur", "meneur"])
def test_a_window_says_whether_a_leader_answers_in_it(mode: str) -> None:
    _, effects = pending(table("loup-garou villageois*5", mode=mode, values={"elect": "never"}))
    assert {effect.led for effect in effects if isinstance(effect, Window)} == {mode == "meneur"}


def test_the_song_may_be_entered_during_the_hunters_call_at_once() -> None:
    setup = table("infiltré leader-louange croyant*5", game="infiltres", values={"elect": "never"})
    ask, effects = pending(setup)
    assert ask.question == "wolves.victim"
    assert choices_of(ask).urgent == (Token.HYMN,)
    window = [effect for effect in effects if isinstance(effect, Window)][-1]
    ask, _ = pending(setup, NOBODY)
    assert ask.question == "hymn"
    assert choices_of(ask).urgent == (Token.HYMN, Token.YES)
    assert ask.slot == len(window.slots) - 1
    assert ask.to == Everyone()


def test_a_leader_alone_is_asked_whether_somebody_sang() -> None:
    setup = table("infiltré leader-louange croyant*5", game="infiltres", mode="meneur", values={"elect": "never"})
    ask, _ = pending(setup, NOBODY)
    assert ask.question == "hymn"
    assert ask.to == Leader()


def test_no_place_is_counted_for_a_power_that_no_card_of_the_game_has() -> None:
    effects, _ = played(table("mafioso villageois*5", game="mafia"))
    (slots,) = counted(effects, "wolves")
    assert len(slots) == 1


def test_the_news_of_an_office_name_its_holder() -> None:
    setup = table("loup-garou villageois*7", values={"elect": "day:1"})
    effects, _ = played(setup, seat(3), seat(2), NOBODY)
    news = [effect for effect in effects if isinstance(effect, News) and effect.topic is Topic.OFFICE]
    assert [effect.seat for effect in news] == [2]


@pytest.mark.parametrize(("deal", "calls"), [("narrator", 1), ("cards", 2)])
def test_a_trial_night_calls_the_girl_only_where_a_leader_will_be_told_who_she_is(deal: str, calls: int) -> None:
    setup = table("loup-garou petite-fille villageois*6", prologue=True, mode="meneur", deal=deal)
    walk = Walk(setup)
    effects = walk.run()
    while walk.pending is not None and walk.pending.question != "ready":
        walk.answer(Token.NO if walk.pending.question == "reminder.wanted" else legal(walk.pending))
        effects += walk.run()
    assert [effect.call for effect in effects if isinstance(effect, Window)] == ["practice"] * calls


def legal(ask: Ask) -> Answer:
    """Accept an offer; say nobody in secret."""
    return Token.YES if ask.offer else NOBODY


def test_a_message_may_come_from_any_of_the_dead_or_from_nobody() -> None:
    setup = table("boer*2 sergent-major scout messager fusilier*6", game="mafeking", values={"elect": "never"})
    effects, _ = played(setup, NOBODY, NOBODY, seat(3), NOBODY, seat(8))
    rounds = counted(effects, "round")
    assert rounds[-1] == [(seat(3), NOBODY)]


def test_a_key_deals_the_same_cards_in_every_version() -> None:
    setup = replace(table("loup-garou voyante sorcière chasseur villageois*4"), fixed=None)
    cards = "loup-garou villageois villageois chasseur sorcière villageois voyante villageois"
    assert setup.dealt() == (tuple(cards.split()), ())
