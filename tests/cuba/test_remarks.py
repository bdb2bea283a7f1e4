"""What the storyteller remarks on the enquiry: from what all have seen, and only as much as is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from havana import AGENT, CHAUFFEUR, CHEAT, FIDELE, NETTOYEUR, STREET, after, at, family, said, stone

from narrator.core.answers import DONE, NOBODY, Answer, Leave, Number
from narrator.core.effects import Effect, Say
from narrator.core.play import Position, Wordiness
from narrator.cuba.game import CubaSetup


def remarks(position: Position) -> list[str]:
    """Return what was remarked, in its order."""
    return [effect.line for effect in position.effects if isinstance(effect, Say) and effect.aside]


def searched(seat: int, found: Answer) -> list[Answer]:
    """Have somebody empty his pockets, nobody shouting."""
    return [at(seat), NOBODY, found]


GUILTY, OTHER, WRONGED = searched(3, stone(2)), searched(6, stone(2)), searched(5, FIDELE)


def enquired(setup: CubaSetup, *searches: Sequence[Answer]) -> Position:
    """Steal nine diamonds, then search."""
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
        ([shot(5, FIDELE), OTHER], ["family.shot", "family.caught"]),
        ([shot(5, FIDELE), searched(7, CHAUFFEUR)], ["family.shot", "family.wronged.again"]),
        ([shot(3, stone(2)), OTHER], ["family.shot", "family.caught.again"]),
        ([[*shot(3, CHEAT), Number(2)], searched(4, stone(1))], ["family.shot", "family.caught.beside"]),
    ],
)
def test_a_shot_was_an_accusation_too(searches: list[list[Answer]], told: list[str]) -> None:
    assert remarks(enquired(family(8, nettoyeur=True, jokers=3), *searches)) == told


@pytest.mark.parametrize(("found", "praised"), [(FIDELE, False), (STREET, False), (stone(2), True)])
def test_no_parrain_is_praised_who_had_an_innocent_shot(found: Answer, *, praised: bool) -> None:
    left = stone(7 if praised else 9)
    rest: list[Answer] = [DONE, DONE, DONE, FIDELE, AGENT, CHAUFFEUR, STREET]
    position = enquired(family(8, nettoyeur=True), shot(3, found), searched(4, left), rest)
    assert said(position.effects)[-1] == "again.ask", position.pending
    assert ("family.flawless" in remarks(position)) is praised


@pytest.mark.parametrize(("second", "counted"), [(shot(5, CHAUFFEUR), set()), (searched(5, CHAUFFEUR), {2})])
def test_no_excuses_are_counted_where_an_innocent_was_shot(second: list[Answer], counted: set[int]) -> None:
    told = set()
    for seed in range(12):
        setup = replace(family(8, nettoyeur=True, jokers=3, words=Wordiness.RICH), seed=seed)
        last = [effect for effect in enquired(setup, searched(3, FIDELE), second).effects if isinstance(effect, Say)][
            -2
        ]
        told |= {last.args[0][1].value} if last.line == "family.mistakes" else set()
    assert told == counted


def test_when_all_is_found_the_enquiry_ends_without_a_remark() -> None:
    assert remarks(enquired(family(8), searched(3, stone(9)))) == []


def test_whoever_cheats_is_no_mistake_of_the_parrain() -> None:
    position = after(family(8), 2, 4, *searched(3, CHEAT), 1)
    assert remarks(position) == ["family.caught.first"]


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


def test_who_leaves_is_no_accused() -> None:
    assert remarks(after(family(8, words=Wordiness.RICH), 2, 4, Leave(4), stone(2))) == []
