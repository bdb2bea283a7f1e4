"""At night any number of presses on the keypad is silent and equal: all hear the same night."""

from __future__ import annotations

from collections import deque
from functools import cache, partial

from hypothesis import given, settings
from hypothesis import strategies as st
from pads import KP, NAVIGATION, NUMLOCK, SIGNS, FakeDevice, FakeDevices, pressed
from rooms import reader
from sittings import Script, Sitting
from tables import runs, table

from narrator.devices.connection import ConnectedDevices
from narrator.devices.keypad import Keypad, inbox_receiver
from narrator.rules.core.answers import NO, NOBODY, SILENT
from narrator.rules.core.effects import Ask
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.entry import Entry, belongs
from narrator.table.inbox.inbox import LiveInbox

QUIET: Script = {
    "thief.card": [SILENT],
    "cupid.lovers": [NOBODY],
    "seer.target": [SILENT],
    "wolves.victim": [NOBODY],
    "girl.caught": [NO],
    "witch.heal": [SILENT],
    "witch.poison": [NOBODY],
    "debate.end": [],
}
CODES = (*KP.values(), *SIGNS.values(), *NAVIGATION.values(), NUMLOCK)

Press = tuple[float, int]
"""The key with this code, so many seconds after nightfall."""


class PadInbox(LiveInbox):
    """A sitting's inbox, to which a keypad stands open: its keys are pressed at their times."""

    def __init__(self, sitting: Sitting, presses: list[Press]) -> None:
        super().__init__(sitting.clock)
        self._sitting = sitting
        self._inner = sitting.entries
        self._presses = deque(sorted(presses))
        self._put: deque[tuple[int | None, Entry]] = deque()
        devices = FakeDevices()
        self._device = FakeDevice(sitting.clock)
        devices.plug(self._device)
        self._pad = Keypad(devices, "", ConnectedDevices(lambda _: None), sitting.clock)
        self._pad.receiver = inbox_receiver(reader(sitting.setup), self)
        assert self._pad.begin()

    def _begin(self) -> None:
        self._inner.change(lambda _: self.moment)

    def open(self, ask: Ask | None) -> None:
        super().open(ask)
        if ask is not None:
            self._inner.open(ask)

    def put(self, entry: Entry, slot: int | None = None) -> None:
        self._put.append((slot, entry))

    def get(self, until: float | None) -> Entry | None:
        while self._presses and (until is None or self._presses[0][0] < until):
            at, code = self._presses[0]
            entry = self._inner.get(at) if at > self._sitting.clock.now() else None
            if entry is not None:
                return entry
            self._presses.popleft()
            self._device.put(pressed(code))
            self._pad.step()
            while self._put:
                slot, entry = self._put.popleft()
                if slot in (None, self.moment.slot) or not belongs(entry):
                    return entry
        return self._inner.get(until)


@cache
def laid() -> VillageSetup:
    """Lay a table with everybody who is called at night."""
    cards = "loup-garou loup-garou voyante sorcière cupidon petite-fille villageois*3"
    return table(cards, values={"elect": "never"})


def night(presses: list[Press]) -> Sitting:
    sitting = Sitting(laid(), QUIET)
    inbox = PadInbox(sitting, presses)
    inbox.change(lambda _: sitting.entries.moment)
    sitting.ports.inbox = inbox
    sitting.play()
    return sitting


def heard(sitting: Sitting) -> list[str]:
    return sitting.public(0.0, sitting.when("dawn"))


calm = cache(partial(night, []))
MOST = 12 * 60
presses = st.lists(st.tuples(st.floats(0.0, MOST), st.sampled_from(CODES)), max_size=60)


@settings(max_examples=runs(200))
@given(presses)
def test_whatever_is_pressed_at_night_is_not_heard(presses: list[Press]) -> None:
    begins, ends = calm().opened("cupid") - 5.0, calm().when("dawn")
    at_night = [(begins + at % (ends - begins), code) for at, code in presses]
    assert heard(night(at_night)) == heard(calm())


def test_what_is_pressed_in_a_window_is_an_answer_all_the_same() -> None:
    at = calm().opened("wolves") + 1.0
    sitting = night([(at, KP["4"]), (at + 1.5, SIGNS["\n"])])
    assert ("wolves.victim", SILENT) not in sitting.answers
    assert any(question == "wolves.victim" and "4" in repr(answer) for question, answer in sitting.answers)
