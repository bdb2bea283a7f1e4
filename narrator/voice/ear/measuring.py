"""How well the ear does on recordings: where utterances begin and end, what is accepted, how soon, at what cost."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from narrator.voice.child import spawned
from narrator.voice.ear.decoys import DECOYS
from narrator.voice.ear.endpointing import Endpointer, Limits, Spoken
from narrator.voice.ear.messages import REPLIES, Audio, Caught, Check, Known, Noise, Open, Order, Reply
from narrator.voice.ear.noise import RATE, Pcm
from narrator.voice.ear.recogniser import UNKNOWN, Recogniser, RecogniserError, damaged
from narrator.voice.ear.recordings import Placed, Recording
from narrator.voice.ear.vad import Vad
from narrator.voice.ear.worker import Ear
from narrator.voice.wire import Wire, encoded

_BLOCK = RATE // 50  # what the microphone sends at once
_TEN_MS = RATE // 100


class WebRtc:
    """The detector of WebRTC, of the package `webrtcvad-wheels`: of each frame, the share of its 10 ms with speech."""

    def __init__(self, mode: int = 3) -> None:
        """`mode` goes from 0 to 3: how readily it takes a sound for none.

        Raises:
            ImportError: the package is not installed.
        """
        import importlib

        # By name, because nothing but this comparison needs it: types are the same whether it is there or not.
        self._detector: Any = importlib.import_module("webrtcvad").Vad(mode)
        self._rest = np.zeros(0, np.int16)

    def probability(self, frame: Pcm) -> float:
        """See `Vad`."""
        sound = np.concatenate([self._rest, frame])
        whole = len(sound) // _TEN_MS * _TEN_MS
        self._rest = sound[whole:]
        parts = (sound[at : at + _TEN_MS].astype("<i2").tobytes() for at in range(0, whole, _TEN_MS))
        return float(np.mean([self._detector.is_speech(part, RATE) for part in parts]))

    def reset(self) -> None:
        """See `Vad`. It has no memory that can be taken from it."""
        self._rest = self._rest[:0]


@dataclass(slots=True)
class Spotting:
    """How well utterances were found. Errors in seconds: positive where something was found late."""

    placed: int = 0
    missed: int = 0
    split: int = 0
    false: int = 0
    seconds: float = 0.0
    onsets: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)

    @property
    def false_a_minute(self) -> float:
        """Return how many utterances were found in a minute where nobody spoke."""
        return 60 * self.false / self.seconds


def spotting(recording: Recording, vad: Vad, limits: Limits | None = None) -> Spotting:
    """Find the utterances of a recording."""
    score = Spotting(placed=len(recording.placed), seconds=len(recording.sound) / RATE)
    found = [event for event in Endpointer(vad, limits).feed(recording.pcm()) if isinstance(event, Spoken)]
    hits: set[int] = set()
    for placed in recording.placed:
        mine = [number for number, one in enumerate(found) if one.begin < placed.end and one.end > placed.begin]
        hits.update(mine)
        score.missed += not mine
        score.split += len(mine) > 1
        if mine:
            score.onsets.append((found[mine[0]].begin - placed.begin) / RATE)
            score.ends.append((found[mine[-1]].end - placed.end) / RATE)
    score.false = len(found) - len(hits)
    return score


@dataclass(slots=True)
class Answers:
    """What became of phrases. `delays`: seconds from the end of a voice to its `Caught`, waiting and computing."""

    placed: int = 0
    accepted: int = 0
    wrong: int = 0
    """Another phrase was accepted while one was said, or after it."""
    delays: list[float] = field(default_factory=list)

    def __add__(self, other: Answers) -> Answers:
        return Answers(
            self.placed + other.placed,
            self.accepted + other.accepted,
            self.wrong + other.wrong,
            self.delays + other.delays,
        )


@dataclass(frozen=True, slots=True)
class Told:
    """A reply, with how many samples had been fed when it came, and the seconds that computing took from the last."""

    reply: Caught | Noise
    fed: int
    computing: float


def replies(ear: Ear, sound: Pcm, phrases: Sequence[str]) -> Iterator[Told]:
    """Feed a recording as the microphone would, with a question open; yield what is told of utterances."""
    list(ear.take(question(phrases)))
    for order in audio(sound):
        began = time.perf_counter()
        for reply in ear.take(order):
            if isinstance(reply, Caught | Noise):
                yield Told(reply, order.frame + len(order.pcm) // 2, time.perf_counter() - began)


def question(phrases: Sequence[str]) -> Open:
    """Return an order to listen for phrases, with the decoys of a French game."""
    return Open("", tuple(phrases), DECOYS["fr"])


def audio(sound: Pcm) -> Iterator[Audio]:
    """Yield a recording as it comes from a microphone."""
    for at in range(0, len(sound), _BLOCK):
        yield Audio(at, sound[at : at + _BLOCK].astype("<i2").tobytes())


def answers(recogniser: Recogniser, vad: Vad, phrases: Sequence[str], recording: Recording) -> Answers:
    """Listen to a recording of phrases, and compare."""
    heard = list(replies(Ear(recogniser, vad), recording.pcm(), phrases))
    caught = [(told.fed, told.reply.text, told.computing) for told in heard if isinstance(told.reply, Caught)]
    return compared(recording, caught)


def compared(recording: Recording, heard: Sequence[tuple[int, str, float]]) -> Answers:
    """Compare what was heard, at which sample and after how many seconds of computing, with what was said."""
    score = Answers(placed=len(recording.placed))
    following = [placed.begin for placed in recording.placed[1:]] + [len(recording.sound) + 1]
    for placed, until in zip(recording.placed, following, strict=True):
        mine = [one for one in heard if placed.begin < one[0] <= until]
        texts = [text for _, text, _ in mine]
        score.wrong += any(text != placed.text for text in texts)
        if texts == [placed.text]:
            score.accepted += 1
            score.delays.append(_delay(placed, mine[0]))
    return score


def _delay(placed: Placed, heard: tuple[int, str, float]) -> float:
    fed, _, computing = heard
    return (fed - placed.end) / RATE + computing


def stock(folder: Path, phrases: Sequence[str], recording: Recording) -> Answers:
    """Do the same with Vosk alone, which waits for an end of its own."""
    import vosk

    vosk.SetLogLevel(-1)
    grammar = json.dumps([*phrases, UNKNOWN], ensure_ascii=False)
    recogniser = vosk.KaldiRecognizer(vosk.Model(str(folder)), RATE, grammar)
    heard: list[tuple[int, str, float]] = []
    for order in audio(recording.pcm()):
        began = time.perf_counter()
        if recogniser.AcceptWaveform(order.pcm):
            text = json.loads(recogniser.Result())["text"]
            if text in phrases:
                heard.append((order.frame + len(order.pcm) // 2, text, time.perf_counter() - began))
    return compared(recording, heard)


@dataclass(frozen=True, slots=True)
class Cost:
    """What the process that listens costs: seconds of one core for a second of sound, and its memory at most, in MB."""

    factor: float
    megabytes: float


def cost(folder: Path, sound: Pcm, phrases: Sequence[str]) -> Cost:
    """Let the process listen to a recording as fast as it can."""
    idle, _ = _spent(folder, [question(phrases)])
    busy, megabytes = _spent(folder, [question(phrases), *audio(sound)])
    return Cost((busy - idle) * RATE / len(sound), megabytes)


def _spent(folder: Path, orders: Sequence[Order]) -> tuple[float, float]:
    """Return how many seconds of processor time a process takes to obey, and how many MB it needs at most."""
    process = spawned("narrator.voice.ear.worker", str(folder))
    assert process.stdin is not None  # they are pipes, as asked for
    assert process.stdout is not None
    last = Check(("",))
    threading.Thread(target=_write, args=(process.stdin, [*orders, last]), daemon=True).start()
    wire = Wire[Reply](REPLIES)
    try:
        while data := os.read(process.stdout.fileno(), 1 << 16):
            if any(isinstance(reply, Known) for reply in wire.feed(data)):
                return _used(process.pid)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    raise RecogniserError("model", damaged(folder))


def _write(pipe: IO[bytes], orders: Sequence[Order]) -> None:
    with pipe:
        for order in orders:
            unwritten = memoryview(encoded(order))
            while unwritten:
                unwritten = unwritten[pipe.write(unwritten) :]
        threading.Event().wait()  # the process ends when this is closed


def _used(pid: int) -> tuple[float, float]:
    times = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"), int(kilobytes) / 1024


def false_accepts(
    recogniser: Recogniser, vad: Callable[[], Vad], phrases: Sequence[str], sound: Pcm
) -> tuple[list[str], int]:
    """Return the phrases that were accepted in a recording that has none, and how many utterances were found in it."""
    heard = list(replies(Ear(recogniser, vad()), sound, phrases))
    return [told.reply.text for told in heard if isinstance(told.reply, Caught)], len(heard)
