"""The packs that we ship: complete in every language, and nothing in them for nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shipped import shipped

from narrator.base import resources
from narrator.base.diagnostics import Code
from narrator.base.yaml_source import Plain, data_of
from narrator.packs.markup import PLAIN, Placeholder, Style, Suspense, TextPart, compiled, in_brief
from narrator.packs.naming import Pronunciation, readings
from narrator.packs.pack import languages
from narrator.packs.pack_check import check
from narrator.packs.rules import VillageRules
from narrator.rules.village.powers import POWERS
from narrator.table.games.registry import engine_facts

LANGUAGES = {"fr", "en"}
GAMES = sorted(file.parent for file in resources.folder("scripts").glob("*/game.yaml"))
NIGHT_GAMES = [game for game in GAMES if isinstance(shipped(game).rules, VillageRules)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_complete_in_every_language(game: Path) -> None:
    assert set(languages(game)) >= LANGUAGES
    assert [str(fault) for fault in check(game, engine_facts)] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_goes_by_the_name_of_its_folder(game: Path) -> None:
    assert shipped(game).rules.game == game.name


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("game", NIGHT_GAMES, ids=lambda game: game.name)
def test_every_night_game_has_a_short_welcome_for_who_wants_the_night_at_once(game: Path, language: str) -> None:
    for welcome in shipped(game).words[language].lines["welcome"]:
        assert len(in_brief(welcome)) < 0.7 * len(welcome)


def shared_words(language: str) -> dict[str, Plain]:
    data = data_of(resources.languages()[language] / resources.SHARED_WORDS)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_shared_words_hold_nothing_that_no_game_and_no_session_says(language: str) -> None:
    data = shared_words(language)
    facts = engine_facts("village")
    vocabulary = facts.vocabulary(POWERS)
    assert set(data["lines"]) <= set(vocabulary.lines) | {line.id for line in facts.shared()}
    assert set(data["prompts"]) <= set(vocabulary.prompts)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_pack_without_words_of_its_own_lacks_what_the_shared_words_do_not_say(language: str, tmp_path: Path) -> None:
    source = resources.folder("scripts") / "thiercelieux" / "game.yaml"
    (tmp_path / "game.yaml").write_bytes(source.read_bytes())
    text = f"language: {language}\ntitle: t\nsummary: s\ncards: {{}}\ncamps: {{}}\n"
    (tmp_path / f"{language}.yaml").write_text(text, encoding="utf-8")
    found = {fault.code for fault in check(tmp_path, engine_facts)}
    assert found == {Code.NO_LINE, Code.NO_PROMPT, Code.NO_CARD, Code.NO_CAMP}


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_shared_respelling_is_of_a_word_that_some_game_says(language: str) -> None:
    pronunciations = shared_words(language)["pronunciations"]
    assert isinstance(pronunciations, dict)
    used = {
        word
        for game in GAMES
        for variants in shipped(game).words[language].lines.values()
        for text in variants
        for word in Pronunciation({word: str(said) for word, said in pronunciations.items()}).used(text)
    }
    assert used == set(pronunciations)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("game", NIGHT_GAMES, ids=lambda game: game.name)
def test_the_drum_of_a_dawn_does_not_tell_whether_somebody_died(game: Path, language: str) -> None:
    lines = shipped(game).words[language].lines
    drums = {
        tuple(part.seconds for part in compiled(reading).parts if isinstance(part, Suspense))
        for line in ("dawn.nobody", "dawn.dead")
        for text in lines[line]
        for reading in readings(text)
    }
    assert len(drums) == 1
    assert drums != {()}


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("game", NIGHT_GAMES, ids=lambda game: game.name)
def test_the_name_of_who_died_is_waited_for(game: Path, language: str) -> None:
    lines = shipped(game).words[language].lines
    deaths = [line for line in lines if line.endswith(".dead") and line not in ("left.dead", "resume.dead")]
    assert "dawn.dead" in deaths
    for text in (text for line in deaths for text in lines[line]):
        for reading in readings(text):
            assert [place.hold > 0 for place in compiled(reading).placeholders] == [True], text


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_wordings_of_a_line_are_all_said_in_the_same_manners(game: Path, language: str) -> None:
    lines = shipped(game).words[language].lines
    for line, variants in lines.items():
        if line != "welcome":  # said once an evening: each one is staged by itself
            all_read = [reading for text in variants for reading in readings(text)]
            manners = {frozenset(style for style in _styles(reading) if style != PLAIN) for reading in all_read}
            assert len(manners) == 1, line


def _styles(text: str) -> list[Style]:
    return [part.style for part in compiled(text).parts if isinstance(part, TextPart | Placeholder)]


TO_THE_CALLED = re.compile(
    r"\b(tu|te|toi|ton|ta|tes|tape|indique|lance|relance|ajoute|choisis|recompte|réponds|écris|ouvre|mets|branche|ferme)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_help_refusals_and_set_up_say_vous_for_tu_is_for_who_is_called(game: Path) -> None:
    words = shipped(game).words["fr"]
    groups = ("help.", "refused.", "setup.", "compose.", "session.", "phone.", "hands.", "keypad.", "button.", "light.")
    familiar = {
        line: text
        for line, texts in words.lines.items()
        if line.startswith(groups)
        for text in texts
        if TO_THE_CALLED.search(text)
    }
    assert familiar == {}


EYES = {
    ("fr", "wake"): r"\b(?:ouvr|lev|lèv)\w+ (?:les yeux|un œil)|éveil|sommeil",
    ("fr", "sleep"): r"yeux|paupières|endor|dorm|sommeil",
    ("en", "wake"): r"\b(?:eyes?|wakes?|sleep)\b",
    ("en", "sleep"): r"\b(?:eyes?|sleeps?|dozes?|bed)\b",
}
"""What somebody whose eyes are closed understands at once, by the language and the moment."""


@pytest.mark.parametrize("game", NIGHT_GAMES, ids=lambda path: path.name)
@pytest.mark.parametrize(("language", "moment"), EYES)
def test_a_call_says_in_words_that_eyes_are_opened_and_closed(game: Path, language: str, moment: str) -> None:
    words = shipped(game).words[language]
    unclear = [
        text
        for line, texts in words.lines.items()
        if line.endswith(f".{moment}")
        for text in texts
        if not re.search(EYES[language, moment], re.sub(r"\[more\].*?\[/more\]", "", text), re.IGNORECASE)
    ]
    assert unclear == []


@pytest.mark.parametrize(
    ("game", "lines", "foreign"),
    [
        ("infiltres", ("epilogue.kept", "react.felled"), r"remède|vie aurait|deuil|remedy|life could|mourning"),
        ("mafeking", ("epilogue.last.shot",), r"coup de feu|balle|fusil|gunshot|bullet|rifle"),
    ],
)
def test_no_game_speaks_of_what_it_has_not(game: str, lines: tuple[str, ...], foreign: str) -> None:
    words = shipped(game).words
    told = [text for language in LANGUAGES for line in lines for text in words[language].lines[line]]
    assert len(told) >= 2 * 3 * len(lines)
    assert [text for text in told if re.search(foreign, text)] == []
