"""What gives no sign of life for too long is stuck; what does not run is not."""

from __future__ import annotations

from narrator.processes.liveness import Pulse, Pulses
from narrator.rehearsal.virtual_table import VirtualClock


def test_a_pulse_is_fresh_until_it_has_been_silent_for_too_long() -> None:
    clock = VirtualClock()
    pulse = Pulse("engine", 30.0, now=clock.now)
    clock.advance(30.0)
    assert pulse.fresh
    clock.advance(30.5)
    assert not pulse.fresh
    pulse.beat()
    assert pulse.fresh


def test_what_rests_is_not_missed_until_it_has_beaten_again() -> None:
    clock = VirtualClock()
    pulse = Pulse("sound", 10.0, resting=True, now=clock.now)
    clock.advance(1000.0)
    assert pulse.fresh
    pulse.beat()
    clock.advance(1011.0)
    assert not pulse.fresh
    pulse.rest()
    assert pulse.fresh


def test_what_was_granted_more_time_has_it_once() -> None:
    clock = VirtualClock()
    pulse = Pulse("engine", 30.0, now=clock.now)
    pulse.grant(300.0)
    clock.advance(300.0)
    assert pulse.fresh
    pulse.grant(300.0)
    clock.advance(600.5)
    assert not pulse.fresh
    pulse.beat()
    clock.advance(631.0)
    assert not pulse.fresh


def test_a_table_expects_its_engine_to_live_from_the_start_and_its_sound_once_it_is_opened() -> None:
    pulses = Pulses()
    assert pulses.engine.fresh
    assert pulses.sound.fresh
    assert (pulses.engine.name, pulses.sound.name) == ("engine", "sound")
