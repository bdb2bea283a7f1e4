"""Countdowns stand still while a game pauses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from narrator.core.effects import Say
from narrator.ui.countdown_clock import CountdownClock

ON, OFF, ELSE = (Say(line=line) for line in ("pause.on", "pause.off", "debate.open"))


@given(st.lists(st.tuples(st.integers(0, 100), st.sampled_from((ON, OFF, ELSE)))))
def test_it_goes_on_as_long_as_the_game_does(told: list[tuple[int, Say]]) -> None:
    time, played, paused = 0, 0, False
    clock = CountdownClock(lambda: time)
    for seconds, say in told:
        time += seconds
        played += 0 if paused else seconds
        clock.effect(say)
        paused = say == ON or (paused and say != OFF)
        assert (clock.now(), clock.paused) == (played, paused)
