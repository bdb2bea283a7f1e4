"""A line is cut around its names and put together so that nobody hears it, and its pauses are exact."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sounds import A_VOWEL, AN_I, hiss, vowel

from narrator.packs.markup import PLAIN, Silence, Style, Suspense, TextPart, Utterance
from narrator.sound.dsp.loudness import CEILING, TARGET, levelled, loudness, true_peak
from narrator.sound.dsp.samples import Samples, frames
from narrator.voice.performance import (
    AT_A_COMMA,
    AT_AN_END,
    DILUTED,
    HELD,
    LETTERS_OF_A_PART,
    WITHOUT_MARK,
    Phrase,
    Piece,
    Rest,
    Roll,
    assembled,
    parts,
    phrases,
    rest_at,
    script,
)
from narrator.voice.processing import faded, gain

SOFT = Style(gain=-6.0)

styles = st.sampled_from([PLAIN, SOFT, Style(strong=True), Style(gain=-3.0, whisper=True)])
texts = st.builds(TextPart, st.text("abé 7.,!«»'’-", max_size=12), styles)
held = st.builds(TextPart, st.just("Anne"), styles, hold=st.floats(0.5, 3))
pauses = st.builds(Silence, st.floats(0.01, 3))
suspense = st.builds(Suspense, st.floats(0.5, 3))
utterances = st.lists(texts | held | pauses | suspense, max_size=8).map(tuple)


def spoken(phrase: Phrase) -> Samples:
    """Speak a phrase: as long as its text, at the loudness of its style, with soft ends."""
    seconds = 0.25 + len(phrase.text) / 20
    parts = (vowel(A_VOWEL, seconds / 2), hiss(0.05, 0.03), vowel(AN_I, seconds / 2, 90.0))
    return faded(levelled(np.concatenate(parts), TARGET + gain(phrase.style)))


def drum(seconds: float, _figure: str) -> Samples:
    """Play a drum that does not keep to the length that was asked for."""
    return hiss(seconds * 1.3, 0.05)


def test_a_name_is_a_phrase_of_its_own_whatever_stands_around_it() -> None:
    line = (
        TextPart("Cette nuit, "),
        TextPart("Anne"),
        TextPart(" a été dévorée. "),
        TextPart("Anne"),
        TextPart(", retourne ta carte."),
    )
    assert script(line) == (
        Phrase("Cette nuit,"),
        Rest(AT_A_COMMA),
        Phrase("Anne"),
        Rest(WITHOUT_MARK),
        Phrase("a été dévorée."),
        Rest(AT_AN_END),
        Phrase("Anne"),
        Rest(AT_A_COMMA),
        Phrase("retourne ta carte."),
    )


def test_a_mark_alone_is_not_spoken_and_makes_the_rest_longer() -> None:
    line = (
        TextPart("Anne"),
        TextPart(", "),
        TextPart("Bruno"),
        TextPart(" et "),
        TextPart("Chloé"),
        TextPart("."),
        TextPart(" Dormez"),
    )
    rests = [piece.seconds for piece in script(line) if isinstance(piece, Rest)]
    assert rests == [AT_A_COMMA, WITHOUT_MARK, WITHOUT_MARK, AT_AN_END]


def test_at_a_written_pause_nothing_is_added() -> None:
    line = (TextPart("Chut."), Silence(1.5), TextPart("Anne"), Suspense(2.0), TextPart("dort."), Silence(0.4))
    assert script(line) == (Phrase("Chut."), Rest(1.5), Phrase("Anne"), Roll(2.0), Phrase("dort."), Rest(0.4))


def test_a_name_is_waited_for_in_the_middle_of_a_sentence_whose_words_are_said_as_ever() -> None:
    line = (TextPart("La nuit a pris "), TextPart("Anne", hold=1.5), TextPart("."))
    pieces = script(line)
    assert pieces == (Phrase("La nuit a pris"), Roll(1.5, HELD), Phrase("Anne"))
    assert [piece.closing for piece in pieces if isinstance(piece, Phrase)] == [False, True]


def test_what_is_pronounced_otherwise_is_rendered_as_it_is_pronounced() -> None:
    assert script((TextPart("Siân", SOFT, "Charne"),)) == (Phrase("Charne", SOFT),)


def test_spaces_and_opening_marks_make_no_other_phrase() -> None:
    assert script((TextPart(" «\N{NO-BREAK SPACE}Oui\n  toi »"),)) == (Phrase("Oui toi »"),)
    assert script((TextPart("…"), TextPart(" ! "))) == ()


def test_an_english_genitive_keeps_its_apostrophe() -> None:
    assert script((TextPart("Anne"), TextPart("'s turn."))) == (Phrase("Anne"), Rest(WITHOUT_MARK), Phrase("'s turn."))


@pytest.mark.parametrize(
    ("marks", "seconds"),
    [
        ("", WITHOUT_MARK),
        (" ", WITHOUT_MARK),
        (", ", AT_A_COMMA),
        (" : ", AT_A_COMMA),
        ("…", AT_AN_END),
        (",» !", 0.35),
    ],
)
def test_a_rest_is_as_long_as_its_marks_ask_for(marks: str, seconds: float) -> None:
    assert rest_at(marks) == seconds


def test_a_line_begins_with_one_phrase_and_the_rest_of_a_line_with_none() -> None:
    line = (TextPart("Le village perd "), TextPart("Anne"), TextPart("."))
    assert [phrase.opening for phrase in phrases(script(line))] == [True, False]
    assert [phrase.opening for phrase in phrases(script(line, opening=False))] == [False, False]
    assert [phrase.opening for phrase in phrases(script((Silence(1.0), *line)))] == [False, False]


@given(utterances.map(script))
def test_a_line_is_cut_between_sentences_into_parts_that_last(pieces: tuple[Piece, ...]) -> None:
    cut = [*parts(pieces)]
    assert sum(cut, ()) == pieces
    for part in cut[:-1]:
        assert isinstance(part[-1], Rest | Roll)
        assert part[-1].seconds >= AT_AN_END
        assert sum(len(phrase.text) for phrase in phrases(part)) >= LETTERS_OF_A_PART


def test_a_long_line_has_parts() -> None:
    sentence = "Le village veut un Capitaine, et il le veut ce soir."
    first, second = parts(script((TextPart(sentence), Silence(1.0), TextPart("Qui ?"), Silence(1.0), TextPart("Toi."))))
    assert first == (Phrase(sentence), Rest(1.0, written=True))
    assert [piece.text for piece in second if isinstance(piece, Phrase)] == ["Qui ?", "Toi."]


@given(utterances)
def test_every_written_pause_is_in_the_script_and_every_phrase_can_be_spoken(utterance: Utterance) -> None:
    pieces = script(utterance)
    written = [segment.seconds for segment in utterance if not isinstance(segment, TextPart)]
    rests = iter([piece.seconds for piece in pieces if not isinstance(piece, Phrase)])
    assert all(seconds in rests for seconds in written), "written pauses, in their order"
    assert not any(isinstance(a, Phrase) and isinstance(b, Phrase) for a, b in pairwise(pieces))
    phrases = [piece.text for piece in pieces if isinstance(piece, Phrase)]
    assert len(phrases) == sum(any(map(str.isalnum, text.text)) for text in utterance if isinstance(text, TextPart))
    assert all(any(map(str.isalnum, text)) and text == " ".join(text.split()) for text in phrases)


@settings(max_examples=25)
@given(utterances.map(script))
def test_a_line_is_as_long_as_its_parts_and_its_rests_are_silent(pieces: tuple[Piece, ...]) -> None:
    line = assembled(pieces, spoken, drum)
    at = 0
    for piece in pieces:
        length = spoken(piece).size if isinstance(piece, Phrase) else frames(piece.seconds)
        if isinstance(piece, Rest):
            assert not line[at : at + length].any()
        at += length
    assert line.size == at
    assert true_peak(line) <= CEILING + 1e-6


@settings(max_examples=25)
@given(st.lists(texts | pauses, max_size=6).map(tuple).map(script))
def test_at_a_join_no_sample_jumps_further_than_within_a_phrase(pieces: tuple[Piece, ...]) -> None:
    line = assembled(pieces, spoken, drum)
    phrases = [spoken(piece) for piece in pieces if isinstance(piece, Phrase)]
    if phrases:
        longest = max(float(np.abs(np.diff(phrase)).max()) for phrase in phrases)
        loudest = max(float(np.abs(phrase).max()) for phrase in phrases)
        raised = float(np.abs(line).max()) / loudest
        assert np.abs(np.diff(line)).max() <= longest * max(1.0, raised) * 1.01


@settings(max_examples=25)
@given(
    st.lists(st.builds(TextPart, st.text("abcdé ", min_size=1, max_size=20)) | pauses, max_size=6)
    .map(tuple)
    .map(script)
)
def test_a_line_is_as_loud_as_every_other_one_whatever_its_pauses(pieces: tuple[Piece, ...]) -> None:
    line = assembled(pieces, spoken, drum)
    if any(isinstance(piece, Phrase) for piece in pieces) and line.size >= frames(0.4):
        assert loudness(line) == pytest.approx(TARGET, abs=DILUTED + 0.4)


def test_words_without_pauses_are_not_touched() -> None:
    alone = Phrase("la nuit tombe")
    assert np.array_equal(assembled((alone,), spoken, drum), spoken(alone))


def test_a_soft_line_stays_soft() -> None:
    pieces = script((TextPart("tout le monde dort", SOFT), Silence(1.0), TextPart("doucement", SOFT)))
    assert loudness(assembled(pieces, spoken, drum)) == pytest.approx(TARGET + SOFT.gain, abs=DILUTED + 0.4)
