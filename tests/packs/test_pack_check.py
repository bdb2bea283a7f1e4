"""Checking a pack against the engine that plays it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hamlet import BROKEN, COMMON, FACTS, HAMLET, small_engine

from narrator.base.diagnostics import Code, Diagnostic
from narrator.base.resources import languages
from narrator.base.sentences import SURFACES, sentences, sentences_in
from narrator.base.yaml_source import read
from narrator.packs.pack_check import check, language_faults, sentence_faults
from narrator.rules.core.effects import Form
from narrator.rules.core.vocabulary import asides, lines
from narrator.table.games.registry import engine_facts


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a copy of the sound pack, to be broken."""
    return Path(shutil.copytree(HAMLET, tmp_path / "hamlet"))


def checked(pack: Path, file: str, old: str, new: str) -> list[Diagnostic]:
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new), encoding="utf-8")
    return check(pack, small_engine, common=COMMON)


def test_a_line_that_one_language_lacks_is_missing_in_that_language_alone(pack: Path) -> None:
    (fault,) = checked(pack, "en.yaml", '  dead.camp: "{seat} stood with {shown}."\n', "")
    assert fault.code is Code.NO_LINE
    assert fault.file == str(pack / "en.yaml")
    assert "`dead.camp`" in fault.problem
    assert "{seat} {shown}" in fault.remedy


def test_a_camp_that_cards_in_between_show_needs_words(pack: Path) -> None:
    facts = replace(FACTS, apart={"seer": "neither"})
    faults = check(pack, lambda _engine: facts, common=COMMON)
    assert {(fault.code, Path(fault.file).name) for fault in faults} == {
        (Code.NO_CAMP, "en.yaml"),
        (Code.NO_CAMP, "fr.yaml"),
    }
    assert "neither" in faults[0].problem


def test_a_missing_nightly_line_asks_for_three_variants(pack: Path) -> None:
    text = (pack / "fr.yaml").read_text(encoding="utf-8")
    start, end = text.index("  nightfall:"), text.index("  dawn.dead:")
    (fault,) = checked(pack, "fr.yaml", text[start:end], "")
    assert "at least 3 variants" in fault.remedy


def test_variants_that_repeat_each_other_count_once(pack: Path) -> None:
    (fault,) = checked(pack, "fr.yaml", "Tout se tait. Fermez les yeux.", "La nuit tombe. [1.5s] Fermez les yeux.")
    assert fault.code is Code.VARIANTS


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Le hameau perd {seats}.", "Le hameau perd {seat}.", Code.PLACEHOLDER),
        ("Le hameau perd {seats}.", "Le hameau perd {seats:bare}.", Code.FORMAT),
        ("était avec {shown}", "était avec {shown:bare}", Code.FORMAT),
        ("feu : {cards}", "feu : {cards:many}", Code.FORMAT),
        ("Quelle carte voir ?", "Quelle carte, {seat} ?", Code.PLACEHOLDER),
        ("Les voix contre {seat}", "Les voix, {count}", Code.PLACEHOLDER),
        ("Les voix contre {seat}", "Les voix, {kept}", Code.PLACEHOLDER),
        ("Les voix contre {seat}", "Les voix{nobody?, {kept}}", Code.PLACEHOLDER),
    ],
)
def test_a_line_uses_its_own_placeholders_in_their_own_forms(pack: Path, old: str, new: str, code: Code) -> None:
    (fault,) = checked(pack, "fr.yaml", old, new)
    assert fault.code is code


def test_a_prompt_may_tell_what_going_on_keeps_where_that_is_an_answer(pack: Path) -> None:
    assert checked(pack, "fr.yaml", "Les voix contre {seat} ?", "Les voix ?{done? Entrée : {kept}.}") == []


def test_shared_words_that_this_game_leaves_out_are_no_orphans(pack: Path) -> None:
    assert "other.game" in (COMMON / "fr" / "words.yaml").read_text(encoding="utf-8")
    assert check(pack, small_engine, common=COMMON) == []


def without_the_seer(pack: Path) -> None:
    text = (pack / "game.yaml").read_text(encoding="utf-8")
    for old, new in ((", powers: [seer]", ""), ("[seer, wolves]", "[wolves]"), ("  seer: [15, 10]\n", "")):
        assert old in text
        text = text.replace(old, new)
    (pack / "game.yaml").write_text(text, encoding="utf-8")


def test_a_power_that_leaves_the_game_leaves_words_behind(pack: Path) -> None:
    without_the_seer(pack)
    orphans = [(fault.code, Path(fault.file).name) for fault in check(pack, small_engine, common=COMMON)]
    assert orphans == [
        (Code.ORPHAN_LINE, "en.yaml"),
        (Code.ORPHAN_PROMPT, "en.yaml"),
        (Code.ORPHAN_LINE, "fr.yaml"),
        (Code.ORPHAN_PROMPT, "fr.yaml"),
    ]


def test_words_of_a_power_that_the_game_has_not_are_taken_for_no_others(pack: Path) -> None:
    without_the_seer(pack)
    facts = replace(FACTS, shared=lambda: (*FACTS.shared(), *asides("steer.look")))
    faults = check(pack, lambda _engine: facts, common=COMMON)
    assert {fault.remedy for fault in faults} == {"take it out"}


def test_a_call_that_no_card_answers_is_idle(pack: Path) -> None:
    found = checked(pack, "game.yaml", ", powers: [seer]", "")
    assert Code.IDLE_CALL in [fault.code for fault in found]


@pytest.mark.parametrize(("number", "impossible"), [(4, False), (5, True)])
def test_a_table_of_hunters_alone_is_no_game(pack: Path, number: int, *, impossible: bool) -> None:
    rows = f"[[1, 7, {number}], [8, 20, {number}]]"
    found = checked(pack, "game.yaml", "[[1, 7, 1], [8, 20, 2]]", rows)
    problems = [fault.problem for fault in found if "hunters among" in fault.problem]
    assert problems == (["5 hunters among 5 players"] if impossible else [])


def test_a_row_of_hunters_alone_is_no_game(pack: Path) -> None:
    old = "loup: {camp: wolves, powers: [wolves], box: 4}"
    checked(pack, "game.yaml", old, old.replace(", box: 4", ""))
    assert checked(pack, "game.yaml", "[8, 20, 2]", "[8, 20, 7]") == []
    (fault,) = checked(pack, "game.yaml", "[8, 20, 7]", "[8, 20, 8]")
    assert fault.problem == "8 hunters among 8 players"


def test_options_that_contradict_each_other_are_refused_together(pack: Path) -> None:
    (fault,) = checked(pack, "game.yaml", "{parity: yes}", "{parity: yes, drum: yes}")
    assert fault.code is Code.OPTION_VALUE
    assert "exclude each other" in fault.problem


def test_words_are_checked_in_every_language_that_can_be_read(pack: Path) -> None:
    (pack / "en.yaml").write_text("language: [", encoding="utf-8")
    found = checked(pack, "fr.yaml", "Le hameau perd {seats}.", "Le hameau perd {seat}.")
    assert [(fault.code, Path(fault.file).name) for fault in found] == [
        (Code.SYNTAX, "en.yaml"),
        (Code.PLACEHOLDER, "fr.yaml"),
    ]


def test_a_folder_that_does_not_exist_is_a_diagnostic(tmp_path: Path) -> None:
    found = check(tmp_path / "nowhere", small_engine, common=COMMON)
    assert {fault.code for fault in found} == {Code.FILE, Code.NO_LANGUAGE}


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
    assert (told["visit.all_well"], told["state.well"], told["state.note"]) == ("Zuzu.", "OK", "note")


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        ("fr.yaml", "{seat} : {card}.", "{seat} : regardez bien.", "seer.look"),
        ("fr.yaml", "{seat} montre sa carte : {shown:bare}. [1s] {shown:reminder}", "{seat} meurt.", "dead.card"),
        ("en.yaml", "{seat} stood with {shown}.", "Someone stood with {shown}.", "dead.camp"),
        ("fr.yaml", "Le hameau perd {seats}.", "Le hameau perd {seats|quelqu'un|des siens}.", "dawn.dead"),
    ],
)
def test_a_line_that_does_not_say_whom_or_what_it_is_about_is_a_fault(
    pack: Path, file: str, old: str, new: str, line: str
) -> None:
    (fault,) = checked(pack, file, old, new)
    assert fault.code is Code.UNNAMED
    assert f"`{line}`" in fault.problem


def test_a_line_may_spare_a_placeholder_and_a_remark_any(pack: Path) -> None:
    facts = replace(
        FACTS, shared=lambda: (*asides("aside", seat=Form.SEAT), *lines("spared", spares=["seat"], seat=Form.SEAT))
    )
    text = (
        (pack / "fr.yaml").read_text(encoding="utf-8").replace("lines:\n", 'lines:\n  aside: "Ah."\n  spared: "Oh."\n')
    )
    (pack / "fr.yaml").write_text(text, encoding="utf-8")
    assert check(pack, lambda _engine: facts, ["fr"], common=COMMON) == []


@pytest.mark.parametrize("name", ["en.yaml.txt", "en.yml", "EN.YAML.TXT"])
def test_a_file_that_was_meant_for_the_pack_s_is_named(pack: Path, name: str) -> None:
    (pack / "en.yaml").rename(pack / name)
    (fault,) = check(pack, small_engine, common=COMMON)
    assert fault.code is Code.FILE
    assert fault.file == str(pack / name)
    assert ".yaml" in fault.remedy


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_broken_pack_that_shows_it_alone(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN / code)
    found = check(Path(), small_engine, common=COMMON)
    assert [fault.code for fault in found] == [code]
    assert "".join(f"{fault}\n" for fault in found) == Path("expected.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", Code)
def test_the_real_engine_finds_it_too_and_tells_it_in_french(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {}
    for language in ("en_GB.UTF-8", "fr_FR.UTF-8"):
        monkeypatch.setenv("LC_ALL", language)
        found = check(BROKEN / code, engine_facts, common=COMMON)
        told[language] = [(fault.problem, fault.remedy) for fault in found if fault.code is code]
    english, french = told.values()
    assert len(english) == len(french) > 0
    assert not {part for fault in english for part in fault} & {part for fault in french for part in fault}


def test_there_is_no_broken_pack_without_a_code() -> None:
    assert {folder.name for folder in BROKEN.iterdir()} == set(Code)


def test_every_code_has_a_number_and_a_title_of_its_own() -> None:
    assert len({code.meaning for code in Code}) == len(Code)
    assert all(len(code) == 4 and code[0] == "N" and code[1:].isdecimal() for code in Code)


def test_the_sound_pack_has_nothing_wrong() -> None:
    assert check(HAMLET, small_engine, common=COMMON) == []
