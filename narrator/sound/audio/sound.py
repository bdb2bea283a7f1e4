"""Sound for the game: a line is heard to its end, even if the audio process or the loudspeaker is lost meanwhile.

A process that replaces a lost one gets the scene, how loud it is to be, and what was being said: again from the last
pause before the point that was reached, or from its beginning where there was none.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import assert_never

from narrator.base.processes.message_child import ChildKeeper
from narrator.sound.audio.messages import (
    Ambience,
    Attend,
    Beat,
    Begun,
    Cover,
    Hush,
    LeadIn,
    Left,
    Order,
    PlayScene,
    Ready,
    Reply,
    SoundChangeKind,
    Speak,
    Trouble,
    VolumeLevel,
)
from narrator.sound.audio.playback import AudioProcess, NoSoundError, Speech
from narrator.sound.dsp.samples import RATE, Samples, frames, to_pcm

_logger = logging.getLogger(__name__)

GRACE = 3.0
"""Seconds for which a line waits for sound to come back, before the game goes on without."""

SECONDS_TO_OPEN = 20.0
"""What a process may take that has time: a Raspberry Pi may just have been switched on."""

_STEADY = RATE  # frames: what has played so many and is lost is another loss, and not the same one again
_SOON = 0.25

CLOSED = NoSoundError("lost", "the sound was closed")


class Sound(ChildKeeper[Order, Reply]):
    """The loudspeaker of a game. Close it, or use it in a `with` statement.

    Only what everyone may hear is ever given to it. Nothing here waits without end, and only `speak` waits for long.
    `scene`, `ambience`, `cover`, `attend`, `level` and `lead_in` are orders: see `narrator.sound.audio.messages`.

    `on_change` is told of changes, a kind and a detail:

    - `open`: there is sound, or there is again; the loudspeaker's name
    - `replaced`: the audio process was replaced, and what was being said is said again; why
    - `moved`: the same, on another loudspeaker; its name
    - `portaudio`, `device`, `lost`: there is no sound now; what the system answered. It is tried again, more rarely
    - `ambience`: a scene cannot be heard, or not with one's own sounds; why

    It is called by a thread of this module, which does nothing else meanwhile: it must return at once.

    Two signs of life: `playing` is called by that thread at each beat of the audio process, or, as long as it is known
    that there is none, once a second; `waiting` by who speaks, at least once a second until the line is over.

    Raises, where something is to be said:
        NoSoundError: there is no sound now.
    """

    def __init__(
        self,
        output: str | None = None,
        *,
        sounds: Path | None = None,
        on_change: Callable[[SoundChangeKind, str], object] = lambda kind, detail: None,  # noqa: ARG005 - as it is called
        playing: Callable[[], object] = lambda: None,
        waiting: Callable[[], object] = lambda: None,
    ) -> None:
        """Open a device by name or a part of it; without one, or where none is called so, the default.

        `sounds` is a folder of one's own sounds for scenes. Returns when it is known whether there is sound: see
        `missing`.
        """
        self.played, self._told = os.pipe()
        """Who listens reads here what is played around words, in messages `Played`; what nobody reads is dropped."""
        for end in (self.played, self._told):
            os.set_blocking(end, False)
        super().__init__("sound", 1.0, 30.0)
        self._name, self._sounds, self._on_change = output or "", sounds, on_change
        self._playing, self._waiting = playing, waiting
        self.missing: NoSoundError | None = None
        """Why there is no sound now, or None where there is."""
        self.device = ""
        """The name of the loudspeaker, the last one where there is none now."""
        self._latency = 0.0
        self._decided = threading.Event()  # whether there is sound
        self._remembered: dict[type[Order], Order] = {}
        self._speeches: dict[int, Speech] = {}
        self._spoken = 0
        self._opened = False
        self._beat = Beat(0, 0)
        self._underruns = 0
        self._loss: NoSoundError | None = None
        self._grace: float | None = None
        self.interrupted: Callable[[], bool] = lambda: False
        """Whether the rest of what is being said is left out, because somebody has answered it."""
        self._thread.start()
        self._decided.wait(SECONDS_TO_OPEN + GRACE)

    @property
    def underruns(self) -> int:
        """How often the loudspeaker has run dry."""
        return self._underruns + self._beat.underruns

    def begin(self, samples: Samples) -> Speech:
        """Say these samples after those begun before, and do not wait for it."""
        return self.begin_pcm(to_pcm(samples))

    def sign(self, samples: Samples) -> Speech:
        """Sound these as `begin` does: they are no words, and who answers meanwhile is heard."""
        return self.begin_pcm(to_pcm(samples), words=False)

    def begin_pcm(self, pcm: bytes, *, words: bool = True) -> Speech:
        """Say PCM as `begin` says samples: nothing that computes with samples has to be loaded for it."""
        with self._lock:
            if self.missing is not None or self._closed:
                raise self.missing or CLOSED
            self._spoken += 1
            waiting = sum(other.frames for other in self._speeches.values())
            speech = Speech(self._spoken, pcm, waiting, words=words)
            self._speeches[speech.number] = speech
            self._hand_on(Speak(speech.number, pcm, words))
        return speech

    def speak(self, samples: Samples) -> None:
        """Say these samples; return when the last one has left the loudspeaker, or at once where it is interrupted.

        Raises:
            NoSoundError: also where it was lost, and did not come back within `GRACE`.
            KeyboardInterrupt: it fell silent at once; the ambience goes on.
        """
        self.speak_parts((samples,))

    def speak_parts(self, parts: Iterable[Samples]) -> None:
        """Say parts of a line as `speak` says a whole one; the first is heard while the others are still made."""
        try:
            if (speech := self.begin_parts(parts)) is not None:
                speech.wait(self._alive)
        except (KeyboardInterrupt, NoSoundError):
            self.hush()  # also what does not keep up must not speak into what is said next
            raise

    def begin_parts(self, parts: Iterable[Samples]) -> Speech | None:
        """Say parts of a line one after the other, the first while the others are made; return the last one.

        None where there is none, or it is interrupted: then it is silent.
        """
        speech: Speech | None = None
        for samples in parts:
            if self.interrupted():
                self.hush()
                return None
            first = speech is None
            speech = self.begin(samples)
            if first:
                speech.wait_for_begin()  # making the others would hold up the thread that sends it
        return speech

    def _alive(self) -> None:
        """Take note that somebody waits for a line."""
        self._waiting()
        if self.interrupted():
            self.hush()

    def hush(self) -> None:
        """Stop what is being said or waits to be; whoever waits for it need not wait any more."""
        with self._lock:
            self._fresh = [order for order in self._fresh if not isinstance(order, Speak)]
            self._hand_on(Hush())
            self._end_speeches(None)

    def scene(self, name: str, seed: int, take: int) -> None:
        self._order(PlayScene(name, seed, take))

    def ambience(self, on: bool) -> None:
        self._order(Ambience(on))

    def cover(self, on: bool) -> None:
        self._order(Cover(on))

    def attend(self, on: bool) -> None:
        self._order(Attend(on))

    def level(self, gain: float) -> None:
        self._order(VolumeLevel(gain))

    def lead_in(self, seconds: float) -> None:
        self._order(LeadIn(seconds))

    def close(self) -> None:
        if not self._closed:
            super().close()
            for end in (self.played, self._told):
                os.close(end)

    def _order(self, order: Order) -> None:
        """Have an order obeyed, now and by every later process."""
        with self._lock:
            self._remembered[type(order)] = order
            self._hand_on(order)

    def _end_speeches(self, error: NoSoundError | None) -> None:
        """Let every speech be over. With the lock."""
        for speech in self._speeches.values():
            speech.end(error)
        self._speeches.clear()

    # --- in the thread that keeps the process ---------------------------------------------------------------

    def _keep(self) -> None:
        try:
            super()._keep()
        finally:
            # Whatever happened, nobody waits for a speech that nobody says.
            with self._lock:
                self.missing = CLOSED
                self._end_speeches(self.missing)
            self._decided.set()

    def _start(self) -> AudioProcess:
        seconds = SECONDS_TO_OPEN if self._grace is None else max(_SOON, self._grace - time.monotonic())
        try:
            return AudioProcess(self._name, self._sounds, self._told, seconds)
        except OSError as error:
            raise NoSoundError("device", str(error)) from error

    def _known(self) -> list[Order]:
        unsaid = [Speak(speech.number, speech.rest(), speech.words) for speech in self._speeches.values()]
        return [*self._remembered.values(), *unsaid]

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
        self._latency = ready.latency
        if self._opened:
            return  # it has starved, and holds more now
        again = self._decided.is_set() and self.missing is None
        self._opened, before, self.device = True, self.device, ready.device
        _logger.info("loudspeaker %s is open, holds %.3f s", ready.device, ready.latency)
        with self._lock:
            self.missing = None
        self._decided.set()
        if not again:
            self._on_change("open", ready.device)
        elif ready.device != before:
            self._on_change("moved", ready.device)
        else:
            self._on_change("replaced", str(self._loss))
        self._loss = None

    def _lose(self, error: Exception) -> float:
        lost = error if isinstance(error, NoSoundError) else NoSoundError("lost", str(error))
        _logger.warning("sound is lost, %s: %s", lost.kind, str(lost))
        now = time.monotonic()
        steady = self._beat.frame > _STEADY
        if steady:
            self._back_off.reset()
        if steady or (self._opened and self._grace is None):
            self._grace = now + GRACE
        heard = self._beat.frame - frames(self._latency)
        with self._lock:
            for speech in self._speeches.values():
                speech.interrupt(heard)
        self._opened = False
        # Of several processes that were lost in a row, the first tells why, or a later one that could say it.
        self._loss = lost if self._loss is None or lost.kind != "lost" else self._loss
        self._underruns, self._beat = self.underruns, Beat(0, 0)
        if self._grace is not None and now < self._grace:
            return 0.0 if steady else _SOON
        self._go_without(NoSoundError(self._loss.kind, str(self._loss)))
        return self._back_off.next()

    def _go_without(self, error: NoSoundError) -> None:
        """Let the game go on without sound, until it is tried again."""
        with self._lock:
            told, self.missing = self.missing is not None, error
            self._end_speeches(error)
        self._decided.set()
        if not told:
            self._on_change(error.kind, str(error))
        self._grace = None

    def _look_around(self) -> None:
        if self.missing is not None:
            self._playing()  # as long as it is being opened, which may take long
