"""`narrator ear`: whoever says what games are answered with reads how it was understood, and nothing is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hearings import said

from narrator.audio.sound_devices import NoDevicesError
from narrator.cli import main
from narrator.commands import recording
from narrator.dsp.samples import HEARING_RATE, RATE, Samples
from narrator.recording.own_voice import PromptTerminal
from narrator.recording.prompts import Prompt


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
