"""`narrator record`, as far as it goes without the network that speaks."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import soundfile
from click.testing import CliRunner, Result
from numpy.typing import NDArray
from sounds import uttered

from narrator.base.user_error import UserError
from narrator.cli import main
from narrator.commands import recording
from narrator.evening.app.settings import Settings, keep_settings
from narrator.recording.making import Work
from narrator.recording.network import INSTALL
from narrator.recording.own_voice import PromptTerminal
from narrator.recording.prompts import Prompt
from narrator.sound.audio.sound_devices import NoDevicesError
from narrator.sound.dsp.samples import RATE
from narrator.voice.profile import load_voice
from narrator.voice.recital import recordings_of
from narrator.voice.recordings import Recordings, Spoken


@pytest.fixture(autouse=True)
def _without_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.recording.network.find_spec", lambda _name: None)


def test_without_the_network_a_sentence_says_what_to_install(home: Path) -> None:
    result = CliRunner().invoke(main, ["record", "mafia", "--names", "Zoran, Ysé"])
    assert result.exit_code == 2
    assert result.stderr == f"diseuse: onnxruntime is not installed: {INSTALL}\n"
    assert not list(home.glob("voices/*.recordings"))


def test_a_game_that_there_is_not_is_refused(home: Path) -> None:
    assert not home.exists()
    result = CliRunner().invoke(main, ["record", "belote"])
    assert result.exit_code == 2
    assert "belote" in result.stderr


class Pulled:
    """A microphone that was pulled out."""

    def read(self) -> tuple[NDArray[np.int16], float, bool]:
        raise OSError("gone")

    def close(self) -> None:
        """Be given back."""


@pytest.fixture
def names(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names by which microphones are opened; the kept one is `USB`."""
    opened: list[str] = []

    def one(name: str, _rate: int) -> Pulled:
        opened.append(name)
        return Pulled()

    monkeypatch.setattr(recording, "opened", one)
    keep_settings(Settings(input="USB"))
    assert home.exists()
    return opened


@pytest.mark.parametrize(("device", "name"), [("headset", "headset"), (None, "USB"), ("", "USB")])
def test_what_is_named_counts_more_than_what_is_kept(names: list[str], device: str | None, name: str) -> None:
    with recording.microphone(device):
        assert names == [name]


def record_for_ever() -> None:
    with recording.microphone(None) as recorder:
        while True:
            recorder.begin()
            recorder.end()


def test_one_that_is_lost_is_a_sentence(names: list[str]) -> None:
    with pytest.raises(UserError, match=r"\(gone\)"):
        record_for_ever()
    assert names == ["USB"]


def test_a_prompt_stands_between_what_the_sentence_has_around_it(capsys: pytest.CaptureFixture[str]) -> None:
    prompt = Prompt("dawn.1-2", Spoken("le jour"), "le jour", "Voici", "qui se lève.", "lentement")
    PromptTerminal().show(prompt, 3, 40)
    shown = [line for line in capsys.readouterr().out.splitlines() if line]
    assert shown == ["3/40 (lentement)", "Voici", "    le jour", "qui se lève."]


def test_a_key_is_the_first_letter_that_is_typed_and_the_end_of_the_input_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = iter(["Skip", "  ", "R"])

    def line(_question: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", line)
    terminal = PromptTerminal()
    assert [terminal.ask("? ") for _ in range(4)] == ["s", "", "r", "q"]


def record(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["record", "mafia", "--lang", "fr", *arguments], input=typed)


def test_the_list_names_each_file_and_its_words() -> None:
    result = record("--list", "--lang", "en", "--names", "Anne, Bruno")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "name.anne.wav\t[Anne] …\tinside a sentence"
    assert "\nname.bruno.end.wav\t… [Bruno]\tat the end of a sentence\n" in result.stdout


def test_a_folder_becomes_a_voice_of_that_name(home: Path, tmp_path: Path) -> None:
    (tmp_path / "sounds").mkdir()
    soundfile.write(tmp_path / "sounds" / "name.anne.wav", uttered(0.6), RATE)
    result = record("--from", str(tmp_path / "sounds"), "--voice", "mamie", "--names", "Anne")
    assert result.exit_code == 0, result.output
    assert "enregistrements pris : 1\n" in result.stdout
    assert "narrator play mafia --voice mamie" in result.stdout
    voice = load_voice("mamie")
    assert (voice.engine, voice.instead) == ("recorded", "conteur")
    files = recordings_of(voice)
    assert files == (home / "voices" / "mamie.recordings",)
    assert Spoken("Anne") in Recordings(files)


def test_a_folder_with_nothing_in_it_has_status_1_and_makes_no_voice(home: Path, tmp_path: Path) -> None:
    result = record("--from", str(tmp_path), "--voice", "mamie")
    assert result.exit_code == 1
    assert not (home / "voices").exists()


def test_a_folder_that_there_is_not_is_refused(home: Path, tmp_path: Path) -> None:
    assert not home.exists()
    result = record("--from", str(tmp_path / "nowhere"), "--voice", "mamie")
    assert result.exit_code == 2
    assert "nowhere" in result.stderr


def test_without_a_microphone_a_sentence_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_name: str, _rate: int) -> None:
        raise NoDevicesError("no microphone is found")

    monkeypatch.setattr("narrator.commands.recording.opened", none)
    result = record("--microphone", "--voice", "mamie")
    assert result.exit_code == 2
    assert result.stderr == (
        "Le micro ne s'ouvre pas (no microphone is found) : "
        "voyez s'il est branché, et si un autre programme le tient.\n"
    )
    assert not (home / "voices").exists()


class Silent:
    """A microphone in an empty room."""

    def read(self) -> tuple[NDArray[np.int16], float, bool]:
        return np.zeros(RATE // 50, np.int16), 0.0, False

    def close(self) -> None:
        """Be given back."""


def test_who_stops_is_told_how_far_he_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.commands.recording.opened", lambda _name, _rate: Silent())
    result = record("--microphone", "--voice", "mamie", "--names", "Anne", typed="s\nq\n")
    assert result.exit_code == 0, result.output
    total = re.search(r"^1/(\d+) \(dans une phrase\)$", result.stdout, re.MULTILINE)
    assert total is not None
    assert "    Anne\n" in result.stdout
    assert f"mamie : enregistrements faits : 0 sur {total[1]}" in result.stdout
    assert not (home / "voices").exists()


def test_what_was_spoken_before_the_microphone_was_lost_is_a_voice_all_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from narrator.recording.own_voice import kept

    work = Work(home / "recordings" / "mamie.work")
    work.put([kept(uttered(0.6), Spoken("Anne"))], 1)
    work.close()
    monkeypatch.setattr("narrator.commands.recording.opened", lambda _name, _rate: Pulled())
    result = record("--microphone", "--voice", "mamie", "--names", "Anne", typed="\n\n")
    assert result.exit_code == 2
    assert "(gone)" in result.stderr
    assert (home / "voices" / "mamie.recordings").is_file()


@pytest.mark.parametrize(
    "arguments",
    [["--microphone"], ["--microphone", "--list"], ["--list", "--voice", "mamie"], ["--from", ".", "--microphone"]],
)
def test_ways_that_do_not_go_together_are_refused(arguments: list[str]) -> None:
    result = record(*arguments)
    assert result.exit_code == 2
    assert "JEU --microphone --voice NOM" in result.stderr


def test_a_voice_that_narrator_has_is_not_replaced(home: Path) -> None:
    result = record("--microphone", "--voice", "conteur")
    assert result.exit_code == 2
    assert "prenez un autre nom" in result.stderr
    assert not home.exists()
