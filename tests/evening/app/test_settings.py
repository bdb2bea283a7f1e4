"""Settings come back as they were kept; a file that cannot be used costs one sentence, and no evening."""

from __future__ import annotations

import os
import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.base.user_error import UserError
from narrator.evening.app.settings import FILE, Settings, keep_settings, load_settings, settings_path
from narrator.sound.audio.messages import LONGEST_LEAD_IN
from narrator.sound.audio.sound_devices import MOST_CHANNELS

texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12).map(str.strip)
names = texts.filter(bool)
kept = st.builds(
    Settings,
    output=texts,
    input=texts,
    channel=st.integers(0, MOST_CHANNELS),
    voice=st.dictionaries(names, texts, max_size=3),
    ambience=st.booleans(),
    ears=st.booleans(),
    model=st.dictionaries(names, texts, max_size=3),
    model_offered=st.booleans(),
    lead_in=st.floats(0, LONGEST_LEAD_IN),
    evenings=st.booleans(),
    remote=texts,
    keypad=texts,
    button=texts,
    light=texts,
    sounds=st.none() | names.filter(lambda name: "~" not in name).map(Path),
)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("NARRATOR_HOME", str(home))
    return home


def loaded(written: str | None = None) -> tuple[Settings, list[str]]:
    """Return the settings and what was told, of the file as it is or with this text."""
    if written is not None:
        settings_path().write_text(written, encoding="utf-8")
    told: list[str] = []
    return load_settings(told.append), told


@given(kept)
def test_settings_come_back_as_they_were_kept(settings: Settings) -> None:
    keep_settings(settings)
    assert loaded() == (settings, [])


def test_without_a_file_there_are_the_defaults_and_no_word() -> None:
    assert loaded() == (Settings(), [])


@pytest.mark.parametrize(
    ("written", "settings"),
    [
        (
            "output: on\nvoice:\n  fr: conteur\nambience: no\ninput:\nsounds: ~/sons\n",
            Settings(output="on", voice={"fr": "conteur"}, ambience=False, sounds=Path.home() / "sons"),
        ),
        (
            "lead_in: 0.5\nears: n\nambience: Off\nevenings: FALSE\nmodel_offered: 1\nouput:\n",
            Settings(lead_in=0.5, ears=False, ambience=False, evenings=False, model_offered=True),
        ),
        (
            "keypad: none\nbutton: KEY_SPACE@Pedal\nlight: GPIO27\nchannel: 3\n",
            Settings(keypad="none", button="KEY_SPACE@Pedal", light="GPIO27", channel=3),
        ),
    ],
)
def test_a_file_may_be_written_by_hand(written: str, settings: Settings) -> None:
    assert loaded(written) == (settings, [])


@pytest.mark.parametrize("name", [setting.name for setting in fields(Settings)])
def test_every_setting_is_known_in_a_file(name: str) -> None:
    assert not any("there is no setting" in told for told in loaded(f"{name}: something\n")[1])


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("output: [USB", "it is not a list of settings"),
        ("USB", "it is not a list of settings"),
        ("- output: USB", "it is not a list of settings"),
        ("ouput: USB", "there is no setting ouput"),
        ("ambience: perhaps", "ambience: "),
        ("voice: conteur", "voice: "),
        ("voice: {fr: [conteur]}", "voice: "),
        ("lead_in: 30", "lead_in: "),
        ("lead_in: long", "lead_in: "),
        ("lead_in: nan", "lead_in: "),
        ("channel: -1", "channel: "),
        ("channel: 65", "channel: "),
        ("channel: left", "channel: "),
        ("sounds: ~nobody-of-this-name/sons", "sounds: "),
        ("output: [a, b]", "output: "),
        ("button: [GPIO17, GPIO18]", "button: "),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence(written: str, names: str) -> None:
    settings, (told,) = loaded(written)
    assert settings == Settings()
    assert names in told
    assert "\n" not in told
    assert str(settings_path()) in told


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("USB", "ne sont pas pris en compte : ce n'est pas une liste de réglages"),
        ("ouput: USB", "ouput n'est pas un réglage"),
        ("lead_in: 30", "lead_in: il faut un nombre de secondes, de 0 à"),
        ("ambience: perhaps", "ambience: il faut yes ou no"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_the_language_of_the_system(
    written: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert said in loaded(written)[1][0]


def test_bytes_that_are_no_text_are_one_sentence(home: Path) -> None:
    (home / FILE).write_bytes(b"\xff\xfe\x00")
    assert loaded()[0] == Settings()
    assert len(loaded()[1]) == 1


def test_a_pipe_into_which_nobody_writes_is_one_sentence(home: Path) -> None:
    os.mkfifo(home / FILE)
    settings, (told,) = loaded()
    assert settings == Settings()
    assert "not a regular file" in told


def test_the_file_is_in_the_users_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NARRATOR_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_path() == tmp_path / "narrator" / FILE
    assert keep_settings(Settings(output="USB")) == settings_path()
    assert settings_path().stat().st_mode & 0o077 == 0
    assert [path.name for path in settings_path().parent.iterdir()] == [FILE]
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert settings_path() == Path.home() / ".config" / "narrator" / FILE


def test_settings_that_cannot_be_written_name_the_folder_that_is_in_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    for variable, folder in (("XDG_CONFIG_HOME", "file/narrator"), ("NARRATOR_HOME", "file")):
        monkeypatch.delenv("NARRATOR_HOME", raising=False)
        monkeypatch.setenv(variable, str(tmp_path / "file"))
        with pytest.raises(UserError, match=re.escape(f"into {tmp_path / folder}: ")):
            keep_settings(Settings(output="USB"))
