"""The process that listens: it holds the microphone, and tells which phrase of the open question was said.

Its arguments are the name of a microphone, empty for the default one, and a pipe on which it is told what the mouth
plays; without them it hears what the game sends. What it listens for and hears goes through its pipes alone.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from typing import NoReturn, TypeAlias, assert_never

import numpy as np

from narrator.base.processes.child import own_output
from narrator.base.processes.wire import MessageDecoder, received, send
from narrator.ear import acoustics
from narrator.ear.acoustics import Acoustics
from narrator.ear.endpointing import (
    Dropped,
    Endpointer,
    Limits,
    Piece,
    SpeechHeard,
    SpeechPause,
    TalkHeard,
    VoiceIgnored,
)
from narrator.ear.messages import (
    ORDERS,
    Alive,
    Audio,
    CheckWords,
    Close,
    EarOrder,
    EarReady,
    EarReply,
    EarTrouble,
    Follow,
    KnownWords,
    Listen,
    ListenerOrder,
    ListenerReply,
    Load,
    MicrophoneLost,
    MicrophoneOpen,
    MicrophoneSound,
    Open,
    Opened,
    Recognised,
    RecogniserError,
    SoundLevel,
)
from narrator.ear.open_ears import OpenEars
from narrator.ear.standing_out import StandingOut, StoodOut, together
from narrator.ear.vad import Loudness, Pcm, Silero, Vad
from narrator.ear.vosk_recogniser import UNKNOWN, Recognition, VoskQuestion, VoskRecogniser
from narrator.sound.audio.capture import BLOCK_SECONDS, opened
from narrator.sound.audio.messages import Played
from narrator.sound.audio.sound_devices import reason
from narrator.sound.dsp.samples import HEARING_RATE

LULL = 4.0
"""Talk is over after so many seconds of silence; a voice that begins sooner is amid talk."""

SHORTEST_TALK = 1.0
"""A voice that is no utterance is talk if it lasts for so many seconds. Less may be an answer that began too early."""

AT_ONCE = 2 * HEARING_RATE
"""Samples since the ears opened that a question takes in which opens then: its answer may be in them already."""

_VOICED = 0.8
"""The share of a cut that is voice, at least."""

_TALKING = 1 / 3  # the share of frames that must be speech

TO_OPEN, TO_FALL_SILENT = 10.0, 2.0
"""Seconds that a microphone may take to give something, at first and later."""

_Told: TypeAlias = ListenerOrder | MicrophoneOpen | MicrophoneLost | Alive
_BEHIND = 160  # blocks: five seconds of sound, and what comes then is dropped


class EarWorker:
    """A recogniser and an endpointer: orders in, replies out, at once and in their order."""

    def __init__(self, recogniser: VoskRecogniser, vad: Vad, limits: Limits | None = None) -> None:
        self._recogniser = recogniser
        self._endpointer = Endpointer(vad, limits)
        self._context = ""
        self._question: VoskQuestion | None = None
        self._standing_out = StandingOut()
        self._next = 0
        self._talked: int | None = None  # the sample at which the last voice of this context ended
        self._since: list[Pcm] | None = None  # the ears opened: what was heard since, and told to no question

    def take(self, order: EarOrder) -> Iterator[EarReply]:
        match order:
            case Open(context):
                since = self._since
                self._shut()
                self._context, self._question = context, self._recogniser.question(order)
                yield Opened(context, self._question.unheard)
                if since:
                    yield from self._hear_again(np.concatenate(since))
            case Close():
                self._shut()
            case Audio(frame, pcm):
                yield from self._hear(frame, pcm)
            case CheckWords(words):
                yield KnownWords(words, self._recogniser.unknown(words))
            case Follow(on):
                self._endpointer.follow(on)
            case _:
                assert_never(order)

    def _shut(self) -> None:
        self._dropped(self._endpointer.forget())
        self._question = self._talked = self._since = None

    def _hear_again(self, sound: Pcm) -> Iterator[EarReply]:
        """Take what was said since the ears opened for said to the question that opens now."""
        self._endpointer.gap(self._next - len(sound))
        yield from (reply for reply in self._found(sound) if not isinstance(reply, SoundLevel))

    def _hear(self, frame: int, pcm: bytes) -> Iterator[EarReply]:
        sound = np.frombuffer(pcm, "<i2").astype(np.int16)
        if frame != self._next:
            self._dropped(self._endpointer.gap(frame))
            self._standing_out.gap(frame)
            self._talked, self._since = None, []  # the narrator has spoken meanwhile, or sound was lost
        self._next = frame + len(sound)
        if self._since is not None:
            self._since.append(sound)
            if sum(map(len, self._since)) > AT_ONCE:
                self._since = None
        yield from self._found(sound)
        if self._question is not None:
            for stood_out in self._standing_out.feed(sound):
                if self._endpointer.talk_before(stood_out.begin):
                    yield self._cut_out(self._question, stood_out)

    def _cut_out(self, asked: VoskQuestion, spoken: StoodOut) -> Recognised:
        """Tell what somebody said in the midst of talk; the talk itself goes on, and is none."""
        self._dropped(self._endpointer.forget())
        heard = []
        for cut in spoken.cuts:
            asked.take(cut)
            readings = asked.readings((spoken.end - spoken.begin) / HEARING_RATE * _VOICED, len(cut) / HEARING_RATE)
            heard.append([(one.phrase or one.text, one.behind) for one in readings])
            asked.drop()
        whole = [Recognition(text, text, behind) for text, behind in together(heard)]
        return replace(self._told(whole, spoken.begin, spoken.end), amid_talk=True)

    def _found(self, sound: Pcm) -> Iterator[EarReply]:
        for event in self._endpointer.feed(sound):
            match event:
                case TalkHeard(level, share):
                    yield SoundLevel(round(level, 1), share >= _TALKING)
                case Piece(piece) if self._question is not None:
                    self._question.take(piece)
                case SpeechPause(so_far) if self._question is not None:
                    yield from self._early(self._question, so_far)
                case SpeechHeard() if self._question is not None:
                    yield self._said(self._question, event)
                case VoiceIgnored(begin, end) if (
                    self._question is not None and end - begin >= SHORTEST_TALK * HEARING_RATE
                ):
                    yield self._told((Recognition(UNKNOWN, None),), begin, end)
                case Dropped():
                    self._dropped(event)

    def _early(self, asked: VoskQuestion, so_far: SpeechHeard) -> Iterator[EarReply]:
        """What is certain at a pause, and does not go on, was said. The rest may be the beginning of something else."""
        first, *others = _readings(asked, so_far)
        if first.complete and all(other.behind >= self._recogniser.thresholds.sure for other in others):
            self._endpointer.close()
            yield self._said(asked, so_far)

    def _said(self, asked: VoskQuestion, spoken: SpeechHeard) -> Recognised:
        readings = _readings(asked, spoken)
        asked.drop()
        return self._told(readings, spoken.begin, spoken.end, spoken.cut)

    def _told(self, readings: Sequence[Recognition], begin: int, end: int, cut: bool = False) -> Recognised:
        before, self._talked = self._talked, end
        self._since = None
        return Recognised(
            self._context,
            tuple(one.phrase or one.text for one in readings),
            tuple(round(one.behind, 2) for one in readings),
            (end - begin) / HEARING_RATE,
            before is not None and begin - before < LULL * HEARING_RATE,
            cut,
        )

    def _dropped(self, dropped: Dropped | None) -> None:
        if dropped is not None and self._question is not None:
            self._question.drop()


def _readings(asked: VoskQuestion, spoken: SpeechHeard) -> tuple[Recognition, ...]:
    return asked.readings(spoken.voice / HEARING_RATE, (spoken.end - spoken.begin) / HEARING_RATE)


def detector() -> Vad:
    """Return the best detector of speech that is there."""
    try:
        return Silero()
    except (ImportError, OSError):  # its library may not fit the machine
        return Loudness()


class Microphone:
    """Reads a microphone in a thread of its own, and puts into a queue what of it may be heard, and what befalls it.

    Only while that is `wanted`; but once opened, it stays open: the next question must not wait for it.
    """

    def __init__(self, name: str, played: int, queue: Queue[_Told]) -> None:
        """`played` is the pipe on which is told what the mouth plays."""
        self.wanted = False
        self._name, self._played, self._queue = name, played, queue
        self._decoder = MessageDecoder[Played]((Played,))
        self._ears = OpenEars(known=self._known, measured=self._keep)
        self._kept: Acoustics | None = None
        threading.Thread(target=self._work, name="microphone", daemon=True).start()

    def _work(self) -> None:
        try:
            self._read()
        except Exception as error:
            # Whatever PortAudio fails with, the game has but one thing to do: start another process.
            self._queue.put(MicrophoneLost(reason(error)))

    def _read(self) -> None:
        microphone, frame, told = opened(self._name), 0, -1.0
        self._device = microphone.name
        while True:
            samples, at, lost = microphone.read()
            frame += round(HEARING_RATE * BLOCK_SECONDS) if lost else 0
            self._hear_what_is_played()
            if told < 0:  # one that opens, and from which nothing comes, does not hear
                self._queue.put(MicrophoneOpen(microphone.name, microphone.rate))
            if at > told + 1.0:
                told = at
                self._queue.put(Alive())
            if self.wanted and not self._queue.full():
                for sound in self._ears.hear(frame, at, samples.astype("<i2").tobytes()):
                    self._queue.put(sound)
            frame += len(samples)

    def _hear_what_is_played(self) -> None:
        """Take in what was played until now: before anything that was recorded meanwhile."""
        with suppress(BlockingIOError):
            while data := os.read(self._played, 1 << 16):
                for played in self._decoder.feed(data):
                    self._ears.play(played)

    def _known(self, loudspeaker: str) -> Acoustics | None:
        """Return what was measured before, in this game or another."""
        self._kept = acoustics.kept(loudspeaker, self._device)
        return self._kept

    def _keep(self, loudspeaker: str, measured: Acoustics) -> None:
        """Keep what is measured, where it is new: the microphone waits for no disk."""
        if not measured.like(self._kept):
            self._kept = measured
            threading.Thread(target=acoustics.keep, args=(loudspeaker, self._device, measured), daemon=True).start()


def _obey(put: Callable[[ListenerOrder], object]) -> None:
    """Hand on what the game sends; end the process with the game."""
    for order in received(ORDERS):
        put(order)
    os._exit(0)  # what is loaded here need not be taken apart, and PortAudio may hang


def main(name: str | None = None, played: str = "") -> NoReturn:
    """Listen until the microphone is lost or the game ends."""
    output = own_output("ear")
    # The detector's library would share a tenth of a millisecond's work out to threads, which takes ten times as long.
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    queue: Queue[_Told] = Queue(_BEHIND)
    threading.Thread(target=_obey, args=(queue.put,), name="orders", daemon=True).start()
    microphone = None if name is None else Microphone(name, int(played), queue)
    with suppress(BrokenPipeError):  # half a game is none
        for reply in listening(queue, microphone):
            send(output, reply)
    os._exit(0)


def listening(queue: Queue[_Told], microphone: Microphone | None) -> Iterator[ListenerReply]:
    """Yield what is to be told, as it comes; it ends with the microphone."""
    ear: EarWorker | None = None
    passed_on, heard_by = False, time.monotonic() + TO_OPEN
    while True:
        try:
            order = queue.get(timeout=None if microphone is None else max(0.0, heard_by - time.monotonic()))
        except Empty:
            yield MicrophoneLost("nothing comes from the microphone")
            return
        match order:
            case MicrophoneOpen() | Alive():
                heard_by = time.monotonic() + TO_FALL_SILENT
                yield order
            case MicrophoneLost():
                yield order
                return
            case Listen(on, passed_on):
                if microphone is not None:
                    microphone.wanted = on
            case Load(folder):
                try:
                    ear, ready = loaded(Path(folder))
                    yield ready
                except RecogniserError as error:
                    yield EarTrouble(error.kind, str(error))
            case _:
                if isinstance(order, Audio) and passed_on:
                    yield MicrophoneSound(order.frame, order.pcm)
                if ear is not None:
                    yield from ear.take(order)


def loaded(model: Path) -> tuple[EarWorker, EarReady]:
    """Load the model in a folder; return who recognises with it, and what is to be told.

    Raises:
        RecogniserError: it cannot be loaded.
    """
    recogniser, vad = VoskRecogniser(model), detector()
    name = "silero" if isinstance(vad, Silero) else "loudness"
    return EarWorker(recogniser, vad), EarReady(name, recogniser.thresholds.apart, recogniser.thresholds.unlike)


if __name__ == "__main__":
    main(*sys.argv[1:])
