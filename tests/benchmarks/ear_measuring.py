"""How well the ear does on recordings: where utterances begin and end, what is accepted, how soon, at what cost."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import numpy as np

from benchmarks.recordings import LabelledRecording, Placed
from narrator.ear.decision import Certain, Decider, Decision, Doubtful, Overheard, decided
from narrator.ear.endpointing import Endpointer, Limits, SpeechHeard
from narrator.ear.listener import listened_for
from narrator.ear.messages import Audio, Open, Recognised
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import Pcm, Vad
from narrator.ear.vosk_recogniser import UNKNOWN, VoskRecogniser
from narrator.ear.worker import EarWorker
from narrator.sound.dsp.samples import HEARING_RATE
from narrator.table.language.phrasebook import phrasebook_of

_BLOCK = HEARING_RATE // 50  # what the microphone sends at once
_TEN_MS = HEARING_RATE // 100


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
        return float(np.mean([self._detector.is_speech(part, HEARING_RATE) for part in parts]))

    def reset(self, before: Sequence[Pcm] = ()) -> None:  # noqa: ARG002 - there is no need of it
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


def spotting(recording: LabelledRecording, vad: Vad) -> Spotting:
    """Find the utterances of a recording."""
    score = Spotting(placed=len(recording.placed), seconds=len(recording.sound) / HEARING_RATE)
    found = [event for event in Endpointer(vad).feed(recording.pcm()) if isinstance(event, SpeechHeard)]
    hits: set[int] = set()
    for placed in recording.placed:
        mine = [number for number, one in enumerate(found) if one.begin < placed.end and one.end > placed.begin]
        hits.update(mine)
        score.missed += not mine
        score.split += len(mine) > 1
        if mine:
            score.onsets.append((found[mine[0]].begin - placed.begin) / HEARING_RATE)
            score.ends.append((found[mine[-1]].end - placed.end) / HEARING_RATE)
    score.false = len(found) - len(hits)
    return score


Meaning: TypeAlias = Callable[[str], object | None]
"""What a text means to who asked: equal things mean the same, None is no answer."""


@dataclass(frozen=True, slots=True)
class AskedPhrases:
    """What is listened for, and what a text means."""

    phrases: tuple[str, ...]
    meaning: Meaning

    @classmethod
    def exactly(cls, *phrases: str) -> AskedPhrases:
        """Listen for phrases that mean themselves."""
        return cls(phrases, lambda text: text if text in phrases else None)


@dataclass(slots=True)
class Answers:
    """What became of phrases. `delays`: seconds from the end of a voice to what was heard, waiting and computing."""

    placed: int = 0
    accepted: int = 0
    wrong: int = 0
    """Something else was accepted while one was said, or after it."""
    asked_back: int = 0
    """It was in doubt, and what was said was among what is asked back."""
    delays: list[float] = field(default_factory=list)

    def __add__(self, other: Answers) -> Answers:
        return Answers(
            self.placed + other.placed,
            self.accepted + other.accepted,
            self.wrong + other.wrong,
            self.asked_back + other.asked_back,
            self.delays + other.delays,
        )


@dataclass(frozen=True, slots=True)
class HeardPhrases:
    """What was recognised, after how many samples in all and how many seconds of computing from the last of them."""

    recognised: Recognised
    fed: int
    computing: float

    def decision(self, meaning: Meaning, thresholds: Thresholds) -> Decision[object] | None:
        """Return what a game would take it for."""
        return decided(self.recognised.texts, self.recognised.behind, meaning, thresholds)


def heard(
    recogniser: VoskRecogniser, vad: Vad, phrases: Sequence[str], sound: Pcm, limits: Limits | None = None
) -> list[HeardPhrases]:
    """Feed a recording as the microphone would, with a question open; return what is told of utterances."""
    ear, found = EarWorker(recogniser, vad, limits), list[HeardPhrases]()
    list(ear.take(question(phrases)))
    for order in audio(sound):
        began = time.perf_counter()
        for reply in ear.take(order):
            if isinstance(reply, Recognised):
                found.append(HeardPhrases(reply, order.frame + len(order.pcm) // 2, time.perf_counter() - began))
    return found


def taken(reply: Recognised, meaning: Meaning, thresholds: Thresholds) -> str | None:
    """Return the text that a game would take for an answer."""
    decision = decided(reply.texts, reply.behind, meaning, thresholds)
    return decision.text if isinstance(decision, Certain) else None


def in_turn(
    replies: Iterable[Recognised], meaning: Meaning, thresholds: Thresholds
) -> Iterator[Decision[object] | Overheard[object] | None]:
    """Yield what a game would take each utterance for, one question open for all of them."""
    decider = Decider[object]()
    for reply in replies:
        yield decider.decide(reply, meaning, thresholds)


def question(phrases: Sequence[str], context: str = "") -> Open:
    """Return an order to listen for phrases, among what else is said in a French game."""
    return listened_for(phrases, phrasebook_of("fr"), context)


def audio(sound: Pcm) -> Iterator[Audio]:
    """Yield a recording as it comes from a microphone."""
    for at in range(0, len(sound), _BLOCK):
        yield Audio(at, sound[at : at + _BLOCK].astype("<i2").tobytes())


def answers(recogniser: VoskRecogniser, vad: Vad, asked: AskedPhrases, recording: LabelledRecording) -> Answers:
    """Listen to a recording of answers, and compare."""
    found = heard(recogniser, vad, asked.phrases, recording.pcm())
    return compared(recording, found, asked.meaning, recogniser.thresholds)


def compared(
    recording: LabelledRecording, found: Sequence[HeardPhrases], meaning: Meaning, thresholds: Thresholds
) -> Answers:
    """Compare what was heard with what was said."""
    score = Answers(placed=len(recording.placed))
    for placed, mine in shared(recording, found):
        decisions = [(one.decision(meaning, thresholds), one) for one in mine]
        accepted = [(decision.meant, one) for decision, one in decisions if isinstance(decision, Certain)]
        right = meaning(placed.text)
        score.wrong += any(entry != right for entry, _ in accepted)
        if len(accepted) == 1 and accepted[0][0] == right:
            score.accepted += 1
            score.delays.append((accepted[0][1].fed - placed.end) / HEARING_RATE + accepted[0][1].computing)
        elif not accepted:
            doubts = [decision.meant for decision, _ in decisions if isinstance(decision, Doubtful)]
            score.asked_back += any(right in doubt for doubt in doubts)
    return score


def shared(recording: LabelledRecording, found: Sequence[HeardPhrases]) -> Iterator[tuple[Placed, list[HeardPhrases]]]:
    """Yield each phrase with what was heard from its beginning to that of the next."""
    following = [placed.begin for placed in recording.placed[1:]] + [len(recording.sound) + 1]
    for placed, until in zip(recording.placed, following, strict=True):
        yield placed, [one for one in found if placed.begin < one.fed <= until]


def stock(folder: Path, asked: AskedPhrases, recording: LabelledRecording) -> Answers:
    """Do the same with Vosk alone, which waits for an end of its own. It looks for one five times a second."""
    import vosk

    vosk.SetLogLevel(-1)
    grammar = json.dumps([*asked.phrases, UNKNOWN], ensure_ascii=False)
    with TemporaryDirectory() as name:
        copy = Path(shutil.copytree(folder, Path(name) / "model"))
        settings = copy / "conf" / "model.conf"
        settings.write_text(re.sub(r"(?<=--frames-per-chunk=)\d+", "21", settings.read_text("utf-8")), "utf-8")
        recogniser = vosk.KaldiRecognizer(vosk.Model(str(copy)), HEARING_RATE, grammar)
    found: list[HeardPhrases] = []
    for order in audio(recording.pcm()):
        began = time.perf_counter()
        if recogniser.AcceptWaveform(order.pcm):
            text = json.loads(recogniser.Result())["text"]
            said = Recognised("", (text,), (0.0,), 0.0)
            found.append(HeardPhrases(said, order.frame + len(order.pcm) // 2, time.perf_counter() - began))
    return compared(recording, found, asked.meaning, Thresholds())
