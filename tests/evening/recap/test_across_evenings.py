"""What is told across evenings: who won what, streaks, the longest night."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest

from narrator.base.sentences import PROGRAM, sentences
from narrator.evening.recap.tale import FinishedGame, nights, told, winners
from narrator.rules.core.effects import Deed, Effect, Form, News, Term, Topic, Window
from narrator.rules.core.secrets import Secret

EN, FR = (sentences(PROGRAM, language) for language in ("en", "fr"))
FIRST = datetime(2026, 1, 30, 21)
SEATS = range(1, 5)


def camp_of(seat: int) -> str:
    return "wolves" if seat in (2, 3) else "village"


def test_a_camp_is_won_by_all_who_are_told_to_be_of_it_dead_or_alive() -> None:
    effects: list[Effect] = [News(topic=Topic.DEATH, seat=2)]
    assert winners(effects, SEATS, "wolves", camp_of) == {2, 3}
    assert winners(effects, SEATS, "village", camp_of) == {1, 4}


def test_lovers_win_who_are_left_and_seats_win_for_themselves_and_nobody_wins_nothing() -> None:
    effects: list[Effect] = [News(topic=Topic.DEATH, seat=2), News(topic=Topic.DEATH, seat=4)]
    assert winners(effects, SEATS, "lovers", camp_of) == {1, 3}
    assert winners(effects, SEATS, "seats 1,4", camp_of) == {1, 4}
    assert winners(effects, SEATS, "nobody", camp_of) == set()


@pytest.mark.parametrize(("lovers", "village", "wolves"), [((1, 4), {1, 4}, {2, 3}), ((1, 2), {4}, {3})])
def test_lovers_of_opposite_camps_win_with_neither(
    lovers: tuple[int, ...], village: set[int], wolves: set[int]
) -> None:
    effects = [Deed(line="story.lovers", args=Secret((("seats", Term(Form.SEAT, lovers)),)))]
    assert winners(effects, SEATS, "village", camp_of) == village
    assert winners(effects, SEATS, "wolves", camp_of) == wolves


def test_a_night_is_as_long_as_its_calls_at_the_pace_of_the_game_but_those_that_a_leader_ends() -> None:
    night = News(topic=Topic.NIGHTFALL, number=1)
    call = Window(call="wolves", slots=(20.0, 10.0))
    effects: list[Effect] = [
        Window(call="round", slots=(5.0,)),
        night,
        call,
        call,
        Window(call="seer", slots=(9.0,), led=True),
        night,
    ]
    assert nights(effects, 0.5) == (30.0, 0.0)


def a_game(day: int, *won: int, names: str = "Ann Bob", outcome: str = "the village", hours: int = 0) -> FinishedGame:
    return FinishedGame(
        begun=FIRST + timedelta(days=day, hours=hours),
        title="Hamlet",
        names=tuple(names.split()),
        winners=frozenset(won),
        outcome=outcome,
    )


def test_players_are_told_by_what_they_won_with_their_longest_streak() -> None:
    games = [a_game(0, 1, 2), a_game(2, 2), a_game(1, 2, outcome="the wolves"), a_game(3, names="ann Cléo")]
    assert [*told(games, EN)] == [
        "Evenings: 4. Games played to their end: 4.",
        "Hamlet, 4 games: won by the village 3 times, by the wolves once.",
        "Bob won 3 of 3, 3 of them in a row",
        "ann won 1 of 4",
        "Cléo won 0 of 1",
    ]


def test_a_game_that_was_lost_ends_a_streak() -> None:
    games = [a_game(day, *won, names="Ann") for day, won in enumerate([[1], [1], [], [1]])]
    assert [*told(games, FR)][-1] == "Ann a gagné 3 fois sur 4, dont 2 de suite"


def test_a_game_after_midnight_belongs_to_the_evening_before() -> None:
    first, *_ = told([a_game(0), a_game(0, hours=5), a_game(0, hours=12)], EN)
    assert first == "Evenings: 2. Games played to their end: 3."


def test_seats_without_names_and_games_without_camps_are_told_by_their_number() -> None:
    assert [*told([a_game(0, 1, names="", outcome="")], EN)][1:] == ["Hamlet, 1 game."]


@pytest.mark.parametrize(("words", "date"), [(EN, "2026-01-30"), (FR, "30/01/2026")])
def test_the_longest_night_is_told_with_its_day(words: Mapping[str, str], date: str) -> None:
    long = FinishedGame(begun=FIRST, title="Hamlet", nights=(61.0, 125.4))
    short = FinishedGame(begun=FIRST + timedelta(days=1), title="Other", nights=(90.0,))
    *_, last = told([short, long], words)
    assert all(part in last for part in ("Hamlet", "2", date, " 2:05 "))


def test_before_the_first_game_nothing_is_told() -> None:
    assert [*told([], EN)] == ["No game is finished yet."]
