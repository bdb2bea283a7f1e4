"""What a language lacks beside its games is named, with its place and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.resources import languages
from narrator.story.checks.pack_check import language_faults, sentence_faults
from narrator.story.sentences import SURFACES, sentences, sentences_in
from narrator.story.yaml_source import read

WANTED = {"disk.full": "{free} MB are free.", "well": "All is well."}


@pytest.mark.parametrize("language", languages())
def test_our_own_languages_lack_nothing(language: str) -> None:
    assert [str(fault) for fault in language_faults(languages()[language])] == []


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("language", languages())
def test_a_sentence_is_read_as_a_parser_of_yaml_reads_it(language: str, surface: str) -> None:
    file = languages()[language] / surface
    document = read(file, [])
    assert document is not None
    assert document.data == sentences_in(file)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('well: "Bueno."\n', ":1:1: N301 `disk.full` has no words (add `disk.full:`; it is to have {free})"),
        (
            'well: "Bueno."\ndisk.full: "Quedan {size} MB."\n',
            ":2:1: N303 `disk.full` names other things than it may (it has {free})",
        ),
        (
            'well: "Bueno {name}."\ndisk.full: "{free}"\n',
            ":1:1: N303 `well` names other things than it may (it has nothing to fill in)",
        ),
        (
            'wel: "Bueno."\nwell: "Bueno."\ndisk.full: "{free}"\n',
            ":1:1: N302 `wel` is never said (did you mean well? Otherwise take it out)",
        ),
        (
            'well:\n  "Bueno."\ndisk.full: "{free}"\n',
            ':1:1: N203 `well` is no text on one line (write well: "...", in double quotes)',
        ),
        (
            'well: "Bueno."\nwell: "Bien."\ndisk.full: "{free}"\n',
            ":2:1: N104 `well` stands here a second time; the first is in line 1 "
            "(keep one of them, or give this one another name)",
        ),
    ],
)
def test_a_sentence_that_is_missing_or_wrong_is_named(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "doctor.yaml"
    file.write_text(text, encoding="utf-8")
    assert f"{file}{told}" in [str(fault) for fault in sentence_faults(file, WANTED)]


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    (fault,) = sentence_faults(tmp_path / "doctor.yaml", WANTED)
    assert fault.code.value == "N101"


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    place = tmp_path / "languages" / "zz"
    place.mkdir(parents=True)
    (place / "words.yaml").write_text("language: zz\n", encoding="utf-8")
    (place / "doctor.yaml").write_text('visit.all_well: "Zuzu."\nstate.well\nstate.note: "\\q"\n', encoding="utf-8")
    told = sentences("doctor.yaml", "zz")
    assert (told["visit.all_well"], told["state.well"], told["state.note"]) == ("Zuzu.", "well", "note")
