"""The packs that we ship: complete in every language, and nothing in them for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator import resources
from narrator.session.engines import engine_facts
from narrator.story.check import check
from narrator.story.diagnostics import Code, Diagnostic
from narrator.story.marks import read
from narrator.story.pack import languages, load_pack
from narrator.village.powers import POWERS

LANGUAGES = {"fr", "en"}
GAMES = sorted(file.parent for file in resources.folder("scripts").glob("*/game.yaml"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_complete_in_every_language(game: Path) -> None:
    assert set(languages(game)) >= LANGUAGES
    assert [str(fault) for fault in check(game, engine_facts)] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_goes_by_the_name_of_its_folder(game: Path) -> None:
    assert load_pack(game, ["fr"]).rules.game == game.name


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_shared_words_hold_nothing_that_no_game_and_no_session_says(language: str) -> None:
    faults: list[Diagnostic] = []
    document = read(resources.common() / f"{language}.yaml", faults)
    assert document is not None
    assert isinstance(document.data, dict)
    assert faults == []
    facts = engine_facts("village")
    vocabulary = facts.vocabulary(POWERS)
    assert set(document.data["lines"]) <= set(vocabulary.lines) | {line.id for line in facts.shared}
    assert set(document.data["prompts"]) <= set(vocabulary.questions)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_pack_without_words_of_its_own_lacks_what_the_shared_words_do_not_say(language: str, tmp_path: Path) -> None:
    source = resources.folder("scripts") / "thiercelieux" / "game.yaml"
    (tmp_path / "game.yaml").write_bytes(source.read_bytes())
    text = f"language: {language}\ntitle: t\nsummary: s\ncards: {{}}\ncamps: {{}}\n"
    (tmp_path / f"{language}.yaml").write_text(text, encoding="utf-8")
    found = {fault.code for fault in check(tmp_path, engine_facts)}
    assert found == {Code.NO_LINE, Code.NO_PROMPT, Code.NO_CARD, Code.NO_CAMP}
