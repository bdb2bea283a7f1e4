"""Lines and questions are declared once, and say whether they come back each night and whether they are spoken."""

from __future__ import annotations

import pytest

from narrator.rules.core.answers import YES, Kind
from narrator.rules.core.effects import Form
from narrator.rules.core.vocabulary import Eyes, Line, Question, Vocabulary, asides, lines, told, unspoken


def test_lines_declared_together_share_their_arguments() -> None:
    assert lines("dawn.dead", "dawn.shot", seat=Form.SEAT, card=Form.CARD) == (
        Line("dawn.dead", (("seat", Form.SEAT), ("card", Form.CARD)), nightly=False, spoken=True),
        Line("dawn.shot", (("seat", Form.SEAT), ("card", Form.CARD)), nightly=False, spoken=True),
    )
    assert lines("seer.wake", nightly=True) == (Line("seer.wake", (), nightly=True, spoken=True),)
    assert lines("round.seat", eyes=Eyes.CLOSED, circle=True) == (Line("round.seat", eyes=Eyes.CLOSED, circle=True),)


def test_a_remark_may_be_left_out_of_a_pack() -> None:
    assert asides("react.two", eyes=Eyes.CLOSED, circle=True, seat=Form.SEAT) == (
        Line("react.two", (("seat", Form.SEAT),), eyes=Eyes.CLOSED, circle=True, aside=True),
    )


def test_a_line_of_the_tale_is_told_after_the_game_and_never_said() -> None:
    assert told("story.poison", seat=Form.SEAT) == (
        Line("story.poison", (("seat", Form.SEAT),), spoken=False, tale=True),
    )


def test_an_unspoken_line_is_neither_said_nor_due_each_night() -> None:
    assert unspoken("seer.look", seat=Form.SEAT) == (
        Line("seer.look", (("seat", Form.SEAT),), nightly=False, spoken=False),
    )
    assert unspoken("angel.yes", word=YES, circle=True) == (Line("angel.yes", spoken=False, word=YES, circle=True),)


def test_a_declaration_said_again_in_the_same_words_is_one() -> None:
    line, question = Line("dawn"), Question("again", Kind.YES_NO, "yes | no")
    gathered = Vocabulary.of([line, line], [question, question])
    assert (gathered.lines, gathered.questions) == ({"dawn": line}, {"again": question})


def test_every_prompt_that_may_stand_for_a_question_needs_words() -> None:
    ready, again = (
        Question("ready", Kind.CONFIRM, "done", prompts=("ready.led",)),
        Question("again", Kind.YES_NO, "yes"),
    )
    assert Vocabulary.of([], [ready, again]).prompts == {"ready": ready, "ready.led": ready, "again": again}


def test_two_declarations_that_differ_under_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^line 'dawn' is declared twice with different arguments$"):
        Vocabulary.of([Line("dawn"), Line("dawn", nightly=True)], [])
    with pytest.raises(ValueError, match=r"^question 'again' is declared twice and differently$"):
        Vocabulary.of([], [Question("again", Kind.YES_NO, "yes"), Question("again", Kind.YES_NO, "no")])
