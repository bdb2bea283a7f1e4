"""Child processes and signs of life: what ends, waits, is begun anew and is missed."""

from __future__ import annotations

import select
import threading
from pathlib import Path

import pytest

from narrator.base.processes.child import Child, spawned
from narrator.base.processes.liveness import Pulse, Pulses
from narrator.base.processes.message_child import BackOff, Waker
from narrator.evening.rehearsal.virtual_table import VirtualClock

FAILING = """
import threading
from narrator.base.processes.child import log_as

log_as("trial")

def fail():
    raise ValueError("Alice is a wolf")

{}
"""


@pytest.mark.parametrize(
    ("ending", "told"),
    [("fail()", "ends: ValueError at"), ("threading.Thread(target=fail).start()", "a thread ends: ValueError at")],
)
def test_what_ends_a_child_or_its_thread_is_logged_but_for_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, told: str
) -> None:
    (tmp_path / "failing_child.py").write_text(FAILING.format(ending), encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("NARRATOR_LOG", str(tmp_path / "log"))
    process = spawned("failing_child")
    process.wait()
    Child(process).end()
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert f"trial CRITICAL narrator.base.processes.child {told}" in log
    assert "Alice" not in log


def wakes(waker: Waker) -> bool:
    return bool(select.select([waker], [], [], 0)[0])


def test_who_waits_is_woken_once_for_all_calls() -> None:
    waker = Waker()
    assert not wakes(waker)
    waker.wake()
    waker.wake()
    assert wakes(waker)
    waker.wait()
    assert not wakes(waker)
    waker.close()


def test_a_thread_that_waits_is_woken() -> None:
    waker = Waker()
    waiting = threading.Thread(target=waker.wait, args=(60.0,))
    waiting.start()
    waker.wake()
    waiting.join(30.0)
    assert not waiting.is_alive()
    waker.close()


def test_whoever_wakes_never_waits_however_many_calls_there_were() -> None:
    waker = Waker()
    for _ in range(1 << 17):  # more than a pipe holds
        waker.wake()
    waker.wait()
    waker.wait()
    assert not wakes(waker)
    waker.close()


def test_each_wait_is_twice_as_long_up_to_a_limit_and_short_again_once_all_was_well() -> None:
    back_off = BackOff(0.5, 3.0)
    assert [back_off.next() for _ in range(5)] == [0.5, 1.0, 2.0, 3.0, 3.0]
    back_off.reset()
    assert [back_off.next() for _ in range(2)] == [0.5, 1.0]


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
