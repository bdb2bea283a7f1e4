"""Without sound, words take the time that they would take; what is said breaks off where something happens."""

from __future__ import annotations

import pytest

from narrator.rehearsal.virtual_table import VirtualClock
from narrator.session.captions_only import LOOK, CaptionsOnly, InterruptibleClock, instantly
from narrator.story.markup import TextPart

WORDS = (TextPart("la nuit tombe"),)


def test_words_take_their_time() -> None:
    clock = VirtualClock()
    CaptionsOnly(clock, lambda utterance: 2.0 * len(utterance)).speak(WORDS)
    assert clock.now() == 2.0


def test_instantly_they_take_none() -> None:
    clock = VirtualClock()
    CaptionsOnly(clock, instantly).speak(WORDS)
    assert clock.now() == 0.0


def test_there_is_no_volume_to_set() -> None:
    assert not CaptionsOnly(VirtualClock(), instantly).volume(1)


@pytest.mark.parametrize(("happens", "ends"), [(0.0, 0.0), (1.0, 1.0), (5.0, 2.0)])
def test_a_sleep_ends_when_something_happens_or_when_its_time_is_over(happens: float, ends: float) -> None:
    clock = VirtualClock()
    InterruptibleClock(clock, lambda: clock.now() >= happens).sleep(2.0)
    assert clock.now() == pytest.approx(ends, abs=LOOK)
