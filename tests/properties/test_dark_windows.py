"""The private side: in a window of a card that nobody can play, the screen is the same whatever is keyed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from papers import Paper
from rooms import Key
from sittings import Script, Sitting
from tables import runs, table

from narrator.rules.core.answers import NO, NOBODY, SILENT, YES, Card, Refusal, seat
from narrator.rules.core.effects import Audience
from narrator.rules.village.game import VillageSetup
from narrator.screens.terminal import TerminalScreen
from narrator.table.inbox.entry import Misread, Order
from narrator.table.inbox.moment import Moment

KEYS: st.SearchStrategy[Key] = st.one_of(
    st.builds(seat, st.integers(1, 9)),
    st.sampled_from((YES, NO, NOBODY, SILENT, Card("voyante"))),
    st.builds(Misread, st.sampled_from(Refusal)),
    st.sampled_from((Order.UNDO, Order.REPEAT, Order.NEXT, Order.RESUME)),
)
TWICE = [NOBODY] * 4
CENTRE = table("loup-garou voleur villageois*4", "voyante sorcière", values={"elect": "never"})
"""The seer and the witch lie in the centre."""

DEAD = table("loup-garou voyante sorcière villageois*4", values={"elect": "never", "reveal": "nothing"})
"""The seer dies in the first night, the witch on the first day; nobody is shown their cards."""

IN_THE_CENTRE: Script = {"thief.card": [SILENT] * 3, "wolves.victim": TWICE, "debate.end": []}
DEAD_BY_NIGHT: Script = {
    "seer.target": [SILENT],
    "wolves.victim": [seat(2), *TWICE],
    "witch.heal": [NO],
    "witch.poison": [SILENT],
    "vote.result": [seat(3), NOBODY],
    "again": [],
}


class Framed(TerminalScreen):
    """A terminal's screen that keeps the bytes of every window, from its first to its last."""

    def __init__(self, paper: Paper) -> None:
        self.now = Moment()
        super().__init__(paper.terminal, lambda: self.now)
        self._paper = paper
        self._begins = 0
        self.frames: list[str] = []

    def moment(self, moment: Moment) -> None:
        self.now = moment
        super().moment(moment)

    def open_window(self, heading: str) -> None:
        self._begins = len(self._paper.stream.getvalue())
        super().open_window(heading)

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:
        super().reply(to, *texts, over=over)
        self.look()

    def close_window(self) -> None:
        super().close_window()
        self.frames.append(self._paper.stream.getvalue()[self._begins :])


Keyed = list[tuple[float, Key]]


@dataclass
class Evening:
    """Two nights at one table. `windows` are (when, which call) of their windows, `frames` the bytes of each."""

    setup: VillageSetup
    script: Script

    @cached_property
    def quiet(self) -> Sitting:
        return self._played(0.0, [])

    def window(self, call: str, night: int) -> int:
        """Return the number of the window of a call in a night."""
        return [number for number, (_, opened) in enumerate(self.quiet.windows) if opened == call][night - 1]

    def frame(self, window: int, keyed: Keyed) -> str:
        """Return what a window wrote when this was keyed in it, so many seconds after it opened."""
        sitting = self._played(self.quiet.windows[window][0], keyed) if keyed else self.quiet
        assert isinstance(sitting.screen, Framed)
        return sitting.screen.frames[window]

    def _played(self, opened: float, keyed: Keyed) -> Sitting:
        sitting = Sitting(self.setup, self.script, screen=(screen := Framed(Paper())))
        sitting.entries.followers.append(screen.moment)
        for after, key in keyed:
            sitting.key(opened + after, key)
        sitting.play()
        return sitting


CENTRE_EVENING, DEAD_EVENING = Evening(CENTRE, IN_THE_CENTRE), Evening(DEAD, DEAD_BY_NIGHT)


@pytest.mark.parametrize(
    ("evening", "call", "night"),
    [
        (CENTRE_EVENING, "seer", 1),
        (CENTRE_EVENING, "witch", 1),
        (DEAD_EVENING, "seer", 2),
        (DEAD_EVENING, "witch", 2),
    ],
    ids=["the seer in the centre", "the witch in the centre", "the dead seer", "the dead witch"],
)
@settings(max_examples=runs(200))
@given(keyed=st.lists(st.tuples(st.floats(0.1, 24.9), KEYS), min_size=1, max_size=6))
def test_the_screen_of_who_is_not_there_does_not_answer(evening: Evening, call: str, night: int, keyed: Keyed) -> None:
    window = evening.window(call, night)
    assert evening.frame(window, keyed) == evening.frame(window, [])


def test_the_screen_of_who_is_there_does() -> None:
    window = DEAD_EVENING.window("wolves", 1)
    assert DEAD_EVENING.frame(window, [(1.0, seat(4))]) != DEAD_EVENING.frame(window, [])
