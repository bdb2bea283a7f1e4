"""Each way in which an accusation can go, and each way in which the enquiry can end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from havana import AGENT, CHAUFFEUR, CHEAT, FIDELE, NETTOYEUR, STREET, after, at, family, refused, said, stone, waits

from narrator.rules.core.answers import DONE, NOBODY, Answer, Leave, Number, Refusal
from narrator.rules.core.effects import Deed, Effect, Form, News, Say, Term, Topic
from narrator.rules.core.play import Position, Wordiness
from narrator.rules.core.secrets import unseal
from narrator.rules.cuba.game import CubaSetup


def out(position: Position) -> list[int | None]:
    return [e.seat for e in position.effects if isinstance(e, News) and e.topic is Topic.DEATH]


def test_the_enquiry_is_the_one_day_of_the_game() -> None:
    days = [e for e in after(family(8), 2, 4).effects if isinstance(e, News) and e.topic is Topic.DAYBREAK]
    assert days == [News(topic=Topic.DAYBREAK, number=1)]


def test_neither_the_parrain_nor_the_accused_can_shout() -> None:
    position = after(family(8, nettoyeur=True), 2, 4, at(3))
    assert refused(position, at(1)) is Refusal.SEAT
    assert refused(position, at(3)) in (Refusal.SEAT, Refusal.OUT)


def test_an_accused_who_leaves_settles_the_accusation() -> None:
    for setup, answers in ((family(7), ()), (armed := family(7, nettoyeur=True), ()), (armed, (NOBODY,))):
        position = after(setup, 2, 4, at(3), *answers, Leave(3), FIDELE)
        assert out(position) == [3]
        assert waits(position) == "cuba.accused"


def test_nobody_leaves_a_game_that_is_over() -> None:
    position = after(family(7), 2, 4, at(3), AGENT)
    assert refused(position, Leave(2)) is Refusal.NOT_LIVING


def test_another_game_is_offered_so_that_a_rehearsal_declines_it() -> None:
    takes = (FIDELE, AGENT, stone(9), FIDELE, CHAUFFEUR, FIDELE, STREET)
    offer = after(family(8), 2, 4, at(3), AGENT, *takes).pending
    assert offer is not None
    assert (offer.question, offer.offer) == ("again", True)


def remarks(position: Position) -> list[str]:
    return [effect.line for effect in position.effects if isinstance(effect, Say) and effect.aside]


def searched(seat: int, found: Answer) -> list[Answer]:
    return [at(seat), found]


def spared(seat: int, found: Answer) -> list[Answer]:
    """Search somebody at whom nobody shoots, where somebody may."""
    return [at(seat), NOBODY, found]


GUILTY, OTHER, WRONGED = searched(3, stone(2)), searched(6, stone(2)), searched(5, FIDELE)


def enquired(setup: CubaSetup, *searches: Sequence[Answer]) -> Position:
    return after(setup, 2, 4, *(answer for search in searches for answer in search))


@pytest.mark.parametrize(
    ("searches", "told"),
    [
        ([GUILTY], ["family.caught.first"]),
        ([GUILTY, OTHER], ["family.caught.first", "family.caught.again"]),
        ([GUILTY, searched(4, stone(2))], ["family.caught.first", "family.caught.beside"]),
        ([WRONGED, OTHER], ["family.wronged", "family.caught"]),
        ([WRONGED, searched(8, STREET)], ["family.wronged", "family.wronged.again"]),
        ([WRONGED, WRONGED, searched(8, STREET)], ["family.wronged", "family.wronged.again", "family.wronged.last"]),
    ],
)
def test_pockets_are_remarked_on_by_what_came_before(searches: list[list[Answer]], told: list[str]) -> None:
    assert remarks(enquired(family(8, jokers=3), *searches)) == told


def test_the_last_chairs_of_a_circle_stand_side_by_side_too() -> None:
    position = enquired(family(6, parrain=3, jokers=3), searched(6, stone(2)), searched(1, stone(2)))
    assert remarks(position)[-1] == "family.caught.beside"


def test_where_few_words_are_wanted_nothing_is_remarked_and_all_else_is_the_same() -> None:
    few, normal = (
        enquired(family(8, jokers=2, words=words), GUILTY, WRONGED, OTHER)
        for words in (Wordiness.FEW, Wordiness.NORMAL)
    )
    assert remarks(few) == []
    assert [effect for effect in normal.effects if not _aside(effect)] == [*few.effects]


def _aside(effect: Effect) -> bool:
    return isinstance(effect, Say) and effect.aside


def test_where_much_is_wanted_something_is_remembered_before_each_question_but_the_first() -> None:
    position = enquired(family(8, jokers=2, words=Wordiness.RICH), GUILTY, WRONGED)
    lines = said(position.effects)
    listening = [place for place, line in enumerate(lines) if line == "enquiry.listen"]
    assert lines[listening[0] - 1] == "enquiry.open"
    remembered = {"family.left": (6,), "family.back": (2,), "family.mistakes": (0, 1)}
    for place in listening[1:]:
        assert lines[place - 1] in remembered
    counts = {e.line: e.args[0][1].value for e in position.effects if isinstance(e, Say) and e.line in remembered}
    assert all(value in remembered[line] for line, value in counts.items())


@pytest.mark.parametrize("stolen", [(2, 4), (0, 0), (5, 3)])
def test_the_parrains_counts_change_no_remark(stolen: tuple[int, int]) -> None:
    answers = [answer for search in (GUILTY, WRONGED, OTHER) for answer in search]
    setup = family(8, jokers=2, words=Wordiness.RICH)
    assert _says(after(setup, *stolen, *answers)) == _says(after(setup, 1, 3, *answers))


def _says(position: Position) -> list[Say]:
    return [effect for effect in position.effects if isinstance(effect, Say)]


def test_a_shot_that_takes_two_is_remarked_on_and_a_false_one_is_not() -> None:
    setup = family(8, nettoyeur=True)
    shot = after(setup, 2, 4, at(3), at(5), NETTOYEUR, stone(2))
    assert remarks(shot) == ["family.shot"]
    assert remarks(after(setup, 2, 4, at(3), at(5), stone(1))) == []


def shot(seat: int, found: Answer) -> list[Answer]:
    """Have the nettoyeur, who sits at 2, shoot somebody."""
    return [at(seat), at(2), NETTOYEUR, found]


@pytest.mark.parametrize(
    ("searches", "told"),
    [
        ([shot(5, FIDELE), spared(6, stone(2))], ["family.shot", "family.caught"]),
        ([shot(5, FIDELE), spared(7, CHAUFFEUR)], ["family.shot", "family.wronged.again"]),
        ([shot(3, stone(2)), spared(6, stone(2))], ["family.shot", "family.caught.again"]),
        ([[*shot(3, CHEAT), Number(2)], spared(4, stone(1))], ["family.shot", "family.caught.beside"]),
    ],
)
def test_a_shot_was_an_accusation_too(searches: list[list[Answer]], told: list[str]) -> None:
    assert remarks(enquired(family(8, nettoyeur=True, jokers=3), *searches)) == told


@pytest.mark.parametrize(("found", "praised"), [(FIDELE, False), (STREET, False), (stone(2), True)])
def test_no_parrain_is_praised_who_had_an_innocent_shot(found: Answer, *, praised: bool) -> None:
    left = stone(7 if praised else 9)
    rest: list[Answer] = [DONE, DONE, DONE, FIDELE, AGENT, CHAUFFEUR, STREET]
    position = enquired(family(8, nettoyeur=True), shot(3, found), spared(4, left), rest)
    assert said(position.effects)[-1] == "again.ask", position.pending
    assert ("family.flawless" in remarks(position)) is praised


@pytest.mark.parametrize(("second", "counted"), [(shot(5, CHAUFFEUR), set()), (spared(5, CHAUFFEUR), {2})])
def test_no_excuses_are_counted_where_an_innocent_was_shot(second: list[Answer], counted: set[int]) -> None:
    told = set()
    for seed in range(12):
        setup = replace(family(8, nettoyeur=True, jokers=3, words=Wordiness.RICH), seed=seed)
        last = [effect for effect in enquired(setup, spared(3, FIDELE), second).effects if isinstance(effect, Say)][-2]
        told |= {last.args[0][1].value} if last.line == "family.mistakes" else set()
    assert told == counted


def test_when_all_is_found_the_enquiry_ends_without_a_remark() -> None:
    assert remarks(enquired(family(8), searched(3, stone(9)))) == []


def test_the_accusation_that_cost_the_armchair_is_named_once_the_winners_are() -> None:
    told: list[Answer] = [DONE, stone(8), FIDELE, FIDELE, AGENT, stone(7), DONE]
    position = after(family(8), 0, 0, *searched(2, FIDELE), *searched(8, STREET), *told)
    assert remarks(position) == ["family.wronged.last", "family.fallen"]
    (fallen,) = [e for e in position.effects if isinstance(e, Say) and e.line == "family.fallen"]
    assert dict(fallen.args)["seat"].value == 8
    assert said(position.effects)[-3:] == ["outcome.seats", "family.fallen", "again.ask"]


@pytest.mark.parametrize(
    ("searches", "told"),
    [
        ([searched(3, stone(4)), searched(4, stone(5))], ["family.caught.first", "family.flawless"]),
        ([searched(2, FIDELE), searched(3, stone(4)), searched(4, stone(5))], ["family.wronged.last", "family.caught"]),
    ],
)
def test_a_parrain_who_was_never_wrong_and_wins_is_praised(searches: list[list[Answer]], told: list[str]) -> None:
    rest: list[Answer] = [DONE if len(searches) > 2 else FIDELE, DONE, DONE, FIDELE, FIDELE, AGENT, CHAUFFEUR]
    position = enquired(family(8), *searches, rest)
    assert said(position.effects)[-1] == "again.ask", position.pending
    assert remarks(position) == told


def test_who_left_is_told_after_the_game() -> None:
    position = after(family(7), 2, 4, Leave(3), FIDELE)
    told = [
        unseal(effect.args) for effect in position.effects if isinstance(effect, Deed) and effect.line == "story.left"
    ]
    assert told == [(("seat", Term(Form.SEAT, 3)),)]


def test_a_parrain_who_leaves_one_diamond_to_a_thief_has_lost_to_him() -> None:
    position = after(family(7), 2, 12, Leave(1), stone(1), FIDELE, AGENT, FIDELE, CHAUFFEUR, STREET)
    assert position.outcome == "seats 2,7"


def test_a_cheat_who_leaves_while_his_diamonds_are_counted_is_put_out_once() -> None:
    position = after(family(7), 2, 4, at(3), CHEAT, Leave(3), CHEAT, 2, 2)
    deaths = [e.seat for e in position.effects if isinstance(e, News) and e.topic is Topic.DEATH]
    assert deaths == [3]
    assert "pockets.cheat" not in said(position.effects), "he is not accused any more"
    assert waits(position) == "cuba.accused"
