"""The protocol of speech engines: text to samples, and an error in a sentence.

The law of engines: a library that speaks may hang, print, leak, call `exit` or take the process down with it.
It is never loaded into the game. What implements this protocol is only the game's side; the library itself lives
in a process of its own (`narrator.processes.child`), which is given a time for each answer, is killed when it does not
keep it, and is started again. What is to be said goes there through a pipe, never as an argument, which anybody on
the machine could read.
"""

from __future__ import annotations

from typing import Protocol

from narrator.dsp.samples import Samples
from narrator.speech.profile import Voice


class SynthesiserError(Exception):
    """The engine is not installed, does not start, has not the voice, or failed twice at a phrase; says so in a line.

    Its text is what the engine or the system answered; the sentence that people read is made around it.
    """


class Synthesiser(Protocol):
    """One voice of one engine. For one thread at a time."""

    @property
    def identity(self) -> str:
        """Return what tells its sound from any other's: engine, its version, voice and parameters.

        It is known at once, without a process, and is the same for the same sound in the next game: it is part of
        the key under which rendered phrases are kept.
        """
        ...

    def ready(self) -> None:
        """Wait until it can speak; at once where it can already.

        Raises:
            SynthesiserError: it cannot.
        """
        ...

    def render(self, text: str, pace: float, strong: bool) -> Samples:
        """Return a phrase as the engine speaks it, at `RATE`, unprocessed; silence at its ends may be left on.

        `pace` multiplies the speed (1 is the voice's own), `strong` is emphasis. Text with nothing to pronounce
        gives no samples.

        Raises:
            SynthesiserError: it failed, and once more after a fresh start.
        """
        ...

    def close(self) -> None:
        """End its process. May be called again; after it, nothing else may be."""
        ...


def engine_of(voice: Voice) -> Synthesiser:
    """Return a new engine that speaks with a voice."""
    match voice.engine:  # only the one that is wanted is imported
        case "pyttsx3":
            from narrator.speech.synthesisers.espeak import Espeak

            return Espeak(voice)
        case "piper":
            from narrator.speech.synthesisers.piper import Piper

            return Piper(voice)
        case "recorded":
            raise ValueError(f"{voice.name} is recorded: no engine speaks with it")
