"""What each power does, one by one."""

from __future__ import annotations

import pytest
from rooms import wording
from shipped import shipped
from tables import rules_of, run, standing, table

from narrator.rules.core.answers import NOBODY, SILENT, VILLAGE, WOLVES, Answer, seat
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import choices_of, play, refusal_of
from narrator.rules.village.powers.by_day import (
    SCAPEGOAT,
    hear_bear,
    judge_insists,
    remind_voters,
    show_idiot,
    spares_idiot,
)
from narrator.rules.village.powers.known import introduce_plain
from narrator.rules.village.powers.loners import MARTYR, piper_wins, sectarian_wins, whitewolf_wins
from narrator.rules.village.powers.names_one_seat import tell_marked
from narrator.rules.village.powers.seeing import FOX
from narrator.rules.village.powers.turning import WILDCHILD, WOLFHOUND, turn_bitten
from narrator.rules.village.powers.when_attacked import ELDER, KNIGHT, elder_withstands, has_a_life_to_spare
from narrator.rules.village.powers.wolves import BIGWOLF
from narrator.rules.village.state import guarded
from narrator.rules.village.table import CauseOfDeath
from narrator.table.setup.composition import hand_faults


def test_the_bear_growls_for_a_hunter_beside_it_and_for_its_tamer() -> None:
    state = standing("montreur-d-ours villageois*2 loup-garou villageois")
    assert run(hear_bear(state)) == ["bear.sleeping"]
    state.living = (1, 2, 4, 5)
    assert run(hear_bear(state)) == ["bear.sleeping"]
    state.living = (1, 4, 5)
    assert run(hear_bear(state)) == ["bear.growls"]
    state.living, state.hunting = (1, 2, 3, 4, 5), {1}
    assert run(hear_bear(state)) == ["bear.growls"]


def test_the_two_sentences_of_the_bear_are_equally_long() -> None:
    for language in ("fr", "en"):
        lines = shipped("thiercelieux").words[language].lines
        for growl, sleep in zip(lines["bear.growls"], lines["bear.sleeping"], strict=True):
            assert abs(len(growl) - len(sleep)) <= 3


def test_an_idiot_is_spared_once() -> None:
    state = standing("idiot villageois*3 loup-garou")
    assert spares_idiot(state, 1)
    assert not spares_idiot(state, 2)
    assert run(show_idiot(state, 1)) == ["idiot.shown"]
    assert not spares_idiot(state, 1)
    assert not state.may_vote(1)


def test_the_office_of_an_idiot_ends_with_his_first_verdict() -> None:
    state = standing("idiot villageois*3 loup-garou")
    state.office = 1
    assert run(show_idiot(state, 1)) == ["idiot.shown", "idiot.office"]
    assert state.office is None


def test_a_judge_insists_while_he_lives_though_his_power_is_lost_meanwhile() -> None:
    state = standing("juge-bègue villageois*3 loup-garou")
    assert not judge_insists(state)
    state.tonight.second_vote = True
    assert judge_insists(state)
    state.powerless.add(1)
    assert judge_insists(state)
    state.living = (2, 3, 4, 5)
    assert not judge_insists(state)


def test_a_vote_begins_with_who_may_take_part() -> None:
    state = standing("bouc-émissaire villageois*3 loup-garou")
    assert run(remind_voters(state)) == []
    state.voters = (2, 3)
    assert run(remind_voters(state)) == ["scapegoat.vote"]
    assert [seat for seat in state.living if state.may_vote(seat)] == [2, 3]
    state.living = (1, 4, 5)
    assert run(remind_voters(state)) == []


def test_a_scapegoat_whom_no_tie_has_killed_is_asked_nothing() -> None:
    state = standing("bouc-émissaire villageois*3 loup-garou")
    assert list(SCAPEGOAT.buried(state, [(1, CauseOfDeath.VOTE)])) == []


def test_a_scapegoat_names_nobody_where_nobody_is_left_who_may_vote() -> None:
    state = standing("bouc-émissaire idiot loup-garou")
    state.living, state.mute = (2,), {2}
    assert list(SCAPEGOAT.buried(state, [(1, CauseOfDeath.TIE)])) == []


def test_who_lies_in_the_centre_is_introduced_to_nobody() -> None:
    state = standing("villageois-villageois voleur villageois*3 loup-garou")
    assert run(introduce_plain(state)) == ["plain.known"]
    state.cards[1] = "villageois"
    assert run(introduce_plain(state)) == []


def test_so_many_siblings_there_must_be() -> None:
    rules = rules_of("thiercelieux")
    for named, group in (("deux-sœurs", 2), ("trois-frères", 3)):
        for count in range(1, 5):
            hand = (("loup-garou", 2), ("villageois", 10 - count), (named, count))
            faults = [fault.line for fault in hand_faults(rules, 12, hand) if fault.error]
            assert faults == ([] if count == group else ["compose.together"])


@pytest.mark.parametrize("cause", CauseOfDeath)
@pytest.mark.parametrize(("night", "day"), [(0, 0), (1, 1), (2, 2)])
def test_two_deaths_are_the_ones_that_an_angel_wants(cause: CauseOfDeath, night: int, day: int) -> None:
    state = standing("ange villageois*3 loup-garou")
    state.night, state.day = night, day
    run(MARTYR.buried(state, [(2, cause)]))
    assert not state.risen
    run(MARTYR.buried(state, [(1, cause)]))
    assert state.risen is ((night, cause) in ((0, CauseOfDeath.VOTE), (1, CauseOfDeath.NIGHT)))


def test_a_piper_wins_once_all_others_alive_are_charmed() -> None:
    state = standing("joueur-de-flûte villageois*3 loup-garou")
    state.charmed = {2, 3, 4}
    assert not piper_wins(state)
    state.living = (1, 2, 3, 4)
    assert piper_wins(state)
    state.powerless.add(1)
    assert not piper_wins(state)


@pytest.mark.parametrize(("group", "living", "won"), [
    ((2, 3), (1, 4, 5), True),
    ((2, 3), (1, 3, 4), False),
    ((1, 4), (1, 4), True),
    ((1, 4), (1, 2, 4), False),
    ((2, 3), (4, 5), False),
    ((), (1, 2), False),
])  # fmt: skip
def test_a_sectarian_wins_once_the_other_group_is_dead(
    group: tuple[int, ...], living: tuple[int, ...], won: bool
) -> None:
    state = standing("abominable-sectaire villageois*3 loup-garou")
    state.group, state.living = group, living
    assert sectarian_wins(state) is won


def test_a_white_wolf_wins_as_the_only_one_alive() -> None:
    state = standing("loup-blanc villageois*3 loup-garou")
    assert not whitewolf_wins(state)
    state.living = (1,)
    assert whitewolf_wins(state)
    state.living = (5,)
    assert not whitewolf_wins(state)


def test_nobody_hears_of_a_mark_that_was_lost() -> None:
    state = standing("corbeau villageois*3 loup-garou")
    state.tonight.marked = 2
    assert run(tell_marked(state)) == ["crow.announced"]
    state.living = (2, 3, 4, 5)
    assert run(tell_marked(state)) == []


def test_a_guard_covers_all_but_the_girl() -> None:
    state = standing("salvateur petite-fille villageois*3 loup-garou")
    for place, covered in ((2, False), (3, True)):
        state.tonight.guards["defender"] = place
        assert guarded(state, place) is covered


@pytest.mark.parametrize(
    ("language", "word", "whom"),
    [("fr", "oui ou non", "L'une des victimes"), ("en", "yes or no", "One of those attacked")],
)
@pytest.mark.parametrize("hunter", ["loup-garou", "grand-méchant-loup", "loup-blanc"])
def test_the_prompt_asks_for_what_saves(language: str, word: str, whom: str, hunter: str) -> None:
    setup = table(f"{hunter} sorcière villageois*6", elect="never")
    answers: list[Answer] = [seat(3), NOBODY] if hunter == "grand-méchant-loup" else [seat(3)]
    asked = play(setup, answers).pending
    assert asked is not None
    assert asked.question == "witch.heal"
    prompt = wording(setup, language).prompt(asked)
    assert (whom in prompt) == (refusal_of(asked, seat(3)) is None) == (hunter != "loup-garou")
    assert (word in prompt) == (hunter == "loup-garou")


def test_the_deed_of_the_fox_is_told_after_the_game() -> None:
    assert [line.id for line in FOX.lines if line.tale] == ["story.fox"]


def test_a_bite_turns_nobody_whom_something_keeps_from_it() -> None:
    for keep in ("guard", "poison", "elder", ""):
        state = standing("infect-père-des-loups salvateur ancien villageois*3")
        state.tonight.bitten = 3 if keep == "elder" else 4
        if keep == "guard":
            state.tonight.guards["defender"] = 4
        if keep == "poison":
            state.tonight.fallen[4] = CauseOfDeath.POISON
        turn_bitten(state)
        assert state.hunting == (set() if keep else {4})


def test_a_bitten_piper_plays_no_more() -> None:
    state = standing("infect-père-des-loups joueur-de-flûte villageois*3")
    state.tonight.bitten = 2
    turn_bitten(state)
    assert state.powerless == {2}
    assert state.holders("piper") == []


def test_a_wild_child_hunts_once_its_model_is_buried_if_it_lives() -> None:
    state = standing("enfant-sauvage villageois*3 loup-garou")
    state.model = 3
    run(WILDCHILD.buried(state, [(2, CauseOfDeath.VOTE)]))
    assert not state.is_wolf(1)
    run(WILDCHILD.buried(state, [(3, CauseOfDeath.LEFT)]))
    assert state.is_wolf(1)


def test_a_wolf_hound_may_choose_one_of_two_sides() -> None:
    state = standing("chien-loup villageois*3 loup-garou")
    ask = next(WOLFHOUND.act(state))
    assert isinstance(ask, Ask)
    assert choices_of(ask).words == (VILLAGE, WOLVES, SILENT)


def test_an_elder_withstands_one_attack() -> None:
    state = standing("ancien villageois*3 loup-garou")
    assert has_a_life_to_spare(state, 1)
    assert elder_withstands(state, 1)
    assert not elder_withstands(state, 1)
    assert not elder_withstands(state, 2)


@pytest.mark.parametrize("cause", CauseOfDeath)
def test_the_village_s_own_hand_alone_takes_the_powers(cause: CauseOfDeath) -> None:
    state = standing("ancien voyante villageois*2 chien-loup loup-garou")
    state.living = (2, 3, 4, 5, 6)
    told = run(ELDER.buried(state, [(1, cause)]))
    own = cause in (CauseOfDeath.VOTE, CauseOfDeath.POISON, CauseOfDeath.SHOT)
    assert told == (["elder.revenge"] if own else [])
    assert state.powerless == ({2, 3, 4} if own else set()), "neither hunters nor who is in between"


@pytest.mark.parametrize("cause", CauseOfDeath)
def test_only_an_attack_wakes_the_knight_s_rust(cause: CauseOfDeath) -> None:
    state = standing("loup-garou villageois*2 chevalier villageois loup-garou")
    state.living = (1, 2, 3, 5, 6)
    run(KNIGHT.buried(state, [(4, cause)]))
    assert state.doomed == ([6] if cause is CauseOfDeath.NIGHT else [])


def test_the_knight_s_rust_goes_around_the_circle() -> None:
    state = standing("loup-garou villageois*2 chevalier villageois*2")
    state.living = (1, 2, 3, 5, 6)
    run(KNIGHT.buried(state, [(4, CauseOfDeath.NIGHT)]))
    assert state.doomed == [1]


def test_a_big_bad_wolf_hunts_alone_only_while_no_hunter_has_died() -> None:
    state = standing("grand-méchant-loup loup-garou villageois*4")
    assert any(isinstance(effect, Ask) for effect in [next(BIGWOLF.act(state))])
    state.living = state.others(2)
    assert list(BIGWOLF.act(state)) == []
