"""Countdowns stand still while a game pauses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from narrator.core.answers import CONFIRM
from narrator.core.effects import Ask, Say, Timer
from narrator.ui.public_moment import Countdown, CountdownClock

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


def debate(seconds: float) -> Ask:
    timer = Timer(seconds=seconds, warning=30.0)
    return Ask(question="debate.end", choices=CONFIRM, living=(1, 2), timer=timer)


def test_a_debate_is_counted_in_seconds_as_long_as_they_last_here() -> None:
    time = 0.0
    clock = CountdownClock(lambda: time, factor=0.5)
    clock.opened(debate(300.0))
    time = 70.0
    assert clock.countdown == Countdown(150.0, 70.0)
    assert clock.countdown.clock == "1:20"
    clock.closed()
    assert clock.countdown is None


def test_where_nothing_has_a_length_there_is_no_countdown() -> None:
    clock = CountdownClock(lambda: 0.0, factor=0.0)
    clock.opened(debate(300.0))
    assert clock.countdown is None
