"""The keys of the full screen: what Enter, the keys of orders and the last key mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrator.devices.input_lines import LOST
from narrator.inbox.entry import Order
from narrator.inbox.inbox import LiveInbox
from narrator.language.typed import Reader

if TYPE_CHECKING:  # it is loaded by whoever has a terminal
    from narrator.devices.keyboard import Editor


class KeysOfAScreen:
    """Turns keys into entries, in the turn in which they were pressed: what is typed too early means nothing."""

    def __init__(self, editor: Editor, reader: Reader, inbox: LiveInbox) -> None:
        self._editor = editor
        self._reader = reader
        self._inbox = inbox

    def enter(self) -> None:
        turn, line = self._inbox.turn, self._editor.enter()
        if line is not None:
            self._inbox.put(self._reader.read(line, self._inbox), turn)

    def order(self, id_: str) -> None:
        self._inbox.put(Order(id_), self._inbox.turn)

    def end(self) -> None:
        self._inbox.put(LOST, self._inbox.turn)
