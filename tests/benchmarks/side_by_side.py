"""The voices that there are, side by side: how soon each has its first line, what a second of speech costs, DNSMOS.

DNSMOS (P.808, from `speechmos`, where it is installed) is a network's guess of how people would judge speech: a hint,
no taste. Pico is Debian's `libttspico-utils`, of its non-free part; the voice of Piper has to be fetched.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import soxr

from benchmarks.figures import row
from narrator.base.resources import folder
from narrator.packs.markup import Utterance, caption
from narrator.packs.pack import load_pack
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Say
from narrator.sound.dsp.samples import RATE, Samples
from narrator.sound.dsp.sound_reading import read_sound
from narrator.voice.cache import Cache
from narrator.voice.profile import Voice, load_voice
from narrator.voice.recital import Recital

AGAIN = 10
"""How many times they are said where cycles are counted."""

LINES = ("nightfall", "dawn", "dawn.nobody", "debate.open", "captain.election", "vote.call")
"""Lines of a game that are said to open eyes, and into which nothing is filled."""

DNSMOS_RATE = 16_000

SLOWER = 3
"""How many cycles a small core of ARM may need for one of a server's, in single-threaded benchmarks: a guess."""

BOARDS = {"Raspberry Pi 4": 1.5e9, "Raspberry Pi Zero 2 W": 1.0e9}
"""Cycles a second of their cores."""

PICO = "pico2wave"
PIPER = Voice(name="joe", language="en", engine="piper", voice="en_US-joe-medium", rate=150)


def side_by_side() -> None:
    """Print a row or two for each way to speak that is on this machine."""
    for voice in (load_voice("conteur"), load_voice("diseuse"), PIPER):
        _ours(voice)
    _pico()


def _ours(voice: Voice) -> None:
    what = f"{voice.engine}: {voice.name}, {voice.language}"
    lines = _lines(voice.language)
    with TemporaryDirectory(prefix="narrator-") as cache:
        begun = time.perf_counter()
        with Recital(voice, Cache(Path(cache)), lambda _: None, seed=0) as recital:
            if voice.engine == "piper" and not _speaks(voice):
                row(what, "-", "not measured: piper-tts, or its voice, is not on this machine")
                return
            _told(what, begun, lambda line: recital(line, by_night=False), lines)
            if voice.engine == "recorded":
                _estimated(lambda line: recital(line, by_night=False), lines)


def _estimated(spoken: Callable[[Utterance], Samples], lines: Sequence[Utterance]) -> None:
    """Print what decoding costs in cycles, and what that would be of a core of a small board."""
    hertz = re.search(r"cpu MHz\s*: ([\d.]+)", Path("/proc/cpuinfo").read_text(encoding="ascii"))
    if hertz is None:
        row("... cycles", "-", "not measured: this processor does not tell how fast it is")
        return
    before = time.process_time()
    seconds = sum(spoken(line).size for line in (*lines,) * AGAIN) / RATE
    cycles = (time.process_time() - before) / seconds * float(hertz[1]) * 1e6
    row("... million cycles a second of speech", f"{cycles / 1e6:.0f}", "decoding, joins and fades")
    for board, most in BOARDS.items():
        row(f"... {board}, estimated, % of a core", f"{100 * SLOWER * cycles / most:.1f}", f"{SLOWER} times the cycles")


def _speaks(voice: Voice) -> bool:
    from narrator.base.downloads.store import VOICES

    return find_spec("piper") is not None and (VOICES.place / voice.voice / f"{voice.voice}.onnx").is_file()


def _pico() -> None:
    what = "Pico, fr"
    if shutil.which(PICO) is None:
        row(what, "-", f"not measured: {PICO} is not on this machine")
        return
    with TemporaryDirectory(prefix="narrator-") as place:
        file = Path(place) / "line.wav"

        def spoken(line: Utterance) -> Samples:
            subprocess.run([PICO, "-l", "fr-FR", "-w", file, caption(line)], check=True)
            return read_sound(file, RATE)

        _told(what, time.perf_counter(), spoken, _lines("fr"))


def _told(what: str, begun: float, spoken: Callable[[Utterance], Samples], lines: Sequence[Utterance]) -> None:
    """Say lines, and print what came of it; `begun` is when the voice was begun to be made."""
    sounds = [spoken(lines[0])]
    first = time.perf_counter() - begun
    start = time.perf_counter()
    sounds += [spoken(line) for line in lines[1:]]
    seconds = time.perf_counter() - start
    lasting = sum(sound.size for sound in sounds[1:]) / RATE
    row(f"{what}: to its first line, s", f"{first:.2f}", f"{seconds / lasting:.3f} s a second of speech")
    if find_spec("speechmos") is not None:
        row("... DNSMOS P.808", f"{statistics.median(map(judged, sounds)):.1f}", "people who read: 2.8 to 3.5")


def judged(sound: Samples) -> float:
    """Return what DNSMOS guesses that people would say of a sound, 1 to 5."""
    dnsmos = import_module("speechmos.dnsmos")
    heard = np.clip(soxr.resample(sound, RATE, DNSMOS_RATE), -1, 1)
    return float(dnsmos.run(heard.astype(np.float32), DNSMOS_RATE)["p808_mos"])


def _lines(language: str) -> list[Utterance]:
    words = load_pack(folder("scripts") / "thiercelieux").words[language]
    wording = Wording(words)
    return [wording.spoken(Say(line=line)) for line in LINES]
