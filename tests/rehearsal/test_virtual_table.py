"""The simulated person at the one button."""

from __future__ import annotations

from narrator.core.answers import NOBODY, Tie, seat
from narrator.core.effects import Ask
from narrator.inbox.entry import Pressed
from narrator.rehearsal.virtual_table import VirtualButton, VirtualClock
from narrator.session.counting import Counting
from narrator.session.presses import Sign
from narrator.village.windows import ballot


def test_who_is_clearly_out_is_pressed_in_a_count_of_its_own() -> None:
    clock = VirtualClock()
    counting = Counting(clock)
    button = VirtualButton(counting)
    asked = Ask(question="vote.result", choices=ballot((3, 5, 6), NOBODY, most=2), living=(3, 5, 6))
    button.want(asked, Tie((3, 5), clear=6), clock.now())
    assert button.press(clock.now()) == (0.0, Pressed(None)), "the first press begins the count"

    def pressed(item: object | None) -> bool:
        """Whether the button is pressed while this is heard; nothing is heard between two counts."""
        counting.hear(item)
        clock.sleep(1)
        return button.press(clock.now()) is not None

    assert [pressed(item) for item in (seat(3), Sign.TIE)] == [False, True]
    assert [pressed(item) for item in (None, seat(3), seat(5), seat(6))] == [False, True, True, False]
    assert [pressed(item) for item in (None, seat(6))] == [False, True]
