"""The process that runs pyttsx3: phrases come in, WAV files come out.

Of pyttsx3 only the rendering is used: its own playback ends when it likes, and two phrases in one run give
only the last. Of the two espeak libraries that a machine may have, the one that comes with the program is
always taken, so that a line sounds and lasts the same everywhere; the system's serves only where the bundled
one cannot be loaded, such as on a processor it was not built for.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn

from narrator.base.processes.child import Reply, answer_orders, replies

_SECONDS_TO_FINISH = 6.0  # less than the game waits for the worker


def load_espeak(private: Path) -> None:
    """Load the bundled espeak library, so that pyttsx3 finds it before it looks for the system's.

    espeak cuts the path of its data after 160 bytes, and then ends the process: hence the short link.
    """
    try:
        import espeakng_loader

        ctypes.CDLL(espeakng_loader.get_library_path())
        data = Path(espeakng_loader.get_data_path())
    except (ImportError, OSError, RuntimeError):
        return
    link = private / "espeak"
    link.symlink_to(data)
    os.environ["ESPEAK_DATA_PATH"] = str(link)


class Pyttsx3Speech:
    """pyttsx3 with one voice.

    The library takes orders in a thread of its own. pyttsx3 does not wait for it: the end of one run may cancel
    settings that have not been taken, and a run may return before its file is written. So we wait.

    Raises:
        RuntimeError: the engine does not start, or does not have the voice.
    """

    def __init__(self, private: Path, voice: str, volume: float) -> None:
        load_espeak(private)
        # Imported late: the import itself looks for the library.
        import pyttsx3

        self._failures: list[str] = []
        self._finished = threading.Event()
        self._wav = private / "phrase.wav"
        self._engine: Any = pyttsx3.init("espeak")
        self._engine.connect("error", self._fail)
        self._engine.connect("finished-utterance", self._finish)
        end_what_is_made_at_once(self._engine.proxy._driver)
        self._settle()
        self._set(voice=voice, volume=volume)

    def render(self, text: str, rate: int, pitch: int, melody: int) -> None:
        """Render one phrase into the private folder.

        `rate` counts words a minute, `pitch` goes from 0 to 99, `melody` (how far the pitch moves) from 0 to 100.
        """
        from pyttsx3.drivers import _espeak

        self._set(rate=rate, pitch=pitch)
        _espeak.SetParameter(_espeak.RANGE, melody, 0)  # pyttsx3 has no name for it
        self._settle()
        self._finished.clear()
        self._engine.save_to_file(text, str(self._wav))
        self._engine.runAndWait()
        if not self._finished.wait(_SECONDS_TO_FINISH):
            raise RuntimeError("the phrase was not finished")
        self._settle()

    def _set(self, **values: str | float) -> None:
        self._engine.proxy.setBusy(False)  # or the settings would wait for a run
        for name, value in values.items():
            self._engine.setProperty(name, value)
        self._settle()

    def _settle(self) -> None:
        from pyttsx3.drivers import _espeak

        _espeak.Synchronize()
        if self._failures:
            raise RuntimeError(self._failures.pop())

    def _fail(self, name: str | None, exception: Exception) -> None:  # noqa: ARG002 - pyttsx3 passes both by name
        self._failures.append(str(exception))

    def _finish(self, name: str | None, completed: bool) -> None:  # noqa: ARG002 - as above
        if completed:
            self._finished.set()


def end_what_is_made_at_once(driver: Any) -> None:
    """Tell pyttsx3's driver that an utterance has ended where espeak does not.

    An espeak that was built without a thread of its own, as the bundled one for 64-bit ARM is, makes all sound before
    its call returns, in the thread of the call, and never says that it has ended. pyttsx3 would wait for ever.
    """
    from pyttsx3.drivers import _espeak

    begin, take = driver._start_synthesis, driver._onSynth
    callers: set[int] = set()
    ended = (_espeak.EVENT * 2)()  # of which the second one ends the list: its type is 0
    ended[0].type = _espeak.EVENT_MSG_TERMINATED

    def taken(wav: Any, samples: int, events: Any) -> int:
        callers.add(threading.get_ident())
        return int(take(wav, samples, events))

    def begun(text: str) -> None:
        callers.clear()
        begin(text)
        if threading.get_ident() in callers:
            take(None, 0, ended)

    driver._start_synthesis = begun
    _espeak.SetSynthCallback(taken)


def main(private: Path) -> None:
    """Obey orders, one JSON object a line: first the voice, then phrases."""
    reply = replies("espeak")

    def give_up(failure: Any) -> NoReturn:
        """Tell what went wrong where nobody could catch it, such as a full disk inside espeak's callback."""
        reply({"failed": f"{failure.exc_value}"})
        os._exit(1)

    sys.unraisablehook = give_up
    speech: Pyttsx3Speech | None = None

    def answer(order: dict[str, Any]) -> Reply:
        nonlocal speech
        if speech is None:
            speech = Pyttsx3Speech(private, **order)
        else:
            speech.render(**order)
        return {"done": True}

    try:
        answer_orders(reply, answer)
    finally:
        # The game removes this folder itself, unless it was killed.
        shutil.rmtree(private, ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
