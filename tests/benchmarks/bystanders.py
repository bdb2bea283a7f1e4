"""Processes that the voice's benchmark needs: pyttsx3 as it speaks by itself, and a recogniser that is always busy.

Both end with their standard input.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from narrator.base.downloads.store import find_model
from narrator.base.processes.child import replies
from narrator.voice.synthesisers.pyttsx3_worker import load_espeak

HEARING = 16_000
"""Samples a second that a recogniser hears."""


def model() -> Path | None:
    """Return the folder of a model to be busy with: one that was fetched, or the one that comes with narrator."""
    return None if find_spec("vosk") is None else find_model("fr")


def say(voice: str, rate: int) -> None:
    """Say one line after another with `say` and `runAndWait`, answering when each has returned."""
    reply = replies("bystander")
    with tempfile.TemporaryDirectory(prefix="narrator-") as private:
        load_espeak(Path(private))
        import pyttsx3  # late: the import itself looks for the library

        engine: Any = pyttsx3.init("espeak")
        engine.setProperty("voice", voice)
        engine.setProperty("rate", rate)
        reply({"ready": True})
        for line in sys.stdin:
            engine.say(line.strip())
            engine.runAndWait()
            reply({"done": True})


def recognise(path: str) -> NoReturn:
    """Recognise noise for ever, as fast as one core can; without a model, do arithmetic instead."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    noise = np.random.default_rng(0).normal(0, 3000, HEARING).astype("<i2")
    if not path:
        while True:
            np.fft.rfft(noise)
    import vosk

    recogniser = vosk.KaldiRecognizer(vosk.Model(path), HEARING)
    while True:
        recogniser.AcceptWaveform(noise.tobytes())


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


def main(what: str, *arguments: str) -> None:
    """Be one of the two."""
    if what == "say":
        say(arguments[0], int(arguments[1]))
    else:
        recognise(arguments[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
