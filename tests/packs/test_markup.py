"""The markup of lines: placeholders, written pauses, suspense, and tags that say how words are said."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.base.diagnostics import Code, MarkupError
from narrator.packs.markup import (
    LEAST_GAIN,
    LEAST_PACE,
    MOST_PACE,
    TAGS,
    Placeholder,
    Silence,
    Style,
    Suspense,
    TextPart,
    Utterance,
    capitalised,
    caption,
    compiled,
    paced,
    runs,
)

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="{}[]"))
PIECES = ("[slow]", "[/slow]", "[whisper]", "[/whisper]", "[suspense]", "[suspense 2s]", "[1.5s]", "{seat}", "[", "/")
ANY = st.lists(st.sampled_from((*PIECES, *"{}[]/:sa1.5 é")) | st.text(max_size=3), max_size=12).map("".join)
STOPS = st.sampled_from(("[1s]", "[0.5s]", "[suspense]", "[suspense 1.5s]", "{seat}", "{card:bare}"))
MARKED = st.recursive(
    WORDS | STOPS,
    lambda inner: (
        st.lists(inner, max_size=4).map("".join)
        | st.tuples(st.sampled_from(sorted(TAGS)), inner).map(lambda pair: "[{0}]{1}[/{0}]".format(*pair))
    ),
    max_leaves=12,
)
"""Lines whose markup is well formed."""


def name_of(placeholder: Placeholder) -> tuple[TextPart, ...]:
    return (TextPart(placeholder.name),)


def filled(text: str, value: str = "anna") -> Utterance:
    return compiled(text).filled(lambda _: (TextPart(value),))


@given(WORDS)
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
        assert refused.remedy
        assert refused.code in (Code.SILENCE, Code.BRACES, Code.TAG, Code.UNCLOSED, Code.UNOPENED, Code.CROSSING)


@given(MARKED)
def test_tags_and_suspense_leave_no_trace_in_a_caption(text: str) -> None:
    untagged = re.sub(r"\[suspense[^]]*\]", "[1s]", re.sub(r"\[/?(?!suspense)[a-z]+\]", "", text))
    assert caption(compiled(text).filled(name_of)) == caption(compiled(untagged).filled(name_of))


@given(MARKED)
def test_a_caption_is_what_was_written_without_its_brackets(text: str) -> None:
    written = text.replace("{seat}", "Xx").replace("{card:bare}", "Yy")
    parts = [part.strip() for part in re.split(r"\[(?:suspense[^]]*|[\d.]+s)\]", written)]
    bare = [re.sub(r"\[/?[a-z]+\]", "", part).strip() for part in parts]
    names = {"seat": "Xx", "card": "Yy"}
    said = caption(compiled(text).filled(lambda part: (TextPart(names[part.name]),)))
    assert said.casefold() == " ".join(filter(None, bare)).casefold()


@given(MARKED)
def test_adjacent_texts_are_one_run_and_no_run_has_spaces_at_its_ends(text: str) -> None:
    together = list(runs(compiled(text).filled(name_of)))
    assert not any(isinstance(run, tuple) and isinstance(after, tuple) for run, after in pairwise(together))
    for run in together:
        if isinstance(run, tuple):
            words = "".join(part.text for part in run)
            assert words
            assert words == words.strip()
            assert all(part.text for part in run)


@given(MARKED)
def test_every_style_can_still_be_understood(text: str) -> None:
    for part in compiled(text).filled(name_of):
        if isinstance(part, TextPart):
            assert LEAST_PACE <= part.style.pace <= MOST_PACE
            assert LEAST_GAIN <= part.style.gain <= 0


@given(st.lists(WORDS.map(str.strip).filter(bool), min_size=1, max_size=4), st.integers(1, 600))
def test_written_pauses_part_the_text_and_keep_their_length(texts: list[str], tenths: int) -> None:
    written = f" [{tenths / 10}s] ".join(texts)
    utterance = compiled(written).filled(name_of)
    assert [part.seconds for part in utterance if isinstance(part, Silence)] == [tenths / 10] * (len(texts) - 1)
    assert caption(utterance) == " ".join([capitalised(texts[0]).strip(), *texts[1:]])


@given(MARKED, st.floats(0, 4, allow_nan=False))
def test_a_pace_stretches_silence_and_suspense_and_leaves_the_words(text: str, factor: float) -> None:
    utterance = compiled(text).filled(name_of)
    stretched = paced(utterance, factor)
    assert [type(part) for part in stretched] == [type(part) for part in utterance]
    for part, longer in zip(utterance, stretched, strict=True):
        if isinstance(part, TextPart):
            assert longer == part
        else:
            assert longer == type(part)(part.seconds * factor)


def test_a_line_becomes_texts_and_silences() -> None:
    assert filled("La nuit. [1.5s] Dors, {seat}.") == (
        TextPart("La nuit."),
        Silence(1.5),
        TextPart("Dors, "),
        TextPart("anna"),
        TextPart("."),
    )


def test_tags_say_how_the_words_between_them_are_said() -> None:
    whispered, strong = TAGS["whisper"], TAGS["strong"]
    assert filled("[whisper]La nuit. [1s] Dors,[/whisper] [strong]{seat}[/strong].") == (
        TextPart("La nuit.", whispered),
        Silence(1.0),
        TextPart("Dors,", whispered),
        TextPart(" "),
        TextPart("anna", strong),
        TextPart("."),
    )


def test_a_tag_inside_another_has_both_their_manners() -> None:
    (said,) = filled("[slow][soft][strong]Adieu.[/strong][/soft][/slow]")
    assert said == TextPart("Adieu.", Style(pace=0.82, gain=-6.0, strong=True))
    (said,) = filled("[whisper][soft]Adieu.[/soft][/whisper]")
    assert said == TextPart("Adieu.", Style(gain=-9.0, whisper=True))


def test_tags_around_nothing_do_not_part_words() -> None:
    assert filled("Bon[slow][/slow]soir") == (TextPart("Bonsoir"),)


def test_a_suspense_lasts_as_long_as_it_says() -> None:
    assert filled("On compte. [suspense] Bob. [suspense 4s]") == (
        TextPart("On compte."),
        Suspense(2.5),
        TextPart("Bob."),
        Suspense(4.0),
    )


@pytest.mark.parametrize(("mark", "seconds"), [("[hold]", 1.5), ("[hold 2.5s]", 2.5)])
def test_a_note_is_held_before_a_name_and_the_words_stay_the_same(mark: str, seconds: float) -> None:
    said = filled(f"[slow]La nuit a pris {mark}{{seat}}.[/slow]")
    held = [part.hold for part in said if isinstance(part, TextPart)]
    assert held == [0.0, seconds, 0.0]
    assert caption(said) == "La nuit a pris anna."
    assert [part.hold for part in paced(said, 0.5) if isinstance(part, TextPart)] == [0.0, seconds / 2, 0.0]


def test_a_value_that_begins_a_sentence_sounds_as_it_does_inside_one() -> None:
    at_first, inside = (
        part for part in filled("{seat} voit {seat}", "le numéro 3") if isinstance(part, TextPart) and "3" in part.text
    )
    assert (at_first.text, inside.text) == ("Le numéro 3", "le numéro 3")
    assert at_first.said == inside.said


def test_a_pause_at_either_end_leaves_no_empty_text() -> None:
    assert filled("[1s] Bonsoir. [2s]") == (Silence(1.0), TextPart("Bonsoir."), Silence(2.0))


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


NO_PAUSES = ("[1,5s]", "[1.5 s]", "[1.5]", "[s]", "[-1s]", "[0s]", "[61s]", "[1.s]", "[]", "[", "]", "a [1s b", "[1S]")
NO_HOLDS = ("[hold] {seat}", "[hold]a", "a [hold]", "[hold][hold]{seat}", "[hold 0s]{seat}")
NO_NAMES = ("{", "}", "a { b", "a } b", "{seat", "seat}", "{{seat}}", "{}", "{Seat}", "{seat:}", "{ seat }", "{se.x}")


@pytest.mark.parametrize(
    ("text", "code"),
    [*((text, Code.SILENCE) for text in (*NO_PAUSES, *NO_HOLDS)), *((text, Code.BRACES) for text in NO_NAMES)],
)
def test_brackets_hold_a_pause_or_a_note_before_a_name_and_braces_a_placeholder(text: str, code: Code) -> None:
    with pytest.raises(MarkupError) as refused:
        compiled(text)
    assert refused.value.code is code


@pytest.mark.parametrize(
    ("text", "code", "remedy"),
    [
        ("[loud]x[/loud]", Code.TAG, "write one of [slow], [fast], [soft], [whisper], [strong], [more], [suspense]"),
        ("[slowly]x[/slowly]", Code.TAG, "write [slow] and [/slow] around the words"),
        ("[Slow]x[/Slow]", Code.TAG, "write [slow] and [/slow] around the words"),
        ("[ slow ]x", Code.TAG, "write [slow] and [/slow] around the words"),
        ("x[/wisper]", Code.TAG, "write [whisper] and [/whisper] around the words"),
        ("[suspense 2]", Code.TAG, "write [suspense], or [suspense 2s]; nothing closes it"),
        ("[suspense]x[/suspense]", Code.TAG, "write [suspense], or [suspense 2s]; nothing closes it"),
        ("[suspense 0s]", Code.SILENCE, "write more than 0 and at most 60 seconds"),
        ("[suspense 61s]", Code.SILENCE, "write more than 0 and at most 60 seconds"),
        ("[slow]x", Code.UNCLOSED, "write [/slow] where its words end"),
        ("[slow]x [soft]y[/soft]", Code.UNCLOSED, "write [/slow] where its words end"),
        ("x[/slow]", Code.UNOPENED, "open it with [slow], or take it out"),
        ("[slow]x[/slow] y[/slow]", Code.UNOPENED, "open it with [slow], or take it out"),
        ("[slow]x [soft]y[/slow][/soft]", Code.CROSSING, "write [/soft] before it"),
    ],
)
def test_a_tag_that_means_nothing_is_refused_with_what_to_write(text: str, code: Code, remedy: str) -> None:
    with pytest.raises(MarkupError) as refused:
        compiled(text)
    assert (refused.value.code, refused.value.remedy) == (code, remedy)
