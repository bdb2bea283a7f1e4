"""The ear of a game: which phrases are expected now, which one was said. It restarts the process that listens.

Nothing here waits longer than a moment.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from narrator.base.processes.child import ChildLostError, spawned
from narrator.base.processes.message_child import ChildKeeper, MessageChild, Waker
from narrator.base.sentences import to_user
from narrator.ear.messages import (
    REPLIES,
    Alive,
    Audio,
    CheckWords,
    Close,
    EarChangeKind,
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
    damaged,
)
from narrator.table.language.phrasebook import Phrasebook, phrasebook_of

SECONDS_TO_LOAD = 90.0
"""Seconds that loading a model may take: a Raspberry Pi reads 40 MB and more from its card."""

PATIENCE = 8.0
"""Seconds without a sign of life after which the process is given up. Of a microphone that hangs it tells sooner."""


class EarProcess(MessageChild[ListenerReply]):
    """One process; it is lost, too, where it gives no sign of life. For one thread."""

    def __init__(self, microphone: str | None, played: int) -> None:
        arguments = () if microphone is None else (microphone, str(played))
        descriptors = () if microphone is None else (played,)
        super().__init__(spawned("narrator.ear.worker", *arguments, descriptors=descriptors), REPLIES)
        self.takes_orders = microphone is None  # else once it is open
        self._patience = math.inf if self.takes_orders else PATIENCE
        self._alive_by = time.monotonic() + 2 * self._patience
        self._loading = False

    def send(self, order: ListenerOrder) -> None:
        if isinstance(order, Load):
            self._loading, self._alive_by = True, time.monotonic() + SECONDS_TO_LOAD
        super().send(order)

    def turn(self, waker: Waker | None = None) -> list[ListenerReply]:
        replies = super().turn(waker)
        for reply in replies:
            self.takes_orders = self.takes_orders or isinstance(reply, MicrophoneOpen)
            self._loading = self._loading and not isinstance(reply, EarReady | EarTrouble)
        if replies and not self._loading:
            self._alive_by = time.monotonic() + self._patience
        if time.monotonic() > self._alive_by:
            raise ChildLostError("it gives no sign of life")
        return replies


_logger = logging.getLogger(__name__)

_FATAL = ("package", "model")
_STEADY = 60.0  # seconds after which a loss is another one, and not the same again
_FAILED_TO_LOAD = 2  # times, without a word about why


def listened_for(phrases: Sequence[str], phrasebook: Phrasebook, context: str = "") -> Open:
    """Return the order to listen for phrases of a game, among what else is said in its language."""
    talk = (*phrasebook.talk, *phrasebook.hush)
    return Open(context, tuple(phrases), phrasebook.decoys, phrasebook.polite.after, talk)


class Listener(ChildKeeper[ListenerOrder, ListenerReply]):
    """Hears by a microphone, and listens for one list of phrases at a time. Close it, or use it in a `with` statement.

    `changed` is told what becomes of the microphone, and why or which one it is: see `EarChangeKind`. `heard` is given
    a frame and PCM at 16 kHz, as in `Audio`. They are called by a thread of this module, which does nothing else
    meanwhile: they must return at once. Nothing here waits, but for `close`. A process that was lost is started again
    and listens for the same phrases; what is said meanwhile is not heard.
    """

    def __init__(
        self,
        microphone: str | None = None,
        played: int = -1,
        changed: Callable[[EarChangeKind, str], object] = lambda kind, detail: None,  # noqa: ARG005 - as it is called
        heard: Callable[[int, bytes], object] | None = None,
    ) -> None:
        """Hear, once somebody listens, by a microphone of this name, empty for the default; without, by `hear` alone.

        `played` is the pipe that tells what the mouth plays: see `Sound`.
        """
        super().__init__("ear", 0.5, 15.0)
        self.missing: EarTrouble | None = None
        """Why there will be no listening, once that is known."""
        self._microphone, self._played, self._changed, self._heard = microphone, played, changed, heard
        self._tell: Callable[[EarReply], object] = lambda _reply: None
        self._model: Path | None = None
        self._phrasebook: Phrasebook | None = None
        self._listen = Listen(on=False)
        self._open: Open | None = None
        self._follow: Follow | None = None
        self._asked: list[CheckWords] = []
        self._ready: float | None = None
        self._failed = 0
        self._deaf: str | None = None
        """Why there is no microphone, where that was told."""

    def listen(self, on: bool) -> None:
        """Take in what the microphone hears, or drop it. Once opened, it stays open: no question must wait for it."""
        self._order(Listen(on, passed_on=self._heard is not None))

    def load(self, model: Path, language: str, tell: Callable[[EarReply], object]) -> None:
        """Begin to load the model in this folder; `EarReady` tells when it is. `tell` is given every reply from now on.

        It is called as `heard` is.
        """
        self._tell, self._phrasebook = tell, phrasebook_of(language)
        self._order(Load(str(model)))

    def open(self, context: str, phrases: Sequence[str]) -> None:
        assert self._phrasebook is not None  # a model is loaded
        self._order(listened_for(phrases, self._phrasebook, context))

    def shut(self) -> None:
        self._order(Close())

    def follow(self, on: bool) -> None:
        self._order(Follow(on))

    def check(self, words: Sequence[str]) -> None:
        self._order(CheckWords(tuple(words)))

    def hear(self, frame: int, pcm: bytes) -> None:
        """Hear this, as from a microphone."""
        self._order(Audio(frame, pcm))

    def _order(self, order: ListenerOrder) -> None:
        with self._lock:
            if self._closed or self.missing is not None:
                return
            match order:
                case Listen():
                    self._listen = order
                case Load(folder):
                    self._model = Path(folder)
                case Open():
                    self._open = order
                case Close():
                    self._open = None
                case Follow():
                    self._follow = order
                case CheckWords():
                    self._asked.append(order)
            self._hand_on(order)
            if self._thread.ident is None:
                self._thread.start()

    @property
    def _wanted(self) -> bool:
        return not self._closed and self.missing is None

    def _start(self) -> EarProcess:
        self._ready = None
        return EarProcess(self._microphone, self._played)

    def _known(self) -> list[ListenerOrder]:
        load = None if self._model is None else Load(str(self._model))
        known = (self._listen, load, self._follow, self._open, *self._asked)
        return [order for order in known if order is not None]

    def _take(self, reply: ListenerReply) -> None:
        match reply:
            case MicrophoneOpen(device):
                _logger.info("microphone %s is open", device)
                if self._deaf is not None:
                    self._back_off.reset()
                self._deaf = None
                self._changed("hearing", device)
            case MicrophoneLost(detail):
                self._miss(detail)
            case MicrophoneSound(frame, pcm):
                if self._heard is not None:
                    self._heard(frame, pcm)
            case Alive():
                pass
            case EarReady(detector):
                _logger.info("the ear listens; speech is told by %s", detector)
                self._failed, self._ready = 0, time.monotonic()
                self._tell(reply)
            case KnownWords(words):
                with self._lock:
                    if CheckWords(words) in self._asked:
                        self._asked.remove(CheckWords(words))
                self._tell(reply)
            case EarTrouble(kind) if kind in _FATAL:
                self._go_without(reply)
            case _:
                self._tell(reply)

    def _miss(self, why: str) -> None:
        """Tell, once, that there is no microphone."""
        if self._deaf != why:
            _logger.warning("no microphone: %s", why)
            self._deaf = why
            self._changed("input", why)

    def _go_without(self, trouble: EarTrouble) -> None:
        _logger.warning("no ear, %s: %s", trouble.kind, trouble.detail)
        with self._lock:
            self.missing = trouble
            self._fresh.clear()
        self._tell(trouble)

    def _lose(self, error: Exception) -> float:
        if self.missing is None and self._deaf is None:  # else it has said so itself, and ended
            _logger.warning("the ear is lost: %s", error)
            self._tell_of_loss(str(error))
        return self._back_off.next()

    def _tell_of_loss(self, why: str) -> None:
        if self._model is None:
            self._miss(why)
            return
        if self._ready is None:
            self._failed += 1
        elif time.monotonic() - self._ready > _STEADY:
            self._back_off.reset()
        if self._failed == _FAILED_TO_LOAD:
            self._go_without(EarTrouble("model", damaged(self._model)))
        else:
            self._tell(EarTrouble("lost", to_user("ear.interrupted")))
