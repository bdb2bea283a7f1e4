"""One question for two kinds of surfaces: with what a keyboard would type, and without."""

from __future__ import annotations

from narrator.story.sentences import QuestionText


def test_a_question_without_examples_reads_alike_for_all() -> None:
    text = QuestionText.alike("Qui ?")
    assert text.typed == text.touched == "Qui ?"


def test_both_texts_are_changed() -> None:
    assert QuestionText("a", "b").changed(str.upper) == QuestionText("A", "B")
