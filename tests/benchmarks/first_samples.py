"""From the decision to say a line to its first sample: ours, pyttsx3's by itself, and espeak-ng's through aplay.

Also from the start of a box to its first word.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from tempfile import TemporaryDirectory

from benchmarks.figures import row
from benchmarks.monitor import CALM, Monitor, NotHeardError
from narrator.base.processes.child import Child, ChildLostError, spawned
from narrator.base.resources import folder
from narrator.packs.markup import TextPart, Utterance
from narrator.packs.pack import load_pack
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Say
from narrator.sound.audio.messages import Begun, Ready, Speak
from narrator.sound.audio.playback import AudioProcess, NoSoundError
from narrator.sound.audio.sound import SECONDS_TO_OPEN, Sound
from narrator.sound.dsp.samples import RATE, to_pcm
from narrator.voice.profile import load_voice
from narrator.voice.recital import Recital

WORDS = "La nuit tombe sur le village."
LINE: Utterance = (TextPart(WORDS),)
LONG = ("captain.election", "count.how", "deal.hand_out", "sectarian.split", "witch.wake")
"""Lines of Thiercelieux that are among the longest, and begin with words. Each begins as softly as it was recorded."""

SILENCE = 4.0
"""Seconds in which nothing is said, as at a table that thinks."""

TIMES = 7
"""How often each way to speak is measured; the median counts."""


def first_samples(recital: Recital) -> None:
    """Print how soon a line is heard that a recital has at hand, and how soon it is in two ways without this program.

    It is measured where a sound server can be recorded; else the time until the mixer has begun is told.
    """
    words = load_pack(folder("scripts") / "thiercelieux").words["fr"]
    long_lines = [Wording(words).spoken(Say(line=line)) for line in LONG]
    for utterance in (LINE, *long_lines):
        recital(utterance, by_night=False)  # from now on it is at hand
    what = "decision to first sample of a cached line, ms"
    try:
        with Monitor() as monitor:
            ours = _spoken_at(monitor, recital, LINE)
            row(what, f"{1000 * ours:.0f}", "50 ms at most; in samples at the sound server's monitor")
            after = _spoken_at(monitor, recital, LINE, SILENCE)
            row(f"... after {SILENCE:g} s of silence", f"{1000 * after:.0f}", "the same")
            long = statistics.median(_spoken_at(monitor, recital, line) for line in long_lines)
            longest = max(len(recital(line, by_night=False)) for line in long_lines)
            row(
                "... of long lines",
                f"{1000 * long:.0f}",
                f"the same; the median of {len(LONG)}, up to {longest / RATE:.0f} s",
            )
            _ratio("... pyttsx3.say + runAndWait, same line", ours, lambda: _pyttsx3_at(monitor))
            _ratio("... espeak-ng | aplay, same line", ours, lambda: _aplay_at(monitor))
            _first_word(monitor)
    except NotHeardError as error:
        try:
            row(what, f"{1000 * _begun_after(recital):.0f}", "50 ms at most; until the mixer began, and what is held")
        except NoSoundError as lost:
            row(what, "-", f"not measured, there is no sound: {lost}")
        for rival in ("pyttsx3.say + runAndWait", "espeak-ng | aplay"):
            row(f"... {rival}, same line", "-", f"not measured: it {error}")


def _first_word(monitor: Monitor) -> None:
    what = "start of `narrator box` to its first word, s"
    try:
        row(what, f"{_box_at(monitor):.1f}", "3 at most; nothing rendered")
    except NotHeardError as error:
        row(what, "-", f"not measured: {error}")


def _ratio(what: str, ours: float, measure: Callable[[], float]) -> None:
    try:
        theirs = measure()
    except (NotHeardError, ChildLostError, OSError) as error:
        row(what, "-", f"not measured: {error}")
    else:
        row(what, f"{1000 * theirs:.0f}", f"{theirs / ours:.1f} times as long as ours")


def _spoken_at(monitor: Monitor, recital: Recital, line: Utterance, silence: float = CALM) -> float:
    """Return the time from the decision to say a line, after so many seconds of silence, to its first sample.

    Raises:
        NotHeardError: there is no sound.
    """
    with Sound() as sound:
        if sound.missing is not None:
            raise NotHeardError(f"needs sound: {sound.missing}")

        def heard_after() -> float:
            sound.interrupted = lambda: False
            says = threading.Thread(target=lambda: sound.speak_parts(recital.parts(line, by_night=False)))
            try:
                return monitor.heard_after(says.start, silence)
            finally:
                sound.interrupted = lambda: True  # the next one begins in silence
                says.join()

        return statistics.median(heard_after() for _ in range(TIMES))


def _pyttsx3_at(monitor: Monitor) -> float:
    """Return the same for pyttsx3, loaded and ready, in a process of its own."""
    ours = load_voice("fr")
    child = Child(spawned("benchmarks.bystanders", "say", ours.voice, str(ours.rate)))
    try:
        child.receive(SECONDS_TO_OPEN)
        times: list[float] = []
        for _ in range(TIMES):
            times.append(monitor.heard_after(lambda: child.write(f"{WORDS}\n".encode(), 1.0)))
            child.receive(SECONDS_TO_OPEN)
        return statistics.median(times)
    finally:
        child.kill()


def _aplay_at(monitor: Monitor) -> float:
    """Return the same for espeak-ng piped into aplay."""
    for program in ("espeak-ng", "aplay"):
        if shutil.which(program) is None:
            raise NotHeardError(f"{program} is not installed")
    return statistics.median(_piped(monitor) for _ in range(TIMES))


def _piped(monitor: Monitor) -> float:
    with ExitStack() as running:

        def say() -> None:
            speaks = running.enter_context(
                subprocess.Popen(["espeak-ng", "-v", "fr", "--stdout", WORDS], stdout=subprocess.PIPE)
            )
            running.enter_context(subprocess.Popen(["aplay", "-q"], stdin=speaks.stdout, stderr=subprocess.DEVNULL))

        return monitor.heard_after(say)


def _box_at(monitor: Monitor) -> float:
    """Return the time from the start of a box that is switched on for the first time to the first word it says."""
    with TemporaryDirectory(prefix="narrator-") as home, ExitStack() as running:

        def switch_on() -> None:
            box = running.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "narrator", "box", "--no-ears"],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={**os.environ, "NARRATOR_HOME": home},
                )
            )
            running.callback(box.terminate)

        return monitor.heard_after(switch_on)


def _begun_after(recital: Recital) -> float:
    """Return the time from the decision until the mixer has begun, and what the loudspeaker holds.

    Raises:
        NoSoundError: there is no sound.
    """
    process = AudioProcess("", None, os.open(os.devnull, os.O_WRONLY), SECONDS_TO_OPEN)
    try:
        held = next(reply.latency for reply in _replies(process) if isinstance(reply, Ready))
        times: list[float] = []
        for number in range(1, TIMES + 1):
            began = time.perf_counter()
            process.send(Speak(number, to_pcm(recital(LINE, by_night=False)[: RATE // 10])))
            next(reply for reply in _replies(process) if isinstance(reply, Begun))
            times.append(time.perf_counter() - began + held)
        return statistics.median(times)
    finally:
        process.kill()


def _replies(process: AudioProcess) -> Iterator[object]:
    while True:
        yield from process.turn()
