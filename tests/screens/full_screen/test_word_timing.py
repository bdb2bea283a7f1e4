"""Which words are marked as said: those of the line, in their order, by nothing but the line and the time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.packs.markup import TextPart, caption, compiled
from narrator.packs.wording import PACE
from narrator.screens.full_screen.word_timing import said_by, words_of

LINES = (
    "La nuit tombe. [1s] Fermez les yeux.",
    "[2s] Silence. [1.5s]",
    "[suspense] [slow]Cette nuit a emporté[/slow] personne.",
    "Un seul souffle",
    "[slow]La nuit a pris [hold]{seat}.[/slow]",
)
UTTERANCES = st.sampled_from(LINES).map(lambda line: compiled(line).filled(lambda _place: (TextPart("Alice"),)))


@given(UTTERANCES)
def test_every_word_of_the_caption_has_its_time_in_the_order_of_the_words(utterance: tuple[TextPart, ...]) -> None:
    words = words_of(utterance)
    written = caption(utterance)
    assert [written[word.first : word.end] for word in words] == written.split()
    assert [word.begins for word in words] == sorted(word.begins for word in words)
    assert all(word.begins < word.ends for word in words)


@pytest.mark.parametrize(
    ("seconds", "word"),
    [(0.0, "Un"), (0.1, "Un"), (3 / PACE, "seul"), (8.5 / PACE, "souffle"), (15.1 / PACE, None)],
)
def test_the_word_is_marked_that_is_being_said(seconds: float, word: str | None) -> None:
    utterance = compiled("Un seul souffle").filled(lambda _place: ())
    place = said_by(words_of(utterance), seconds)
    assert (place and caption(utterance)[slice(*place)]) == word


def test_in_a_pause_the_last_word_stays_marked_and_before_the_first_none_is() -> None:
    utterance = compiled("[2s] Silence. [30s] Écoutez.").filled(lambda _place: ())
    words = words_of(utterance)
    assert said_by(words, 1.9) is None
    assert said_by(words, 20.0) == (0, 8)
    assert said_by(words, 2.1 + 8 / PACE + 30.0) == (9, 17)


def test_where_a_mouth_knows_its_times_they_are_taken() -> None:
    utterance = compiled("La nuit tombe. [1s] Fermez les yeux.").filled(lambda _place: ())
    words = words_of(utterance, ((0.5, 2.5), (4.0, 5.0)))
    assert (words[0].begins, words[2].ends) == (0.5, 2.5)
    assert (words[3].begins, words[-1].ends) == (4.0, 5.0)


def test_while_a_note_is_held_the_words_before_it_stay_marked() -> None:
    utterance = compiled("La nuit a pris [hold 2s]{seat}.").filled(lambda _place: (TextPart("Anne"),))
    words = words_of(utterance, ((1.0, 5.0),))
    assert caption(utterance)[slice(*(said_by(words, 4.1) or ()))] == "pris"
    assert words[-1].begins == pytest.approx(5.0 - 5 * 2 / 20)
    assert words[-1].ends == 5.0


def test_a_line_without_words_marks_nothing() -> None:
    assert said_by(words_of(compiled("[1s]").filled(lambda _place: ())), 0.5) is None
