"""The ear of a game: which phrases are expected now, which one was said. It restarts the listening process.

Nothing here waits longer than a moment.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from narrator.closing import Closing
from narrator.dsp.samples import HEARING_RATE
from narrator.language.phrasebook import Phrasebook, phrasebook_of
from narrator.listening.messages import (
    REPLIES,
    Audio,
    CheckWords,
    Close,
    EarOrder,
    EarReady,
    EarReply,
    EarTrouble,
    Follow,
    KnownWords,
    Open,
    damaged,
)
from narrator.processes.child import ChildLostError, spawned
from narrator.processes.message_child import BackOff, MessageChild, Waker
from narrator.story.sentences import to_user

SECONDS_TO_LOAD = 90.0
"""Seconds that loading a model may take: a Raspberry Pi reads 40 MB and more from its card."""

PATIENCE = 8 * HEARING_RATE
"""Samples that it may be given without a reply: it reports the level five times a second."""

_BEHIND = 250  # orders: five seconds of sound


class EarProcess(MessageChild[EarReply]):
    """One process; it is lost, too, where it gives no sign of life. For one thread."""

    def __init__(self, model: Path) -> None:
        super().__init__(spawned("narrator.listening.worker", str(model)), REPLIES)
        self._loads_until = time.monotonic() + SECONDS_TO_LOAD
        self._unanswered = 0
        self.ready = False
        """Whether the model is loaded."""

    def send(self, order: EarOrder) -> None:
        """Send an order, after those before it, as soon as there is room in the pipe.

        Sound is dropped while the model is loaded, and where the process falls behind: it is to answer at once.
        """
        if isinstance(order, Audio):
            if not self.ready:
                return
            self._unanswered += len(order.pcm) // 2
            if len(self._unsent) > _BEHIND:
                return
        super().send(order)

    def turn(self, waker: Waker | None = None) -> list[EarReply]:
        replies = super().turn(waker)
        if replies:
            self._unanswered = 0
        self.ready = self.ready or any(isinstance(reply, EarReady) for reply in replies)
        if self._unanswered > PATIENCE:
            raise ChildLostError("it gives no sign of life")
        if not self.ready and time.monotonic() > self._loads_until:
            raise ChildLostError("it takes too long to load")
        return replies


_logger = logging.getLogger(__name__)

_FATAL = ("package", "model")
_STEADY = 60.0  # seconds after which a loss is another one, and not the same again
_FAILED_TO_LOAD = 2  # times, without a word about why


def listened_for(phrases: Sequence[str], phrasebook: Phrasebook, context: str = "") -> Open:
    """Return the order to listen for phrases of a game, among what else is said in its language."""
    talk = (*phrasebook.talk, *phrasebook.hush)
    return Open(context, tuple(phrases), phrasebook.decoys, phrasebook.polite.after, talk)


class Listener(Closing):
    """Listens for one list of phrases at a time. Close it, or use it in a `with` statement.

    `tell` is given every reply of `narrator.listening.messages`, by a thread of this module, which does nothing else
    meanwhile: it must return at once. Nothing here waits, but for `close`. A process that was lost is started again and
    listens for the same phrases; what is said meanwhile is not heard.
    """

    def __init__(self, model: Path, language: str, tell: Callable[[EarReply], object]) -> None:
        """Start to load the model in this folder; `EarReady` tells when it is."""
        self.missing: EarTrouble | None = None
        """Why there will be no listening, once that is known."""
        self._model, self._tell = model, tell
        self._phrasebook = phrasebook_of(language)
        self._lock = threading.Lock()
        self._open: Open | None = None
        self._follow: Follow | None = None
        self._asked: list[CheckWords] = []
        self._fresh: list[EarOrder] = []
        self._closed = False
        self._ready: float | None = None
        self._failed = 0
        self._back_off = BackOff(0.5, 30.0)
        self._waker = Waker()
        self._thread = threading.Thread(target=self._keep, name="ear", daemon=True)
        self._thread.start()

    def open(self, context: str, phrases: Sequence[str]) -> None:
        self._order(listened_for(phrases, self._phrasebook, context))

    def shut(self) -> None:
        self._order(Close())

    def follow(self, on: bool) -> None:
        self._order(Follow(on))

    def check(self, words: Sequence[str]) -> None:
        self._order(CheckWords(tuple(words)))

    def heard(self, frame: int, pcm: bytes) -> None:
        self._order(Audio(frame, pcm))

    def close(self) -> None:
        with self._lock:
            closed, self._closed = self._closed, True
        if not closed:
            self._waker.wake()
            self._thread.join()
            self._waker.close()

    def _order(self, order: EarOrder) -> None:
        with self._lock:
            if self._closed or self.missing is not None:
                return
            match order:
                case Open():
                    self._open = order
                case Close():
                    self._open = None
                case Follow():
                    self._follow = order
                case CheckWords():
                    self._asked.append(order)
            self._fresh.append(order)
            self._waker.wake()

    def _keep(self) -> None:
        while not self._closed and self.missing is None:
            try:
                self._live()
            except (ChildLostError, OSError) as error:  # or no process can be started
                self._lose(str(error))
            self._pause()

    def _live(self) -> None:
        """Keep one process from its start to its end, or until it is lost."""
        self._ready = None
        process = EarProcess(self._model)
        try:
            for order in self._all():
                process.send(order)
            while not self._closed and self.missing is None:
                for reply in process.turn(self._waker):
                    self._take(reply)
                for order in self._new():
                    process.send(order)
            process.end()
        finally:
            process.kill()

    def _all(self) -> list[EarOrder]:
        with self._lock:
            self._fresh.clear()
            return [order for order in (self._follow, self._open, *self._asked) if order is not None]

    def _new(self) -> list[EarOrder]:
        """Return the orders that have come since, and answer the waker."""
        self._waker.wait()
        with self._lock:
            fresh, self._fresh = self._fresh, []
        return fresh

    def _take(self, reply: EarReply) -> None:
        match reply:
            case EarReady():
                _logger.info("the ear listens; speech is told by %s", reply.detector)
                self._failed, self._ready = 0, time.monotonic()
            case KnownWords(words):
                with self._lock:
                    if CheckWords(words) in self._asked:
                        self._asked.remove(CheckWords(words))
            case EarTrouble(kind) if kind in _FATAL:
                self._go_without(reply)
                return
        self._tell(reply)

    def _go_without(self, trouble: EarTrouble) -> None:
        _logger.warning("no ear, %s: %s", trouble.kind, trouble.detail)
        with self._lock:
            self.missing = trouble
            self._fresh.clear()
        self._tell(trouble)

    def _lose(self, why: str) -> None:
        _logger.warning("the ear is lost: %s", why)
        if self.missing is not None:
            return  # it has said so itself, and ended
        if self._ready is None:
            self._failed += 1
        elif time.monotonic() - self._ready > _STEADY:
            self._back_off.reset()
        if self._failed == _FAILED_TO_LOAD:
            self._go_without(EarTrouble("model", damaged(self._model)))
        else:
            self._tell(EarTrouble("lost", to_user("ear.interrupted")))

    def _pause(self) -> None:
        """Wait, longer each time, unless there is nothing to wait for."""
        end = time.monotonic() + self._back_off.next()
        while not self._closed and self.missing is None and (left := end - time.monotonic()) > 0:
            self._waker.wait(left)
