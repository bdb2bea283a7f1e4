"""What is asked once, of whom, and what is counted in the window of a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rooms import wording
from tables import run, standing, table

from narrator.rules.core.answers import DONE, NOBODY, Answer, Leave, Seats, Token, seat
from narrator.rules.core.effects import Ask, Effect, Everyone, Leader, News, Say, Topic, Window
from narrator.rules.core.play import Walk, choices_of, play, refusal_of
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.night import tour


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


def windows(effects: list[Effect], call: str) -> list[Window]:
    return [effect for effect in effects if isinstance(effect, Window) and effect.call == call]


def counted(effects: list[Effect], call: str) -> list[list[tuple[Answer, ...]]]:
    """Return what is counted in the slots of each window of a call."""
    return [[count.items for slot in window.counts for count in slot] for window in windows(effects, call)]


NEVER = {"elect": "never"}


def test_who_may_be_answered_is_counted_and_no_slot_is_held_for_a_girl_of_whom_all_know_that_she_is_not_there() -> None:
    everybody = tuple(map(seat, range(1, 9)))
    ((victims,),) = counted(played(table("loup-garou villageois*7", values=NEVER))[0], "wolves")
    assert set(everybody) <= set(victims)
    effects, _ = played(table("loup-garou petite-fille villageois*6", values=NEVER), seat(2), NOBODY, NOBODY)
    assert [len(window.slots) for window in windows(effects, "wolves")] == [2, 1], "everybody has seen her dead"


def test_the_girls_slot_parts_what_comes_late_for_the_victim_from_a_song_whoever_is_there() -> None:
    (window,) = windows(played(table("infiltré leader-louange croyant*5", game="infiltres", values=NEVER))[0], "wolves")
    assert [bool(count) for count in window.counts] == [True, False, True]


def test_calls_are_shorter_from_the_third_night_on_but_for_one_that_is_made_for_the_first_time() -> None:
    cards = "loup-garou*2 loup-blanc villageois*8"
    effects, _ = played(table(cards, values=NEVER), *(NOBODY,) * 12)
    lengths = {call: [window.seconds for window in windows(effects, call)] for call in ("wolves", "whitewolf")}
    assert lengths == {"wolves": [22.0, 22.0, *[16.5] * 4], "whitewolf": [15.0, 11.25]}


def test_a_call_that_is_made_for_the_first_time_in_the_third_night_has_its_whole_time() -> None:
    cards = "boer*2 sergent-major scout messager fusilier*6"
    setup = table(cards, game="mafeking", values=NEVER)
    effects, _ = played(setup, *(NOBODY,) * 5, seat(3), NOBODY)
    assert [window.seconds for window in windows(effects, "messenger")] == [30.0]


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


@pytest.mark.parametrize(("language", "words"), [("fr", "ou personne"), ("en", "Or nobody")])
@pytest.mark.parametrize("centre", ["", "voleur villageois"])
def test_nobody_is_offered_as_holder_only_where_the_card_may_lie_in_the_centre(
    language: str, words: str, centre: str
) -> None:
    cards = "loup-garou*2 voyante villageois*4"
    setup = table(cards, centre, mode="meneur", deal="cards", elect="never")
    asked = play(setup, [DONE, NOBODY] if centre else [DONE]).pending
    assert asked is not None
    assert asked.question == "seer.seat"
    assert (words in wording(setup, language).prompt(asked)) == (refusal_of(asked, NOBODY) is None) == bool(centre)


def test_nobody_is_not_offered_to_a_leader_where_hunters_must_be() -> None:
    setup = table("loup-garou*2 villageois*5", mode="meneur", deal="cards", elect="never")
    asked = play(setup, [DONE]).pending
    assert asked is not None
    assert asked.question == "wolves.seats"
    assert refusal_of(asked, Seats((1, 2))) is None
    assert wording(setup).prompt(asked).endswith("comme 3 7.")


@pytest.mark.parametrize("card", ["joueur-de-flûte", "infect-père-des-loups"])
def test_it_sounds_the_same_whoever_has_something_to_learn(card: str) -> None:
    idle, busy = standing(f"{card} villageois*3 loup-garou"), standing(f"{card} villageois*3 loup-garou")
    busy.charmed, busy.infected = {2}, {2, 3}
    assert run(tour(idle)) == run(tour(busy)) == ["tonight.round", *["round.seat"] * 5, "round.end"]


@pytest.mark.parametrize(
    ("options", "called"),
    [({}, [1, 2, 4, 5]), ({"call_the_dead": "yes"}, [1, 2, 3, 4, 5]), ({"reveal": "camp"}, [1, 2, 3, 4, 5])],
    ids=["by default", "the dead are called", "cards stay hidden"],
)
def test_the_dead_leave_it_where_nobody_calls_them(options: dict[str, str], called: list[int]) -> None:
    state = standing("joueur-de-flûte villageois*3 loup-garou", **options)
    state.living = (1, 2, 4, 5)
    said = [effect for effect in tour(state) if isinstance(effect, Say) and effect.line == "round.seat"]
    assert [fact.value for effect in said for _, fact in effect.args] == called


def test_it_is_not_made_for_other_cards() -> None:
    assert run(tour(standing("loup-garou villageois*4"))) == []
