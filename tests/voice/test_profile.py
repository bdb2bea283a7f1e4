"""Voices are read from their files; what a file gets wrong is said with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from narrator.base.resources import folder, languages
from narrator.packs.markup import PLAIN, Style
from narrator.voice.profile import Band, Description, Voice, by_night, load_voice, stand_ins
from narrator.voice.voice_files import MANIFEST, VoiceError, default_voice, voices

OURS = sorted(file.stem for file in folder("voices").glob("*.yaml") if file.name != MANIFEST)

SMALL = "language: fr\nengine: pyttsx3\nvoice: roa/fr\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    (tmp_path / "voices").mkdir()
    return tmp_path / "voices"


@pytest.mark.parametrize("name", OURS)
def test_every_voice_loads_by_its_name_and_says_what_it_is(name: str) -> None:
    voice = load_voice(name)
    assert voice.name == name
    assert voice.about


def test_a_language_has_voices_to_choose_from() -> None:
    spoken = [load_voice(name).language for name in OURS]
    assert spoken.count("fr") >= 4
    assert spoken.count("en") >= 2


@pytest.mark.parametrize("language", languages())
def test_a_language_stands_for_its_default_voice(language: str) -> None:
    voice = load_voice(language)
    assert voice.name == default_voice(language)
    assert voice.language == language


@pytest.mark.parametrize("name", OURS)
def test_whoever_speaks_at_night_speaks_the_same_language(name: str) -> None:
    assert by_night(load_voice(name))[0].language == load_voice(name).language


def test_at_night_another_voice_or_the_same_one_in_another_manner(home: Path) -> None:
    (home / "alone.yaml").write_text(SMALL, encoding="utf-8")
    (home / "relieved.yaml").write_text(SMALL + "night: alone\n", encoding="utf-8")
    (home / "hushed.yaml").write_text(SMALL + "night: {pace: 0.9, gain: -3, whisper: yes}\n", encoding="utf-8")
    alone, hushed = load_voice("alone"), load_voice("hushed")
    assert by_night(alone) == (alone, PLAIN)
    assert by_night(load_voice("relieved")) == (alone, PLAIN)
    assert by_night(hushed) == (hushed, Style(pace=0.9, gain=-3, whisper=True))


@pytest.mark.parametrize("name", OURS)
def test_in_the_end_somebody_speaks_whose_engine_is_always_there(name: str) -> None:
    voice = load_voice(name)
    line = (voice, *stand_ins(voice))
    assert line[-1].engine == "pyttsx3"
    assert {one.language for one in line} == {voice.language}
    assert len({one.name for one in line}) == len(line)


@pytest.mark.parametrize(("key", "asked"), [("night", by_night), ("instead", stand_ins)])
def test_a_voice_of_another_language_neither_speaks_at_night_nor_stands_in(
    home: Path, key: str, asked: Callable[[Voice], object]
) -> None:
    (home / "mixed.yaml").write_text(f"{SMALL}{key}: storyteller\n", encoding="utf-8")
    with pytest.raises(VoiceError, match=r"mixed\.yaml.*'storyteller'.*'en'"):
        asked(load_voice("mixed"))


def test_voices_that_stand_in_for_each_other_are_asked_once_each(home: Path) -> None:
    (home / "one.yaml").write_text(SMALL + "instead: other\n", encoding="utf-8")
    (home / "other.yaml").write_text(SMALL + "instead: one\n", encoding="utf-8")
    assert [voice.name for voice in stand_ins(load_voice("one"))] == ["other"]


def test_the_voice_that_the_guide_shows_is_a_voice(home: Path) -> None:
    guide = (folder("voices") / "README.md").read_text(encoding="utf-8")
    shown = guide.split("```yaml\n")[1].split("```")[0]
    (home / "mine.yaml").write_text(shown, encoding="utf-8")
    mine = load_voice("mine")
    assert {band.shape for band in mine.chain.equaliser} == set(get_args(Band.model_fields["shape"].annotation))
    assert mine.chain.compressor is not None
    assert mine.chain.room is not None
    assert by_night(mine)[0].name == "veilleur"
    assert mine.model_fields_set >= Description.model_fields.keys() - {"advice"}


def test_an_unknown_voice_is_refused_with_those_that_exist() -> None:
    with pytest.raises(VoiceError, match=r"'de'.*berceuse, .*conteur"):
        load_voice("de")


@pytest.mark.parametrize(
    ("wrong", "line", "about"),
    [
        ("pitch: 100", 4, "pitch"),
        ("speed: 3", 4, "speed"),
        ("name: other", 4, "name"),
        ("rate: fast", 4, "rate"),
        ("chain:\n  whisper: 2", 5, "whisper"),
        ("chain:\n  equaliser:\n    - {at: 200, gain: 3}\n    - {at: 20000}", 7, "at"),
        ("chain:\n  equaliser:\n    - {shape: hill, at: 200}", 6, "shape"),
        ("voice: roa/fr", 4, "voice"),
        ("advice: [", 5, "YAML"),
        ("advice:\n  lost: 'Perdu ({detial}).'", 5, r"\{detial\} stands for nothing here \(it may have \{detail\}"),
        ("advice:\n  device: 'Perdu ({detail.__class__}).'", 5, "stands for nothing"),
        ("advice:\n  skipped: 'Perdu {'", 5, "a brace that is never closed"),
    ],
)
def test_a_mistake_in_a_voice_file_is_told_with_its_line(wrong: str, line: int, about: str, home: Path) -> None:
    (home / "mine.yaml").write_text(f"{SMALL}{wrong}\n", encoding="utf-8")
    with pytest.raises(VoiceError, match=rf"mine\.yaml:{line}:.*{about}"):
        load_voice("mine")


def test_a_file_that_says_nothing_is_told_what_it_lacks(home: Path) -> None:
    (home / "mine.yaml").write_text("about: nothing\n", encoding="utf-8")
    with pytest.raises(VoiceError, match=r"(?s)lacks `engine`.*lacks `language`.*lacks `voice`"):
        load_voice("mine")


def test_a_player_adds_voices_and_hides_none_of_ours(home: Path) -> None:
    (home / "mine.yaml").write_text(SMALL, encoding="utf-8")
    (home / "conteur.yaml").write_text(SMALL + "about: a double\n", encoding="utf-8")
    assert voices()["mine"] == home / "mine.yaml"
    assert load_voice("conteur").about != "a double"


def test_every_sentence_about_lost_sound_says_what_to_do_and_quotes_no_library_to_players() -> None:
    for advice in (load_voice(name).advice for name in OURS):
        assert "CAUSE" in advice.engine.format(detail="CAUSE")
        assert not any("CAUSE" in text.format(detail="CAUSE") for text in (advice.device, advice.lost))
        assert "libportaudio2" in advice.portaudio


def test_a_voice_gives_advice_in_its_own_language(home: Path) -> None:
    french = load_voice("fr").advice
    assert french != load_voice("en").advice
    for name in OURS:
        assert (load_voice(name).advice == french) == (load_voice(name).language == "fr")
    (home / "mine.yaml").write_text(SMALL + "advice: {lost: Perdu.}\n", encoding="utf-8")
    assert load_voice("mine").advice == french.model_copy(update={"lost": "Perdu."})
