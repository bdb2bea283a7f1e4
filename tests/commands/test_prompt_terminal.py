"""What to say stands out on the terminal, in whole words, between what stands around it; keys come back one by one."""

from __future__ import annotations

import pytest

from narrator.commands.prompt_terminal import PromptTerminal
from narrator.recording.prompts import Prompt
from narrator.speech.recordings import Spoken


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
