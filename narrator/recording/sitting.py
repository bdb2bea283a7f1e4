"""A person speaks a game's prompts before a microphone, one by one; the next time it goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Protocol

from narrator.dsp.samples import Samples, frames
from narrator.recording.making import Cut
from narrator.recording.own_voice import kept, verdict
from narrator.recording.prompts import Prompt
from narrator.speech.recordings import Spoken
from narrator.story.sentences import to_user

KEY_DOWN, KEY_UP = 0.15, 0.08
"""Seconds at the beginning and at the end of a recording in which a microphone hears the key, not the person."""


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
    """One sitting of a person who speaks prompts. What is `there` is not asked for; what he keeps goes to `keep`."""

    def __init__(
        self,
        prompts: Sequence[Prompt],
        there: Container[Spoken],
        keep: Callable[[Cut], None],
        microphone: PromptRecorder,
        terminal: Terminal,
    ) -> None:
        self._missing = [prompt for prompt in prompts if prompt.spoken not in there]
        self._spoken, self._total = len(prompts) - len(self._missing), len(prompts)
        self._keep, self._microphone, self._terminal = keep, microphone, terminal

    def run(self) -> None:
        """Ask for what is missing, until all of it was asked for or the person stops."""
        for prompt in self._missing:
            self._terminal.show(prompt, self._spoken + 1, self._total)
            if not self._said(prompt):
                return

    def _said(self, prompt: Prompt) -> bool:
        """Ask for one thing until it is kept or skipped; whether to go on."""
        answer = self._answer("record.begin", ("", "s", "q"))
        while answer not in ("s", "q"):
            self._microphone.begin()
            self._terminal.ask(to_user("record.end"))
            heard = self._microphone.end()
            cut = kept(heard[frames(KEY_DOWN) : max(0, heard.size - frames(KEY_UP))], prompt.spoken)
            self._terminal.tell(f"{to_user(verdict(cut.quality))} ({cut.quality.seconds:.1f} s)")
            if not cut.samples.size:
                answer = self._answer("record.again", ("", "s", "q"))
            elif (answer := self._answer("record.keep", ("", "r", "s", "q"))) == "":
                self._keep(cut)
                self._spoken += 1
                return True
        return answer == "s"

    def _answer(self, question: str, answers: Sequence[str]) -> str:
        while (answer := self._terminal.ask(to_user(question))) not in answers:
            pass
        return answer
