"""The listening process as the game sees it, from its start to its loss. Nothing here waits longer than a moment."""

from __future__ import annotations

import time
from pathlib import Path

from narrator.dsp.samples import HEARING_RATE
from narrator.listening.messages import REPLIES, Audio, EarOrder, EarReady, EarReply
from narrator.processes.child import ChildLostError, spawned
from narrator.processes.message_child import MessageChild, Waker

SECONDS_TO_LOAD = 90.0
"""Seconds that loading a model may take: a Raspberry Pi reads 40 MB and more from its card."""

PATIENCE = 8 * HEARING_RATE
"""Samples that it may be given without a reply: it reports the level five times a second."""

_BEHIND = 250  # orders: five seconds of sound


class EarProcess(MessageChild[EarReply]):
    """One process. For one thread."""

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
        """Wait for replies, and return what came, as every child of messages.

        Raises:
            ChildLostError: it has ended, or gives no sign of life.
        """
        replies = super().turn(waker)
        if replies:
            self._unanswered = 0
        self.ready = self.ready or any(isinstance(reply, EarReady) for reply in replies)
        if self._unanswered > PATIENCE:
            raise ChildLostError("it gives no sign of life")
        if not self.ready and time.monotonic() > self._loads_until:
            raise ChildLostError("it takes too long to load")
        return replies
