"""Every diagnostic has a broken pack that shows it: one author error each, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hamlet import BROKEN, COMMON, HAMLET, small_engine

from narrator.games.registry import engine_facts
from narrator.story.diagnostics import Code
from narrator.story.pack_check import check


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
