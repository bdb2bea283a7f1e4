"""Voices are listed, and tried from the command line; what is missing is said in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Self

import numpy as np
import pytest
import soundfile
from click.testing import CliRunner, Result

from narrator.base.resources import languages
from narrator.cli import main
from narrator.commands import voices as command
from narrator.sound.audio.messages import NoSoundKind
from narrator.sound.audio.playback import NoSoundError
from narrator.sound.dsp.loudness import TARGET, loudness, true_peak
from narrator.sound.dsp.samples import RATE, Samples
from narrator.voice.voice_files import default_voice, voices


def said(*words: str) -> Result:
    return CliRunner().invoke(main, ["voices", *words])


class Loudspeaker:
    """A loudspeaker that keeps what it is given, or refuses it."""

    heard: list[Samples]
    refusal: NoSoundError | None = None

    def __init__(self, device: str | None) -> None:
        self.device = device

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def speak(self, samples: Samples) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.heard.append(samples)


@pytest.fixture
def loudspeaker(monkeypatch: pytest.MonkeyPatch) -> type[Loudspeaker]:
    monkeypatch.setattr(command, "Sound", Loudspeaker)
    monkeypatch.setattr(Loudspeaker, "heard", [], raising=False)
    return Loudspeaker


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a player who has fetched nothing."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    (tmp_path / "voices").mkdir()
    return tmp_path


def test_every_voice_is_listed_with_its_language_and_what_it_is() -> None:
    *lines, credit = said("list").stdout.splitlines()
    listed = {line.split()[0]: line for line in lines if line[:1].strip()}
    assert listed.keys() == voices().keys()
    assert "Kokoro-82M" in credit
    assert "CC BY 4.0" in credit
    assert listed["conteur"].split()[1:3] == ["fr", "pyttsx3"]
    defaults = {default_voice(language) for language in languages()} - {None}
    assert {name for name, line in listed.items() if "(default)" in line} == defaults
    spoken = [line.split()[1] for line in listed.values()]
    assert spoken == sorted(spoken), "those of the language that was chosen come first: here it is English"


def test_a_voice_that_is_not_on_this_machine_says_how_to_get_it(home: Path) -> None:
    assert "narrator voices fetch fr_FR-siwis-medium" in said("list").stdout
    fetched = home / "voices" / "fr_FR-siwis-medium"
    fetched.mkdir()
    (fetched / "fr_FR-siwis-medium.onnx").touch()
    assert "narrator voices fetch fr_FR-siwis-medium" not in said("list").stdout


def test_a_voice_file_with_a_mistake_does_not_hide_the_others(home: Path) -> None:
    (home / "voices" / "mine.yaml").write_text("language: fr\nengine: parrot\nvoice: x\n", encoding="utf-8")
    result = said("list")
    assert result.exit_code == 2
    assert "mine.yaml:2" in result.stderr
    assert "conteur" in result.stdout
    assert "veilleur" in result.stdout


@pytest.mark.parametrize("suffix", [".flac", ".wav"])
def test_a_voice_is_tried_into_a_file(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"try{suffix}"
    result = said("try", "conteur", "-o", str(file))
    assert result.exit_code == 0
    heard, rate = soundfile.read(file, dtype="float32")
    assert rate == RATE
    assert loudness(heard) == pytest.approx(TARGET, abs=1)
    assert true_peak(heard) <= -0.99
    assert f"{len(heard) / RATE:.2f} s" in result.stdout


def test_a_written_pause_is_as_long_as_it_says(tmp_path: Path) -> None:
    heard = []
    for pause in ("[1s]", "[3s]"):
        file = tmp_path / "try.wav"
        assert said("try", "fr", "--text", f"Chut. {pause} [whisper]Dormez.[/whisper]", "-o", str(file)).exit_code == 0
        heard.append(soundfile.read(file)[0])
    assert heard[1].size - heard[0].size == 2 * RATE


def test_a_voice_is_tried_at_a_loudspeaker(loudspeaker: type[Loudspeaker]) -> None:
    assert said("try", "en", "--text", "Hush.").exit_code == 0
    (heard,) = loudspeaker.heard
    assert np.abs(heard).max() > 0.05


@pytest.mark.parametrize(
    ("kind", "word"), [("portaudio", "libportaudio2"), ("device", "Plug one in"), ("lost", "Plug one in")]
)
def test_without_sound_a_sentence_says_what_to_do_and_quotes_no_library(
    kind: NoSoundKind, word: str, loudspeaker: type[Loudspeaker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loudspeaker, "refusal", NoSoundError(kind, "CAUSE"))
    result = said("try", "en", "--text", "Hush.")
    assert result.exit_code == 2
    assert word in result.stderr
    assert "CAUSE" not in result.stderr
    assert "game" not in result.stderr, "none is played here"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nobody",), "there is no voice 'nobody'"),
        (("conteur", "--text", "Bonjour {seat}"), "{seat}"),
        (("conteur", "--text", "[loud]Bonjour[/loud]"), "[loud]"),
        (("conteur", "--text", "…"), "--text"),
        (("conteur", "-o", "try.mp3"), ".flac, .wav"),
        (("conteur", "-o", "/nowhere/try.wav"), "/nowhere/try.wav"),
    ],
)
def test_what_cannot_be_tried_is_refused_in_a_sentence(words: tuple[str, ...], told: str) -> None:
    result = said("try", *words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.output


def test_a_voice_of_another_language_needs_words(home: Path) -> None:
    (home / "voices" / "erzaehler.yaml").write_text("language: de\nengine: pyttsx3\nvoice: gmw/de\n", encoding="utf-8")
    assert "--text" in said("try", "erzaehler").stderr
    assert said("try", "erzaehler", "--text", "Es wird Nacht.", "-o", str(home / "try.wav")).exit_code == 0
