"""Each way in which an accusation can go, and each way in which the enquiry can end."""

from __future__ import annotations

import pytest
from havana import AGENT, CHAUFFEUR, CHEAT, FIDELE, NETTOYEUR, STREET, after, at, family, said, stone

from narrator.core.answers import NOBODY, YES, Answer, Leave, Refusal
from narrator.core.effects import Ask, News, Topic
from narrator.core.play import Position, refusal_of


def out(position: Position) -> list[int | None]:
    """Return who was put out, in that order."""
    return [e.seat for e in position.effects if isinstance(e, News) and e.topic is Topic.DEATH]


def waits(position: Position) -> str:
    """Return what is asked, and about whom."""
    assert position.pending is not None, position.outcome
    about = position.pending.about
    return position.pending.question + (f" {about}" if about else "")


def test_the_enquiry_is_the_one_day_of_the_game() -> None:
    days = [e for e in after(family(8), 2, 4).effects if isinstance(e, News) and e.topic is Topic.DAYBREAK]
    assert days == [News(topic=Topic.DAYBREAK, number=1)]


def test_a_thief_is_out_and_the_enquiry_goes_on() -> None:
    position = after(family(8), 2, 4, at(3), NOBODY, stone(5))
    assert out(position) == [3]
    assert waits(position) == "cuba.accused"
    assert position.pending is not None
    assert refusal_of(position.pending, at(3)) is Refusal.SEAT


def test_the_last_diamond_ends_the_enquiry() -> None:
    position = after(family(8), 2, 4, at(3), NOBODY, stone(5), at(4), NOBODY, stone(4))
    assert "enquiry.recovered" in said(position.effects)
    assert waits(position) == "cuba.reveal 2"


@pytest.mark.parametrize(("seat", "innocent"), [(3, FIDELE), (3, CHAUFFEUR), (8, STREET)])
def test_a_joker_pays_for_a_wrong_accusation_and_the_accused_stays_in(seat: int, innocent: Answer) -> None:
    position = after(family(8), 2, 4, at(seat), NOBODY, innocent)
    assert "joker.given" in said(position.effects)
    assert out(position) == []
    assert waits(position) == "cuba.accused"
    assert position.pending is not None
    assert refusal_of(position.pending, at(seat)) is None


def test_with_no_joker_left_the_parrain_is_out() -> None:
    position = after(family(8), 2, 4, at(3), NOBODY, FIDELE, at(8), NOBODY, STREET)
    assert out(position) == [1]
    assert said(position.effects).count("joker.given") == 1
    assert waits(position) == "cuba.reveal 2"


def test_an_agent_who_is_accused_ends_it_at_once() -> None:
    takes = (FIDELE, AGENT, stone(9), FIDELE, CHAUFFEUR, FIDELE, STREET)
    position = after(family(8), 2, 4, at(3), NOBODY, AGENT, *takes)
    assert "pockets.agent" in said(position.effects)
    assert position.outcome == "seats 3"


def test_a_cheat_is_out_and_no_joker_is_owed() -> None:
    position = after(family(7), 2, 4, at(3), NOBODY, CHEAT, 2)
    assert out(position) == [3]
    assert waits(position) == "cuba.accused"


def test_the_diamonds_of_a_cheat_count_as_recovered() -> None:
    position = after(family(7), 2, 4, at(3), NOBODY, CHEAT, 2, at(4), NOBODY, stone(7))
    assert waits(position) == "cuba.reveal 2"


def test_the_nettoyeur_who_shoots_an_agent_wins_alone() -> None:
    setup = family(8, nettoyeur=True)
    takes = (FIDELE, AGENT, CHAUFFEUR, NETTOYEUR, stone(9), FIDELE, STREET)
    position = after(setup, 2, 4, at(3), at(5), NETTOYEUR, AGENT, *takes)
    assert "pam.agent" in said(position.effects)
    assert position.outcome == "seats 5"


def test_the_nettoyeur_shows_his_token_before_the_accused_empties_his_pockets() -> None:
    setup = family(8, nettoyeur=True)
    assert waits(after(setup, 2, 4, at(3), at(5))) == "cuba.pockets 5"
    assert waits(after(setup, 2, 4, at(3), at(5), NETTOYEUR)) == "cuba.pockets 3"


def test_the_nettoyeur_goes_out_with_the_thief_whom_he_shoots() -> None:
    setup = family(8, nettoyeur=True)
    position = after(setup, 2, 4, at(3), at(5), NETTOYEUR, stone(5))
    assert out(position) == [3, 5]
    assert waits(position) == "cuba.accused"
    takes = (FIDELE, stone(5), FIDELE, NETTOYEUR, stone(4), CHAUFFEUR, STREET)
    position = after(setup, 2, 4, at(3), at(5), NETTOYEUR, stone(5), at(6), NOBODY, stone(4), *takes)
    assert position.outcome == "seats 1,2,4"


def test_a_fidele_who_was_shot_shares_and_no_joker_is_owed() -> None:
    setup = family(8, nettoyeur=True)
    position = after(setup, 2, 4, at(3), at(5), NETTOYEUR, FIDELE)
    assert out(position) == [3, 5]
    assert not {"joker.given", "joker.none"} & set(said(position.effects))
    takes = (FIDELE, FIDELE, CHAUFFEUR, NETTOYEUR, stone(9), AGENT, STREET)
    position = after(setup, 2, 4, at(3), at(5), NETTOYEUR, FIDELE, at(6), NOBODY, stone(9), *takes)
    assert position.outcome == "seats 1,2,3,4"


def test_a_nettoyeur_who_never_fires_wins_as_a_fidele() -> None:
    takes = (FIDELE, stone(9), CHAUFFEUR, NETTOYEUR, AGENT, FIDELE, STREET)
    position = after(family(8, nettoyeur=True), 2, 4, at(3), NOBODY, stone(9), *takes)
    assert position.outcome == "seats 1,2,5,7"


@pytest.mark.parametrize("nettoyeur", [False, True])
def test_pam_by_anyone_else_puts_him_out_and_the_accusation_goes_on(nettoyeur: bool) -> None:
    setup = family(8, nettoyeur=nettoyeur)
    position = after(setup, 2, 4, at(3), at(5), stone(2))
    assert "pam.false" in said(position.effects)
    assert out(position) == [5]
    assert waits(position) == "cuba.pockets 3"
    position = after(setup, 2, 4, at(3), at(5), stone(2), stone(7))
    assert out(position) == [5, 3]
    assert waits(position) == "cuba.reveal 2"


def test_an_agent_who_shouts_is_out_like_anyone_else() -> None:
    position = after(family(8), 2, 4, at(3), at(5), AGENT)
    assert out(position) == [5]
    assert waits(position) == "cuba.pockets 3"


def test_a_wrong_accusation_costs_nothing_once_all_diamonds_are_back() -> None:
    position = after(family(7), 2, 4, at(3), at(5), stone(9), FIDELE)
    assert out(position) == [5]
    assert "joker.none" not in said(position.effects)
    assert waits(position) == "cuba.reveal 2"


def test_neither_the_parrain_nor_the_accused_can_shout() -> None:
    pending = after(family(8), 2, 4, at(3)).pending
    assert pending is not None
    assert refusal_of(pending, at(1)) is Refusal.SEAT
    assert refusal_of(pending, at(3)) is Refusal.SEAT


def test_who_leaves_shows_what_he_took_and_his_diamonds_are_recovered() -> None:
    position = after(family(8), 2, 4, Leave(3))
    assert waits(position) == "cuba.pockets 3"
    assert waits(after(family(8), 2, 4, Leave(3), stone(5))) == "cuba.accused"
    assert waits(after(family(8), 2, 4, Leave(3), stone(9))) == "cuba.reveal 2"


def test_an_accused_who_leaves_settles_the_accusation() -> None:
    for answers in ((at(3),), (at(3), NOBODY)):
        position = after(family(7), 2, 4, *answers, Leave(3), FIDELE)
        assert out(position) == [3]
        assert waits(position) == "cuba.accused"


def test_a_parrain_who_leaves_is_out() -> None:
    takes = (stone(5), stone(4), FIDELE, CHAUFFEUR, AGENT, STREET)
    position = after(family(7), 2, 4, Leave(1), *takes)
    assert position.outcome == "seats 2,7"


def test_nobody_leaves_a_game_that_is_over() -> None:
    position = after(family(7), 2, 4, at(3), NOBODY, AGENT)
    assert position.pending is not None
    assert refusal_of(position.pending, Leave(2)) is Refusal.NOT_LIVING


def test_the_winners_name_the_next_parrain_only_where_the_game_goes_on() -> None:
    takes = (FIDELE, AGENT, stone(9), FIDELE, CHAUFFEUR, FIDELE, STREET)
    won = after(family(8), 2, 4, at(3), NOBODY, AGENT, *takes, YES)
    assert waits(won) == "cuba.parrain"
    again = [effect.question for effect in won.effects if isinstance(effect, Ask)]
    assert again[-2:] == ["again", "cuba.parrain"]


def test_another_game_is_offered_so_that_a_rehearsal_declines_it() -> None:
    takes = (FIDELE, AGENT, stone(9), FIDELE, CHAUFFEUR, FIDELE, STREET)
    offer = after(family(8), 2, 4, at(3), NOBODY, AGENT, *takes).pending
    assert offer is not None
    assert (offer.question, offer.offer) == ("again", True)
