"""The recogniser while it is checked: whether it loads, and what it catches from the microphone or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TypeVar

from narrator.closing import Closing
from narrator.listening.decision import Certain, decided
from narrator.listening.listener import Listener
from narrator.listening.messages import EarReady, EarReply, EarTrouble, Opened, Recognised
from narrator.listening.recogniser import RecogniserError
from narrator.listening.thresholds import Thresholds
from narrator.story.sentences import to_user

Kind = TypeVar("Kind", bound=EarReply)

SECONDS_TO_LOAD = 95.0
"""A little more than the process that listens is given for it."""


class RecogniserUnderTest(Closing):
    """A recogniser that has loaded its model. Close it, or use it in a `with` statement."""

    def __init__(self, model: Path, language: str) -> None:
        """Load a model; `detector` is what tells speech from noise, `seconds` is how long it took.

        Raises:
            RecogniserError: it does not load.
        """
        self._replies: SimpleQueue[EarReply] = SimpleQueue()
        self._caught: Callable[[str], object] = lambda _text: None
        self._phrases: Sequence[str] = ()
        self._thresholds = Thresholds()
        self._listener = Listener(model, language, self._take)
        begun = monotonic()
        try:
            self.detector = self._awaited(EarReady).detector
        except RecogniserError:
            self.close()
            raise
        self.seconds = monotonic() - begun

    def catch(self, phrases: Sequence[str], caught: Callable[[str], object]) -> None:
        """Listen for phrases from now on; each that is recognised goes to `caught`, from another thread.

        Raises:
            RecogniserError: it does not listen.
        """
        self._caught, self._phrases = caught, phrases
        self._listener.open("doctor", phrases)
        self._awaited(Opened)

    def heard(self, frame: int, pcm: bytes) -> None:
        """Take what a microphone heard, at 16 kHz."""
        self._listener.heard(frame, pcm)

    def close(self) -> None:
        self._listener.close()

    def _take(self, reply: EarReply) -> None:
        self._replies.put(reply)
        match reply:
            case EarReady():
                self._thresholds = reply.thresholds
            case Recognised(_, texts, behind):
                heard = decided(texts, behind, self._meaning, self._thresholds)
                if isinstance(heard, Certain):
                    self._caught(heard.text)
            case _:
                pass

    def _meaning(self, text: str) -> str | None:
        return text if text in self._phrases else None

    def _awaited(self, kind: type[Kind]) -> Kind:
        end = monotonic() + SECONDS_TO_LOAD
        while True:
            try:
                reply = self._replies.get(timeout=max(0.0, end - monotonic()))
            except Empty:
                raise RecogniserError("lost", to_user("ear.slow")) from None
            if isinstance(reply, kind):
                return reply
            if isinstance(reply, EarTrouble) and reply.kind in ("package", "model"):
                raise RecogniserError(reply.kind, reply.detail)
