"""The protocol of speech engines: text to samples, and an error in a sentence.

The law of engines: a library that speaks may hang, print, leak, call `exit` or take the process down with it.
It is never loaded into the game. What implements this protocol is only the game's side; the library itself lives
in a process of its own (`base.processes.child`), which is given a time for each answer, is killed when it does not
keep it, and is started again. What is to be said goes there through a pipe, never as an argument, which anybody on
the machine could read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeAlias

from narrator.base.processes.child import Child, ChildLostError, Reply, spawned
from narrator.base.sentences import to_user
from narrator.sound.dsp.samples import Samples
from narrator.voice.profile import Voice


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

    def ready(self) -> None:
        """Wait until it can speak; at once where it can already.

        Raises:
            SynthesiserError: it cannot.
        """

    def render(self, text: str, pace: float, strong: bool) -> Samples:
        """Return a phrase as the engine speaks it, at `RATE`, unprocessed; silence at its ends may be left on.

        `pace` multiplies the speed (1 is the voice's own), `strong` is emphasis. Text with nothing to pronounce
        gives no samples.

        Raises:
            SynthesiserError: it failed, and once more after a fresh start.
        """

    def close(self) -> None:
        """End its process. May be called again; after it, nothing else may be."""


def engine_of(voice: Voice) -> Synthesiser:
    """Return a new engine that speaks with a voice."""
    match voice.engine:  # only the one that is wanted is imported
        case "pyttsx3":
            from narrator.voice.synthesisers.espeak import Espeak

            return Espeak(voice)
        case "piper":
            from narrator.voice.synthesisers.piper import Piper

            return Piper(voice)
        case "recorded":
            raise ValueError(f"{voice.name} is recorded: no engine speaks with it")


Order: TypeAlias = Mapping[str, str | int | float]

_SECONDS_TO_TAKE = 8.0


class EngineWorker:
    """The process of one engine. It takes its first order, which names the voice, as it starts.

    Raises, as it is made and later:
        SynthesiserError: it does not start, has ended, does not answer in time, or says that it failed.
    """

    def __init__(self, engine: str, module: str, first: Order, *arguments: str) -> None:
        """Start a `module` of this package."""
        self._engine = engine
        try:
            self._child = Child(spawned(f"{__package__}.{module}", *arguments))
        except OSError as error:
            raise SynthesiserError(f"{engine}: {error}") from error
        try:
            self._child.order(first, _SECONDS_TO_TAKE)
        except ChildLostError as error:
            self.kill()
            raise self._failed(error) from error

    def answer(self, seconds: float) -> Reply:
        """Return the answer to the order that was given last."""
        try:
            return self._child.answer(seconds)
        except ChildLostError as error:
            raise self._failed(error) from error

    def ask(self, order: Order, seconds: float) -> Reply:
        try:
            self._child.order(order, seconds)
        except ChildLostError as error:
            raise self._failed(error) from error
        return self.answer(seconds)

    def _failed(self, error: ChildLostError) -> SynthesiserError:
        """Return what people are told of a process that is lost; what it said itself stays as it is."""
        known = {"it has ended": "sound.ended", "it does not answer": "sound.silent"}.get(str(error))
        return SynthesiserError(f"{self._engine}: {error if known is None else to_user(known)}")

    def kill(self) -> None:
        """End it at once. May be called again."""
        self._child.kill()


def pronounceable(text: str) -> str:
    """Return a text as engines are given it, on one line; empty where there is nothing to pronounce."""
    phrase = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    return phrase if any(sign.isalnum() for sign in phrase) else ""
