"""Seats as they are said to an open question: one, several, tied, or none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hearings import BALLOT, DENOUNCE, EIGHT, LIVING, ONE, TWO_OUT, VOLUNTEERS, eight, heard

from narrator.rules.core.answers import DONE, NOBODY, YES_NO, Refusal, Seats, Tie
from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Misread, Reply
from narrator.table.language.spoken import Hearing, grammar_of

# --- seats --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("trois", "joueur trois", "le joueur trois", "siège trois", "numéro trois", "le numéro trois", "place trois"),
        *("chloé", "Chloé", "euh chloé", "c'est chloé", "on vote pour chloé merci"),
        "alors euh le numéro trois s'il te plaît",
    ],
)
def test_a_seat_is_said_by_its_number_or_its_name(text: str) -> None:
    for choices in (BALLOT, ONE, VOLUNTEERS):
        assert heard(text, choices) == Reply(Seats((3,)))


@pytest.mark.parametrize("text", ["un", "une", "joueur un", "joueuse une", "alice"])
def test_the_first_seat_is_one_in_either_gender(text: str) -> None:
    assert heard(text, BALLOT) == Reply(Seats((1,)))


@pytest.mark.parametrize("text", ["jean-luc", "jean luc", "Jean Luc"])
def test_a_compound_name_is_one_name(text: str) -> None:
    assert heard(text, BALLOT) == Reply(Seats((4,)))


@pytest.mark.parametrize("text", ["vingt-et-un", "vingt et un", "place vingt et un"])
def test_a_compound_number_is_one_seat(text: str) -> None:
    circle = tuple(range(1, 31))
    ask = Ask(question="any", choices=replace(BALLOT, seats=circle), living=circle)
    table = grammar_of(ask, replace(eight(), players=30), Hearing.DAY)
    assert table.read(text) == Reply(Seats((21,)))
    assert table.read("vingt et deux") == Reply(Tie((2, 20)))
    assert table.read("un et vingt") == Reply(Tie((1, 20)))


def test_a_number_without_a_seat_is_never_two_seats() -> None:
    circle = tuple(range(1, 21))
    ask = Ask(question="any", choices=replace(BALLOT, seats=circle), living=circle)
    table = grammar_of(ask, replace(eight(), players=20), Hearing.DAY)
    assert table.read("égalité vingt et un") is None
    assert table.read("vingt deux et trois") is None
    assert table.read("vingt et un") is None


@pytest.mark.parametrize("text", ["personne", "aucune", "euh personne", "personne merci"])
def test_nobody_is_a_word(text: str) -> None:
    assert heard(text, BALLOT) == Reply(NOBODY)


@pytest.mark.parametrize(
    "text",
    [
        *("égalité deux et cinq", "deux et cinq à égalité", "à égalité deux et cinq", "égalité entre deux et cinq"),
        *("bruno et jean paul", "cinq et deux", "égalité joueur deux et jean paul", "c'est égalité deux et cinq"),
    ],
)
def test_a_tie_is_said_in_several_ways(text: str) -> None:
    assert heard(text, BALLOT) == Reply(Tie((2, 5)))


def test_a_tie_of_three_needs_its_last_and_alone() -> None:
    assert heard("égalité deux trois et cinq", BALLOT) == Reply(Tie((2, 3, 5)))
    assert heard("deux et trois et cinq", BALLOT) == Reply(Tie((2, 3, 5)))
    assert heard("deux trois cinq", BALLOT) is None
    assert heard("deux cinq", BALLOT) is None


@pytest.mark.parametrize("text", ["égalité bruno cinq", "égalité entre deux jean paul", "bruno jean paul à égalité"])
def test_between_names_that_are_tied_a_word_may_be_lost(text: str) -> None:
    assert heard(text, BALLOT) == Reply(Tie((2, 5)))
    assert heard("bruno jean paul", BALLOT) is None
    assert heard("égalité deux cinq", BALLOT) is None


def test_a_tie_without_seats_is_told_what_is_missing() -> None:
    assert heard("égalité", BALLOT) == Misread(Refusal.TIE_OF_TWO)
    assert heard("égalité deux", BALLOT) == Misread(Refusal.TIE_OF_TWO)
    assert heard("égalité", YES_NO) is None
    assert heard("deux et cinq égalité entre", BALLOT) is None


def test_where_two_are_out_one_may_be_clear_and_others_tied() -> None:
    assert heard("quatre égalité deux et cinq", TWO_OUT) == Reply(Tie((2, 5), 4))
    assert heard("quatre et égalité deux et cinq", TWO_OUT) == Reply(Tie((2, 5), 4))
    assert heard("deux et cinq", TWO_OUT) == Reply(Seats((2, 5)))
    assert heard("quatre égalité deux et cinq", BALLOT) == Misread(Refusal.COUNT)


def test_several_seats_may_be_named_where_several_are_wanted() -> None:
    assert heard("cinq deux et alice", VOLUNTEERS) == Reply(Seats((5, 2, 1)))
    assert heard("deux et cinq", ONE) == Misread(Refusal.COUNT)


@pytest.mark.parametrize("text", ["joueur six", "tiernan", "deux et six"])
def test_a_seat_that_the_question_does_not_take_is_heard_and_refused(text: str) -> None:
    assert heard(text, BALLOT) == Misread(Refusal.SEAT)


@pytest.mark.parametrize(
    "text", ["neuf", "joueur neuf", "zéro", "wolfgang", "pas alice", "c'est pas alice", "alice oui"]
)
def test_what_names_nobody_here_is_nothing(text: str) -> None:
    assert heard(text, BALLOT) is None


# --- names that are no names --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Pause", "Personne", "Merci", "Deux", "Égalité", "Et"])
def test_a_name_that_means_something_else_leaves_its_player_a_number(name: str) -> None:
    ask = Ask(question="any", choices=BALLOT, living=LIVING)
    without = grammar_of(ask, eight(names=("", *EIGHT[1:])), Hearing.DAY)
    named = grammar_of(ask, eight(names=(name, *EIGHT[1:])), Hearing.DAY)
    assert named.read(name) == without.read(name)
    assert named.read("joueur un") == Reply(Seats((1,)))


def test_two_players_of_one_name_have_numbers() -> None:
    table = grammar_of(
        Ask(question="any", choices=BALLOT, living=LIVING), eight(names=("Ana", "ANA", *EIGHT[2:])), Hearing.DAY
    )
    assert table.read("ana") is None
    assert "ana" not in table.phrases
    assert table.read("deux") == Reply(Seats((2,)))


def test_an_alias_stands_in_for_a_name_that_the_model_does_not_know() -> None:
    known = {"wolf", "luc", "et", "joueur", "un", "deux", "alice"}
    words = replace(eight(names=("Alice", "Wolfgang")), aliases=("", "Luc"))
    table = grammar_of(Ask(question="any", choices=BALLOT, living=LIVING), words, Hearing.DAY, known.__contains__)
    assert table.read("luc") == Reply(Seats((2,)))
    assert table.read("wolfgang") is None
    assert "luc" in table.phrases


# --- verbs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["dénonce trois", "je dénonce chloé", "euh je dénonce le numéro trois"])
def test_to_denounce_takes_the_verb(text: str) -> None:
    assert heard(text, DENOUNCE, "denounce.target", "infiltres") == Reply(Seats((3,)))


@pytest.mark.parametrize("text", ["chloé", "trois", "joueur trois", "chloé dénonce"])
def test_a_name_in_the_debate_denounces_nobody(text: str) -> None:
    assert heard(text, DENOUNCE, "denounce.target", "infiltres") is None


def test_the_debate_with_a_denouncer_ends_like_any_other() -> None:
    assert heard("suite", DENOUNCE, "denounce.target", "infiltres") == Reply(DONE)


@pytest.mark.parametrize("text", ["vide tes poches chloé", "chloé vide tes poches", "videz vos poches joueur trois"])
def test_pockets_are_emptied_on_three_words(text: str) -> None:
    assert heard(text, ONE, "cuba.accused", "cuba") == Reply(Seats((3,)))


@pytest.mark.parametrize("text", ["chloé", "trois"])
def test_a_name_in_the_enquiry_accuses_nobody(text: str) -> None:
    assert heard(text, ONE, "cuba.accused", "cuba") is None


def test_a_verb_alone_wants_a_seat() -> None:
    assert heard("vide tes poches", ONE, "cuba.accused", "cuba") == Misread(Refusal.COUNT)
    assert heard("pam", ONE, "cuba.pam", "cuba") == Misread(Refusal.COUNT)
    assert heard("je dénonce", DENOUNCE, "denounce.target", "infiltres") == Misread(Refusal.COUNT)


@pytest.mark.parametrize("text", ["pam chloé", "chloé pam", "pam joueur trois", "chloé", "trois"])
def test_who_shot_is_named_with_the_shot_or_without(text: str) -> None:
    assert heard(text, ONE, "cuba.pam", "cuba") == Reply(Seats((3,)))
