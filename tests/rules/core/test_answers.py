"""What questions take and refuse; texts are the same whatever their case, accents and outer space."""

from __future__ import annotations

import pytest

from narrator.rules.core.answers import (
    DONE,
    KEEP,
    NO,
    NOBODY,
    SILENT,
    YES,
    YES_NO,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Refusal,
    Seats,
    Text,
    Tie,
    seat,
)
from narrator.rules.core.folding import digits, folded
from narrator.rules.core.play import SOMEBODY_ELSE

ONE = Choices(kind=Kind.SEATS, seats=(1, 2, 5), words=(NOBODY, SILENT))
TWO = Choices(kind=Kind.SEATS, seats=(1, 2, 5), count=(2, 2))
BALLOT = Choices(kind=Kind.BALLOT, seats=(1, 2, 5), ties=True, words=(NOBODY,))
DOUBLE = Choices(kind=Kind.BALLOT, seats=(1, 2, 5), count=(1, 2), ties=True)
TAKE = Choices(kind=Kind.TAKE, numbers=(1, 3))
CARDS = Choices(kind=Kind.CARD, cards=("voyante", "loup-garou"), words=(KEEP,))
COUNT = Choices(kind=Kind.NUMBER, numbers=(1, 3))
WISH = YES_NO
LETTER = Choices(kind=Kind.TEXT, length=5, words=(NOBODY,))
VOICES = Choices(kind=Kind.NUMBER, numbers=(0, 2), total=(7, 9))

REFUSED: list[tuple[Choices, Answer, Refusal]] = [
    (ONE, seat(3), Refusal.SEAT),
    (ONE, seat(0), Refusal.SEAT),
    (ONE, Seats(()), Refusal.COUNT),
    (ONE, Seats((1, 2)), Refusal.COUNT),
    (ONE, YES, Refusal.WORD),
    (ONE, Tie((1, 2)), Refusal.NO_TIE),
    (ONE, Card("voyante"), Refusal.CARD),
    (ONE, Number(1), Refusal.WORD),
    (TWO, NOBODY, Refusal.SOMEBODY),
    (DOUBLE, NOBODY, Refusal.SOMEBODY),
    (COUNT, NOBODY, Refusal.WORD),
    (TWO, seat(1), Refusal.COUNT),
    (TWO, Seats((2, 2)), Refusal.TWICE),
    (TWO, Seats((2, 3)), Refusal.SEAT),
    (BALLOT, SILENT, Refusal.WORD),
    (BALLOT, Tie((1,)), Refusal.TIE_OF_TWO),
    (BALLOT, Tie((1, 1)), Refusal.TIE_OF_TWO),
    (BALLOT, Tie((1, 4)), Refusal.SEAT),
    (BALLOT, Tie((1, 2), clear=5), Refusal.COUNT),
    (DOUBLE, Tie((1, 2), clear=2), Refusal.TWICE),
    (DOUBLE, Tie((1, 2), clear=4), Refusal.SEAT),
    (TAKE, Diamonds(0), Refusal.NUMBER),
    (TAKE, Diamonds(4), Refusal.NUMBER),
    (COUNT, Diamonds(2), Refusal.WORD),
    (CARDS, Card("chasseur"), Refusal.CARD),
    (CARDS, seat(1), Refusal.WORD),
    (COUNT, Number(0), Refusal.NUMBER),
    (COUNT, Number(4), Refusal.NUMBER),
    (WISH, DONE, Refusal.WORD),
    (LETTER, Text(""), Refusal.WORD),
    (LETTER, Text("sixsix"), Refusal.WORD),
    (WISH, Text("a"), Refusal.WORD),
    (VOICES, Number(3), Refusal.TOTAL),
    (WISH, seat(1), Refusal.WORD),
]


@pytest.mark.parametrize(("choices", "answer", "reason"), REFUSED)
def test_what_a_question_does_not_take_is_refused_with_its_reason(
    choices: Choices, answer: Answer, reason: Refusal
) -> None:
    assert choices.refusal(answer) is reason


TAKEN: list[tuple[Choices, Answer]] = [
    (ONE, seat(5)),
    (ONE, NOBODY),
    (ONE, SILENT),
    (TWO, Seats((5, 1))),
    (BALLOT, seat(2)),
    (BALLOT, Tie((1, 2, 5))),
    (DOUBLE, Tie((1, 2), clear=5)),
    (TAKE, Diamonds(1)),
    (TAKE, Diamonds(3)),
    (CARDS, Card("loup-garou")),
    (CARDS, KEEP),
    (COUNT, Number(1)),
    (COUNT, Number(3)),
    (WISH, NO),
    (LETTER, Text("a")),
    (LETTER, Text("fives")),
    (VOICES, Number(2)),
    (WISH, Leave(9)),  # whether that player is there is for the question to say, not for its choices
]


@pytest.mark.parametrize(("choices", "answer"), TAKEN)
def test_what_a_question_takes_is_not_refused(choices: Choices, answer: Answer) -> None:
    assert choices.refusal(answer) is None


def test_every_reason_that_choices_give_is_reached_here() -> None:
    # Before there is an answer.
    by_inputs = {
        Refusal.EMPTY,
        Refusal.UNREADABLE,
        Refusal.UNKNOWN_SEAT,
        Refusal.AMBIGUOUS,
        Refusal.ORDER,
        Refusal.LEAVER,
        Refusal.BACK,
        Refusal.DENOUNCE,
    }
    by_the_question = {Refusal.NOT_LIVING}  # proved where a game is walked
    in_words = {Refusal.SEATS, Refusal.COUNTS}  # stand for `SEAT` and for `COUNT`
    in_words |= {*SOMEBODY_ELSE, Refusal.OUT} - {Refusal.SEAT}  # tell why
    assert {reason for *_, reason in REFUSED} | by_inputs | by_the_question | in_words == set(Refusal)


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("Sorcière ", "sorciere"),
        ("\tMAIRE", "maire"),
        ("cœur", "coeur"),
        ("CŒUR", "coeur"),
        ("garçon", "garcon"),
        ("e\N{COMBINING ACUTE ACCENT}glise", "eglise"),
        ("Straße", "strasse"),
        ("\N{FULLWIDTH DIGIT TWO}", "2"),
        ("petite fille", "petite fille"),
    ],
)
def test_case_accents_ligatures_and_outer_space_do_not_matter(typed: str, word: str) -> None:
    assert folded(typed) == word


@pytest.mark.parametrize(("text", "number"), [("7", 7), ("012", 12), ("7e", None), ("-1", None), ("", None)])
def test_digits_are_a_number(text: str, number: int | None) -> None:
    assert digits(text) == number


def test_more_digits_than_can_be_read_are_none() -> None:
    assert digits("9" * 5000) is None
