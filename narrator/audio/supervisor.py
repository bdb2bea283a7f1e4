"""Keeps the audio process alive: passes orders on, watches its heartbeat, starts another when one is lost.

The new one gets the scene, how loud it is to be, and what was being said: again from the last pause before the point
that was reached, or from its beginning where there was none.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import assert_never

from narrator.audio.messages import (
    Beat,
    Begun,
    Hush,
    Left,
    Order,
    Ready,
    Reply,
    SoundChangeKind,
    Speak,
    Trouble,
)
from narrator.audio.playback import AudioProcess, NoSoundError, Speech
from narrator.dsp.samples import RATE, frames
from narrator.processes.message_child import BackOff, Waker

_logger = logging.getLogger(__name__)

GRACE = 3.0
"""Seconds for which a line waits for sound to come back, before the game goes on without."""

BEAT = 1.0
"""Seconds after which a waiting thread looks around and gives a sign of life."""

SECONDS_TO_OPEN = 20.0
"""What a process may take that has time: a Raspberry Pi may just have been switched on."""

_STEADY = RATE  # frames: what has played so many and is lost is another loss, and not the same one again
_SOON = 0.25

_SECONDS_TO_CLOSE = 5.0

CLOSED = NoSoundError("lost", "the sound was closed")


class AudioSupervisor:
    """A thread that keeps one audio process running. See `narrator.audio.sound` for what it reports and can tell."""

    def __init__(
        self,
        name: str,
        sounds: Path | None,
        played: int,
        on_change: Callable[[SoundChangeKind, str], object],
        playing: Callable[[], object] = lambda: None,
    ) -> None:
        """`name` is that of the output, empty for the default one; `played` the pipe for what is played."""
        self.missing: NoSoundError | None = None
        self.device = ""
        self.latency = 0.0
        self.known = threading.Event()
        """Set once it is known whether there is sound."""
        self._name, self._sounds, self._played, self._on_change = name, sounds, played, on_change
        self._playing = playing
        self._lock = threading.Lock()
        self._remembered: dict[type[Order], Order] = {}
        self._fresh: list[Order] = []
        self._speeches: dict[int, Speech] = {}
        self._spoken = 0
        self._closed = False
        self._opened = False
        self._beat = Beat(0, 0)
        self._underruns = 0
        self._loss: NoSoundError | None = None
        self._grace: float | None = None
        self._back_off = BackOff(1.0, 30.0)
        self._waker = Waker()
        self._thread = threading.Thread(target=self._keep, name="sound", daemon=True)
        self._thread.start()

    @property
    def underruns(self) -> int:
        return self._underruns + self._beat.underruns

    def order(self, order: Order) -> None:
        """Have an order obeyed, now and by every later process."""
        with self._lock:
            self._remembered[type(order)] = order
            self._fresh.append(order)
            self._wake()

    def say(self, pcm: bytes, *, words: bool = True) -> Speech:
        """Have PCM said after what waits, as `Sound.begin` has samples."""
        with self._lock:
            if self.missing is not None or self._closed:
                raise self.missing or CLOSED
            self._spoken += 1
            waiting = sum(other.frames for other in self._speeches.values())
            speech = Speech(self._spoken, pcm, waiting, words=words)
            self._speeches[speech.number] = speech
            self._fresh.append(Speak(speech.number, pcm, words))
            self._wake()
        return speech

    def hush(self) -> None:
        with self._lock:
            self._fresh = [order for order in self._fresh if not isinstance(order, Speak)]
            self._fresh.append(Hush())
            self._part(None)
            self._wake()

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._waker.wake()
        self._thread.join(_SECONDS_TO_CLOSE)
        if not self._thread.is_alive():
            self._waker.close()

    def _wake(self) -> None:
        """Wake the thread. With the lock."""
        if not self._closed:
            self._waker.wake()

    def _part(self, error: NoSoundError | None) -> None:
        """Let every speech be over. With the lock."""
        for speech in self._speeches.values():
            speech.end(error)
        self._speeches.clear()

    def _keep(self) -> None:
        try:
            while not self._closed:
                self._live()
        finally:
            # Whatever happened, nobody waits for a speech that nobody says.
            with self._lock:
                self.missing = CLOSED
                self._part(self.missing)
            self.known.set()

    def _live(self) -> None:
        """Keep one process from its start to its loss, and wait until it is time for another."""
        seconds = SECONDS_TO_OPEN if self._grace is None else max(_SOON, self._grace - time.monotonic())
        try:
            process = AudioProcess(self._name, self._sounds, self._played, seconds)
        except OSError as error:
            self._lose(NoSoundError("device", str(error)))
            return
        loss: NoSoundError | None = None
        try:
            for order in self._all():
                process.send(order)
            while not self._closed:
                for reply in process.turn(self._waker):
                    self._take(reply)
                self._do_without()  # as long as it is being opened, which may take long
                for order in self._new():
                    process.send(order)
            process.end()
        except NoSoundError as error:
            loss = error
        finally:
            process.kill()
        if loss is not None:
            self._lose(loss)

    def _all(self) -> list[Order]:
        """Return what a new process has to know."""
        with self._lock:
            self._fresh.clear()
            unsaid = [Speak(speech.number, speech.rest(), speech.words) for speech in self._speeches.values()]
            return [*self._remembered.values(), *unsaid]

    def _new(self) -> list[Order]:
        """Return the orders that have come since, and answer the waker."""
        self._waker.wait()
        with self._lock:
            fresh, self._fresh = self._fresh, []
        return fresh

    def _take(self, reply: Reply) -> None:
        match reply:
            case Ready():
                self._open(reply)
            case Beat():
                if reply.underruns > self._beat.underruns:
                    _logger.warning("underruns: %d", self._underruns + reply.underruns)
                self._beat = reply
                self._playing()
            case Begun(number, frame):
                if speech := self._speeches.get(number):
                    speech.begin(frame)
            case Left(number):
                with self._lock:
                    speech = self._speeches.pop(number, None)
                if speech is not None:
                    speech.end()
            case Trouble(kind, detail):
                _logger.warning("%s: %s", kind, detail)
                self._on_change(kind, detail)
            case _:
                assert_never(reply)

    def _open(self, ready: Ready) -> None:
        self.latency = ready.latency
        if self._opened:
            return  # it has starved, and holds more now
        again = self.known.is_set() and self.missing is None
        self._opened, before, self.device = True, self.device, ready.device
        _logger.info("loudspeaker %s is open, holds %.3f s", ready.device, ready.latency)
        with self._lock:
            self.missing = None
        self.known.set()
        if not again:
            self._on_change("open", ready.device)
        elif ready.device != before:
            self._on_change("moved", ready.device)
        else:
            self._on_change("replaced", str(self._loss))
        self._loss = None

    def _lose(self, lost: NoSoundError) -> None:
        _logger.warning("sound is lost, %s: %s", lost.kind, str(lost))
        now = time.monotonic()
        steady = self._beat.frame > _STEADY
        if steady:
            self._back_off.reset()
        if steady or (self._opened and self._grace is None):
            self._grace = now + GRACE
        heard = self._beat.frame - frames(self.latency)
        with self._lock:
            for speech in self._speeches.values():
                speech.interrupt(heard)
        self._opened = False
        # Of several processes that were lost in a row, the first tells why, or a later one that could say it.
        self._loss = lost if self._loss is None or lost.kind != "lost" else self._loss
        self._underruns, self._beat = self.underruns, Beat(0, 0)
        if self._grace is not None and now < self._grace:
            self._pause(0 if steady else _SOON)
        else:
            self._go_without(NoSoundError(self._loss.kind, str(self._loss)))

    def _go_without(self, error: NoSoundError) -> None:
        """Let the game go on without sound, and wait longer each time before it is tried again."""
        with self._lock:
            told, self.missing = self.missing is not None, error
            self._part(error)
        self.known.set()
        if not told:
            self._on_change(error.kind, str(error))
        self._grace = None
        self._pause(self._back_off.next())

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while not self._closed and (left := end - time.monotonic()) > 0:
            self._do_without()
            self._waker.wait(min(left, BEAT))

    def _do_without(self) -> None:
        """Give a sign of life where there is no sound."""
        if self.missing is not None:
            self._playing()
