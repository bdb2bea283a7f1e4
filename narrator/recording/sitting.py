"""A person speaks a game's prompts before a microphone, one by one; the next time it goes on where it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from narrator.dsp.samples import Samples, frames
from narrator.recording.making import Work
from narrator.recording.own_voice import kept, verdict
from narrator.recording.prompts import Prompt

KEY_DOWN, KEY_UP = 0.15, 0.08
"""Seconds at the beginning and at the end of a recording in which a microphone hears the key, not the person."""

BEGIN = "Enter begins, s skips, q stops: "
END = "Speak. Enter ends: "
KEEP = "Enter keeps it, r once more, s skips, q stops: "
AGAIN = "Enter to say it once more, s skips, q stops: "


class PromptRecorder(Protocol):
    """What hears."""

    def begin(self) -> None:
        """Keep what is heard from now on."""

    def end(self) -> Samples:
        """Return what was heard since then."""


class Terminal(Protocol):
    """What shows, and is answered with a key and Enter."""

    def show(self, prompt: Prompt, number: int, total: int) -> None:
        """Show what to say: the words, what stands around them, and how many of how many are spoken with it."""

    def tell(self, sentence: str) -> None:
        """Say something about it."""

    def ask(self, question: str) -> str:
        """Return what is typed, a small letter at most; `q` where nobody types any more."""


class Sitting:
    """One sitting of a person who records a voice."""

    def __init__(self, prompts: Sequence[Prompt], work: Work, microphone: PromptRecorder, terminal: Terminal) -> None:
        there = work.tries()
        self._missing = [prompt for prompt in prompts if prompt.spoken not in there]
        self._spoken, self._total = len(prompts) - len(self._missing), len(prompts)
        self._work, self._microphone, self._terminal = work, microphone, terminal

    @property
    def spoken(self) -> int:
        """How many of the prompts are spoken."""
        return self._spoken

    def run(self) -> None:
        """Ask for what is missing, until all of it was asked for or the person stops."""
        for prompt in self._missing:
            self._terminal.show(prompt, self._spoken + 1, self._total)
            if not self._said(prompt):
                return

    def _said(self, prompt: Prompt) -> bool:
        """Ask for one thing until it is kept or skipped; whether to go on."""
        answer = self._answer(BEGIN, ("", "s", "q"))
        while answer not in ("s", "q"):
            self._microphone.begin()
            self._terminal.ask(END)
            heard = self._microphone.end()
            cut = kept(heard[frames(KEY_DOWN) : max(0, heard.size - frames(KEY_UP))], prompt.spoken)
            self._terminal.tell(f"{verdict(cut.quality)} ({cut.quality.seconds:.1f} s)")
            if not cut.samples.size:
                answer = self._answer(AGAIN, ("", "s", "q"))
            elif (answer := self._answer(KEEP, ("", "r", "s", "q"))) == "":
                self._work.put([cut], 1)
                self._spoken += 1
                return True
        return answer == "s"

    def _answer(self, question: str, answers: Sequence[str]) -> str:
        while (answer := self._terminal.ask(question)) not in answers:
            pass
        return answer
