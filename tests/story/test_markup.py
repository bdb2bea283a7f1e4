"""The markup of lines: placeholders, written pauses, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.story.diagnostics import Code
from narrator.story.markup import (
    MarkupError,
    Placeholder,
    Silence,
    Text,
    Utterance,
    capitalised,
    caption,
    compiled,
    paced,
)

PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="{}[]"))
ANY = st.text(st.sampled_from("{}[]:sa1.5 é") | st.characters(codec="utf-8"), max_size=30)


def name_of(placeholder: Placeholder) -> tuple[Text, ...]:
    return (Text(placeholder.name),)


def filled(text: str, value: str = "anna") -> Utterance:
    return compiled(text).filled(lambda _: (Text(value),))


@given(PLAIN)
def test_text_without_markup_comes_back_as_it_was_but_for_its_capital(text: str) -> None:
    assert caption(compiled(text).filled(name_of)) == capitalised(text).strip()


@given(ANY)
def test_any_text_is_compiled_or_refused_with_a_remedy(text: str) -> None:
    refused: MarkupError | None = None
    try:
        compiled(text)
    except MarkupError as error:
        refused = error
    if refused is None:
        assert not set("{}[]") & set(caption(compiled(text).filled(name_of)))
    else:
        assert refused.code in (Code.SILENCE, Code.BRACES)


@given(st.lists(PLAIN.map(str.strip).filter(bool), min_size=1, max_size=4), st.integers(1, 600))
def test_written_pauses_part_the_text_and_keep_their_length(texts: list[str], tenths: int) -> None:
    written = f" [{tenths / 10}s] ".join(texts)
    utterance = compiled(written).filled(name_of)
    assert [part.seconds for part in utterance if isinstance(part, Silence)] == [tenths / 10] * (len(texts) - 1)
    assert caption(utterance) == " ".join([capitalised(texts[0]).strip(), *texts[1:]])


@given(st.floats(0, 4, allow_nan=False))
def test_a_pace_stretches_the_silences_and_leaves_the_words(factor: float) -> None:
    assert paced((Text("Dors."), Silence(1.5)), factor) == (Text("Dors."), Silence(1.5 * factor))


def test_a_line_becomes_texts_and_silences() -> None:
    assert filled("La nuit. [1.5s] Dors, {seat}.") == (
        Text("La nuit."),
        Silence(1.5),
        Text("Dors, "),
        Text("anna"),
        Text("."),
    )


def test_a_pause_at_either_end_leaves_no_empty_text() -> None:
    assert filled("[1s] Bonsoir. [2s]") == (Silence(1.0), Text("Bonsoir."), Silence(2.0))


def test_a_placeholder_may_ask_for_a_form() -> None:
    template = compiled("{card:bare} {seat}")
    assert [(part.name, part.form) for part in template.placeholders] == [("card", "bare"), ("seat", "")]


@pytest.mark.parametrize(
    ("line", "spoken"),
    [
        ("{seat} dort.", "Anna dort."),
        ("Rien. {seat} dort.", "Rien. Anna dort."),
        ("Rien ! [1s] {seat} dort.", "Rien ! Anna dort."),
        ("« {seat} ! » dit-on.", "« Anna ! » dit-on."),
        ("le vent tombe.", "Le vent tombe."),
        ("Voici {seat}.", "Voici anna."),
        ("Et c'est... {seat}.", "Et c'est... anna."),
        ("Et c'est… [1s] {seat}.", "Et c'est… anna."),
        ("Perdu : {seat}.", "Perdu : anna."),
        ("{seat} {seat}", "Anna anna"),
    ],
)
def test_a_sentence_begins_with_a_capital_and_nothing_else_changes(line: str, spoken: str) -> None:
    assert caption(filled(line)) == spoken


@pytest.mark.parametrize(
    "text", ["[1,5s]", "[1.5 s]", "[1.5]", "[s]", "[-1s]", "[0s]", "[61s]", "[1.s]", "[]", "[", "]", "a [1s b", "[1S]"]
)
def test_square_brackets_hold_a_pause_or_are_refused(text: str) -> None:
    with pytest.raises(MarkupError) as refused:
        compiled(text)
    assert refused.value.code is Code.SILENCE


@pytest.mark.parametrize(
    "text",
    ["{", "}", "a { b", "a } b", "{seat", "seat}", "{{seat}}", "{}", "{Seat}", "{seat:}", "{ seat }", "{se.x}"],
)
def test_braces_hold_a_placeholder_or_are_refused(text: str) -> None:
    with pytest.raises(MarkupError) as refused:
        compiled(text)
    assert refused.value.code is Code.BRACES
