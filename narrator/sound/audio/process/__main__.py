"""The audio process itself: takes orders, mixes, and keeps the loudspeaker fed until it is lost or the game ends.

A stream that sleeps swallows the beginning of the next line, so this one never does. Its arguments: the name of the
output and a folder of one's own sounds, which may be empty, and the pipe on which who listens is told what is played.

Who feeds a loudspeaker has 10 ms for each block. Waiting for a turn, beside a busy program, takes longer: so it asks
for a turn whenever there is something to do, of the system where it grants that, else of rtkit, which laptops have.
"""

from __future__ import annotations

import gc
import logging
import math
import os
import resource
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NoReturn, TypeAlias

import numpy as np

from narrator.base.processes.child import own_output
from narrator.base.processes.wire import encoded, received
from narrator.sound.audio.messages import (
    LASTING,
    ORDERS,
    Ambience,
    Beat,
    Left,
    NoSoundKind,
    Order,
    Outbox,
    Played,
    PlayScene,
    Ready,
    Reply,
    Trouble,
)
from narrator.sound.audio.mixer import Mixer, SampleStream, StreamOf
from narrator.sound.audio.process.scene_maker import SceneMaker
from narrator.sound.audio.sound_devices import (
    NoPortAudioError,
    SoundDevice,
    first_opened,
    present,
    reason,
)
from narrator.sound.dsp.samples import QUIET, RATE, Samples, frames, resampler, to_pcm

_logger = logging.getLogger("narrator.sound.audio.process")

RTKIT = ("org.freedesktop.RealtimeKit1", "/org/freedesktop/RealtimeKit1", "org.freedesktop.RealtimeKit1")
"""Its name on the system's bus, its object and the interface of that."""

PRIORITY, NICE = 5, -11
"""What is asked of it: of 20 at most, and of -15."""

_LONGEST = 200_000  # microseconds without a pause for which rtkit lets a thread have the processor
_PATIENCE = 5.0


def hurry(before: int = 0) -> bool:
    """Ask the system for a turn whenever there is something to do, and return whether it grants it.

    All threads that this one starts afterwards have the same, since any of them may hold what the mixing one waits for.
    That one goes `before` them: else two of them keep it waiting, on two cores, for a turn.
    """
    try:
        first = os.sched_get_priority_min(os.SCHED_RR)
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(first + before))
    except OSError as error:
        _logger.info("no turn on request: %s", error)
        return False
    return True


def ask_rtkit() -> None:
    """Ask rtkit for the same for the main thread, and that the others wait less; where it is missing, for nothing.

    By `busctl`, which comes with systemd: a library for one call would cost each process of sound more than it does.
    """
    busctl, process = shutil.which("busctl"), os.getpid()
    if busctl is None:
        return
    resource.setrlimit(resource.RLIMIT_RTTIME, (_LONGEST, _LONGEST))  # else it refuses
    others = [thread for thread in map(int, os.listdir("/proc/self/task")) if thread != process]
    calls = [("MakeThreadHighPriorityWithPID", "tti", thread, NICE) for thread in others]
    for method, signature, thread, wanted in (*calls, ("MakeThreadRealtimeWithPID", "ttu", process, PRIORITY)):
        words = [busctl, "--system", "call", "--", *RTKIT, method, signature, str(process), str(thread), str(wanted)]
        try:
            subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            _logger.info("no turn of rtkit: %s", error)
            return
    _logger.info("rtkit gives a turn on request")


BLOCK = RATE // 100
"""Frames mixed at a time: 10 ms, the longest that an order waits."""

BEAT = 0.25
"""Seconds from one sign of life to the next."""

Tell: TypeAlias = Callable[[Reply], object]

PROMPT = 0.02
"""Seconds that the device is asked to hold, until it runs dry under a sound for the first time.

With the block before it (10 ms), where need be a resampler (11 ms), and what a sound server adds, a line is heard
within 50 ms of the decision to say it.
"""

RESAMPLING = 0.011
"""Seconds that the resampler holds back."""

DEEPEST = 0.16
"""Seconds that a device is asked to hold at most, after it has starved."""

_BEGUN = RATE  # frames until a device that has just been opened counts as playing


class Output:
    """An open loudspeaker. `latency` is the seconds from `write` to the air, `underruns` how often it ran dry.

    Raises, as it is made and later:
        sounddevice.PortAudioError: it cannot be opened so, or has gone.
    """

    def __init__(self, device: SoundDevice, rate: int, channels: int, latency: float) -> None:
        """Open a device that is to hold `latency` seconds."""
        self.name, self.rate = device.name, rate
        self._device, self._channels = device, channels
        self._resampler = None if rate == RATE else resampler(RATE, rate, "float32")
        self.underruns = 0
        self._ask(latency)

    @property
    def starves(self) -> bool:
        return self._dry and self._asked < DEEPEST

    def deepen(self) -> None:
        """Open the device again, to hold twice as much: better a line that begins later than one with holes."""
        self._stream.close()
        self._ask(min(2 * self._asked, DEEPEST))

    def write(self, samples: Samples) -> None:
        """Hand samples to the device, waiting until it has room."""
        before = self._written
        self._written += len(samples)
        if np.any(np.abs(samples) > QUIET):
            self._sounded = self._written
        if self._resampler is not None:
            samples = self._resampler.resample_chunk(samples)
        pcm = to_pcm(samples)
        if self._channels > 1:
            pcm = np.repeat(np.frombuffer(pcm, dtype="<i2"), self._channels).tobytes()
        if self._stream.write(pcm):
            self.underruns += 1
            # In silence nobody hears it, and to hold more would let the next line begin later.
            self._dry |= self._written > _BEGUN and self._sounded > before - frames(self._asked)

    def _ask(self, latency: float) -> None:
        import sounddevice

        self._asked, self._written, self._sounded, self._dry = latency, 0, 0, False
        self._stream: Any = sounddevice.RawOutputStream(
            samplerate=self.rate, channels=self._channels, dtype="int16", latency=latency, device=self._device.index
        )
        self._stream.start()
        self.latency = float(self._stream.latency) + (0.0 if self._resampler is None else RESAMPLING)


def opened_output(devices: Sequence[SoundDevice], name: str, latency: float) -> Output:
    """Return the `first_opened` loudspeaker, the one of that name if it can be, which is to hold `latency` seconds."""
    return first_opened(
        devices,
        "output",
        name,
        # Ours, then what most devices have.
        lambda device: (RATE, 48000, device.rate, 44100),
        lambda device, rate, channels: Output(device, rate, channels, latency),
    )


class PlayedPipe:
    """Tells those who listen what is played around the narrator's words. What they do not read is dropped."""

    def __init__(self, pipe: int) -> None:
        """`pipe` does not block: what is told is shorter than what it takes at once, and goes as a whole or not."""
        self._pipe = pipe
        self._words_at = -math.inf

    def tell(self, samples: Samples, frame: int, at: float, loudspeaker: Output, words: bool) -> None:
        if words:
            self._words_at = at
        if at < self._words_at + loudspeaker.latency + LASTING:
            told = Played(loudspeaker.name, frame, at, loudspeaker.latency, words, to_pcm(samples))
            with suppress(BlockingIOError):
                os.write(self._pipe, encoded(told))


def play(loudspeaker: Output, mixer: Mixer, orders: SimpleQueue[Order], played: PlayedPipe, tell: Tell) -> NoReturn:
    """Mix for ever. What the loudspeaker raises ends it.

    `Left` is told when the device has played what it was handed: so many frames later as it holds.
    """
    tell(Ready(loudspeaker.name, loudspeaker.rate, loudspeaker.latency))
    leaving: deque[Left] = deque()
    while True:
        while not orders.empty():
            mixer.take(orders.get())
        begun = time.monotonic()
        if loudspeaker.starves and not mixer.speaking and not leaving:
            loudspeaker.deepen()
            tell(Ready(loudspeaker.name, loudspeaker.rate, loudspeaker.latency))
        frame = mixer.frame
        samples, replies = mixer.mix(BLOCK)
        played.tell(samples, frame, begun, loudspeaker, mixer.worded)
        loudspeaker.write(samples)
        for reply in replies:
            if isinstance(reply, Left):
                leaving.append(reply)
            else:
                tell(reply)
        while leaving and leaving[0].frame + frames(loudspeaker.latency) <= mixer.frame:
            tell(leaving.popleft())


def beat(loudspeaker: Output, mixer: Mixer, tell: Tell) -> NoReturn:
    """Tell how far it is, for ever: from a thread of its own, which tells a slow device from a process that hangs."""
    while True:
        tell(Beat(mixer.frame, loudspeaker.underruns))
        time.sleep(BEAT)


def obey(orders: SimpleQueue[Order], scene_maker: SceneMaker) -> None:
    """Hand on what the game sends, scenes by way of the scene_maker; end the process with the game."""
    for order in received(ORDERS):
        match order:
            case PlayScene() | Ambience():
                scene_maker.order(order)
            case _:
                orders.put(order)
    os._exit(0)  # without asking PortAudio, which may hang


def scenery(own: Path | None, outbox: Outbox) -> StreamOf:
    """Return what gives a scene its sound: one's own folder where it has one; where that cannot be used, word of it."""

    def stream_of(scene: str, seed: int, take: int) -> SampleStream:
        # Loaded when a scene begins: the first line need not wait for it.
        from narrator.sound.soundscape.scenes import stream

        if own is not None:
            from narrator.sound.soundscape.own_sounds import SoundError  # takes a second to load

            try:
                return stream(scene, seed, take, own)
            except SoundError as error:
                outbox.send(Trouble("ambience", str(error)))
        return stream(scene, seed, take)

    return stream_of


def main(output: str, own: str, played: str) -> NoReturn:
    """Hold the loudspeaker."""
    output_pipe = own_output("audio")
    hurries = hurry()
    sys.setswitchinterval(0.001)
    outbox = Outbox(output_pipe)
    orders: SimpleQueue[Order] = SimpleQueue()
    scene_maker = SceneMaker(scenery(Path(own) if own else None, outbox), orders.put, outbox.send)
    # Before the loudspeaker opens: what was said by then, such as the level, is so from the first frame on.
    threading.Thread(target=obey, args=(orders, scene_maker), name="orders", daemon=True).start()
    mixer = Mixer(scene_maker.stream_of)
    trouble: NoSoundKind = "device"
    try:
        devices = present()
        gc.freeze()
        loudspeaker = opened_output(devices, output, PROMPT)
        trouble = "lost"
        threading.Thread(target=beat, args=(loudspeaker, mixer, outbox.send), name="beat", daemon=True).start()
        if hurries:
            hurry(before=1)
        else:
            threading.Thread(target=ask_rtkit, name="rtkit", daemon=True).start()
        play(loudspeaker, mixer, orders, PlayedPipe(int(played)), outbox.send)
    except NoPortAudioError as error:
        outbox.send(Trouble("portaudio", str(error)))
    except Exception as error:
        # Whatever PortAudio fails with, the game has but one thing to do: start another process.
        outbox.send(Trouble(trouble, reason(error)))
    outbox.close(1.0)
    os._exit(0)  # without asking PortAudio, which may hang


if __name__ == "__main__":
    main(*sys.argv[1:4])
