"""Asking before a game: through the driver of games, and nothing of it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from shipped import shipped
from typed_answers import asker_of, decided, in_turn

from narrator.rules.core.play import Play
from narrator.table.setup.composition import CompositionError
from narrator.table.setup.dialog import Dialog, said

PACK = shipped("mafia")
WORDS = PACK.words["fr"]
DIALOG = Dialog(PACK.rules, WORDS)


def test_what_is_decided_comes_back_and_what_is_told_is_told_in_its_order() -> None:
    def play() -> Play[str]:
        yield said("box.hello")
        right = yield from DIALOG.yes("setup.right", default=False)
        yield said("box.over")
        return "right" if right else "wrong"

    told: list[str] = []
    assert decided(play(), WORDS, in_turn("oui"), told) == "right"
    assert told == [WORDS.lines[line][0] for line in ("box.hello", "box.over")]


def test_where_nothing_is_to_be_asked_it_is_decided_at_once() -> None:
    def play() -> Play[int]:
        yield from ()
        return 7

    assert decided(play(), WORDS, in_turn()) == 7


def test_what_is_not_possible_is_told_to_who_asks() -> None:
    def play() -> Play[None]:
        yield from DIALOG.yes("setup.right", default=True)
        raise CompositionError("none is possible")

    with pytest.raises(CompositionError, match="none is possible"):
        decided(play(), WORDS, in_turn(""))


def test_who_goes_back_has_the_question_before_once_more_and_nothing_that_stands_before_it() -> None:
    told: list[str] = []
    asker = asker_of(in_turn("oui", "8", "retour", "Ann Bob Cléo Dan Eve Flo", "oui"), told)

    def conversation() -> tuple[bool, int, bool]:
        first = asker.ask(WORDS, DIALOG.yes("setup.right", default=False))
        players = asker.ask(WORDS, DIALOG.players()).players
        return first, players, asker.ask(WORDS, DIALOG.yes("setup.right", default=False))

    assert asker.going_back(conversation) == (True, 6, True)
    assert told == ["8 joueurs.", "6 joueurs : Ann, Bob, Cléo, Dan, Eve, Flo."]


def test_going_back_after_refused_lines_leads_to_the_question_before_and_shows_no_old_refusal() -> None:
    told: list[str] = []
    eight = "A,B,C,D,E,F,G,H"
    asker = asker_of(in_turn("oui", "Ann,Ann", "", "Ann,Ann", "retour", "non", "", eight, "retour", eight, "oui"), told)

    def conversation() -> tuple[bool, int, bool]:
        first = asker.ask(WORDS, DIALOG.yes("setup.right", default=False))
        players = asker.ask(WORDS, DIALOG.players()).players
        return first, players, asker.ask(WORDS, DIALOG.yes("setup.right", default=False))

    assert asker.going_back(conversation) == (False, 8, True)
    twice, wanted = told[0], WORDS.lines["setup.names.wanted"][0]
    seated = told[-1]
    assert told == [twice, wanted, twice, wanted, seated, seated]


def test_before_the_first_question_there_is_none_to_go_back_to_and_it_is_asked_again() -> None:
    asker = asker_of(in_turn("retour", "retour", "oui"))
    assert asker.going_back(lambda: asker.ask(WORDS, DIALOG.yes("setup.right", default=False)))


def test_help_is_shown_and_the_question_stands() -> None:
    told: list[str] = []
    asker = asker_of(in_turn("aide", "oui"), told)
    assert asker.ask(WORDS, DIALOG.yes("setup.right", default=False))
    assert told[0] == WORDS.lines["setup.help"][0]


def test_help_where_nothing_is_offered_speaks_of_a_line_to_write() -> None:
    told: list[str] = []
    asker = asker_of(in_turn("aide", "Ann Bob Cléo Dan Eve Flo Gus Hal"), told)
    assert asker.ask(WORDS, DIALOG.players()).players == 8
    assert told[0] == WORDS.lines["setup.help_text"][0]


def test_no_answer_of_a_set_up_is_written_anywhere(home: Path) -> None:
    decided(DIALOG.players(), WORDS, in_turn("A,B,C,D,E,F,G,H"))
    assert not home.exists()
