"""Powers that all hear by day, in the middle of a game."""

from __future__ import annotations

from shipped import shipped
from tables import run, standing

from narrator.village.powers.by_day import SCAPEGOAT, hear_bear, judge_insists, remind_voters, show_idiot, spares_idiot
from narrator.village.table import CauseOfDeath


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
