"""Voices are read from their files."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.resources import folder
from narrator.voice import profile
from narrator.voice.profile import load_voice


def voices_in(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> Path:
        assert name == "voices"
        return place

    monkeypatch.setattr(profile, "folder", found)


def french(changed: str, into: str) -> str:
    text = (folder("voices") / "fr.yaml").read_text(encoding="utf-8")
    assert changed in text
    return text.replace(changed, into)


@pytest.mark.parametrize("name", sorted(file.stem for file in folder("voices").glob("*.yaml")))
def test_every_voice_loads_and_speaks_the_language_it_is_named_after(name: str) -> None:
    assert load_voice(name).language == name


@pytest.mark.parametrize("name", sorted(file.stem for file in folder("voices").glob("*.yaml")))
def test_advice_says_what_the_system_answered_where_that_helps(name: str) -> None:
    advice = load_voice(name).advice
    assert all("CAUSE" in text.format(detail="CAUSE") for text in (advice.device, advice.engine, advice.lost))
    assert "libportaudio2" in advice.portaudio


def test_an_unknown_voice_is_refused_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"'de'.*en, fr"):
        load_voice("de")


@pytest.mark.parametrize(
    ("changed", "into"),
    [("pitch: 38", "pitch: 100"), ("rate:", "speed:"), ("engine: pyttsx3", "engine: parrot"), ("advice:", "advice: [")],
)
def test_a_wrong_voice_file_is_refused_by_name(
    changed: str, into: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.yaml").write_text(french(changed, into), encoding="utf-8")
    voices_in(tmp_path, monkeypatch)
    with pytest.raises(ValueError, match=r"mine\.yaml"):
        load_voice("mine")


def test_the_norwegian_language_is_not_a_boolean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "no.yaml").write_text(french("language: fr", "language: no"), encoding="utf-8")
    voices_in(tmp_path, monkeypatch)
    assert load_voice("no").language == "no"
