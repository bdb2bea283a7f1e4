"""`narrator devices` lists, tries and keeps what is there; `narrator ear` hears; what is missing is a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from hearings import said
from pretended import Room, microphone, speaker

from narrator.cli import main
from narrator.commands import recording
from narrator.evening.app.settings import Settings, load_settings
from narrator.recording.own_voice import PromptTerminal
from narrator.recording.prompts import Prompt
from narrator.sound.audio.sound_devices import NoDevicesError
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples

pytest_plugins = ("rooms_of_sound",)


@pytest.fixture
def room(room: Room, home: Path) -> Room:
    assert not home.exists()
    room.furnish(speaker("HDMI"), speaker("USB Box"), microphone("USB Mic"))
    return room


def narrator(*words: str) -> Result:
    return CliRunner().invoke(main, ["devices", *words])


def kept() -> Settings:
    """Return what is kept; nothing is wrong with it."""
    wrong: list[str] = []
    settings = load_settings(wrong.append)
    assert wrong == []
    return settings


@pytest.mark.usefixtures("room")
def test_the_devices_are_listed_with_the_default_marked() -> None:
    listed = narrator()
    assert listed.exit_code == 0
    assert listed.stdout.splitlines()[:5] == [
        "Loudspeakers:",
        "  HDMI (default)",
        "  USB Box",
        "Microphones:",
        "  USB Mic (default)",
    ]


def test_a_house_without_devices_says_so(room: Room) -> None:
    room.furnish()
    assert narrator().stdout.count("none: plug one in") == 2
    assert "none: plug one in" in narrator("--try", "box").stderr


def test_without_the_library_a_sentence_says_what_to_install(room: Room) -> None:
    (room.folder / "sounddevice.py").write_text("raise OSError('PortAudio library not found')", encoding="utf-8")
    result = narrator()
    assert result.exit_code == 2
    assert "apt install libportaudio2" in result.stderr


def test_what_is_kept_is_marked_and_missed_when_it_is_not_here(room: Room) -> None:
    assert narrator("--output", "box", "--input", "mic").exit_code == 0
    assert kept() == Settings(output="box", input="mic")
    assert "  USB Box (kept)" in narrator().stdout
    assert "  USB Mic (default, kept)" in narrator().stdout
    room.furnish(speaker("HDMI"))
    assert "box is kept, but is not here" in narrator().stdout
    assert narrator("--output", "").exit_code == 0
    assert kept() == Settings(input="mic")


def test_a_microphone_is_tried_in_the_channel_that_the_settings_choose(room: Room, home: Path) -> None:
    room.furnish(speaker("HDMI"), microphone("Array", inputs=2))  # its first channel alone hears anything
    assert "-24 dB  ####" in narrator("--try", "array").stdout
    home.mkdir()
    (home / "settings.yaml").write_text("channel: 2\n", encoding="utf-8")
    assert "####" not in narrator("--try", "array").stdout


@pytest.mark.usefixtures("room")
def test_the_channel_that_the_settings_choose_is_told_and_kept(home: Path) -> None:
    assert "channel" not in narrator().stdout
    home.mkdir()
    (home / "settings.yaml").write_text("channel: 3\n", encoding="utf-8")
    assert "  channel 3 alone is heard" in narrator().stdout
    narrator("--input", "mic")
    assert kept() == Settings(input="mic", channel=3)


@pytest.mark.parametrize("name", ["hw:2,0", "USB Audio: - (hw:2,0)"])
def test_a_loudspeaker_is_kept_without_the_number_of_its_card(room: Room, name: str) -> None:
    room.furnish(speaker("HDMI: vc4 (hw:0,0)"), speaker("USB Audio: - (hw:2,0)"))
    assert narrator("--output", name).exit_code == 0
    assert kept() == Settings(output="USB Audio: -")
    room.furnish(speaker("HDMI: vc4 (hw:2,0)"), speaker("USB Audio: - (hw:0,0)"))
    assert "  USB Audio: - (hw:0,0) (kept)" in narrator().stdout


def test_a_card_that_is_kept_by_its_number_alone_is_told(room: Room, home: Path) -> None:
    home.mkdir()
    (home / "settings.yaml").write_text("output: hw:2,0\n", encoding="utf-8")
    room.furnish(speaker("USB Audio: - (hw:0,0)"), speaker("HDMI: vc4 (hw:2,0)"))
    assert "hw:2,0 is the number of a card, and is HDMI: vc4 (hw:2,0) now" in narrator().stdout


def test_of_two_cards_of_one_name_the_number_is_kept(room: Room) -> None:
    room.furnish(speaker("USB Audio: - (hw:1,0)"), speaker("USB Audio: - (hw:2,0)"))
    assert narrator("--output", "hw:2,0").exit_code == 0
    assert kept() == Settings(output="USB Audio: - (hw:2,0)")


@pytest.mark.parametrize("words", [("--output", "piano"), ("--input", "HDMI"), ("--try", "piano")])
@pytest.mark.usefixtures("room")
def test_a_name_that_nothing_has_is_refused_with_those_that_are_here(words: tuple[str, str]) -> None:
    result = narrator(*words)
    assert result.exit_code == 2
    assert words[1] in result.stderr.splitlines()[0]
    assert "USB Box" in result.stderr
    assert kept() == Settings()


def test_a_loudspeaker_is_tried_by_playing_on_it(room: Room) -> None:
    result = narrator("--try", "box")
    assert result.exit_code == 0
    assert result.stdout.startswith("USB Box plays")
    assert room.asked()[0] == "USB Box"
    assert abs(room.heard()).max() > 3000


def test_a_microphone_is_tried_by_showing_what_it_hears(room: Room) -> None:
    room.furnish(speaker("HDMI"), microphone("USB Mic", rates=[48000]))
    result = narrator("--try", "mic")
    assert result.exit_code == 0
    assert "-24 dB  ####" in result.stdout
    assert not len(room.heard())


@pytest.mark.parametrize("befalls", ["gone", "hanging"])
def test_a_device_that_cannot_be_opened_is_a_sentence(room: Room, befalls: str) -> None:
    room.befalls("USB Box", "gone")
    box = narrator("--try", "box")
    assert (box.exit_code, box.stderr) == (2, "USB Box cannot be opened; in a game, HDMI would be taken instead.\n")
    room.befalls("HDMI", "gone")
    box = narrator("--try", "box")
    assert box.exit_code == 2
    assert "Device unavailable" in box.stderr
    room.befalls("USB Mic", befalls)
    mic = narrator("--try", "mic")
    assert mic.exit_code == 2
    assert "The microphone cannot be opened" in mic.stderr


class Person:
    """A microphone before which somebody says what he is shown; the last time, something else."""

    shown: str

    def begin(self) -> None:
        """Listen."""

    def end(self) -> Samples:
        heard = said(self.shown, before=0.5, after=0.5).astype(np.float32) / 32768
        return np.asarray(
            np.interp(np.arange(0, len(heard), HEARING_RATE / RATE), np.arange(len(heard)), heard), np.float32
        )

    def close(self) -> None:
        """Stop."""


def test_what_is_said_is_heard_at_once_and_nothing_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person()

    class Terminal(PromptTerminal):
        def show(self, prompt: Prompt, number: int, total: int) -> None:
            """Let the person say it; of the second phrase, something that answers nothing."""
            person.shown = prompt.words if number == 1 else "le bac part du quai"
            super().show(prompt, number, total)

    monkeypatch.setattr(recording, "opened", lambda *_: None)
    monkeypatch.setattr(recording, "Recorder", lambda _: person)
    monkeypatch.setattr("narrator.commands.ear.PromptTerminal", Terminal)
    told = CliRunner().invoke(main, ["ear", "--lang", "fr", "--count", "2"], input="\n\n\n" * 2)
    assert told.exit_code == 0, told.output
    assert "2/2" in told.stdout
    assert told.stdout.index("compris\n") < told.stdout.index("sans être compris")
    assert told.stdout.splitlines()[-1] == "Réponses comprises : 1 sur 2 (de 9 à 91 %, à 95 % de confiance)"
    assert not list(home.rglob("*.flac"))


def test_without_a_microphone_a_sentence_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise NoDevicesError("there is none")

    assert not home.exists()
    monkeypatch.setattr(recording, "opened", none)
    refused = CliRunner().invoke(main, ["ear", "--lang", "fr"])
    assert refused.exit_code == 2
    assert "there is none" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (("--model", "perroquet"), "There is no model “perroquet”"),
        (("--lang", "en"), "narrator models fetch --lang en"),
    ],
)
def test_a_model_that_is_not_there_is_named_with_what_to_do(
    home: Path, arguments: tuple[str, ...], advice: str
) -> None:
    assert not home.exists()
    refused = CliRunner().invoke(main, ["ear", *arguments])
    assert refused.exit_code == 2
    assert advice in refused.stderr
